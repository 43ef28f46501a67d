// Choices that several pieces make together, where the server offers every company that may act, with all who are in it and
// all the places it strikes: here a reader puts one together piece by piece. Where the server lets one be put together step
// by step, see `muster.ts`.
import { MUSTERING } from '../api/kinds';
import type { Offer, Place } from '../api/wire';

export interface Joint {
  offer: Offer;
  pieces: string[];
  struck: Place[];
}

/** Everybody who could act together on the same places, and every company of them that may. */
export interface Party {
  key: string;
  struck: Place[];
  joints: Joint[];
  everyone: string[];
}

const joint = (offer: Offer): Joint => ({ offer, pieces: offer.company ?? [], struck: offer.struck ?? [] });

/** Kinds of choices that are made in company: in some offer of theirs there are several. */
export function jointKinds(offers: readonly Offer[]): ReadonlySet<string> {
  const several = offers.filter((o) => (o.company?.length ?? 0) > 1 && !MUSTERING.has(o.kind));
  return new Set(several.map((o) => o.kind));
}

export function parties(offers: readonly Offer[]): Party[] {
  const found = new Map<string, Party>();
  for (const offer of offers) {
    const one = joint(offer);
    const key = `${offer.kind} ${one.struck
      .map((p) => JSON.stringify(p))
      .sort()
      .join(' ')}`;
    const party = found.get(key) ?? { key, struck: one.struck, joints: [], everyone: [] };
    party.joints.push(one);
    for (const id of one.pieces) if (!party.everyone.includes(id)) party.everyone.push(id);
    found.set(key, party);
  }
  return [...found.values()].sort((a, b) => a.struck.length - b.struck.length);
}

/** The largest company, with a certain piece in it if that may be. */
export function largest(party: Party, wanted?: string): Joint {
  const having = wanted ? party.joints.filter((j) => j.pieces.includes(wanted)) : [];
  return (having.length ? having : party.joints).reduce((best, j) => (j.pieces.length > best.pieces.length ? j : best));
}

/** The company nearest to the present one in which this piece is, or is no longer. */
export function toggled(party: Party, now: Joint, id: string): Joint | undefined {
  const wanted = !now.pieces.includes(id);
  const goal = new Set(wanted ? [...now.pieces, id] : now.pieces.filter((p) => p !== id));
  const apart = (j: Joint) =>
    j.pieces.filter((p) => !goal.has(p)).length + [...goal].filter((p) => !j.pieces.includes(p)).length;
  let best: Joint | undefined;
  for (const other of party.joints) {
    if (other.pieces.includes(id) === wanted && (!best || apart(other) < apart(best))) best = other;
  }
  return best;
}
