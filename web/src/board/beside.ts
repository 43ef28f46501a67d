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
  const across = [at.x, at.x - box.width / 2, at.x - box.width];
  const along = [at.y, at.y - box.height / 2, at.y - box.height];
  /** Beyond all of these, on each side where there is room. */
  const around = (these: readonly Point[]): Point[] => {
    const [xs, ys] = [these.map(({ x }) => x), these.map(({ y }) => y)];
    const [right, left] = [Math.max(...xs) + gap, Math.min(...xs) - gap - box.width];
    const [below, above] = [Math.max(...ys) + gap, Math.min(...ys) - gap - box.height];
    return [
      ...(right <= most.x ? along.map((y) => ({ x: right, y })) : []),
      ...(below <= most.y ? across.map((x) => ({ x, y: below })) : []),
      ...(above >= MARGIN ? across.map((x) => ({ x, y: above })) : []),
      ...(left >= MARGIN ? along.map((y) => ({ x: left, y })) : []),
    ];
  };
  const places = [...around([at]), ...around([at, ...spare]), { x: at.x + gap, y: at.y }].map(({ x, y }) => ({
    x: held(x, most.x),
    y: held(y, most.y),
  }));
  const covered = (p: Point) =>
    spare.filter(
      ({ x, y }) => x > p.x - gap && x < p.x + box.width + gap && y > p.y - gap && y < p.y + box.height + gap,
    ).length;
  return places.reduce((best, place) => (covered(place) < covered(best) ? place : best));
}
