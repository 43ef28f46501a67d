// Of the places somebody can come to, the one nearest to the enemy, looking at him.
import type { Destination, Offer, PieceView, Place } from '../api/types';
import type { Ground, Point } from '../ground/ground';
import { type Reach, isStaying } from './play';

type Sheet = Pick<Ground, 'centre' | 'facing' | 'head' | 'key'>;

const away = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** How far a place looks past a point, in degrees. */
function past(ground: Sheet, place: Place, from: Point, to: Point): number {
  const bearing = ground.facing(place)?.bearing;
  if (bearing === undefined) return 0;
  const there = (Math.atan2(to.x - from.x, from.y - to.y) * 180) / Math.PI;
  return Math.abs(((((bearing - there) % 360) + 540) % 360) - 180);
}

/** Where enemies of a piece stand. */
export const foesOf = (pieces: readonly PieceView[], side: PieceView['side'], ground: Sheet): Point[] =>
  pieces.flatMap((p) => (p.side !== side && p.role === 'unit' && p.at ? (ground.centre(ground.head(p.at)) ?? []) : []));

/** How far it is from a place to the nearest of them. */
export function distance(ground: Sheet, place: Place, foes: readonly Point[]): number {
  const p = ground.centre(ground.head(place));
  return p ? Math.min(...foes.map((foe) => away(p, foe))) : Infinity;
}

/**
 * The ways that lead nearer to the enemy than the piece stands: nearest first, of those to one place the one that looks at him, and
 * then the cheapest. Places that others go to are left to them.
 */
export function closer(
  ground: Sheet,
  from: Place,
  reach: Reach | undefined,
  foes: readonly Point[],
  taken: ReadonlySet<string> = new Set(),
): Destination[] {
  const now = distance(ground, from, foes);
  const found = [...(reach ?? [])].flatMap(([key, ways]) => {
    const [first] = ways;
    const p = first && ground.centre(ground.head(first.to));
    if (!first || !p || taken.has(key) || isStaying(first)) return [];
    const far = distance(ground, first.to, foes);
    if (far >= now) return [];
    const foe = foes.reduce((a, b) => (away(p, b) < away(p, a) ? b : a));
    const best = ways.reduce((a, b) => (past(ground, b.to, p, foe) < past(ground, a.to, p, foe) ? b : a));
    return [{ way: best, far }];
  });
  return found.sort((a, b) => a.far - b.far || parseFloat(a.way.cost) - parseFloat(b.way.cost)).map(({ way }) => way);
}

/** Of the sides somebody may turn to, the one that looks at the nearest enemy. */
export function turned(ground: Sheet, from: Place, turns: readonly Offer[], foes: readonly Point[]): Offer | undefined {
  const p = ground.centre(ground.head(from));
  if (!p || !foes.length) return undefined;
  const foe = foes.reduce((a, b) => (away(p, b) < away(p, a) ? b : a));
  const off = (offer: Offer) => (offer.to ? past(ground, offer.to, p, foe) : 180);
  return [...turns].sort((a, b) => off(a) - off(b))[0];
}
