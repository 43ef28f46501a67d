// The ground on a canvas, in the manner of an engraved and hand-coloured county map.
import { H, MARGIN, type Point, R } from '../lib/geometry';
import { along, lengthOf } from '../lib/outline';
import { type MapModel, type Mark, scatter } from './model';
import type { Palette } from './palette';
import { drawWorks } from './works';

export const SERIF =
  '"Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", "Book Antiqua", "Liberation Serif", Georgia, serif';

export interface Look {
  palette: Palette;
  /** Hex numbers are drawn only where they can be read. */
  numbers: boolean;
  sideNames: [string, string];
}

type Ctx = CanvasRenderingContext2D;

/** What is in sight, in map units. */
export interface Window {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const TILE = 256;

/** Many small strokes, kept in square tiles so that only those in sight are drawn. */
class Strokes {
  readonly #tiles = new Map<string, { x: number; y: number; path: Path2D }>();

  at(x: number, y: number): Path2D {
    const tx = Math.floor(x / TILE);
    const ty = Math.floor(y / TILE);
    const key = `${tx},${ty}`;
    let tile = this.#tiles.get(key);
    if (!tile) {
      tile = { x: tx * TILE, y: ty * TILE, path: new Path2D() };
      this.#tiles.set(key, tile);
    }
    return tile.path;
  }

  stroke(ctx: Ctx, seen: Window): void {
    // Strokes may reach a little beyond the tile they begin in.
    const slack = 2 * R;
    for (const { x, y, path } of this.#tiles.values()) {
      if (
        x < seen.right + slack &&
        x + TILE > seen.left - slack &&
        y < seen.bottom + slack &&
        y + TILE > seen.top - slack
      )
        ctx.stroke(path);
    }
  }
}

/** Shapes are turned into paths once and drawn as often as wanted. */
export class MapPainter {
  readonly #model: MapModel;
  readonly #field: Path2D;
  readonly #margin: Path2D;
  readonly #grid = new Strokes();
  readonly #levels: { fill: Path2D; hachures: Strokes; level: number }[];
  readonly #marsh: Path2D;
  readonly #pools: Path2D;
  readonly #woods: Path2D;
  readonly #grass = new Strokes();
  readonly #tufts = new Strokes();
  readonly #streams: { path: Path2D; wide: boolean }[];
  readonly #burns: Path2D;
  readonly #roads: Path2D[];
  #grain: { color: string; tile: HTMLCanvasElement } | undefined;

  constructor(model: MapModel) {
    this.#model = model;
    this.#field = loops(model.field);
    this.#margin = loops(model.field);
    this.#margin.rect(0, 0, model.width, model.height);
    this.#levels = model.levels.map((level) => {
      const hachures = new Strokes();
      for (const s of level.hachures) {
        const path = hachures.at(s.x, s.y);
        path.moveTo(s.x, s.y);
        path.lineTo(s.x + Math.cos(s.angle) * s.length, s.y + Math.sin(s.angle) * s.length);
      }
      return { level: level.level, fill: loops(level.loops), hachures };
    });
    this.#marsh = loops(model.marsh);
    this.#pools = loops(model.pools);
    this.#woods = loops(model.woods);
    this.#streams = model.streams.map((s) => ({ path: open(s.line), wide: s.wide }));
    this.#burns = loops(model.burns);
    this.#roads = model.roads.map(open);

    for (const { x, y } of model.centres) {
      // Three sides a hex are enough: the neighbours draw the others.
      const path = this.#grid.at(x, y);
      path.moveTo(x - R, y);
      path.lineTo(x - R / 2, y - H);
      path.lineTo(x + R / 2, y - H);
      path.lineTo(x + R, y);
    }
    for (const { x, y, size, kind } of model.grass) {
      const path = this.#grass.at(x, y);
      path.moveTo(x - size * 0.5, y - size * 0.7);
      path.lineTo(x - size * 0.12, y);
      if (kind > 0) {
        path.moveTo(x, y - size);
        path.lineTo(x, y);
      }
      path.moveTo(x + size * 0.55, y - size * 0.75);
      path.lineTo(x + size * 0.15, y);
    }
    for (const { x, y, size, kind } of model.tufts) {
      const path = this.#tufts.at(x, y);
      path.moveTo(x - size * 1.1, y);
      path.lineTo(x + size * 1.1, y);
      for (const [lean, tall] of [
        [-0.75, 0.62],
        [-0.32, 0.95],
        [0.05, 1.1],
        [0.42, 0.9],
        [0.8, 0.6],
      ] as const) {
        if (kind === 0 && tall < 0.7) continue;
        path.moveTo(x + lean * size * 0.35, y - 0.6);
        path.quadraticCurveTo(x + lean * size * 0.5, y - tall * size * 0.6, x + lean * size, y - tall * size);
      }
      if (kind === 2) {
        path.moveTo(x - size * 0.2, y + size * 0.55);
        path.lineTo(x + size * 1.3, y + size * 0.55);
      }
    }
  }

  /** Draws in map units: the caller has set the transform. */
  draw(
    ctx: Ctx,
    look: Look,
    seen: Window = { left: 0, top: 0, right: this.#model.width, bottom: this.#model.height },
  ): void {
    const { palette: p } = look;
    const m = this.#model;
    const near = (mark: Point) =>
      mark.x > seen.left - R && mark.x < seen.right + R && mark.y > seen.top - R && mark.y < seen.bottom + R;
    ctx.save();
    ctx.lineJoin = 'round';
    ctx.lineCap = 'round';
    ctx.fillStyle = p.ground[0]!;
    ctx.fillRect(0, 0, m.width, m.height);
    this.#levels.forEach(({ fill }, i) => {
      ctx.fillStyle = p.ground[Math.min(i + 1, p.ground.length - 1)]!;
      ctx.fill(fill);
    });
    this.#washes(ctx, p);
    ctx.lineWidth = 0.7;
    ctx.strokeStyle = p.grass;
    this.#grass.stroke(ctx, seen);

    // Slopes: a firm contour and hachures running down from it.
    for (const { fill, hachures, level } of this.#levels) {
      ctx.strokeStyle = p.contour;
      ctx.globalAlpha = 0.75;
      ctx.lineWidth = 0.85 + level * 0.1;
      hachures.stroke(ctx, seen);
      ctx.globalAlpha = 0.9;
      ctx.lineWidth = 1.1;
      ctx.stroke(fill);
      ctx.globalAlpha = 1;
    }
    ctx.strokeStyle = p.grid;
    ctx.lineWidth = 0.8;
    this.#grid.stroke(ctx, seen);
    ctx.lineWidth = 0.85;
    ctx.strokeStyle = p.marshInk;
    this.#tufts.stroke(ctx, seen);
    this.#water(ctx, p);
    this.#roadsAndBurns(ctx, p);
    drawWorks(ctx, m.works, p, near);
    for (const house of m.houses) if (near(house)) drawHouse(ctx, house, p);
    for (const tree of m.trees) if (near(tree)) drawTree(ctx, tree, p);
    for (const patch of m.other) this.#unknown(ctx, patch, p);

    // The margin is laid over what runs off the field: far cheaper than clipping every stroke to its jagged edge.
    ctx.fillStyle = p.margin;
    ctx.fill(this.#margin, 'evenodd');
    this.#paper(ctx, p);
    this.#frame(ctx, look);
    this.#names(ctx, p);
    if (look.numbers) this.#numbers(ctx, p, near);
    ctx.restore();
  }

  #washes(ctx: Ctx, p: Palette): void {
    ctx.globalAlpha = 0.75;
    ctx.fillStyle = p.marsh;
    ctx.fill(this.#marsh);
    ctx.globalAlpha = 0.55;
    ctx.fillStyle = p.burn;
    ctx.fill(this.#burns);
    ctx.globalAlpha = 0.7;
    ctx.strokeStyle = p.burnEdge;
    ctx.lineWidth = 1.2;
    ctx.stroke(this.#burns);
    ctx.globalAlpha = 0.9;
    ctx.fillStyle = p.wood;
    ctx.fill(this.#woods);
    ctx.globalAlpha = 1;
  }

  /** Engravers show water by lines that follow the shore, closer together near it. */
  #water(ctx: Ctx, p: Palette): void {
    ctx.save();
    ctx.clip(this.#pools);
    ctx.fillStyle = p.water;
    ctx.fill(this.#pools);
    for (const [width, color] of [
      [21, p.waterInk],
      [19.6, p.water],
      [13, p.waterInk],
      [11.8, p.water],
      [6.5, p.waterInk],
      [5.2, p.water],
      [2.2, p.waterInk],
    ] as const) {
      ctx.lineWidth = width;
      ctx.strokeStyle = color;
      ctx.stroke(this.#pools);
    }
    ctx.restore();
    ctx.lineWidth = 1;
    ctx.strokeStyle = p.waterInk;
    ctx.stroke(this.#pools);
  }

  #roadsAndBurns(ctx: Ctx, p: Palette): void {
    for (const road of this.#roads) {
      ctx.strokeStyle = p.roadEdge;
      ctx.lineWidth = 4.6;
      ctx.stroke(road);
      ctx.strokeStyle = p.road;
      ctx.lineWidth = 2.8;
      ctx.stroke(road);
    }
    for (const { path, wide } of this.#streams) {
      ctx.strokeStyle = p.burnEdge;
      ctx.lineWidth = wide ? 12 : 6.2;
      ctx.stroke(path);
      ctx.strokeStyle = p.burn;
      ctx.lineWidth = wide ? 9.6 : 4.2;
      ctx.stroke(path);
      ctx.strokeStyle = p.burnEdge;
      ctx.globalAlpha = 0.4;
      ctx.lineWidth = 0.7;
      ctx.setLineDash([9, 7, 3, 8]);
      ctx.stroke(path);
      ctx.setLineDash([]);
      ctx.globalAlpha = 1;
    }
    // A plank where a road crosses a burn is left out on purpose: whether one may cross there is for the rules to say.
  }

  #unknown(ctx: Ctx, patch: { name: string; loops: Point[][] }, p: Palette): void {
    const path = loops(patch.loops);
    ctx.globalAlpha = 0.12;
    ctx.fillStyle = p.ink;
    ctx.fill(path);
    ctx.globalAlpha = 1;
    ctx.font = `italic 9px ${SERIF}`;
    ctx.fillStyle = p.faint;
    ctx.textAlign = 'center';
    for (const hex of this.#model.board.hexes) {
      if (hex.terrain !== patch.name) continue;
      const centre = this.#model.centres.find((c) => c.id === hex.id);
      if (centre) ctx.fillText(patch.name, centre.x, centre.y + H - 6);
    }
  }

  /** Grain and a darker border, as of paper that has been handled. */
  #paper(ctx: Ctx, p: Palette): void {
    const { width, height } = this.#model;
    if (this.#grain?.color !== p.grain) this.#grain = { color: p.grain, tile: grain(p.grain) };
    const pattern = ctx.createPattern(this.#grain.tile, 'repeat');
    if (pattern) {
      ctx.fillStyle = pattern;
      ctx.fillRect(0, 0, width, height);
    }
    const shade = ctx.createRadialGradient(
      width / 2,
      height / 2,
      Math.min(width, height) * 0.45,
      width / 2,
      height / 2,
      Math.hypot(width, height) / 2,
    );
    shade.addColorStop(0, 'rgba(60,40,10,0)');
    shade.addColorStop(1, 'rgba(60,40,10,0.14)');
    ctx.fillStyle = shade;
    ctx.fillRect(0, 0, width, height);
  }

  #frame(ctx: Ctx, look: Look): void {
    const { palette: p } = look;
    const { width, height, edges, board } = this.#model;
    ctx.strokeStyle = p.ink;
    ctx.lineWidth = 1.1;
    ctx.stroke(this.#field);

    // Friendly edges: a band with the side's own pattern, and its name.
    for (const edge of edges) {
      const [a, b] = edge.line;
      if (!a || !b) continue;
      const color = p.sides[edge.side === 'one' ? 0 : 1];
      ctx.lineCap = 'butt';
      ctx.strokeStyle = color;
      ctx.lineWidth = 9;
      ctx.setLineDash(edge.side === 'one' ? [] : [12, 5]);
      strokeLine(ctx, a, b);
      ctx.setLineDash([]);
      if (edge.side === 'one') {
        // A light cord through the middle tells it from the other side without colour.
        ctx.strokeStyle = p.margin;
        ctx.lineWidth = 2;
        strokeLine(ctx, a, b);
      }
      const upright = Math.abs(b.x - a.x) < Math.abs(b.y - a.y);
      const name = `friendly edge of the ${look.sideNames[edge.side === 'one' ? 0 : 1]}`;
      ctx.save();
      ctx.translate((a.x + b.x) / 2, (a.y + b.y) / 2);
      if (upright) ctx.rotate(a.x < width / 2 ? -Math.PI / 2 : Math.PI / 2);
      ctx.font = `italic 14px ${SERIF}`;
      ctx.textAlign = 'center';
      ctx.textBaseline = 'middle';
      const out = upright || a.y < height / 2 ? -15 : 15;
      ctx.fillStyle = color;
      ctx.fillText(name, 0, out);
      ctx.restore();
    }

    // The neat line, ticked like the border of an old map.
    ctx.lineCap = 'butt';
    const inset = 9;
    ctx.strokeStyle = p.ink;
    ctx.lineWidth = 1.6;
    ctx.strokeRect(inset, inset, width - 2 * inset, height - 2 * inset);
    ctx.lineWidth = 0.6;
    ctx.strokeRect(inset + 6, inset + 6, width - 2 * inset - 12, height - 2 * inset - 12);
    ctx.lineWidth = 4.6;
    ctx.setLineDash([48, 48]);
    ctx.strokeRect(inset + 3, inset + 3, width - 2 * inset - 6, height - 2 * inset - 6);
    ctx.setLineDash([]);

    ctx.fillStyle = p.ink;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'alphabetic';
    spaced(ctx, board.title.split(':')[0]!.toUpperCase(), width / 2, 46, `600 21px ${SERIF}`, 5);
  }

  #names(ctx: Ctx, p: Palette): void {
    ctx.textBaseline = 'middle';
    for (const label of this.#model.labels) {
      ctx.font = `${label.area ? 'italic ' : '600 '}${label.size}px ${SERIF}`;
      const words = label.area && label.text.length > 14 ? split(label.text) : [label.text];
      words.forEach((text, i) => {
        const width = measure(ctx, text, label.area ? 4.5 : 0.8);
        const x = Math.max(MARGIN + width / 2, Math.min(this.#model.width - MARGIN - width / 2, label.x));
        haloText(ctx, text, x, label.y + i * label.size * 1.15, label.area ? 4.5 : 0.8, p);
      });
    }
    for (const { text, line } of this.#model.streamLabels) this.#textAlong(ctx, text, line, p);
  }

  #textAlong(ctx: Ctx, text: string, line: Point[], p: Palette): void {
    ctx.font = `italic 14px ${SERIF}`;
    const letters = [...text];
    const gap = 2.2;
    const widths = letters.map((l) => ctx.measureText(l).width + gap);
    const whole = widths.reduce((a, b) => a + b, 0);
    const length = lengthOf(line);
    if (length < whole * 1.3) return;
    // Read left to right, whichever way the stream is listed.
    const points = along(line, false, 2);
    const first = points[0];
    const last = points[points.length - 1];
    if (!first || !last) return;
    const forward = first.x <= last.x;
    const path = forward ? points : points.reverse();
    // Streams wind: the letters follow a calmer line above them.
    const at = (i: number) => path[Math.max(0, Math.min(path.length - 1, Math.round(i)))]!;
    const calm = (i: number) => {
      let x = 0;
      let y = 0;
      for (let k = -18; k <= 18; k += 6) {
        x += at(i + k).x / 7;
        y += at(i + k).y / 7;
      }
      return { x, y };
    };
    let along0 = (length * 0.45 - whole / 2) / 2;
    letters.forEach((letter, i) => {
      const middle = along0 + widths[i]! / 4;
      const here = calm(middle);
      const a = calm(middle - 9);
      const b = calm(middle + 9);
      ctx.save();
      ctx.translate(here.x, here.y);
      ctx.rotate(Math.atan2(b.y - a.y, b.x - a.x));
      ctx.textAlign = 'center';
      ctx.strokeStyle = p.halo;
      ctx.lineWidth = 3.2;
      ctx.strokeText(letter, 0, -13);
      ctx.fillStyle = p.burnEdge === '#14262d' ? p.burn : p.burnEdge;
      ctx.fillText(letter, 0, -13);
      ctx.restore();
      along0 += widths[i]! / 2;
    });
  }

  #numbers(ctx: Ctx, p: Palette, near: (p: Point) => boolean): void {
    ctx.font = '7px system-ui, sans-serif';
    ctx.textAlign = 'center';
    ctx.textBaseline = 'alphabetic';
    ctx.fillStyle = p.faint;
    for (const hex of this.#model.centres) if (near(hex)) ctx.fillText(hex.id, hex.x, hex.y - H + 8);
  }
}

function loops(list: readonly Point[][]): Path2D {
  const path = new Path2D();
  for (const loop of list) {
    loop.forEach((p, i) => (i ? path.lineTo(p.x, p.y) : path.moveTo(p.x, p.y)));
    path.closePath();
  }
  return path;
}

function open(line: readonly Point[]): Path2D {
  const path = new Path2D();
  line.forEach((p, i) => (i ? path.lineTo(p.x, p.y) : path.moveTo(p.x, p.y)));
  return path;
}

function strokeLine(ctx: Ctx, a: Point, b: Point): void {
  ctx.beginPath();
  ctx.moveTo(a.x, a.y);
  ctx.lineTo(b.x, b.y);
  ctx.stroke();
}

function drawTree(ctx: Ctx, tree: Mark, p: Palette): void {
  const { x, y, size: s } = tree;
  ctx.fillStyle = p.crownShade;
  ctx.globalAlpha = 0.35;
  ctx.beginPath();
  ctx.ellipse(x + s * 0.4, y + s * 0.12, s * 0.8, s * 0.26, 0, 0, 7);
  ctx.fill();
  ctx.globalAlpha = 1;
  ctx.strokeStyle = p.crownShade;
  ctx.lineWidth = 1.1;
  strokeLine(ctx, { x, y }, { x, y: y - s * 0.5 });
  ctx.fillStyle = p.crown;
  ctx.beginPath();
  ctx.arc(x - s * 0.34, y - s * 0.62, s * 0.38, 0, 7);
  ctx.arc(x + s * 0.34, y - s * 0.62, s * 0.38, 0, 7);
  ctx.arc(x, y - s * 0.98, s * 0.44, 0, 7);
  ctx.fill();
  ctx.lineWidth = 0.7;
  ctx.beginPath();
  ctx.arc(x - s * 0.34, y - s * 0.62, s * 0.38, 1.3, 4.4);
  ctx.moveTo(x + s * 0.38, y - s * 1.16);
  ctx.arc(x, y - s * 0.98, s * 0.44, -0.4, 3.6, true);
  ctx.moveTo(x + s * 0.72, y - s * 0.62);
  ctx.arc(x + s * 0.34, y - s * 0.62, s * 0.38, 0, 2);
  ctx.stroke();
  // The side away from the light.
  ctx.lineWidth = 0.6;
  ctx.beginPath();
  for (let i = 0; i < 3; i++) {
    ctx.moveTo(x + s * (0.12 + i * 0.18), y - s * (1 - i * 0.2));
    ctx.lineTo(x + s * (0.2 + i * 0.18), y - s * (0.5 - i * 0.05));
  }
  ctx.stroke();
}

function drawHouse(ctx: Ctx, house: Mark, p: Palette): void {
  const { x, y, size: s, kind } = house;
  const w = s * (kind === 0 ? 1.5 : 1.15);
  ctx.lineWidth = 0.7;
  ctx.strokeStyle = p.wall;
  ctx.fillStyle = p.road;
  ctx.fillRect(x - w / 2, y - s * 0.5, w, s * 0.5);
  ctx.strokeRect(x - w / 2, y - s * 0.5, w, s * 0.5);
  ctx.fillStyle = p.roof;
  ctx.beginPath();
  ctx.moveTo(x - w / 2 - 1, y - s * 0.5);
  ctx.lineTo(x - w / 4, y - s);
  ctx.lineTo(x + w / 4, y - s);
  ctx.lineTo(x + w / 2 + 1, y - s * 0.5);
  ctx.closePath();
  ctx.fill();
  ctx.stroke();
}

function grain(color: string): HTMLCanvasElement {
  const tile = document.createElement('canvas');
  tile.width = tile.height = 160;
  const ctx = tile.getContext('2d')!;
  const random = scatter('paper');
  ctx.fillStyle = color;
  for (let i = 0; i < 900; i++) {
    ctx.globalAlpha = 0.02 + random() * 0.05;
    const s = 0.5 + random() * 1.1;
    ctx.fillRect(random() * 160, random() * 160, s, s);
  }
  ctx.globalAlpha = 0.05;
  ctx.strokeStyle = color;
  for (let i = 0; i < 14; i++) {
    const x = random() * 160;
    const y = random() * 160;
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.lineTo(x + random() * 14 - 7, y + random() * 6 - 3);
    ctx.stroke();
  }
  return tile;
}

function split(text: string): string[] {
  const words = text.split(' ');
  if (words.length < 2) return [text];
  let best = 1;
  for (let i = 1; i < words.length; i++) {
    const gap = (n: number) => Math.abs(words.slice(0, n).join(' ').length - words.slice(n).join(' ').length);
    if (gap(i) < gap(best)) best = i;
  }
  return [words.slice(0, best).join(' '), words.slice(best).join(' ')];
}

function measure(ctx: Ctx, text: string, gap: number): number {
  return [...text].reduce((sum, l) => sum + ctx.measureText(l).width + gap, -gap);
}

/** Canvas letter spacing is not to be had everywhere: letter by letter. */
function letters(
  ctx: Ctx,
  text: string,
  x: number,
  y: number,
  gap: number,
  put: (l: string, x: number, y: number) => void,
): void {
  ctx.textAlign = 'left';
  let at = x - measure(ctx, text, gap) / 2;
  for (const l of text) {
    put(l, at, y);
    at += ctx.measureText(l).width + gap;
  }
}

function haloText(ctx: Ctx, text: string, x: number, y: number, gap: number, p: Palette): void {
  ctx.strokeStyle = p.halo;
  ctx.lineWidth = 4;
  letters(ctx, text, x, y, gap, (l, lx, ly) => ctx.strokeText(l, lx, ly));
  ctx.fillStyle = p.ink;
  letters(ctx, text, x, y, gap, (l, lx, ly) => ctx.fillText(l, lx, ly));
}

function spaced(ctx: Ctx, text: string, x: number, y: number, font: string, gap: number): void {
  ctx.font = font;
  letters(ctx, text, x, y, gap, (l, lx, ly) => ctx.fillText(l, lx, ly));
}
