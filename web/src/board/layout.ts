// Where counters lie: fighting pieces in a pile in the middle of their place, those with them tucked behind a corner, or all
// side by side when the stack is opened.
import type { PieceView } from '../api/types';
import type { Box, Ground, Lie, Point } from '../ground/ground';
import { plateOf, ratingsOf } from './plate';

export interface Laid extends Lie {
  piece: PieceView;
  /** How many lie here before it. */
  order: number;
  /** Lies in the stack that is opened. */
  open: boolean;
}

const COUNTER = 42;

/** A pennon, as it is drawn: what of its staff stands below it is over those with it. */
const PENNON = { left: -16, right: 19, top: -24, bottom: 3 };

/** The leader whose pennon is under a point of a table: it flies above the place where he is. */
export function pennonAt(laid: readonly Laid[], p: Point): Laid | undefined {
  return laid.findLast(({ piece, x, y, scale }) => {
    const [dx, dy] = [(p.x - x) / scale, (p.y - y) / scale];
    const isLeader = piece.role === 'leader' || piece.role === 'grand_leader';
    return isLeader && dx > PENNON.left && dx < PENNON.right && dy > PENNON.top && dy < PENNON.bottom;
  });
}

/** Around the middle of a counter, with the facing at its edge; a pennon flies above it and to the left. */
const AROUND = 24;
const ABOVE = 14;
const BESIDE = 12;

/** How far a base reaches to either side of its middle, and above and below. */
export function spreadOf({ base, angle = 0 }: Lie): { wide: number; high: number } | undefined {
  if (!base) return undefined;
  const turned = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(turned)), Math.abs(Math.sin(turned))];
  return { wide: (base.depth * cos + base.width * sin) / 2, high: (base.depth * sin + base.width * cos) / 2 };
}

/** What of a sheet lies under counters. */
export function covered(pieces: readonly PieceView[], ground: Ground): Box[] {
  return pieces.flatMap((piece) => {
    const { at, base, role } = piece;
    const lie = at && ground.lie(at, base);
    if (!lie) return [];
    const spread = spreadOf(lie);
    const plate = lie.base && !base?.round && plateOf(ratingsOf(piece), lie.base);
    const [left, above] = role === 'unit' || role === 'mark' ? [0, 0] : [BESIDE, ABOVE];
    const wide = Math.max(spread?.wide ?? AROUND, plate ? (plate.width * plate.scale) / 2 : 0);
    const high = spread?.high ?? AROUND;
    const middles = spread ? [lie] : ground.parts(at).flatMap((part) => ground.centre(part) ?? []);
    return middles.map(({ x, y }) => ({
      left: x - wide - left,
      right: x + wide,
      top: y - high - above,
      bottom: y + high,
    }));
  });
}

/** Leaders, banners and the like go with those who fight. */
const isSmall = (piece: PieceView): boolean => piece.role !== 'unit' && piece.role !== 'mark';
const isGround = (piece: PieceView): boolean => piece.role === 'mark';

/** `open` is the name of the place whose stack is opened. */
export function lay(pieces: readonly PieceView[], ground: Ground, open: string | undefined): Laid[] {
  const units = new Map<string, number>();
  const smalls = new Map<string, number>();
  const out: Laid[] = [];
  const rank = (p: PieceView) => (isGround(p) ? 0 : isSmall(p) ? 2 : 1);
  for (const piece of [...pieces].sort((a, b) => rank(a) - rank(b))) {
    const lie = piece.at && ground.lie(piece.at, piece.base);
    if (!lie) continue;
    const keys = ground.stackKeys(piece.at!);
    const here = (map: Map<string, number>) => Math.max(0, ...keys.map((h) => map.get(h) ?? 0));
    const put = (map: Map<string, number>) => keys.forEach((h) => map.set(h, (map.get(h) ?? 0) + 1));
    const small = isSmall(piece);
    const below = isGround(piece) ? 0 : here(units);
    const beside = here(smalls);
    const n = below + (small ? beside : 0);
    const fan = open !== undefined && keys.includes(open);
    const laid: Laid = { ...lie, piece, order: n, open: fan };
    if (n > 0 && fan) {
      laid.x += 46 * n;
      laid.y -= small ? 4 : 0;
    } else if (small && ground.words.drags) {
      // Above the plate of a base, so that its numbers can be read.
      laid.x += beside * 18;
      laid.y -= 48;
      laid.scale = 1.3;
    } else if (small && n > 0) {
      // On the left: how far a unit is routed is told on the right.
      laid.x -= 17 - beside * 9;
      laid.y -= 18 + beside * 5;
      laid.scale = 0.7;
    } else if (n > 0) {
      laid.x += 4.5 * n;
      laid.y -= 4.5 * n;
    }
    if (!isGround(piece)) put(small ? smalls : units);
    out.push(laid);
  }
  // Drawn from back to front: the ground, piles from below, leaders on top of units, opened stacks on top of all.
  const depth = (p: Laid) => (isGround(p.piece) ? -100 : isSmall(p.piece) ? 100 + p.order : -p.order);
  return out.sort((a, b) => Number(a.open) - Number(b.open) || depth(a) - depth(b));
}

const isSpread = (laid: Laid): boolean => laid.open && laid.order > 0;

/** The counter of an opened stack under a point, or so much larger than it is around it. */
export function fanned(list: readonly Laid[], p: Point, larger = 1): Laid | undefined {
  const half = (COUNTER / 2) * larger;
  return list.findLast(
    (l) => isSpread(l) && Math.abs(l.x - p.x) < half * l.scale && Math.abs(l.y - p.y) < half * l.scale,
  );
}

/** The ground under an opened stack. */
export function tray(list: readonly Laid[]): { x: number; y: number; width: number } | undefined {
  const spread = list.filter(isSpread);
  if (spread.length === 0) return undefined;
  const right = Math.max(...spread.map((p) => p.x));
  const first = list.find((p) => p.open && p.order === 0 && !isGround(p.piece)) ?? spread[0]!;
  return { x: first.x, y: first.y, width: right - first.x };
}

/** Three letters for a person: of the longest word of the name. */
export function initials(name: string): string {
  const word = name.split(/\s+/).reduce((best, w) => (w.length > best.length ? w : best), '');
  return word.slice(0, 3);
}
