// Standing orders: what a reader has settled beforehand about interrupting the other side. They stay in this browser; the
// server only ever sees the ordinary pass. Everything is read off the offers.
import type { Offer, Side } from '../api/types';
import { PASSES, isPass } from './play';

/** Ask me; hold until the last window of the phase, then ask; never. */
export type Order = 'ask' | 'hold' | 'never';

/** By piece, or by kind of reaction as `kind:charge`. What is set for a piece goes before what is set for a kind. */
export type Orders = Readonly<Record<string, Order>>;

export const kindKey = (kind: string): string => `kind:${kind}`;

export function orderOf(orders: Orders, reaction: Offer): Order {
  return (reaction.piece && orders[reaction.piece]) || orders[kindKey(reaction.kind)] || 'ask';
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

/** The pass that the standing orders give, and how many they kept from being asked about. */
export function answer(
  offers: readonly Offer[],
  orders: Orders,
): { offer: Offer; held: number; never: number } | undefined {
  const window = opening(offers);
  if (!window) return undefined;
  const pieces = new Map<string, Order>();
  for (const reaction of window.reactions) {
    const order = reaction.piece ? orderOf(orders, reaction) : 'ask';
    if (order === 'ask' || (order === 'hold' && window.last)) return undefined;
    pieces.set(reaction.piece!, order);
  }
  const count = (order: Order) => [...pieces.values()].filter((o) => o === order).length;
  return { offer: window.passes[0]!, held: count('hold'), never: count('never') };
}

/** For the discreet line beside the map. */
export function answerWords(given: { held: number; never: number }): string {
  const parts = [given.held ? `${given.held} held` : '', given.never ? `${given.never} told never to` : ''].filter(
    Boolean,
  );
  return `Passed by your standing orders (${parts.join(', ')}).`;
}

interface Store {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

const keyOf = (game: string, side: Side): string => `schiltron.standing.${game}.${side}`;
const VALUES = new Set<unknown>(['ask', 'hold', 'never']);

export function load(store: Store, game: string, side: Side): Orders {
  try {
    const found = JSON.parse(store.getItem(keyOf(game, side)) ?? '{}') as Record<string, Order>;
    return Object.fromEntries(Object.entries(found).filter(([, order]) => VALUES.has(order)));
  } catch {
    return {};
  }
}

export function keep(store: Store, game: string, side: Side, orders: Orders): void {
  try {
    store.setItem(keyOf(game, side), JSON.stringify(orders));
  } catch {
    // Then they hold for this visit only.
  }
}

/** Asking is the default; it need not be kept for a kind, but a piece may be an exception to its kind. */
export function set(orders: Orders, key: string, order: Order): Orders {
  const { [key]: _, ...rest } = orders;
  return order === 'ask' && key.startsWith('kind:') ? rest : { ...rest, [key]: order };
}
