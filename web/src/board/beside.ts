// Where something stands that belongs to a point of the map and should not lie upon what it speaks of.
import type { Point } from '../ground/ground';
import type { Size } from './camera';

/** From the edges of the view, in pixels. */
const MARGIN = 6;

/**
 * The upper left corner of a box beside a point: there where it finds room and lies upon the fewest of `spare`, each of which takes
 * `gap` pixels around it; at the right rather than elsewhere.
 */
export function beside(at: Point, box: Size, view: Size, gap: number, spare: readonly Point[]): Point {
  const most = { x: view.width - box.width - MARGIN, y: view.height - box.height - MARGIN };
  const held = (n: number, limit: number) => Math.max(MARGIN, Math.min(limit, n));
  const [right, left] = [at.x + gap, at.x - gap - box.width];
  const [below, above] = [at.y + gap, at.y - gap - box.height];
  const across = [at.x, at.x - box.width / 2, at.x - box.width];
  const along = [at.y, at.y - box.height / 2, at.y - box.height];
  const places = [
    ...(right <= most.x ? along.map((y) => ({ x: right, y })) : []),
    ...(below <= most.y ? across.map((x) => ({ x, y: below })) : []),
    ...(above >= MARGIN ? across.map((x) => ({ x, y: above })) : []),
    ...(left >= MARGIN ? along.map((y) => ({ x: left, y })) : []),
    { x: right, y: at.y },
  ].map(({ x, y }) => ({ x: held(x, most.x), y: held(y, most.y) }));
  const covered = (p: Point) =>
    spare.filter(
      ({ x, y }) => x > p.x - gap && x < p.x + box.width + gap && y > p.y - gap && y < p.y + box.height + gap,
    ).length;
  return places.reduce((best, place) => (covered(place) < covered(best) ? place : best));
}
