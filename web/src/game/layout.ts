// Where counters lie: fighting pieces in a pile in the middle of their hex, those with them tucked behind a corner, or all
// side by side when the stack is opened.
import { facingAngle } from '../lib/geometry';
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
  /** How many lie in the hex before it. */
  order: number;
}

export const COUNTER = 42;

/** Leaders, banners and the like go with those who fight. */
export const isSmall = (piece: PieceView): boolean => SMALL.has(piece.symbol);
const SMALL = new Set(['leader', 'banner']);
const isGround = (piece: PieceView): boolean => piece.symbol === 'pit';

export function places(pieces: readonly PieceView[], grid: Grid, open: string | undefined): Place[] {
  const units = new Map<string, number>();
  const smalls = new Map<string, number>();
  const out: Place[] = [];
  const rank = (p: PieceView) => (isGround(p) ? 0 : isSmall(p) ? 2 : 1);
  for (const piece of [...pieces].sort((a, b) => rank(a) - rank(b))) {
    const points = piece.hexes.map((h) => grid.centre(h)).filter((p): p is Point => p !== undefined);
    const head = points[0];
    const tail = points[points.length - 1];
    if (!head || !tail) continue;
    const here = (map: Map<string, number>) => Math.max(...piece.hexes.map((h) => map.get(h) ?? 0));
    const put = (map: Map<string, number>) => piece.hexes.forEach((h) => map.set(h, (map.get(h) ?? 0) + 1));
    const small = isSmall(piece);
    const below = isGround(piece) ? 0 : here(units);
    const beside = here(smalls);
    const n = below + (small ? beside : 0);
    const place: Place = {
      piece,
      x: (head.x + tail.x) / 2,
      y: (head.y + tail.y) / 2,
      scale: 1,
      tilt: undefined,
      reach: 0,
      order: n,
    };
    if (points.length > 1) {
      place.tilt = (Math.atan2(tail.y - head.y, tail.x - head.x) * 180) / Math.PI;
      place.reach = Math.hypot(tail.x - head.x, tail.y - head.y);
    }
    const fan = open !== undefined && piece.hexes.includes(open);
    if (n > 0 && fan) {
      place.x += 46 * n;
      place.y -= small ? 4 : 0;
    } else if (small && n > 0) {
      place.x += 15 + beside * 8;
      place.y -= 17 - beside * 3;
      place.scale = 0.7;
    } else if (n > 0) {
      place.x += 4.5 * n;
      place.y -= 4.5 * n;
    }
    if (!isGround(piece)) put(small ? smalls : units);
    out.push(place);
  }
  // Drawn from back to front: the ground, piles from below, leaders on top of units, opened stacks on top of all.
  const depth = (p: Place) => (isGround(p.piece) ? -100 : isSmall(p.piece) ? 100 + p.order : -p.order);
  const last = (p: Place) => Number(open !== undefined && p.piece.hexes.includes(open));
  return out.sort((a, b) => last(a) - last(b) || depth(a) - depth(b));
}

const isOpen = (place: Place, open: string | undefined): boolean =>
  open !== undefined && place.order > 0 && place.piece.hexes.includes(open);

/** The counter of an opened stack under a point. */
export function fanned(list: readonly Place[], open: string | undefined, p: Point): Place | undefined {
  return list.findLast(
    (place) =>
      isOpen(place, open) &&
      Math.abs(place.x - p.x) < (COUNTER / 2) * place.scale &&
      Math.abs(place.y - p.y) < (COUNTER / 2) * place.scale,
  );
}

/** The ground under an opened stack. */
export function tray(
  list: readonly Place[],
  open: string | undefined,
): { x: number; y: number; width: number } | undefined {
  const spread = list.filter((place) => isOpen(place, open));
  if (spread.length === 0) return undefined;
  const right = Math.max(...spread.map((p) => p.x));
  const first = list.find((p) => p.order === 0 && p.piece.hexes.includes(open!) && !isGround(p.piece)) ?? spread[0]!;
  return { x: first.x, y: first.y, width: right - first.x };
}

/** Where a long counter looks: straight away from its long side, on the side of its facing. */
export function front(tilt: number, facing: string | undefined): number | undefined {
  const angle = facing ? facingAngle(facing) : undefined;
  if (angle === undefined) return undefined;
  const away = (a: number) => Math.abs(((((a - angle) % 360) + 540) % 360) - 180);
  return away(tilt + 90) < away(tilt - 90) ? tilt + 90 : tilt - 90;
}

/** What is drawn on a counter: a picture this page has, chosen by the arms and the side that is up. */
export function picture(piece: Pick<PieceView, 'symbol' | 'face'>): string | undefined {
  const { symbol, face } = piece;
  if (symbol === 'schiltrom') return face === 'close' ? 'ring' : 'pikes';
  if (face === 'shiltron') return 'ring';
  if (BOWS.has(symbol))
    return face === 'melee'
      ? 'sword'
      : symbol === 'crossbow'
        ? 'crossbow'
        : symbol === 'horse-archer'
          ? 'cavalry'
          : 'longbow';
  if (symbol === 'infantry') return face === 'disorganised' ? 'rabble' : face === 'dismounted' ? 'sword' : 'spears';
  return PICTURES.has(symbol) ? symbol : undefined;
}

const BOWS = new Set(['longbow', 'shortbow', 'archer', 'crossbow', 'horse-archer']);
const PICTURES = new Set(['cavalry', 'leader', 'banner', 'pit', 'bombard']);

/** Three letters for a person: of the longest word of the name. */
export function initials(name: string): string {
  const word = name.split(/\s+/).reduce((best, w) => (w.length > best.length ? w : best), '');
  return word.slice(0, 3);
}
