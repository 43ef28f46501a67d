// An attack that is put together step by step: a target is named, units join it or drop out, and then they go. The server
// offers each small step; a click on a target or on a unit takes it.
import { MUSTER, MUSTERING } from '../api/kinds';
import type { Offer, PieceView, Place } from '../api/wire';
import type { Ground } from '../ground/ground';

export interface Muster {
  /** Who is in so far, and what they would strike. */
  company: readonly string[];
  struck: readonly Place[];
  /** Targets that can be named, and those that can be left out again. */
  against: Offer[];
  spare: Offer[];
  /** By piece. */
  join: ReadonlyMap<string, Offer>;
  drop: ReadonlyMap<string, Offer>;
  go: Offer | undefined;
}

export function musterOf(offers: readonly Offer[]): Muster | undefined {
  const found = offers.filter((o) => MUSTERING.has(o.kind));
  if (found.length === 0) return undefined;
  const of = (kind: string) => found.filter((o) => o.kind === kind);
  // Whom a step is about: the one who would act, or who is acted upon.
  const byPiece = (kind: string) => new Map(of(kind).flatMap((o) => (pieceOf(o) ? [[pieceOf(o)!, o] as const] : [])));
  const go = of(MUSTER.go)[0];
  // Every step tells how things stand; only one that names its target by what it would strike does not.
  const told = go ?? found.find((o) => o.kind !== MUSTER.against) ?? found.find((o) => o.to);
  return {
    company: told?.company ?? [],
    struck: told?.struck ?? [],
    against: of(MUSTER.against),
    spare: of(MUSTER.spare),
    join: byPiece(MUSTER.join),
    drop: byPiece(MUSTER.drop),
    go,
  };
}

const pieceOf = (offer: Offer): string | undefined => offer.piece ?? offer.target;

/** What a step names: its own place, else the last of those struck. */
export const placeOf = (offer: Offer): Place | undefined => offer.to ?? offer.struck?.at(-1);

/** The steps that a click on a place takes: own units first, then targets. */
export function musterAt(muster: Muster, ground: Ground, place: Place, there: readonly PieceView[]): Offer[] {
  const toggles = there.flatMap((p) => muster.join.get(p.id) ?? muster.drop.get(p.id) ?? []);
  if (toggles.length) return toggles;
  const named = (list: readonly Offer[]) =>
    list.filter((o) => {
      const at = placeOf(o);
      return (at && ground.covers(at, undefined, place)) || there.some((p) => p.id === o.target);
    });
  const spared = named(muster.spare);
  return spared.length ? spared : named(muster.against);
}

/** Everybody who is in or could be, those who are in first. */
export function everyone(muster: Muster): { id: string; isIn: boolean; offer: Offer | undefined }[] {
  const inside = muster.company.map((id) => ({ id, isIn: true, offer: muster.drop.get(id) }));
  const outside = [...muster.join].map(([id, offer]) => ({ id, isIn: false, offer }));
  return [...inside, ...outside.filter((o) => !muster.company.includes(o.id))];
}
