// How an engraver draws small things on a map: strokes, trees, houses, grass, reeds and water.
import type { Box, Point } from './ground';
import type { Palette } from './palette';

export type Ctx = CanvasRenderingContext2D;

/** Something small at a spot. */
export interface Mark {
  x: number;
  y: number;
  size: number;
  kind: number;
}

export interface Stroke {
  x: number;
  y: number;
  angle: number;
  length: number;
}

/** Strokes and marks may reach a little beyond where they are said to be. */
const SLACK = 64;

export const near =
  (seen: Box) =>
  (mark: Point): boolean =>
    mark.x > seen.left - SLACK / 2 &&
    mark.x < seen.right + SLACK / 2 &&
    mark.y > seen.top - SLACK / 2 &&
    mark.y < seen.bottom + SLACK / 2;

const TILE = 256;

/** Many small strokes, kept in square tiles so that only those in sight are drawn. */
export class Strokes {
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

  stroke(ctx: Ctx, seen: Box): void {
    for (const { x, y, path } of this.#tiles.values()) {
      if (
        x < seen.right + SLACK &&
        x + TILE > seen.left - SLACK &&
        y < seen.bottom + SLACK &&
        y + TILE > seen.top - SLACK
      )
        ctx.stroke(path);
    }
  }
}

export function closedLines(list: readonly Point[][]): Path2D {
  const path = new Path2D();
  for (const loop of list) {
    loop.forEach((p, i) => (i ? path.lineTo(p.x, p.y) : path.moveTo(p.x, p.y)));
    path.closePath();
  }
  return path;
}

export function openLine(line: readonly Point[]): Path2D {
  const path = new Path2D();
  line.forEach((p, i) => (i ? path.lineTo(p.x, p.y) : path.moveTo(p.x, p.y)));
  return path;
}

export function strokeLine(ctx: Ctx, a: Point, b: Point): void {
  ctx.beginPath();
  ctx.moveTo(a.x, a.y);
  ctx.lineTo(b.x, b.y);
  ctx.stroke();
}

export function drawTree(ctx: Ctx, tree: Mark, p: Palette): void {
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

export function drawHouse(ctx: Ctx, house: Mark, p: Palette): void {
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

/** Two or three blades. */
export function addGrass(path: Path2D, { x, y, size, kind }: Mark): void {
  path.moveTo(x - size * 0.5, y - size * 0.7);
  path.lineTo(x - size * 0.12, y);
  if (kind > 0) {
    path.moveTo(x, y - size);
    path.lineTo(x, y);
  }
  path.moveTo(x + size * 0.55, y - size * 0.75);
  path.lineTo(x + size * 0.15, y);
}

const REEDS = [
  [-0.75, 0.62],
  [-0.32, 0.95],
  [0.05, 1.1],
  [0.42, 0.9],
  [0.8, 0.6],
] as const;

/** Reeds over a line of water. */
export function addTuft(path: Path2D, { x, y, size, kind }: Mark): void {
  path.moveTo(x - size * 1.1, y);
  path.lineTo(x + size * 1.1, y);
  for (const [lean, tall] of REEDS) {
    if (kind === 0 && tall < 0.7) continue;
    path.moveTo(x + lean * size * 0.35, y - 0.6);
    path.quadraticCurveTo(x + lean * size * 0.5, y - tall * size * 0.6, x + lean * size, y - tall * size);
  }
  if (kind === 2) {
    path.moveTo(x - size * 0.2, y + size * 0.55);
    path.lineTo(x + size * 1.3, y + size * 0.55);
  }
}

export function addStroke(path: Path2D, s: Stroke): void {
  path.moveTo(s.x, s.y);
  path.lineTo(s.x + Math.cos(s.angle) * s.length, s.y + Math.sin(s.angle) * s.length);
}

/** Engravers show water by lines that follow the shore, closer together near it. */
export function drawWater(ctx: Ctx, shores: Path2D, p: Palette): void {
  ctx.save();
  ctx.clip(shores);
  ctx.fillStyle = p.water;
  ctx.fill(shores);
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
    ctx.stroke(shores);
  }
  ctx.restore();
  ctx.lineWidth = 1;
  ctx.strokeStyle = p.waterInk;
  ctx.stroke(shores);
}

export function drawRoad(ctx: Ctx, road: Path2D, p: Palette, width = 4.6): void {
  ctx.strokeStyle = p.roadEdge;
  ctx.lineWidth = width;
  ctx.stroke(road);
  ctx.strokeStyle = p.road;
  ctx.lineWidth = width - 1.8;
  ctx.stroke(road);
}

export function drawStream(ctx: Ctx, path: Path2D, width: number, p: Palette): void {
  ctx.strokeStyle = p.burnEdge;
  ctx.lineWidth = width;
  ctx.stroke(path);
  ctx.strokeStyle = p.burn;
  ctx.lineWidth = width - 2 - width / 30;
  ctx.stroke(path);
  ctx.strokeStyle = p.burnEdge;
  ctx.globalAlpha = 0.4;
  ctx.lineWidth = 0.7;
  ctx.setLineDash([9, 7, 3, 8]);
  ctx.stroke(path);
  ctx.setLineDash([]);
  ctx.globalAlpha = 1;
}
