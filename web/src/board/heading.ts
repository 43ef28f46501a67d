// A pointer on its way to the popover crosses other places; they are not meant. What is meant is told by where it goes: nearer
// to the popover with every move, step by step.
import type { Box, Point } from '../ground/ground';

/** A pointer that rests so long, in milliseconds, means the place it rests on. */
export const REST = 180;
/** Further apart than this it has jumped. */
const STEP = 60;

/** How far a point is from a box; 0 inside. */
export function gap(p: Point, box: Box): number {
  const dx = Math.max(box.left - p.x, 0, p.x - box.right);
  const dy = Math.max(box.top - p.y, 0, p.y - box.bottom);
  return Math.hypot(dx, dy);
}

/** Whether the pointer has come nearer to the box, or moves within it after it has. */
export function isHeading(before: Point | undefined, now: Point, box: Box | undefined): boolean {
  if (!before || !box || Math.hypot(now.x - before.x, now.y - before.y) > STEP) return false;
  const [was, is] = [gap(before, box), gap(now, box)];
  return is < was - 0.2 || (is === 0 && was === 0);
}
