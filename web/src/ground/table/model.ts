// Everything about a table that is worked out once: where trees, reeds and houses stand, furrows, slopes. No canvas here.
// Edges of areas are drawn exactly as they are given: players measure to them.
import type { Lettering } from '../names';
import type { Cover, Run, TableArea, TableGround } from '../../api/types';
import type { Point } from '../ground';
import type { Mark, Stroke } from '../ink';
import { along, lengthOf, round } from '../lines';
import { scatter } from '../scatter';
import { MARGIN, UNIT, clockwise, inPolygon, toSheet, turn } from './shapes';

export interface Patch {
  name: string;
  cover: Cover;
  /** What it is, in a word. */
  terrain: string;
  level: number;
  edge: Point[];
  /** Middle of its box and size of its letters, for its name. */
  middle: Point;
  letters: number;
}

export interface Way {
  name: string;
  run: Run;
  line: Point[];
  flows: boolean;
}

export interface TableModel {
  title: string;
  width: number;
  height: number;
  patches: Patch[];
  ways: Way[];
  hachures: Stroke[];
  furrows: Stroke[];
  grass: Mark[];
  tufts: Mark[];
  trees: Mark[];
  houses: Mark[];
  stones: Mark[];
  labels: (Lettering & { area: boolean })[];
}

/** Ground with small things standing on it. */
type Strewn = Extract<Cover, 'wood' | 'marsh' | 'village' | 'rough' | 'clear'>;

/** How thickly small things stand: one for so many square units. */
const ROOM: Record<Strewn, number> = { wood: 330, marsh: 620, village: 1100, rough: 420, clear: 1500 };
const SIZE: Record<Strewn, [number, number]> = {
  wood: [6.5, 10],
  marsh: [4.5, 7],
  village: [7, 10],
  rough: [2.4, 5],
  clear: [2.2, 3.6],
};
const GAP: Record<Strewn, number> = { wood: 12, marsh: 16, village: 22, rough: 12, clear: 15 };

export function tableModel(table: TableGround, title: string): TableModel {
  // Lower ground first; what covers the ground lies on the hills, and water over all.
  const order = (p: Patch) => (p.cover === 'clear' ? p.level : p.cover === 'water' ? 200 : 100);
  const patches = table.areas.map(patchOf).sort((a, b) => order(a) - order(b));
  const covered = patches.filter((p) => p.cover !== 'clear');
  const strewn = (cover: Strewn): Mark[] =>
    patches.filter((p) => p.cover === cover).flatMap((p) => strew(p, cover, () => true));
  const edge = [
    [0, 0],
    [table.width, 0],
    [table.width, table.depth],
    [0, table.depth],
  ].map(([x, y]) => toSheet([x!, y!]));
  const open = (p: Point) => !covered.some((c) => inPolygon(c.edge, p));
  const byDepth = (a: Mark, b: Mark) => a.y - b.y;
  return {
    title,
    width: table.width * UNIT + 2 * MARGIN,
    height: table.depth * UNIT + 2 * MARGIN,
    patches,
    ways: table.lines.map((l) => {
      const line = l.points.map(toSheet);
      const flows = l.run === 'stream' || l.run === 'river';
      const soft = flows || l.run === 'road' || l.run === 'track';
      return { name: l.name, run: l.run, line: soft ? round(line, false, 3) : line, flows };
    }),
    hachures: patches.filter((p) => p.level > 0 && p.cover === 'clear').flatMap((p) => hachures(p.edge)),
    furrows: patches.filter((p) => p.cover === 'field').flatMap(furrows),
    grass: strew({ name: title, edge }, 'clear', open),
    tufts: strewn('marsh'),
    trees: strewn('wood').sort(byDepth),
    houses: strewn('village').sort(byDepth),
    stones: strewn('rough'),
    labels: apart([
      ...table.labels.map((l) => lettered(l.name, toSheet(l.at), 24, false)),
      ...patches.flatMap((p) => {
        // A name says what it is better than the word for it; only a tint without one needs that.
        const [text, size] = p.name ? [p.name, p.letters] : [p.cover === 'tint' ? p.terrain : '', 18];
        return text ? [lettered(text, p.middle, size, true)] : [];
      }),
    ]),
  };
}

type Name = TableModel['labels'][number];

/** The name of a stretch of ground goes further from its middle than that of a spot, and has its letters spread. */
const lettered = (text: string, at: Point, size: number, area: boolean): Name => ({
  lines: [text],
  x: at.x,
  y: at.y,
  size,
  gap: area ? size / 6 : 0.8,
  roams: (area ? 8 : 3) * size,
  area,
});
const letters = ({ lines }: Name): number => lines[0]!.length;

/** A wood on a hill has its name in the same place: the later one goes below. */
function apart(labels: Name[]): Name[] {
  const placed: Name[] = [];
  for (const label of labels) {
    const near = (other: Name) =>
      Math.abs(other.y - label.y) < 0.7 * (other.size + label.size) &&
      Math.abs(other.x - label.x) < 0.35 * (letters(other) * other.size + letters(label) * label.size);
    let y = label.y;
    for (let clash = placed.find(near); clash; clash = placed.find((o) => near({ ...o, y: o.y - y + label.y }))) {
      y = clash.y + 0.75 * (clash.size + label.size);
      if (y - label.y > 400) break;
    }
    placed.push({ ...label, y });
  }
  return placed;
}

function patchOf(area: TableArea): Patch {
  const edge = clockwise(area.outline.map(toSheet));
  const xs = edge.map((p) => p.x);
  const ys = edge.map((p) => p.y);
  return {
    name: area.name,
    cover: area.cover,
    terrain: area.terrain,
    level: area.level,
    edge,
    letters: Math.max(18, Math.min(42, (1.3 * (Math.max(...xs) - Math.min(...xs))) / Math.max(8, area.name.length))),
    middle: { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (Math.min(...ys) + Math.max(...ys)) / 2 },
  };
}

/** Small things at random inside an edge, none too near another. */
function strew({ name, edge }: { name: string; edge: Point[] }, cover: Strewn, wanted: (p: Point) => boolean): Mark[] {
  const xs = edge.map((p) => p.x);
  const ys = edge.map((p) => p.y);
  const left = Math.min(...xs);
  const top = Math.min(...ys);
  const random = scatter(`${name} ${cover} ${Math.round(left)} ${Math.round(top)}`);
  const n = Math.min(4000, Math.ceil(Math.abs(turn(edge)) / 2 / ROOM[cover]));
  const [from, to] = SIZE[cover];
  const gap = GAP[cover];
  const cells = new Map<string, Mark[]>();
  const cell = (x: number, y: number) => `${Math.floor(x / gap)},${Math.floor(y / gap)}`;
  const crowded = (p: Point) => {
    for (let dx = -gap; dx <= gap; dx += gap) {
      for (let dy = -gap; dy <= gap; dy += gap) {
        const near = cells.get(cell(p.x + dx, p.y + dy)) ?? [];
        if (near.some((o) => Math.hypot(o.x - p.x, (o.y - p.y) * 1.3) < gap)) return true;
      }
    }
    return false;
  };
  const found: Mark[] = [];
  for (let tries = 0; found.length < n && tries < n * 5; tries++) {
    const p = {
      x: left + random() * (Math.max(...xs) - left),
      y: top + random() * (Math.max(...ys) - top),
    };
    if (!inPolygon(edge, p) || !wanted(p) || crowded(p)) continue;
    const mark = { ...p, size: from + random() * (to - from), kind: Math.floor(random() * 3) };
    found.push(mark);
    const key = cell(p.x, p.y);
    cells.set(key, [...(cells.get(key) ?? []), mark]);
  }
  return found;
}

/** Short strokes down the slope, longer and shorter in turn. Edges have the hill on their right hand. */
function hachures(edge: Point[]): Stroke[] {
  return along(edge, true, 4.2, 1).map((p, i) => ({
    x: p.x,
    y: p.y,
    angle: p.angle - Math.PI / 2,
    length: i % 2 ? 4.5 : 7.5,
  }));
}

/** Ploughed along the longest side of the field. */
function furrows({ edge }: Patch): Stroke[] {
  let angle = 0;
  let longest = 0;
  edge.forEach((a, i) => {
    const b = edge[(i + 1) % edge.length]!;
    const length = lengthOf([a, b]);
    if (length > longest) [longest, angle] = [length, Math.atan2(b.y - a.y, b.x - a.x)];
  });
  const u = { x: Math.cos(angle), y: Math.sin(angle) };
  const v = { x: -u.y, y: u.x };
  const ups = edge.map((p) => p.x * u.x + p.y * u.y);
  const outs = edge.map((p) => p.x * v.x + p.y * v.y);
  const strokes: Stroke[] = [];
  for (let out = Math.min(...outs) + 5; out < Math.max(...outs); out += 6) {
    // Walk across in small steps and keep what is inside.
    let begun: number | undefined;
    const end = Math.max(...ups);
    for (let up = Math.min(...ups); up <= end + 4; up += 4) {
      const p = { x: u.x * up + v.x * out, y: u.y * up + v.y * out };
      const inside = up <= end && inPolygon(edge, p);
      if (inside) begun ??= up;
      else if (begun !== undefined) {
        const length = up - 4 - begun;
        if (length > 4) strokes.push({ x: u.x * begun + v.x * out, y: u.y * begun + v.y * out, angle, length });
        begun = undefined;
      }
    }
  }
  return strokes;
}
