// Where the names of places stand on a map: at their place, or on free ground beside it if somebody stands there.
import type { Box, Point } from './ground';

/** A name as it is lettered: the middle of its first line, and what it needs. */
export interface Lettering extends Point {
  lines: readonly string[];
  size: number;
  /** Between two letters. */
  gap: number;
  /** How far it may go from its place and still be its name. */
  roams: number;
}

/** How wide a letter is, of its height, on the average of the letters that names are made of. */
const LETTER = 0.53;
/** From line to line, of the height of a letter. */
export const LEADING = 1.15;
/** How finely free ground is looked for. */
const STEP = 12;
/** Left free around a name. */
const AIR = 3;

const widthOf = ({ lines, size, gap }: Lettering): number =>
  Math.max(...lines.map((line) => line.length * (LETTER * size + gap) - gap));

/** What a name covers if it stands at `p`. */
export function boxOf(name: Lettering, p: Point = name): Box {
  const half = widthOf(name) / 2;
  const { size, lines } = name;
  return {
    left: p.x - half,
    right: p.x + half,
    top: p.y - 0.6 * size,
    bottom: p.y + (lines.length - 1) * LEADING * size + 0.6 * size,
  };
}

const meet = (a: Box, b: Box): boolean =>
  a.left < b.right + AIR && b.left < a.right + AIR && a.top < b.bottom + AIR && b.top < a.bottom + AIR;

const within = (a: Box, b: Box): boolean =>
  a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom;

/** As far as it may go, the nearest first. */
function around(roams: number): Point[] {
  const far = Math.floor(roams / STEP);
  const steps = Array.from({ length: 2 * far + 1 }, (_, i) => (i - far) * STEP);
  const all = steps.flatMap((x) => steps.map((y) => ({ x, y })));
  const away = ({ x, y }: Point) => Math.hypot(x, y);
  return all.filter((p) => away(p) <= roams).sort((a, b) => away(a) - away(b));
}

/**
 * Where each name stands. It stays where it was (`before`) as long as nobody stands there; where there is no free ground near its
 * place it keeps to that. What is given back is `before` itself if nothing has changed.
 */
export function settle(
  names: readonly Lettering[],
  taken: readonly Box[],
  sheet: Box,
  before: readonly Point[] = [],
): readonly Point[] {
  const put: Box[] = [];
  const places = names.map((name, i) => {
    const half = widthOf(name) / 2;
    const home = { x: Math.max(sheet.left + half, Math.min(sheet.right - half, name.x)), y: name.y };
    const isFree = (p: Point) => {
      const box = boxOf(name, p);
      return within(box, sheet) && ![...put, ...taken].some((other) => meet(box, other));
    };
    const kept = before[i];
    const candidates = around(name.roams).map(({ x, y }) => ({ x: home.x + x, y: home.y + y }));
    const place = kept && isFree(kept) ? kept : (candidates.find(isFree) ?? home);
    put.push(boxOf(name, place));
    return place;
  });
  const same = before.length === places.length && places.every((p, i) => p.x === before[i]!.x && p.y === before[i]!.y);
  return same ? before : places;
}
