// Where counters lie: the fighting piece in the middle of its hex, those with it tucked behind its corner, or fanned
// out when the stack is opened.
import type { Grid, Point } from '../lib/geometry';
import type { PieceView } from '../lib/types';

export interface Place {
  piece: PieceView;
  x: number;
  y: number;
  scale: number;
  /** Degrees of the long axis, for counters that lie on two hexes. */
  tilt: number | undefined;
  /** Length of the long axis beyond one hex. */
  reach: number;
  order: number;
}

export const COUNTER = 42;

export function places(pieces: readonly PieceView[], grid: Grid, open: string | undefined): Place[] {
  const seen = new Map<string, number>();
  const out: Place[] = [];
  const sorted = [...pieces].sort((a, b) => Number(!a.facing) - Number(!b.facing));
  for (const piece of sorted) {
    const first = piece.hexes[0];
    if (!first) continue;
    const points = piece.hexes.map((h) => grid.centre(h)).filter((p): p is Point => p !== undefined);
    const head = points[0];
    if (!head) continue;
    const n = seen.get(first) ?? 0;
    seen.set(first, n + 1);
    const tail = points[points.length - 1]!;
    const x = (head.x + tail.x) / 2;
    const y = (head.y + tail.y) / 2;
    const place: Place = { piece, x, y, scale: 1, tilt: undefined, reach: 0, order: n };
    if (points.length > 1) {
      place.tilt = (Math.atan2(tail.y - head.y, tail.x - head.x) * 180) / Math.PI;
      place.reach = Math.hypot(tail.x - head.x, tail.y - head.y);
    }
    if (n > 0) {
      const fan = open !== undefined && piece.hexes.includes(open);
      place.x += fan ? 12 + n * 34 : 13 + n * 5;
      place.y -= fan ? 34 : 14 + n * 4;
      place.scale = fan ? 0.95 : 0.62;
    }
    out.push(place);
  }
  // Drawn from back to front: leaders on top of units, opened stacks on top of all.
  return out.sort((a, b) => Number(isOpen(a, open)) - Number(isOpen(b, open)) || a.order - b.order);
}

const isOpen = (place: Place, open: string | undefined): boolean => open !== undefined && place.order > 0 && place.piece.hexes.includes(open);

/** The counter of an opened stack under a point. */
export function fanned(list: readonly Place[], open: string | undefined, p: Point): Place | undefined {
  return list.findLast((place) => isOpen(place, open) && Math.abs(place.x - p.x) < (COUNTER / 2) * place.scale && Math.abs(place.y - p.y) < (COUNTER / 2) * place.scale);
}

/** What is drawn on a counter: a picture this page has, chosen by the arms and the side that is up. */
export function picture(piece: Pick<PieceView, 'symbol' | 'face'>): string | undefined {
  const { symbol, face } = piece;
  if (symbol === 'schiltrom') return face === 'close' ? 'ring' : 'pikes';
  if ((symbol === 'longbow' || symbol === 'crossbow') && face === 'melee') return 'sword';
  if (symbol === 'infantry') return face === 'disorganised' ? 'rabble' : face === 'dismounted' ? 'sword' : 'spears';
  return PICTURES.has(symbol) ? symbol : undefined;
}

const PICTURES = new Set(['cavalry', 'longbow', 'crossbow', 'leader']);

/** Three letters for a person: of the longest word of the name. */
export function initials(name: string): string {
  const word = name.split(/\s+/).reduce((best, w) => (w.length > best.length ? w : best), '');
  return word.slice(0, 3);
}
