// What can be laid on pieces by hand: offers that go by the same name for several of them, such as chits.
import type { Offer } from '../api/types';

export interface Chit {
  label: string;
  /** By the piece that it can be laid on. */
  offers: ReadonlyMap<string, Offer>;
}

/** The chits on offer, those that most pieces can have first. */
export function chitsOf(offers: readonly Offer[]): Chit[] {
  const found = new Map<string, Map<string, Offer>>();
  for (const offer of offers) {
    if (offer.kind !== 'chit' || !offer.piece || offer.target || offer.to) continue;
    const list = found.get(offer.label) ?? new Map<string, Offer>();
    list.set(offer.piece, offer);
    found.set(offer.label, list);
  }
  return [...found].map(([label, list]) => ({ label, offers: list })).sort((a, b) => b.offers.size - a.offers.size);
}

/** The same thing said of another piece, to be asked why it cannot be. */
export function saidOf(chit: Chit, piece: string): string | undefined {
  const [known] = chit.offers.values();
  return known?.choice
    .split(' ')
    .map((word) => (word === known.piece ? piece : word))
    .join(' ');
}

/** In two letters, for a small disc: `MS` for `move-shoot`, `Me` for `melee`. */
export function short(label: string): string {
  const [word = ''] = label.split(/[ :]/);
  const parts = word.split('-');
  return parts.length > 1
    ? parts.map((part) => part.charAt(0).toUpperCase()).join('')
    : word.charAt(0).toUpperCase() + word.charAt(1);
}
