// Standing orders: what a reader has settled beforehand about interrupting the other side. The server follows them; here it is
// foreseen, so that nothing is asked that is answered already. Everything is read off the offers.
import type { Offer, PieceView, Side, StandingOrder } from '../api/types';
import { PASSES, isPass } from './play';

/** Ask me; hold until the last window of the phase, then ask; never; do it as soon as it can be done in one way only. */
export type Order = StandingOrder;

/**
 * By piece and kind as `moray/charge`, by piece, or by kind of reaction as `kind:charge`; with `>hereford` or `>~cavalry` against
 * that enemy or that kind of enemies only. The narrowest that is set holds.
 */
export type Orders = Readonly<Record<string, Order>>;

export const kindKey = (kind: string): string => `kind:${kind}`;

/** What kind of piece somebody is. */
export type KindOf = (id: string) => string | undefined;

/** Against one enemy, and against all of his kind. */
export const against = (who: string, enemy: string, kind: string | undefined): string[] => [
  `${who}>${enemy}`,
  ...(kind ? [`${who}>~${kind}`] : []),
];

/** What a piece does against all enemies of a kind. */
export const kindAgainst = (piece: string, kind: string, foe: string): string => `${piece}/${kind}>~${foe}`;

/** The kinds of the enemies on the field, in the order of their names. */
export function foeKinds(pieces: readonly PieceView[], own: Side): string[] {
  const foes = pieces.filter((p) => p.side !== own && p.role === 'unit' && p.at);
  return [...new Set(foes.map((p) => p.symbol))].sort();
}

export function orderOf(orders: Orders, reaction: Offer, kindOf: KindOf): Order {
  const { piece, kind, target } = reaction;
  if (!piece) return 'ask';
  const whose = [`${piece}/${kind}`, kindKey(kind)];
  const narrow = target ? whose.flatMap((who) => against(who, target, kindOf(target))) : [];
  const key = narrow.find((k) => orders[k]);
  return key ? orders[key]! : orderFor(orders, piece, kind);
}

/** What holds for a piece and a kind of reaction, whoever it is against. */
export function orderFor(orders: Orders, piece: string, kind: string): Order {
  const key = [`${piece}/${kind}`, piece, kindKey(kind)].find((k) => orders[k]);
  return key ? orders[key]! : 'ask';
}

/** An order's key in words. */
export function keyWords(key: string, nameOf: (id: string) => string, words: (kind: string) => string): string {
  const [who, enemy] = key.split('>') as [string, string | undefined];
  const [piece, kind] = who.split('/') as [string, string | undefined];
  const whom = who.startsWith('kind:') ? `All: ${words(who.slice(5))}` : nameOf(piece);
  const when = !enemy
    ? ''
    : enemy.startsWith('~')
      ? `, against ${words(enemy.slice(1))}`
      : `, against ${nameOf(enemy)}`;
  return `${whom}${kind ? `, ${words(kind)}` : ''}${when}`;
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
export function answer(offers: readonly Offer[], orders: Orders, kindOf: KindOf): Offer | undefined {
  const window = opening(offers);
  if (!window) return undefined;
  const given = window.reactions.map((reaction) => orderOf(orders, reaction, kindOf));
  const taken = window.reactions.filter((_, n) => given[n] === 'take');
  if (taken.length) return taken.length === 1 ? taken[0] : undefined;
  const asks = given.some((order) => order === 'ask' || (order === 'hold' && window.last));
  return asks ? undefined : window.passes[0];
}

/** Asking is the default; it need not be kept for a kind, but a piece may be an exception to its kind, and an enemy to both. */
export function set(orders: Orders, key: string, order: Order): Orders {
  const { [key]: _, ...rest } = orders;
  return order === 'ask' && key.startsWith('kind:') && !key.includes('>') ? rest : { ...rest, [key]: order };
}
