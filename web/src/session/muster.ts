// An attack that is put together step by step: a target is named, units join it or drop out, and then they go. The server
// offers each small step; a click on a target or on a unit takes it.
import type { Offer, PieceView, Place, Role } from '../api/types';
import type { Ground } from '../ground/ground';
import { isMustering } from './play';

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
  const found = offers.filter(isMustering);
  const [told] = found;
  if (!told) return undefined;
  const of = (role: Role) => found.filter((o) => o.role === role);
  const byPiece = (role: Role) => new Map(of(role).flatMap((o) => (o.piece ? [[o.piece, o] as const] : [])));
  return {
    // Every step tells how things stand.
    company: told.company ?? [],
    struck: told.struck ?? [],
    against: of('against'),
    spare: of('spare'),
    join: byPiece('join'),
    drop: byPiece('drop'),
    go: of('go')[0],
  };
}

/** The steps that a click on a place takes: own units first, then targets. */
export function musterAt(muster: Muster, ground: Ground, place: Place, there: readonly PieceView[]): Offer[] {
  const toggles = there.flatMap((p) => muster.join.get(p.id) ?? muster.drop.get(p.id) ?? []);
  if (toggles.length) return toggles;
  const named = (list: readonly Offer[]) =>
    list.filter((o) => (o.to && ground.covers(o.to, undefined, place)) || there.some((p) => p.id === o.target));
  const spared = named(muster.spare);
  return spared.length ? spared : named(muster.against);
}

/** Those at whom a step can be taken, for walking through them by key: own units, and one at each target. */
export function stops(muster: Muster, foesAt: (place: Place) => readonly PieceView[]): Set<string> {
  const targets = [...muster.spare, ...muster.against].flatMap((o) => (o.to && foesAt(o.to)[0]?.id) ?? o.target ?? []);
  return new Set([...muster.join.keys(), ...muster.drop.keys(), ...targets]);
}

/** Everybody who is in or could be, those who are in first. */
export function everyone(muster: Muster): { id: string; isIn: boolean; offer: Offer | undefined }[] {
  const inside = muster.company.map((id) => ({ id, isIn: true, offer: muster.drop.get(id) }));
  const outside = [...muster.join].map(([id, offer]) => ({ id, isIn: false, offer }));
  return [...inside, ...outside.filter((o) => !muster.company.includes(o.id))];
}
