// Shapes on a table: polygons, circles and turned rectangles. Points are pairs in thousandths of an inch, as the server sends
// them, or points of the sheet; each function works for either.
import type { Base, Pose, Shape } from '../../api/types';
import type { Point } from '../ground';

/** Map units for a thousandth of an inch: an inch is 40 units, about the size of a counter on a hex map. */
export const UNIT = 0.04;
export const INCH = 1000;
/** Paper around the table. */
export const MARGIN = 62;

/** A spot on the table, in thousandths of an inch from the left and the far edge. */
export type Spot = [number, number];

export const toSheet = ([x, y]: Spot): Point => ({ x: MARGIN + x * UNIT, y: MARGIN + y * UNIT });

export const fromSheet = (p: Point): Spot => [Math.round((p.x - MARGIN) / UNIT), Math.round((p.y - MARGIN) / UNIT)];

/** Twice the area; positive if the corners run clockwise on the screen. */
export function turn(points: readonly Point[]): number {
  return points.reduce((sum, a, i) => {
    const b = points[(i + 1) % points.length]!;
    return sum + a.x * b.y - b.x * a.y;
  }, 0);
}

/** The same polygon with its inside on the right hand. */
export const clockwise = (points: readonly Point[]): Point[] =>
  turn(points) < 0 ? [...points].reverse() : [...points];

export function inPolygon(points: readonly Point[], p: Point): boolean {
  let inside = false;
  points.forEach((a, i) => {
    const b = points[(i + 1) % points.length]!;
    if (a.y > p.y !== b.y > p.y && p.x < ((b.x - a.x) * (p.y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
  });
  return inside;
}

/** A spot as a base sees it: to its right and behind its middle. */
export function seenFrom(pose: Pose, [x, y]: Spot): Point {
  const a = (pose.angle / 10) * (Math.PI / 180);
  const dx = x - pose.x;
  const dy = y - pose.y;
  return { x: dx * Math.cos(a) + dy * Math.sin(a), y: -dx * Math.sin(a) + dy * Math.cos(a) };
}

export function inBase(pose: Pose, base: Base, spot: Spot): boolean {
  const seen = seenFrom(pose, spot);
  return Math.abs(seen.x) <= base.width / 2 && Math.abs(seen.y) <= base.depth / 2;
}

/** The corners of a base, clockwise from its left front, in thousandths of an inch. */
export function corners(pose: Pose, base: Base): Spot[] {
  const a = (pose.angle / 10) * (Math.PI / 180);
  const w = base.width / 2;
  const d = base.depth / 2;
  const at = (x: number, y: number): Spot => [
    pose.x + x * Math.cos(a) - y * Math.sin(a),
    pose.y + x * Math.sin(a) + y * Math.cos(a),
  ];
  return [at(-w, -d), at(w, -d), at(w, d), at(-w, d)];
}

export function contains(shape: Shape, [x, y]: Spot): boolean {
  if ('outline' in shape) {
    const points = shape.outline.map(([px, py]) => ({ x: px, y: py }));
    return inPolygon(points, { x, y });
  }
  return 'centre' in shape && Math.hypot(x - shape.centre[0], y - shape.centre[1]) <= shape.radius;
}

const at = (p: Point): string => `${p.x.toFixed(1)} ${p.y.toFixed(1)}`;

export const polygonPath = (points: readonly Point[]): string =>
  points.length ? `M${clockwise(points).map(at).join('L')}Z` : '';

export function circlePath(centre: Point, radius: number): string {
  const left = { x: centre.x - radius, y: centre.y };
  const right = { x: centre.x + radius, y: centre.y };
  const arc = `A${radius.toFixed(1)} ${radius.toFixed(1)} 0 0 1 `;
  return `M${at(left)}${arc}${at(right)}${arc}${at(left)}Z`;
}

export function shapePath(shape: Shape): string {
  if ('outline' in shape) return polygonPath(shape.outline.map(toSheet));
  return 'centre' in shape ? circlePath(toSheet(shape.centre), shape.radius * UNIT) : '';
}
