// Standing orders: what a reader has settled beforehand about interrupting the other side. The server follows them; here it is
// foreseen, so that nothing is asked that is answered already. Everything is read off the offers.
import type { Offer, StandingOrder } from '../api/types';
import { PASSES, isPass } from './play';

/** Ask me; hold until the last window of the phase, then ask; never; do it as soon as it can be done in one way only. */
export type Order = StandingOrder;

/** By piece and kind as `moray/charge`, by piece, or by kind of reaction as `kind:charge`; the first that is set holds. */
export type Orders = Readonly<Record<string, Order>>;

export const kindKey = (kind: string): string => `kind:${kind}`;

export function orderOf(orders: Orders, reaction: Offer): Order {
  const { piece, kind } = reaction;
  return (piece && (orders[`${piece}/${kind}`] || orders[piece] || orders[kindKey(kind)])) || 'ask';
}

export interface Opening {
  /** What could be done now. */
  reactions: Offer[];
  /** Letting it go: now, for longer. The ordinary one first. */
  passes: Offer[];
  /** No later window of this phase will come. */
  last: boolean;
}

/** The window of a player whose turn it is not: something to do, and a pass beside it. */
export function opening(offers: readonly Offer[]): Opening | undefined {
  const passes = PASSES.flatMap((role) => offers.filter((o) => o.role === role && !o.piece));
  const reactions = offers.filter((o) => !isPass(o));
  if (passes.length === 0 || reactions.length === 0) return undefined;
  // While the rest of the phase can be let go, another window of it may come.
  return { reactions, passes, last: !passes.some((o) => o.role === 'pass_phase') };
}

/** The choice that the standing orders give. */
export function answer(offers: readonly Offer[], orders: Orders): Offer | undefined {
  const window = opening(offers);
  if (!window) return undefined;
  const given = window.reactions.map((reaction) => orderOf(orders, reaction));
  const taken = window.reactions.filter((_, n) => given[n] === 'take');
  if (taken.length) return taken.length === 1 ? taken[0] : undefined;
  const asks = given.some((order) => order === 'ask' || (order === 'hold' && window.last));
  return asks ? undefined : window.passes[0];
}

/** Asking is the default; it need not be kept for a kind, but a piece may be an exception to its kind. */
export function set(orders: Orders, key: string, order: Order): Orders {
  const { [key]: _, ...rest } = orders;
  return order === 'ask' && key.startsWith('kind:') ? rest : { ...rest, [key]: order };
}
