// Facings by name: towards a corner of a hex, or towards a side.
import type { Point } from '../ground';

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
