// Flat-top hexes on the page. Rows are counted in half steps ("doubled"), so that all six neighbours are the same
// little sums in every column, whichever columns sit lower.
import type { Point } from '../ground';

/** Centre to corner, in map units. */
export const R = 32;
/** Half the height of a hex. */
export const H = (Math.sqrt(3) / 2) * R;
/** Paper around the outermost hexes. */
export const MARGIN = 62;

/** A hex by column and doubled row. */
export interface Cell {
  c: number;
  d: number;
}

/** The six neighbours, clockwise from the top. */
export const DIRS: readonly { name: string; c: number; d: number }[] = [
  { name: 'N', c: 0, d: -2 },
  { name: 'NE', c: 1, d: -1 },
  { name: 'SE', c: 1, d: 1 },
  { name: 'S', c: 0, d: 2 },
  { name: 'SW', c: -1, d: 1 },
  { name: 'NW', c: -1, d: -1 },
];

export const cellKey = (cell: Cell): string => `${cell.c},${cell.d}`;

export function centreOf(cell: Cell): Point {
  return { x: MARGIN + R + (cell.c - 1) * 1.5 * R, y: MARGIN + H + (cell.d - 2) * H };
}

/** Corner `i`, clockwise from east: 0 E, 1 SE, 2 SW, 3 W, 4 NW, 5 NE. */
export function cornerOf(centre: Point, i: number, radius = R): Point {
  const a = (Math.PI / 3) * i;
  return { x: centre.x + radius * Math.cos(a), y: centre.y + radius * Math.sin(a) };
}

export function hexPath(centre: Point, radius = R): string {
  let path = '';
  for (let i = 0; i < 6; i++) {
    const p = cornerOf(centre, i, radius);
    path += `${i ? 'L' : 'M'}${p.x.toFixed(1)} ${p.y.toFixed(1)}`;
  }
  return `${path}Z`;
}

export function distance(a: Cell, b: Cell): number {
  const dx = Math.abs(a.c - b.c);
  const dy = Math.abs(a.d - b.d);
  return dx + Math.max(0, (dy - dx) / 2);
}

interface Axial {
  q: number;
  r: number;
}

const toAxial = (cell: Cell): Axial => ({ q: cell.c, r: (cell.d - cell.c) / 2 });

function roundAxial({ q, r }: Axial): Cell {
  const s = -q - r;
  let rq = Math.round(q);
  let rr = Math.round(r);
  const rs = Math.round(s);
  const dq = Math.abs(rq - q);
  const dr = Math.abs(rr - r);
  const ds = Math.abs(rs - s);
  if (dq > dr && dq > ds) rq = -rr - rs;
  else if (dr > ds) rr = -rq - rs;
  return { c: rq, d: 2 * rr + rq };
}

/** The hex under a point, whether or not the map has one there. */
export function cellAt(p: Point): Cell {
  const q = (p.x - MARGIN - R) / (1.5 * R) + 1;
  const d = (p.y - MARGIN - H) / H + 2;
  return roundAxial({ q, r: (d - q) / 2 });
}

/**
 * Every hex that the straight line between two centres passes through. Where the line runs along a hexside, the hexes
 * on both sides of it are given.
 */
export function lineCells(a: Cell, b: Cell): Cell[] {
  const from = toAxial(a);
  const to = toAxial(b);
  const n = Math.max(1, distance(a, b) * 12);
  const seen = new Map<string, Cell>();
  for (let i = 0; i <= n; i++) {
    const t = i / n;
    for (const e of [-1e-4, 1e-4]) {
      // The nudge is at right angles to nothing in particular; it only has to break ties both ways.
      const cell = roundAxial({
        q: from.q + (to.q - from.q) * t + e,
        r: from.r + (to.r - from.r) * t + 2 * e,
      });
      seen.set(cellKey(cell), cell);
    }
  }
  return [...seen.values()];
}
