// Everything about the ground that is worked out once: outlines, lines and the scatter of small things. No canvas here.
import type { Cover, HexGround, Hexside, Side } from '../../api/types';
import type { Point } from '../ground';
import type { Mark, Stroke } from '../ink';
import { split } from '../letters';
import { along, lengthOf, relax, round, wobble } from '../lines';
import type { Lettering } from '../names';
import { scatter } from '../scatter';
import { type Cell, H, MARGIN, R } from './geometry';
import type { Grid } from './grid';
import { outlines, spread, streamLines } from './outline';

export interface Label extends Lettering {
  /** Of a stretch of land and not of houses. */
  area: boolean;
}

export interface Work {
  kind: Built;
  /** The middle of the hexside, and the angle of the way across it. */
  x: number;
  y: number;
  angle: number;
}

export interface MapModel {
  title: string;
  ground: HexGround;
  width: number;
  height: number;
  field: Point[][];
  levels: { level: number; loops: Point[][]; hachures: Stroke[] }[];
  marsh: Point[][];
  pools: Point[][];
  woods: Point[][];
  tufts: Mark[];
  grass: Mark[];
  trees: Mark[];
  houses: Mark[];
  /** Terrain this page has no picture for: drawn as a tint with its initial. */
  other: { name: string; loops: Point[][] }[];
  streams: { name: string; line: Point[]; wide: boolean }[];
  /** Bridges, fords, walls and gates, across or along the side between two hexes. */
  works: Work[];
  burns: Point[][];
  roads: Point[][];
  labels: Label[];
  streamLabels: { text: string; line: Point[] }[];
  edges: { side: Side; line: Point[] }[];
  centres: { id: string; x: number; y: number }[];
}

/** Hexsides that are water; others are works of men. */
type Flowing = 'burn' | 'stream' | 'river';
export type Built = Exclude<Hexside, Flowing>;
const flows = (kind: Hexside): kind is Flowing => kind === 'burn' || kind === 'stream' || kind === 'river';

/** Further than this from its place a name would be that of another. */
const ROAMS = { area: 170, village: 60 };

/** Names of places, as they are lettered. */
export function namesOf(board: HexGround, grid: Grid): Label[] {
  return board.places.flatMap((place): Label[] => {
    const hex = grid.hexes.get(place.hex);
    const p = grid.centre(place.hex);
    if (!hex || !p) return [];
    const area = hex.cover !== 'village';
    const lines = area && place.name.length > 14 ? split(place.name) : [place.name];
    return area
      ? [{ area, lines, ...p, size: 21, gap: 4.5, roams: ROAMS.area }]
      : [{ area, lines, x: p.x, y: p.y - R * 0.95, size: 15, gap: 0.8, roams: ROAMS.village }];
  });
}

export function mapModel(board: HexGround, title: string, grid: Grid): MapModel {
  const all = board.hexes.map((h) => grid.cells.get(h.id)!);
  const isOn = (cell: Cell) => grid.at(cell) !== undefined;
  const where = (test: (cover: Cover, elevation: number) => boolean): Cell[] =>
    board.hexes.filter((h) => test(h.cover, h.elevation)).map((h) => grid.cells.get(h.id)!);
  const patch = (cells: Cell[], soft = 2, bend = 1.6): Point[][] =>
    outlines(spread(cells, isOn)).map((loop) => wobble(round(relax(loop, true, soft), true, 3), bend));

  const heights = [...new Set(board.hexes.map((h) => h.elevation))].sort((a, b) => a - b);
  const levels = heights.slice(1).map((level) => {
    const loops = patch(where((_, e) => e >= level));
    return { level, loops, hachures: loops.flatMap((loop) => hachures(loop, grid)) };
  });

  const dot = (random: () => number, centre: Point, spreadBy: number): Point => {
    const a = random() * 2 * Math.PI;
    const r = Math.sqrt(random()) * spreadBy;
    return { x: centre.x + r * Math.cos(a), y: centre.y + r * Math.sin(a) * 0.9 };
  };
  const grass: Mark[] = [];
  const tufts: Mark[] = [];
  const trees: Mark[] = [];
  const houses: Mark[] = [];
  for (const hex of board.hexes) {
    const centre = grid.centre(hex.id)!;
    const random = scatter(hex.id);
    const put = (list: Mark[], n: number, reachOut: number, gap: number, from: number, to: number) => {
      const own: Mark[] = [];
      for (let tries = 0; own.length < n && tries < n * 6; tries++) {
        const p = dot(random, centre, reachOut);
        if (own.some((o) => Math.hypot(o.x - p.x, (o.y - p.y) * 1.4) < gap)) continue;
        own.push({ ...p, size: from + random() * (to - from), kind: Math.floor(random() * 3) });
      }
      list.push(...own);
    };
    const { cover } = hex;
    if (cover === 'wood') put(trees, 8, R * 0.92, 11, 6.5, 9.5);
    else if (cover === 'marsh') put(tufts, 5, R * 0.8, 15, 4.5, 7);
    else if (cover === 'village') put(houses, 5, R * 0.72, 15, 6, 9);
    else if (cover === 'clear') put(grass, random() < 0.75 ? 2 : 3, R * 0.85, 14, 2.2, 3.6);
  }
  const byDepth = (a: Mark, b: Mark) => a.y - b.y;
  trees.sort(byDepth);
  houses.sort(byDepth);

  const cellsOf = (pair: readonly [string, string]): [Cell, Cell] | undefined => {
    const a = grid.cells.get(pair[0]);
    const b = grid.cells.get(pair[1]);
    return a && b && [a, b];
  };
  const rivers = new Set(board.sides.filter((s) => s.kind === 'river').map((s) => [...s.between].sort().join()));
  const streams = board.streams.flatMap((stream) => {
    const sides = stream.sides.map(cellsOf).filter((s): s is [Cell, Cell] => s !== undefined);
    const wide = stream.sides.some((pair) => rivers.has([...pair].sort().join()));
    return streamLines(sides).map((line) => ({
      name: stream.name,
      line: round(relax(line, false, 1), false, 3),
      wide,
    }));
  });
  // Hexsides that belong to no named stream are drawn too.
  const named = new Set(board.streams.flatMap((s) => s.sides.map((p) => [...p].sort().join())));
  for (const side of board.sides) {
    if (named.has([...side.between].sort().join())) continue;
    const pair = cellsOf(side.between);
    if (pair && flows(side.kind))
      for (const line of streamLines([pair])) streams.push({ name: '', line, wide: side.kind === 'river' });
  }

  const works = board.sides.flatMap((side): Work[] => {
    const a = grid.centre(side.between[0]);
    const b = grid.centre(side.between[1]);
    if (!a || !b || flows(side.kind)) return [];
    return [{ kind: side.kind, x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, angle: Math.atan2(b.y - a.y, b.x - a.x) }];
  });

  const roads = board.roads.map((hexes) => {
    const line = hexes.map((id) => grid.centre(id)).filter((p): p is Point => p !== undefined);
    return round(relax(outward(line), false, 1), false, 3);
  });

  // One label for the longest reach of each stream; what follows a comma only tells the reaches apart.
  const longest = new Map<string, { text: string; line: Point[] }>();
  for (const { name, line } of streams) {
    const text = name.split(',')[0]!.trim();
    if (!text) continue;
    const known = longest.get(name);
    if (!known || lengthOf(line) > lengthOf(known.line)) longest.set(name, { text, line });
  }

  const other = [...new Set(board.hexes.filter((h) => h.cover === 'tint').map((h) => h.terrain))].map((name) => ({
    name,
    loops: patch(board.hexes.filter((h) => h.terrain === name).map((h) => grid.cells.get(h.id)!)),
  }));

  return {
    title,
    ground: board,
    width: grid.width,
    height: grid.height,
    field: outlines(all),
    levels,
    marsh: patch(where((c) => c === 'marsh' || c === 'water')),
    pools: patch(
      where((c) => c === 'water'),
      1,
      2.2,
    ),
    woods: patch(where((c) => c === 'wood')),
    tufts,
    grass,
    trees,
    houses,
    other,
    streams,
    works,
    burns: patch(
      where((c) => c === 'burn'),
      3,
      1.2,
    ),
    roads,
    labels: namesOf(board, grid),
    streamLabels: [...longest.values()],
    edges: board.edges.map((edge) => ({ side: edge.side, line: edgeLine(edge.hexes, grid) })),
    centres: board.hexes.map((h) => ({ id: h.id, ...grid.centre(h.id)! })),
  };
}

/** Short strokes down the slope, longer and shorter in turn as an engraver cuts them. */
function hachures(loop: Point[], grid: Grid): Stroke[] {
  return (
    along(loop, true, 4.2, 1)
      .filter((p) => grid.hexUnder(p) !== undefined)
      // Outlines run with the higher ground on their right hand; downhill is to the left.
      .map((p, i) => ({ x: p.x, y: p.y, angle: p.angle - Math.PI / 2, length: i % 2 ? 4.5 : 7.5 }))
  );
}

/** Roads run off the paper rather than ending in the middle of the outermost hex. */
function outward(line: Point[]): Point[] {
  if (line.length < 2) return line;
  const beyond = (a: Point, b: Point) => ({ x: a.x + (a.x - b.x) * 0.5, y: a.y + (a.y - b.y) * 0.5 });
  return [beyond(line[0]!, line[1]!), ...line, beyond(line[line.length - 1]!, line[line.length - 2]!)];
}

/** A friendly edge as a line in the margin outside its hexes. */
function edgeLine(hexes: string[], grid: Grid): Point[] {
  const points = hexes.map((id) => grid.centre(id)).filter((p): p is Point => p !== undefined);
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  if (points.length === 0) return [];
  const upright = Math.max(...xs) - Math.min(...xs) < Math.max(...ys) - Math.min(...ys);
  const away = MARGIN * 0.34;
  if (upright) {
    const left = Math.min(...xs) < grid.width / 2;
    const x = left ? MARGIN - away : grid.width - MARGIN + away;
    return [
      { x, y: Math.min(...ys) - H },
      { x, y: Math.max(...ys) + H },
    ];
  }
  const top = Math.min(...ys) < grid.height / 2;
  const y = top ? MARGIN - away : grid.height - MARGIN + away;
  return [
    { x: Math.min(...xs) - R, y },
    { x: Math.max(...xs) + R, y },
  ];
}
