// Choices that several pieces make together. The server offers every company that may act; here they are told apart by
// the pieces and hexes that their text names, so that a reader can put a company together piece by piece.
import type { Offer } from './types';

export interface Joint {
  offer: Offer;
  pieces: string[];
  hexes: string[];
}

/** Everybody who could act together on the same hexes, and every company of them that may. */
export interface Party {
  key: string;
  hexes: string[];
  joints: Joint[];
  everyone: string[];
}

export interface Known {
  isOwn(id: string): boolean;
  isHex(id: string): boolean;
}

/** The pieces of one's own and the hexes that a choice names. */
export function named(offer: Offer, known: Known): Joint {
  const words = offer.choice.split(/[\s,]+/).slice(1);
  return { offer, pieces: words.filter(known.isOwn), hexes: words.filter(known.isHex) };
}

/** Kinds of choices that are made in company: some offer of theirs names several pieces and a hex. */
export function jointKinds(offers: readonly Offer[], known: Known): ReadonlySet<string> {
  const kinds = new Set<string>();
  for (const offer of offers) {
    if (kinds.has(offer.kind) || !offer.choice.includes(',')) continue;
    const { pieces, hexes } = named(offer, known);
    if (pieces.length > 1 && hexes.length > 0) kinds.add(offer.kind);
  }
  return kinds;
}

export function parties(offers: readonly Offer[], known: Known): Party[] {
  const found = new Map<string, Party>();
  for (const offer of offers) {
    const joint = named(offer, known);
    const key = `${offer.kind} ${[...joint.hexes].sort().join(' ')}`;
    const party = found.get(key) ?? { key, hexes: joint.hexes, joints: [], everyone: [] };
    party.joints.push(joint);
    for (const id of joint.pieces) if (!party.everyone.includes(id)) party.everyone.push(id);
    found.set(key, party);
  }
  return [...found.values()].sort((a, b) => a.hexes.length - b.hexes.length);
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
  const apart = (j: Joint) => j.pieces.filter((p) => !goal.has(p)).length + [...goal].filter((p) => !j.pieces.includes(p)).length;
  let best: Joint | undefined;
  for (const joint of party.joints) {
    if (joint.pieces.includes(id) === wanted && (!best || apart(joint) < apart(best))) best = joint;
  }
  return best;
}
