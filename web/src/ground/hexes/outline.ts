// Shapes of ground: the edge of a patch of hexes as a smooth closed line, and a stream along hexsides.
import type { Point } from '../ground';
import { type Cell, DIRS, cellKey, centreOf, cornerOf } from './geometry';
import type { Grid } from './grid';

// The hexside towards direction `i` of DIRS lies between these corners (clockwise from east).
const SIDE_CORNERS: readonly [number, number][] = [
  [4, 5], // N
  [5, 0], // NE
  [0, 1], // SE
  [1, 2], // S
  [2, 3], // SW
  [3, 4], // NW
];

const pointKey = (p: Point): string => `${Math.round(p.x * 4)},${Math.round(p.y * 4)}`;

/** Closed lines around a set of hexes, holes included. */
export function outlines(cells: Iterable<Cell>): Point[][] {
  const inside = new Map<string, Cell>();
  for (const cell of cells) inside.set(cellKey(cell), cell);
  const next = new Map<string, { from: Point; to: Point }>();
  for (const cell of inside.values()) {
    const centre = centreOf(cell);
    DIRS.forEach((dir, i) => {
      if (inside.has(cellKey({ c: cell.c + dir.c, d: cell.d + dir.d }))) return;
      const [a, b] = SIDE_CORNERS[i]!;
      const from = cornerOf(centre, a);
      next.set(pointKey(from), { from, to: cornerOf(centre, b) });
    });
  }
  const loops: Point[][] = [];
  while (next.size > 0) {
    const loop: Point[] = [];
    let [key] = next.keys().next().value ? [next.keys().next().value as string] : [''];
    for (let edge = next.get(key); edge; edge = next.get(key)) {
      next.delete(key);
      loop.push(edge.from);
      key = pointKey(edge.to);
    }
    loops.push(loop);
  }
  return loops;
}

/** The set and the ring around the board that it would run into: ground does not end with the map. */
export function spread(cells: readonly Cell[], isOnMap: (cell: Cell) => boolean): Cell[] {
  const out = new Map<string, Cell>();
  for (const cell of cells) {
    out.set(cellKey(cell), cell);
    for (const dir of DIRS) {
      const beyond = { c: cell.c + dir.c, d: cell.d + dir.d };
      if (!isOnMap(beyond)) out.set(cellKey(beyond), beyond);
    }
  }
  return [...out.values()];
}

/** The two corners shared by neighbouring hexes. */
export function sharedSide(a: Cell, b: Cell): [Point, Point] | undefined {
  const i = DIRS.findIndex((dir) => a.c + dir.c === b.c && a.d + dir.d === b.d);
  const corners = SIDE_CORNERS[i];
  if (!corners) return undefined;
  const centre = centreOf(a);
  return [cornerOf(centre, corners[0]), cornerOf(centre, corners[1])];
}

/** Hexsides in order, as one line from corner to corner; a gap begins a new line. */
export function streamLines(sides: readonly (readonly [Cell, Cell])[]): Point[][] {
  const lines: Point[][] = [];
  let line: Point[] = [];
  const flush = () => {
    if (line.length > 1) lines.push(line);
    line = [];
  };
  for (const [a, b] of sides) {
    const side = sharedSide(a, b);
    if (!side) continue;
    const [p, q] = side;
    if (line.length === 0) {
      line = [p, q];
      continue;
    }
    const end = pointKey(line[line.length - 1]!);
    if (end === pointKey(p)) line.push(q);
    else if (end === pointKey(q)) line.push(p);
    else if (line.length === 2) {
      // The first side was laid down without knowing which way the stream goes.
      line.reverse();
      const turned = pointKey(line[1]!);
      if (turned === pointKey(p)) line.push(q);
      else if (turned === pointKey(q)) line.push(p);
      else {
        flush();
        line = [p, q];
      }
    } else {
      flush();
      line = [p, q];
    }
  }
  flush();
  return lines;
}

/** The edge of named hexes as an SVG path. */
export function outlineOf(hexes: readonly string[], grid: Grid): string {
  const cells = hexes.flatMap((h) => grid.cells.get(h) ?? []);
  return outlines(cells)
    .map((loop) => `M${loop.map((p) => `${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join('L')}Z`)
    .join('');
}
