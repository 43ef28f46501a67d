// What a click means. The page knows no rule: everything here is read off the offers and destinations the server sent.
import type { Destination, Offer, PieceView, Side } from './types';

/** Choices that only say "I have finished". They may be sent for the player when nothing else is on offer. */
const FINISHING = new Set(['end', 'ready', 'done', 'stop', 'pass', 'pass-unit', 'pass-phase']);

export const isFinishing = (offer: Offer): boolean => FINISHING.has(offer.kind);

export interface Sorted {
  /** Offers of no piece: end a phase, finish the set-up. */
  general: Offer[];
  byPiece: Map<string, Offer[]>;
  byTarget: Map<string, Offer[]>;
  /** The one piece that everything is about, if there is just one: a move under way. */
  only: string | undefined;
}

/** `company` names everybody who takes part in an offer, where there are several. */
export function sort(offers: readonly Offer[], company: (offer: Offer) => readonly string[] = () => []): Sorted {
  const general: Offer[] = [];
  const byPiece = new Map<string, Offer[]>();
  const byTarget = new Map<string, Offer[]>();
  const add = (map: Map<string, Offer[]>, key: string, offer: Offer) => {
    const list = map.get(key);
    if (list) list.push(offer);
    else map.set(key, [offer]);
  };
  for (const offer of offers) {
    if (offer.piece) {
      add(byPiece, offer.piece, offer);
      for (const other of company(offer)) if (other !== offer.piece) add(byPiece, other, offer);
    } else general.push(offer);
    if (offer.target) add(byTarget, offer.target, offer);
  }
  const only = byPiece.size === 1 && general.length === 0 ? [...byPiece.keys()][0] : undefined;
  return { general, byPiece, byTarget, only };
}

/** The offers of a piece, by where they are shown. */
export interface Card {
  /** Plain buttons. */
  buttons: Offer[];
  /** Own pieces that can join. */
  join: Offer[];
  /** Against other pieces. */
  targets: Offer[];
  /** Together with others. */
  joint: Offer[];
  /** Single steps into a hex. */
  steps: Map<string, Offer[]>;
  /** Turns on the spot. */
  turns: Map<string, Offer>;
  /** "This is finished", if it may be said. */
  finish: Offer | undefined;
}

export function card(
  offers: readonly Offer[],
  sideOf: (piece: string) => Side | undefined,
  joint: ReadonlySet<string> = new Set(),
): Card {
  const sheet: Card = {
    buttons: [],
    join: [],
    targets: [],
    joint: [],
    steps: new Map(),
    turns: new Map(),
    finish: undefined,
  };
  for (const offer of offers) {
    if (joint.has(offer.kind)) {
      sheet.joint.push(offer);
    } else if (offer.target) {
      const same = offer.piece !== undefined && sideOf(offer.piece) === sideOf(offer.target);
      (same && !offer.rolls ? sheet.join : sheet.targets).push(offer);
    } else if (offer.hex) {
      const list = sheet.steps.get(offer.hex);
      if (list) list.push(offer);
      else sheet.steps.set(offer.hex, [offer]);
    } else if (offer.facing && !sheet.turns.has(offer.facing)) {
      sheet.turns.set(offer.facing, offer);
    } else if (isFinishing(offer) && !sheet.finish) {
      sheet.finish = offer;
    } else {
      sheet.buttons.push(offer);
    }
  }
  return sheet;
}

/** Where a piece can come to: the ways into every hex, cheapest first, one for each facing. */
export type Reach = ReadonlyMap<string, readonly Destination[]>;

export function reach(destinations: readonly Destination[]): Reach {
  const found = new Map<string, Destination[]>();
  for (const way of destinations) {
    const list = found.get(way.hex);
    if (!list) found.set(way.hex, [way]);
    else if (!list.some((known) => known.facing === way.facing)) list.push(way);
  }
  return found;
}

/** The way meant by pointing at a hex: the facing asked for, else the cheapest, keeping the present facing if it is free. */
export function wayTo(
  reachable: Reach,
  hex: string,
  facing: string | undefined,
  present: string | undefined,
): Destination | undefined {
  const ways = reachable.get(hex);
  const cheapest = ways?.[0];
  if (!ways || !cheapest) return undefined;
  if (facing) return ways.find((way) => way.facing === facing);
  return ways.find((way) => way.facing === present && way.cost === cheapest.cost) ?? cheapest;
}

/** A place a piece is in already needs no way there. */
export const isStaying = (way: Destination): boolean => way.path.length < 2;

/** Whether the offer may be sent without asking: it is the only one, rolls nothing and only says "finished". */
export function forced(offers: readonly Offer[]): Offer | undefined {
  const [first, ...others] = offers;
  return first && others.length === 0 && !first.rolls && isFinishing(first) ? first : undefined;
}

export interface Situation {
  sorted: Sorted;
  /** Offers of the selected piece. */
  card: Card | undefined;
  selected: PieceView | undefined;
  reach: Reach | undefined;
  /** Pieces on the hex pointed at, the top one first. */
  there: readonly PieceView[];
  hex: string;
  /** Asked for by the corner pointed at. */
  facing: string | undefined;
  /** Sides this reader plays. */
  mine: readonly Side[];
}

export type Intent =
  | { do: 'choose'; offer: Offer }
  | { do: 'pick'; offers: Offer[]; instead?: string }
  | { do: 'go'; way: Destination }
  | { do: 'select'; piece: string }
  | { do: 'finish'; offer: Offer; then: string }
  | { do: 'why'; there: string }
  | { do: 'look'; piece: string | undefined };

/** What a click on a hex means in this situation. */
export function intent(s: Situation): Intent {
  const { card, selected } = s;
  const own = s.there.filter((p) => s.mine.includes(p.side));
  if (selected && card) {
    const aimed = card.targets.filter((o) => s.there.some((p) => p.id === o.target));
    if (aimed.length === 1) return { do: 'choose', offer: aimed[0]! };
    if (aimed.length > 1) return { do: 'pick', offers: aimed };
    const together = card.joint.filter((o) => o.hex === s.hex || o.choice.split(/[\s,]+/).includes(s.hex));
    if (together.length === 1) return { do: 'choose', offer: together[0]! };
    if (together.length > 1) return { do: 'pick', offers: together };
    const here = selected.hexes.includes(s.hex);
    if (here && s.facing) {
      const turn = card.turns.get(s.facing);
      if (turn) return { do: 'choose', offer: turn };
    }
    if (s.reach && !here) {
      const way = wayTo(s.reach, s.hex, s.facing, selected.facing) ?? wayTo(s.reach, s.hex, undefined, selected.facing);
      if (way) return { do: 'go', way };
    }
    const all = card.steps.get(s.hex);
    const looking = all?.filter((o) => o.facing === (s.facing ?? selected.facing));
    const steps = looking?.length ? looking : all;
    if (steps && steps.length === 1) return { do: 'choose', offer: steps[0]! };
    if (steps && steps.length > 1) return { do: 'pick', offers: steps };
  }
  const joining = card?.join.filter((o) => s.there.some((p) => p.id === o.target && p.id !== selected?.id)) ?? [];
  if (joining.length > 0 && !selected?.hexes.includes(s.hex))
    return { do: 'pick', offers: joining, ...(own[0] ? { instead: own[0].id } : {}) };
  const able = own.filter((p) => s.sorted.byPiece.has(p.id));
  if (able.length > 0) {
    // Clicking a stack again goes through those of it that can act.
    const at = able.findIndex((p) => p.id === selected?.id);
    const next = able[(at + 1) % able.length]!;
    if (next.id !== selected?.id) return { do: 'select', piece: next.id };
  }
  const other = own.find((p) => p.id !== selected?.id);
  if (other && card?.finish?.kind === 'done' && s.sorted.only === selected?.id) {
    return { do: 'finish', offer: card.finish, then: other.id };
  }
  if (!selected || !card) {
    // Nothing in hand: an enemy that several could act against lists who.
    const against = s.there.flatMap((p) => s.sorted.byTarget.get(p.id) ?? []);
    if (against.length > 0) return { do: 'pick', offers: against };
    const next = s.there[(s.there.findIndex((p) => p.id === selected?.id) + 1) % Math.max(1, s.there.length)];
    return { do: 'look', piece: next?.id };
  }
  if (selected.hexes.includes(s.hex)) return { do: 'look', piece: selected.id };
  return { do: 'why', there: s.there[0]?.id ?? s.hex };
}

/** Pieces that can do something, nearest first in reading order, for stepping through them by key. */
export function nextAble(
  order: readonly string[],
  able: ReadonlyMap<string, unknown>,
  current: string | undefined,
  by: 1 | -1,
): string | undefined {
  const list = order.filter((id) => able.has(id));
  if (list.length === 0) return undefined;
  const at = current ? list.indexOf(current) : -1;
  if (at < 0) return by > 0 ? list[0] : list[list.length - 1];
  return list[(at + by + list.length) % list.length];
}
