// What is on offer, by where it is shown and what it is about. The page knows no rule: everything here is read off the offers
// and destinations the server sent. What a click means is in `intent.ts`.
import type { Destination, Offer, Place, Role, Side } from '../api/types';
import type { Ground } from '../ground/ground';
import { facingOf, isTurn } from '../ground/place';

/** Letting an interrupt go: for this once, for this unit, for this phase. The ordinary one first. */
export const PASSES: readonly Role[] = ['pass', 'pass_unit', 'pass_phase'];
/** An attack that is put together: a target is named or spared, units join and drop out, and then they go. */
const MUSTERING: readonly Role[] = ['against', 'spare', 'join', 'drop', 'go'];

export const isPass = (offer: Offer): boolean => PASSES.includes(offer.role);
export const isMustering = (offer: Offer): boolean => MUSTERING.includes(offer.role);
/** It begins something with a piece, whether that may be done or has to be. */
export const isOpening = ({ role }: Offer): boolean => role === 'open' || role === 'owed';
/** It only says "I have finished". */
export const isFinishing = (offer: Offer): boolean => offer.role === 'finish' || isPass(offer);

export interface Sorted {
  /** Offers of no piece: end a phase, finish the set-up. An attack being put together has a card of its own. */
  general: Offer[];
  byPiece: Map<string, Offer[]>;
  byTarget: Map<string, Offer[]>;
  /** The one piece that everything is about, if there is just one: a move under way. */
  only: string | undefined;
}

export function sort(offers: readonly Offer[]): Sorted {
  const general: Offer[] = [];
  const byPiece = new Map<string, Offer[]>();
  const byTarget = new Map<string, Offer[]>();
  const add = (map: Map<string, Offer[]>, key: string, offer: Offer) => {
    const list = map.get(key);
    if (list) list.push(offer);
    else map.set(key, [offer]);
  };
  for (const offer of offers) {
    const mustering = isMustering(offer);
    if (offer.piece) add(byPiece, offer.piece, offer);
    else if (!mustering) general.push(offer);
    if (offer.target && !mustering) add(byTarget, offer.target, offer);
  }
  const mustering = offers.some(isMustering);
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
  /** Single steps to a place, by its name. */
  steps: Map<string, Offer[]>;
  /** Turns on the spot, by facing. */
  turns: Map<string, Offer>;
  /** "This is finished", if it may be said. */
  finish: Offer | undefined;
}

/** `at` is where the piece stands. */
export function card(
  offers: readonly Offer[],
  ground: Pick<Ground, 'key'>,
  sideOf: (piece: string) => Side | undefined,
  at?: Place,
): Card {
  // Who stays has nowhere to be sent to: that is an answer, and no step.
  const stays = (to: Place) => !!at && ground.key(to) === ground.key(at) && facingOf(to) === facingOf(at);
  const sheet: Card = {
    buttons: [],
    join: [],
    targets: [],
    steps: new Map(),
    turns: new Map(),
    finish: undefined,
  };
  for (const offer of offers) {
    const to = offer.to && !stays(offer.to) ? offer.to : undefined;
    const facing = facingOf(to);
    if (isMustering(offer)) continue;
    if (offer.target) {
      const same = offer.piece !== undefined && sideOf(offer.piece) === sideOf(offer.target);
      (same && !offer.rolls ? sheet.join : sheet.targets).push(offer);
    } else if (to && !isTurn(to)) {
      const key = ground.key(to);
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
  // A question: to go there or not. Both are answers.
  const [only, ...others] = [...sheet.steps.values()].flat();
  if (only && !others.length && sheet.buttons.length && !sheet.finish) sheet.buttons.unshift(only);
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

/**
 * The offer that may be sent without asking, if there is one: it is the only one and rolls nothing. A step that has to be taken
 * is taken, and what the only piece that has to do something must do is begun; "finished" is said only for those who want that, and if dice follow only where nothing could be taken back (`undoable`);
 * nothing else is begun for anybody.
 */
export function forced(offers: readonly Offer[], finishes: boolean, undoable = 0): Offer | undefined {
  const [first, ...others] = offers;
  if (!first || others.length > 0) return undefined;
  const ends = finishes && isFinishing(first) && (!first.rolls || undoable === 0);
  const must = first.role === 'act' || first.role === 'owed';
  return ends || (must && !first.rolls) ? first : undefined;
}

/**
 * What is owed or has to be rolled for, if there is nothing else to choose but a way out of it for the same piece: a charge that is
 * declined.
 */
export function duties(offers: readonly Offer[]): readonly Offer[] {
  // A move that is only begun so would have to be told where to go, one after the other.
  const isDuty = (o: Offer) => !!o.piece && (o.role === 'owed' || (o.role === 'act' && o.rolls));
  const found = offers.filter(isDuty);
  const pieces = new Set(found.map((o) => o.piece));
  const isWayOut = (o: Offer) => o.role === 'act' && !o.to && !o.target && pieces.has(o.piece);
  return offers.every((o) => isDuty(o) || isWayOut(o)) ? found : [];
}

/**
 * Things of one kind that all have to be done, one for each of several pieces, and nothing else: attacks to be resolved, routed
 * units that run. They can be done one after the other without asking.
 */
export function pendingOf(offers: readonly Offer[]): readonly Offer[] {
  const found = duties(offers);
  const pieces = new Set(found.map((o) => o.piece));
  const alike = found.every((o) => o.kind === found[0]!.kind);
  return found.length > 1 && pieces.size === found.length && alike ? found : [];
}

/** Attacks that are named and only wait for their dice: who against whom. */
export function attacksOf(offers: readonly Offer[]): readonly Offer[] {
  const found = duties(offers);
  return found.every((o) => o.target && o.rolls) ? found : [];
}

/** More than these are no question but a choice of what to do. */
const MOST_ANSWERS = 14;

/** A question with one answer for each of several pieces: who retreats first, who takes a loss. */
export function answersOf(offers: readonly Offer[], sorted: Sorted): readonly Offer[] {
  const own = offers.filter((o) => o.piece);
  const isPlain = (o: Offer) => !o.piece || (!o.target && !isOpening(o) && !isPass(o));
  const few = own.length > 0 && offers.length <= MOST_ANSWERS && sorted.byPiece.size === own.length;
  // Where one piece alone is asked about, its card has the answers, and the map the places.
  const isStep = own.length === 1 && !!own[0]!.to;
  return few && !isStep && offers.every(isPlain) && !offers.some(isMustering) ? own : [];
}

/** Pieces that can do something, nearest first in reading order, for stepping through them by key. */
export function nextAble(
  order: readonly string[],
  able: { has(id: string): boolean },
  current: string | undefined,
  by: 1 | -1,
): string | undefined {
  const list = order.filter((id) => able.has(id));
  if (list.length === 0) return undefined;
  const at = current ? list.indexOf(current) : -1;
  if (at < 0) return by > 0 ? list[0] : list[list.length - 1];
  return list[(at + by + list.length) % list.length];
}
