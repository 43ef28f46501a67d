// A hex map as a ground of the board.
import type { HexGround, HexPlace, PieceView, Place, Shape } from '../../api/types';
import { heightWords } from '../../lib/words';
import type { Box, Direction, Ground, Lie, Look, Point, Sample } from '../ground';
import { Best, about } from '../key';
import { MapPainter } from './draw';
import { FACINGS, SIDE_FACINGS, facingAngle, facingPoint, spoken } from './facings';
import { H, MARGIN, R, hexPath } from './geometry';
import { Grid } from './grid';
import { settle } from '../names';
import { mapModel, namesOf } from './model';
import { outlineOf } from './outline';

const hexesOf = (place: Place): readonly string[] => ('hexes' in place ? place.hexes : []);
const facingOf = (place: Place): string | undefined => ('hexes' in place ? place.facing : undefined);

const DIRECTIONS: readonly Direction[] = ['up', 'down', 'left', 'right'];

export class HexSheet implements Ground {
  readonly grid: Grid;
  readonly words = {
    cursor: 'from hex to hex',
    one: 'hex',
    numbers: 'Hex numbers when zoomed in',
    north: true,
    turning:
      'Near a corner or side of the hex the arrows show which way the piece will face. Counters two hexes long show both hexes they would stand on; their manoeuvres are listed by name once the move has begun.',
    drags: false,
  };
  readonly scale: Ground['scale'];
  readonly start: Place;
  readonly #board: HexGround;
  readonly #title: string;
  #painter: MapPainter | undefined;

  constructor(board: HexGround, title: string) {
    this.#board = board;
    this.#title = title;
    this.grid = new Grid(board);
    this.start = { hexes: board.hexes.slice(0, 1).map((h) => h.id) };
    this.scale = {
      perUnit: board.metres_per_hex / (2 * H),
      words: (metres) => (metres >= 1000 ? `${metres / 1000} km` : `${metres} m`),
    };
  }

  get width(): number {
    return this.grid.width;
  }
  get height(): number {
    return this.grid.height;
  }

  draw(ctx: CanvasRenderingContext2D, look: Look, seen?: Box): void {
    // Outlines are worked out when they are wanted: tests and questions do without.
    this.#painter ??= new MapPainter(mapModel(this.#board, this.#title, this.grid));
    this.#painter.draw(ctx, look, seen);
  }

  names(taken: readonly Box[], before?: readonly Point[]): readonly Point[] {
    const sheet = { left: MARGIN, top: MARGIN, right: this.width - MARGIN, bottom: this.height - MARGIN };
    return settle(namesOf(this.#board, this.grid), taken, sheet, before);
  }

  samples(): Sample[] {
    const best = new Best();
    const byId = new Map(this.#board.hexes.map((hex) => [hex.id, hex]));
    const look = (p: Point | undefined) => p && about(p, 1.2 * R);
    const middle = (a: string, b: string): Point | undefined => {
      const [p, q] = [this.grid.centre(a), this.grid.centre(b)];
      return p && q && { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 };
    };
    for (const { id, terrain, elevation } of this.#board.hexes) {
      const beside = DIRECTIONS.flatMap((way) => this.grid.step(id, way)?.id ?? []);
      const same = beside.filter((other) => byId.get(other)?.terrain === terrain).length;
      best.add(terrain, look(this.grid.centre(id)), same);
      const lower = beside.find((other) => byId.get(other)!.elevation < elevation);
      if (lower) best.add('slope', look(middle(id, lower)), terrain === 'clear' ? same : -1);
    }
    for (const { kind, between } of this.#board.sides) best.add(kind, look(middle(...between)));
    const [road] = this.#board.roads;
    if (road) best.add('road', look(this.grid.centre(road[Math.floor(road.length / 2)]!)));
    return best.list();
  }

  // ---- Places ----

  placeAt(p: Point, facings: readonly string[] = FACINGS): HexPlace | undefined {
    const hex = this.grid.hexUnder(p);
    if (!hex) return undefined;
    const facing = this.grid.facingNear(hex.id, p, facings);
    return facing ? { hexes: [hex.id], facing } : { hexes: [hex.id] };
  }

  centre(place: Place): Point | undefined {
    const [first] = hexesOf(place);
    return first ? this.grid.centre(first) : undefined;
  }

  head(place: Place): Place {
    return { hexes: hexesOf(place).slice(0, 1) };
  }

  parts(place: Place): Place[] {
    return hexesOf(place).map((hex) => ({ hexes: [hex] }));
  }

  lie(place: Place): Lie | undefined {
    const points = hexesOf(place)
      .map((h) => this.grid.centre(h))
      .filter((p): p is Point => p !== undefined);
    const head = points[0];
    const tail = points[points.length - 1];
    if (!head || !tail) return undefined;
    const facing = facingOf(place);
    const angle = facing ? facingAngle(facing) : undefined;
    const middle = { x: (head.x + tail.x) / 2, y: (head.y + tail.y) / 2 };
    if (points.length < 2) return { ...middle, angle, tilt: undefined, reach: 0, scale: 1, base: undefined };
    const tilt = (Math.atan2(tail.y - head.y, tail.x - head.x) * 180) / Math.PI;
    const reach = Math.hypot(tail.x - head.x, tail.y - head.y);
    return {
      ...middle,
      angle: angle === undefined ? undefined : front(tilt, angle),
      tilt,
      reach,
      scale: 1,
      base: undefined,
    };
  }

  stackKeys(place: Place): readonly string[] {
    return hexesOf(place);
  }

  key(place: Place): string {
    return hexesOf(place)[0] ?? '';
  }

  nearest<T>(place: Place, among: ReadonlyMap<string, T>): T | undefined {
    return among.get(this.key(place));
  }

  covers(place: Place, _base: unknown, spot: Place): boolean {
    return hexesOf(place).includes(this.key(spot));
  }

  contains(shape: Shape, spot: Place): boolean {
    return 'hexes' in shape && shape.hexes.includes(this.key(spot));
  }

  arrive(from: Place, to: Place): Place {
    const hexes = hexesOf(to);
    const [goal] = hexes;
    if (!goal || hexes.length > 1) return to;
    const taken = this.grid.footprint(hexesOf(from), facingOf(from), goal, facingOf(to));
    return { ...to, hexes: taken };
  }

  // ---- Outlines ----

  outline(shape: Shape): string {
    return 'hexes' in shape ? outlineOf(shape.hexes, this.grid) : '';
  }

  footprint(place: Place, _base?: unknown, inset = 1): string {
    return hexesOf(place)
      .flatMap((h) => this.grid.centre(h) ?? [])
      .map((centre) => hexPath(centre, R - inset))
      .join('');
  }

  handle(place: Place): (Point & { angle: number }) | undefined {
    const centre = this.centre(place);
    const facing = facingOf(place);
    return centre && facing ? facingPoint(centre, facing) : undefined;
  }

  between(from: Place, to: Place): { shade: string; distance: string } {
    const line = this.grid.line(this.key(from), this.key(to));
    return {
      shade: this.footprint({ hexes: line.hexes.map((h) => h.id) }, undefined, 2),
      distance: `${line.distance} ${line.distance === 1 ? 'hex' : 'hexes'}`,
    };
  }

  // ---- Keys and words ----

  step(from: Place, direction: Direction): Place | undefined {
    const hex = this.grid.step(this.key(from), direction);
    return hex && { hexes: [hex.id] };
  }

  nudge(from: Place, direction: Direction): Place {
    return this.step(from, direction) ?? from;
  }

  stepsAhead(): undefined {
    return undefined;
  }

  advance(from: Place): Place {
    return from;
  }

  name(place: Place): string {
    return this.key(place);
  }

  describe(place: Place): string {
    const hex = this.grid.hexes.get(this.key(place));
    return hex ? `hex ${hex.id}, ${hex.terrain.replaceAll('_', ' ')}, ${heightWords(hex.elevation)}` : '';
  }

  /** Pieces look at corners of their hexes, or at sides. */
  facings(pieces: readonly PieceView[]): readonly string[] {
    const bySides = pieces.some(({ at }) => at && SIDE_FACINGS.includes(facingOf(at) ?? ''));
    return bySides ? SIDE_FACINGS : FACINGS;
  }

  facing(place: Place): { short: string; spoken: string; bearing: number } | undefined {
    const short = facingOf(place);
    return short ? { short, spoken: spoken(short), bearing: ((facingAngle(short) ?? 0) + 450) % 360 } : undefined;
  }

  facingHint(facings: readonly string[]): string {
    return `near ${facings === SIDE_FACINGS ? 'a side' : 'a corner'} of it to face that way`;
  }
}

/** Where a long counter looks: straight away from its long side, on the side of its facing. */
export function front(tilt: number, angle: number): number {
  const away = (a: number) => Math.abs(((((a - angle) % 360) + 540) % 360) - 180);
  return away(tilt + 90) < away(tilt - 90) ? tilt + 90 : tilt - 90;
}
