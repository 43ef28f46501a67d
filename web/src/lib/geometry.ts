// Flat-top hexes on the page. Rows are counted in half steps ("doubled"), so that all six neighbours are the same
// little sums in every column, whichever columns sit lower.
import type { BoardView, HexView } from './types';

/** Centre to corner, in map units. */
export const R = 32;
/** Half the height of a hex. */
export const H = (Math.sqrt(3) / 2) * R;
/** Paper around the outermost hexes. */
export const MARGIN = 62;

export interface Point {
  x: number;
  y: number;
}

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

/** Corners by name, clockwise; angles in degrees clockwise from east, as screens count. */
export const FACINGS: readonly string[] = ['NNE', 'E', 'SSE', 'SSW', 'W', 'NNW'];
/** Hexsides by name, clockwise, for games whose pieces look at a side. */
export const SIDE_FACINGS: readonly string[] = ['N', 'NE', 'SE', 'S', 'SW', 'NW'];
const FACING_ANGLE: Record<string, number> = {
  NNE: -60,
  E: 0,
  SSE: 60,
  SSW: 120,
  W: 180,
  NNW: 240,
  N: -90,
  NE: -30,
  SE: 30,
  S: 90,
  SW: 150,
  NW: 210,
};

export function facingAngle(facing: string): number | undefined {
  return FACING_ANGLE[facing];
}

/** All names, clockwise from the north: those of a game are some of them. */
export const ROUND: readonly string[] = Object.keys(FACING_ANGLE).sort(
  (a, b) => ((FACING_ANGLE[a]! + 450) % 360) - ((FACING_ANGLE[b]! + 450) % 360),
);

/** Where the arrow for a facing stands: outward from the middle of a hex. */
export function facingPoint(centre: Point, facing: string): Point & { angle: number } {
  const angle = facingAngle(facing) ?? 0;
  const out = SIDE_FACINGS.includes(facing) ? 22.5 : 27.5;
  const a = (angle * Math.PI) / 180;
  return { x: centre.x + out * Math.cos(a), y: centre.y + out * Math.sin(a), angle };
}

const WORDS: Record<string, string> = {
  N: 'north',
  S: 'south',
  E: 'east',
  W: 'west',
  NE: 'north-east',
  SE: 'south-east',
  SW: 'south-west',
  NW: 'north-west',
  NNE: 'north-north-east',
  SSE: 'south-south-east',
  SSW: 'south-south-west',
  NNW: 'north-north-west',
};

/** A direction for the ear. */
export function spoken(direction: string): string {
  return WORDS[direction] ?? direction;
}

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

/** The hexes of a board, found by name, by place and by point. */
export class Grid {
  readonly hexes: ReadonlyMap<string, HexView>;
  readonly cells: ReadonlyMap<string, Cell>;
  readonly width: number;
  readonly height: number;
  readonly #byCell = new Map<string, HexView>();

  constructor(board: Pick<BoardView, 'columns' | 'rows' | 'pushed_down' | 'hexes'>) {
    const odd = board.pushed_down === 'odd' ? 1 : 0;
    const firstColumn = Math.min(...board.hexes.map((h) => h.column));
    const firstRow = Math.min(...board.hexes.map((h) => h.row));
    const hexes = new Map<string, HexView>();
    const cells = new Map<string, Cell>();
    let right = 0;
    let bottom = 0;
    const pushed = (column: number) => (Math.abs(column % 2) === odd ? 1 : 0);
    // Rounding a point to a hex works where column and doubled row are both even or both odd.
    const shift = pushed(firstColumn) === 1 ? 0 : 1;
    for (const hex of board.hexes) {
      const cell = { c: hex.column - firstColumn + 1, d: 2 * (hex.row - firstRow + 1) + pushed(hex.column) + shift };
      hexes.set(hex.id, hex);
      cells.set(hex.id, cell);
      this.#byCell.set(cellKey(cell), hex);
      const centre = centreOf(cell);
      right = Math.max(right, centre.x + R);
      bottom = Math.max(bottom, centre.y + H);
    }
    this.hexes = hexes;
    this.cells = cells;
    this.width = right + MARGIN;
    this.height = bottom + MARGIN;
  }

  centre(id: string): Point | undefined {
    const cell = this.cells.get(id);
    return cell && centreOf(cell);
  }

  at(cell: Cell): HexView | undefined {
    return this.#byCell.get(cellKey(cell));
  }

  hexUnder(p: Point): HexView | undefined {
    return this.at(cellAt(p));
  }

  neighbour(id: string, dir: string): HexView | undefined {
    const cell = this.cells.get(id);
    const step = DIRS.find((d) => d.name === dir);
    return cell && step && this.at({ c: cell.c + step.c, d: cell.d + step.d });
  }

  /** One key press: up and down along the column, sideways into the next column, holding the row as well as it goes. */
  step(id: string, key: 'up' | 'down' | 'left' | 'right'): HexView | undefined {
    const cell = this.cells.get(id);
    if (!cell) return undefined;
    if (key === 'up') return this.at({ c: cell.c, d: cell.d - 2 });
    if (key === 'down') return this.at({ c: cell.c, d: cell.d + 2 });
    const c = cell.c + (key === 'left' ? -1 : 1);
    // Odd columns step down and even ones up: going right and left again comes back to the same hex.
    const swing = cell.c % 2 === 0 ? -1 : 1;
    return this.at({ c, d: cell.d + swing }) ?? this.at({ c, d: cell.d - swing });
  }

  /** Between two hexes: how far, and what lies on the line. */
  line(from: string, to: string): { hexes: HexView[]; distance: number } {
    const a = this.cells.get(from);
    const b = this.cells.get(to);
    if (!a || !b) return { hexes: [], distance: 0 };
    const hexes = lineCells(a, b)
      .map((cell) => this.at(cell))
      .filter((hex): hex is HexView => hex !== undefined);
    return { hexes, distance: distance(a, b) };
  }

  /** The corner or side of a hex nearest to a point, by name; nothing if the point is well inside. */
  facingNear(id: string, p: Point, names: readonly string[] = FACINGS, inner = 0.5): string | undefined {
    const centre = this.centre(id);
    if (!centre) return undefined;
    const dx = p.x - centre.x;
    const dy = p.y - centre.y;
    if (Math.hypot(dx, dy) < inner * R) return undefined;
    const degrees = (Math.atan2(dy, dx) * 180) / Math.PI;
    const turn = Math.round((degrees - facingAngle(names[0]!)!) / 60);
    return names[((turn % 6) + 6) % 6];
  }

  /** The hexes of a piece that has come to `hex` and looks to `facing`: it turns as a whole and stays as long as it is. */
  footprint(hexes: readonly string[], facing: string | undefined, hex: string, to: string | undefined): string[] {
    const head = hexes[0] ? this.cells.get(hexes[0]) : undefined;
    const tail = hexes[1] ? this.cells.get(hexes[1]) : undefined;
    const goal = this.cells.get(hex);
    if (!head || !tail || !goal || !facing || !to) return [hex];
    const turned = Math.round(((facingAngle(to) ?? 0) - (facingAngle(facing) ?? 0)) / 60);
    const dir = DIRS.findIndex((d) => d.c === tail.c - head.c && d.d === tail.d - head.d);
    if (dir < 0) return [hex];
    const next = DIRS[(((dir + turned) % 6) + 6) % 6]!;
    const other = this.at({ c: goal.c + next.c, d: goal.d + next.d });
    return other ? [hex, other.id] : [hex];
  }
}
