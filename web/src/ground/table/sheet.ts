// A table in inches as a ground of the board.
import type { Base, Place, Pose, Shape, TableGround } from '../../api/types';
import type { Box, Direction, Ground, Lie, Look, Point, Sample } from '../ground';
import { Best, about } from '../key';
import { TablePainter } from './draw';
import { settle } from '../names';
import { type TableModel, tableModel } from './model';
import {
  INCH,
  MARGIN,
  UNIT,
  circlePath,
  contains,
  corners,
  fromSheet,
  inBase,
  inPolygon,
  polygonPath,
  shapePath,
  toSheet,
  type Spot,
  seenFrom,
} from './shapes';

/** Of the keyboard cursor. */
const STEP = INCH / 2;
/** Half the height of a sample of the ground. */
const SAMPLE = 2 * INCH;
/** Of a piece that is dragged by keys. */
const NUDGE = INCH / 4;
/** The measure by which several go straight ahead together. */
const ADVANCE = 500;
/** As finely as a hand can point: a hundredth of an inch. */
const FINE = INCH / 100;
/** Pointing this near to a place means it. */
const NEAR = INCH / 2;
/** Room of a piece without a base: a leader, a marker. */
const FIGURE: Base = { width: 900, depth: 900, round: false };

const spotOf = (place: Place): Spot => ('hexes' in place ? [0, 0] : [place.x, place.y]);
const poseOf = (place: Place): Pose => ('hexes' in place ? { x: 0, y: 0, angle: 0 } : place);
const inches = (n: number): string => `${Math.round(n / FINE) / 100}`;

/** Clockwise from the far edge. There is no north on a table. */
const WAYS = [
  'up the table',
  'up and to the right',
  'to the right',
  'down and to the right',
  'down the table',
  'down and to the left',
  'to the left',
  'up and to the left',
];

/** On a raster, for those who do not want to be exact. */
export const snap = (pose: Pose, to = STEP): Pose => ({
  ...pose,
  x: Math.round(pose.x / to) * to,
  y: Math.round(pose.y / to) * to,
});

export class TableSheet implements Ground {
  readonly width: number;
  readonly height: number;
  readonly scale = { perUnit: 1 / (UNIT * INCH), words: (length: number) => `${length} in` };
  readonly words = {
    cursor: 'by half an inch',
    one: 'place',
    numbers: undefined,
    north: false,
    turning: '',
    drags: true,
  };
  readonly start: Place;
  readonly #table: TableGround;
  readonly #title: string;
  #known: TableModel | undefined;
  #painter: TablePainter | undefined;

  constructor(table: TableGround, title: string) {
    this.#table = table;
    this.#title = title;
    this.width = table.width * UNIT + 2 * MARGIN;
    this.height = table.depth * UNIT + 2 * MARGIN;
    this.start = snap({ x: table.width / 2, y: table.depth / 2, angle: 0 });
  }

  get #model(): TableModel {
    return (this.#known ??= tableModel(this.#table, this.#title));
  }

  draw(ctx: CanvasRenderingContext2D, look: Look, seen?: Box): void {
    this.#painter ??= new TablePainter(this.#model);
    this.#painter.draw(ctx, look, seen);
  }

  names(taken: readonly Box[], before?: readonly Point[]): readonly Point[] {
    const sheet = { left: MARGIN, top: MARGIN, right: this.width - MARGIN, bottom: this.height - MARGIN };
    return settle(this.#model.labels, taken, sheet, before);
  }

  samples(): Sample[] {
    const best = new Best();
    const look = (at: Spot) => about(toSheet(at), SAMPLE * UNIT);
    const { areas, lines, width, depth } = this.#table;
    for (let x = SAMPLE; x < width; x += SAMPLE) {
      for (let y = SAMPLE; y < depth; y += SAMPLE) {
        // A spot with nothing near it, or as little as there is.
        const near = [...areas.map((a) => a.outline), ...lines.map((l) => l.points)].flat();
        const room = Math.min(...near.map((p) => Math.hypot(p[0] - x, p[1] - y)));
        const covered = areas.some((a) => inPolygon(a.outline.map(toSheet), toSheet([x, y])));
        if (!covered) best.add('clear', look([x, y]), room);
      }
    }
    for (const { terrain, outline } of areas) {
      const middle = (i: 0 | 1) => outline.reduce((sum, p) => sum + p[i], 0) / outline.length;
      best.add(terrain, look([middle(0), middle(1)]));
    }
    for (const { kind, points } of lines) {
      const at = Math.max(1, Math.floor(points.length / 2));
      const [a, b] = [points[at - 1]!, points[at] ?? points[at - 1]!];
      best.add(kind, look([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]));
    }
    return best.list();
  }

  // ---- Places ----

  #isOn = ([x, y]: Spot): boolean => x >= 0 && y >= 0 && x <= this.#table.width && y <= this.#table.depth;

  placeAt(p: Point): Pose | undefined {
    const spot = fromSheet(p);
    return this.#isOn(spot) ? snap({ x: spot[0], y: spot[1], angle: 0 }, FINE) : undefined;
  }

  centre(place: Place): Point {
    return toSheet(spotOf(place));
  }

  head(place: Place): Place {
    return { ...poseOf(place), angle: 0 };
  }

  parts(place: Place): Place[] {
    return [place];
  }

  lie(place: Place, base?: Base): Lie {
    return {
      ...this.centre(place),
      angle: poseOf(place).angle / 10 - 90,
      tilt: undefined,
      reach: 0,
      // Leaders among bases of three inches.
      scale: base ? 1 : 1.6,
      base: base && { width: base.width * UNIT, depth: base.depth * UNIT },
    };
  }

  /** Nothing is stacked on a table: bases lie side by side. */
  stackKeys(): readonly string[] {
    return [];
  }

  key(place: Place): string {
    return spotOf(place).join(',');
  }

  nearest<T>(place: Place, among: ReadonlyMap<string, T>): T | undefined {
    const exact = among.get(this.key(place));
    if (exact !== undefined) return exact;
    const [x, y] = spotOf(place);
    let best: { found: T; far: number } | undefined;
    for (const [key, found] of among) {
      const [kx, ky] = key.split(',').map(Number) as Spot;
      const far = Math.hypot(kx - x, ky - y);
      if (far <= NEAR && (!best || far < best.far)) best = { found, far };
    }
    return best?.found;
  }

  covers(place: Place, base: Base | undefined, spot: Place): boolean {
    return inBase(poseOf(place), base ?? FIGURE, spotOf(spot));
  }

  contains(shape: Shape, spot: Place): boolean {
    return contains(shape, spotOf(spot));
  }

  arrive(_from: Place, to: Place): Place {
    return to;
  }

  // ---- Outlines ----

  outline(shape: Shape): string {
    return shapePath(shape);
  }

  footprint(place: Place, base?: Base, inset = 0): string {
    if (!base) return circlePath(this.centre(place), 9);
    if (base.round) return circlePath(this.centre(place), Math.max(1, (base.width * UNIT) / 2 - inset));
    const less = (2 * inset) / UNIT;
    const room = { ...base, width: Math.max(1, base.width - less), depth: Math.max(1, base.depth - less) };
    return polygonPath(corners(poseOf(place), room).map(toSheet));
  }

  handle(place: Place): Point & { angle: number } {
    const angle = poseOf(place).angle / 10 - 90;
    const a = (angle * Math.PI) / 180;
    const p = this.centre(place);
    return { x: p.x + 27.5 * Math.cos(a), y: p.y + 27.5 * Math.sin(a), angle };
  }

  between(from: Place, to: Place): { shade: string; distance: string } {
    const [x, y] = spotOf(from);
    const [tx, ty] = spotOf(to);
    return { shade: '', distance: `${inches(Math.hypot(tx - x, ty - y))} in` };
  }

  // ---- Keys and words ----

  step(from: Place, direction: Direction): Place | undefined {
    const pose = snap(poseOf(from));
    const dx = direction === 'left' ? -STEP : direction === 'right' ? STEP : 0;
    const dy = direction === 'up' ? -STEP : direction === 'down' ? STEP : 0;
    const to = { ...pose, x: pose.x + dx, y: pose.y + dy };
    return this.#isOn(spotOf(to)) ? to : undefined;
  }

  nudge(from: Place, direction: Direction): Place {
    const pose = poseOf(from);
    const dx = direction === 'left' ? -NUDGE : direction === 'right' ? NUDGE : 0;
    const dy = direction === 'up' ? -NUDGE : direction === 'down' ? NUDGE : 0;
    const inside = (n: number, most: number) => Math.max(0, Math.min(most, n));
    return { ...pose, x: inside(pose.x + dx, this.#table.width), y: inside(pose.y + dy, this.#table.depth) };
  }

  stepsAhead(from: Place, to: Place): number {
    return Math.max(0, Math.round(-seenFrom(poseOf(from), spotOf(to)).y / ADVANCE));
  }

  advance(from: Place, steps: number): Place {
    const pose = poseOf(from);
    const a = (pose.angle / 10) * (Math.PI / 180);
    const by = steps * ADVANCE;
    return { ...pose, x: Math.round(pose.x + Math.sin(a) * by), y: Math.round(pose.y - Math.cos(a) * by) };
  }

  name(place: Place): string {
    const [x, y] = spotOf(place);
    return `${inches(x)} × ${inches(y)} in`;
  }

  describe(place: Place): string {
    const [x, y] = spotOf(place);
    const here = this.#table.areas.filter((a) => contains(a, [x, y]));
    const kinds = [...new Set(here.map((a) => (a.name ? `${a.terrain} (${a.name})` : a.terrain)))];
    const level = Math.max(0, ...here.map((a) => a.level));
    const ground = kinds.length ? kinds.join(', ') : 'open ground';
    const high = level > 0 ? `, height ${level}` : '';
    return `${inches(x)} inches from the left, ${inches(y)} from the top, ${ground}${high}`;
  }

  facings(): readonly string[] {
    return [];
  }

  facing(place: Place): { short: string; spoken: string; bearing: number } {
    const bearing = (((poseOf(place).angle / 10) % 360) + 360) % 360;
    return { short: `${bearing}°`, spoken: WAYS[Math.round(bearing / 45) % 8]!, bearing };
  }

  facingHint(): string {
    return '';
  }
}
