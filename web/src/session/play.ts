// What is on offer, by where it is shown and what it is about. The page knows no rule: everything here is read off the offers
// and destinations the server sent. What a click means is in `intent.ts`.
import { FINISHING, MUSTERING } from '../api/kinds';
import type { Destination, Offer, Place, Side } from '../api/wire';
import type { Ground } from '../ground/ground';
import { facingOf, isTurn } from '../ground/place';

export const isFinishing = (offer: Offer): boolean => FINISHING.has(offer.kind);

export interface Sorted {
  /** Offers of no piece: end a phase, finish the set-up. An attack being put together has a card of its own. */
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
    } else if (!MUSTERING.has(offer.kind)) general.push(offer);
    if (offer.target) add(byTarget, offer.target, offer);
  }
  const mustering = offers.some((o) => MUSTERING.has(o.kind));
  const only = byPiece.size === 1 && general.length === 0 && !mustering ? [...byPiece.keys()][0] : undefined;
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
  /** Single steps to a place, by its name. */
  steps: Map<string, Offer[]>;
  /** Turns on the spot, by facing. */
  turns: Map<string, Offer>;
  /** "This is finished", if it may be said. */
  finish: Offer | undefined;
}

export function card(
  offers: readonly Offer[],
  ground: Pick<Ground, 'key'>,
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
    const facing = facingOf(offer.to);
    if (MUSTERING.has(offer.kind)) continue;
    if (joint.has(offer.kind)) {
      sheet.joint.push(offer);
    } else if (offer.target) {
      const same = offer.piece !== undefined && sideOf(offer.piece) === sideOf(offer.target);
      (same && !offer.rolls ? sheet.join : sheet.targets).push(offer);
    } else if (offer.to && !isTurn(offer.to)) {
      const key = ground.key(offer.to);
      const list = sheet.steps.get(key);
      if (list) list.push(offer);
      else sheet.steps.set(key, [offer]);
    } else if (facing && !sheet.turns.has(facing)) {
      sheet.turns.set(facing, offer);
    } else if (isFinishing(offer) && !sheet.finish) {
      sheet.finish = offer;
    } else {
      sheet.buttons.push(offer);
    }
  }
  return sheet;
}

/** Where a piece can come to: the ways to every place by its name, cheapest first, one for each facing. */
export type Reach = ReadonlyMap<string, readonly Destination[]>;

export function reach(destinations: readonly Destination[], ground: Pick<Ground, 'key'>): Reach {
  const found = new Map<string, Destination[]>();
  for (const way of destinations) {
    const key = ground.key(way.to);
    const list = found.get(key);
    if (!list) found.set(key, [way]);
    else if (!list.some((known) => facingOf(known.to) === facingOf(way.to))) list.push(way);
  }
  return found;
}

/** Of the ways to one place: the facing asked for, else the cheapest, keeping the present facing if it is free. */
export function wayOf(
  ways: readonly Destination[] | undefined,
  facing: string | undefined,
  present: Place | undefined,
): Destination | undefined {
  const cheapest = ways?.[0];
  if (!ways || !cheapest) return undefined;
  if (facing) return ways.find((way) => facingOf(way.to) === facing);
  return ways.find((way) => facingOf(way.to) === facingOf(present) && way.cost === cheapest.cost) ?? cheapest;
}

/** A place a piece is in already needs no way there. */
export const isStaying = (way: Destination): boolean => way.path.length < 2;

/** Whether the offer may be sent without asking: it is the only one, rolls nothing and only says "finished". */
export function forced(offers: readonly Offer[]): Offer | undefined {
  const [first, ...others] = offers;
  return first && others.length === 0 && !first.rolls && isFinishing(first) ? first : undefined;
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
