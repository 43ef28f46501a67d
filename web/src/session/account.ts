// What the other side has done, in a few lines: the field before against the field now, and the rolls in between. Nothing of a
// game's rules is needed for that.
import type { PieceView, Place, Scene, Side, StoryEntry } from '../api/types';
import { counted } from '../lib/words';
import { mentions, namer } from './mentions';

export interface AccountLine {
  text: string;
  /** Whom it is about, and where they were or are. */
  pieces: string[];
  places: Place[];
}

export interface Account {
  /** The story from this entry on. */
  from: number;
  to: number;
  lines: AccountLine[];
}

export interface Stretch {
  from: number;
  before: Pick<Scene, 'pieces' | 'score'>;
  after: Pick<Scene, 'pieces' | 'score'>;
  /** Where those fell who are gone, as far as it was seen: they may have run far before. */
  fell?: ReadonlyMap<string, Place>;
  /** The entries of the stretch. */
  story: readonly StoryEntry[];
  /** Of places, to tell them apart. */
  key(place: Place): string;
  sideName(side: Side): string;
}

const MOST = 4;

/** A few names, and how many more. */
export function few(names: readonly string[]): string {
  const list = counted(names);
  return list.length > MOST
    ? `${list.slice(0, MOST - 1).join(', ')} and ${list.length - MOST + 1} more`
    : list.join(', ');
}

/** How far a piece has been driven: the number of its rout, 0 if it stands. */
export function routOf(piece: PieceView): number {
  const badge = piece.badges.find((b) => b.sign === 'rout' || b.sign === 'pending');
  return badge ? Number(/\d+/.exec(badge.text)?.[0] ?? 1) : 0;
}

/** What losses take from, if the game counts it. */
const strength = (piece: PieceView): number =>
  piece.ratings.reduce((sum, rating) => (rating.strength ? sum + Number(rating.value) : sum), 0);

export const isWeaker = (was: PieceView, is: PieceView): boolean => !!was.at && !!is.at && strength(is) < strength(was);

interface Pair {
  was: PieceView;
  is: PieceView;
}

const SIDES: readonly Side[] = ['one', 'two'];

export function account(stretch: Stretch): Account {
  const { before, after, key, sideName } = stretch;
  const known = new Map(before.pieces.map((p) => [p.id, p]));
  const pairs = after.pieces.flatMap((is): Pair[] => {
    const was = known.get(is.id);
    return was ? [{ was, is }] : [];
  });
  const lines: AccountLine[] = [];
  const add = (text: string, list: readonly Pair[]) => {
    const places = list.flatMap(({ was, is }) => is.at ?? stretch.fell?.get(is.id) ?? was.at ?? []);
    lines.push({ text, pieces: list.map(({ is }) => is.id), places });
  };
  const names = (list: readonly Pair[]) => few(list.map(({ is }) => is.name));
  /** Whom something has befallen: for them points are given. */
  const hurt: Pair[] = [];
  for (const side of SIDES) {
    const own = pairs.filter(({ is }) => is.side === side && is.role !== 'mark');
    const fates = new Map<string, Pair[]>();
    for (const pair of own) {
      const { was, is } = pair;
      if (was.at && !is.at && is.gone) fates.set(is.gone, [...(fates.get(is.gone) ?? []), pair]);
    }
    for (const [fate, list] of fates) add(`${sideName(side)} ${fate}: ${names(list)}`, list);
    hurt.push(...[...fates.values()].flat());
    const routed = own.filter(({ was, is }) => is.at && routOf(is) > routOf(was));
    if (routed.length) add(`${sideName(side)} routed: ${names(routed)}`, routed);
    const weaker = own.filter(({ was, is }) => isWeaker(was, is));
    if (weaker.length) add(`${sideName(side)} weakened: ${names(weaker)}`, weaker);
    hurt.push(...routed, ...weaker.filter((pair) => !routed.includes(pair)));
  }
  const charging = chargers(stretch.story, pairs);
  for (const side of SIDES) {
    const charged = pairs.filter(({ is }) => is.side === side && charging.has(is.id));
    if (charged.length) add(`${sideName(side)} charged: ${names(charged)}`, charged);
  }
  const rolls = rollWords(stretch.story);
  if (rolls) add(rolls, rolledFor(stretch.story, pairs));
  const isMoved = ({ was, is }: Pair) =>
    !!is.at && (!was.at || key(was.at) !== key(is.at)) && routOf(is) <= routOf(was);
  for (const side of SIDES) {
    const moved = pairs.filter((pair) => pair.is.side === side && isMoved(pair));
    if (moved.length) add(`${sideName(side)}: ${moved.length} moved`, moved);
  }
  SIDES.forEach((side, i) => {
    const gain = after.score[i]! - before.score[i]!;
    // Who gains does so for what the other side has suffered, if it has; who loses, for his own.
    const cause = hurt.filter(({ is }) => (is.side !== side) === gain > 0);
    if (gain) add(`${sideName(side)} ${gain > 0 ? '+' : '−'}${Math.abs(gain)} points`, cause.length ? cause : hurt);
  });
  return { from: stretch.from, to: stretch.from + stretch.story.length, lines };
}

/** Who went at the enemy: each is named first where it is told, by its name or by its sign. */
function chargers(story: readonly StoryEntry[], pairs: readonly Pair[]): ReadonlySet<string> {
  const known = namer(pairs.map(({ is }) => is));
  const texts = story.flatMap(({ events }) => events.filter((t) => t.role === 'charge').map((t) => t.text));
  return new Set(texts.flatMap((text) => mentions(text, known).find((part) => part.id)?.id ?? []));
}

/** Who is named where dice fell. */
function rolledFor(story: readonly StoryEntry[], pairs: readonly Pair[]): Pair[] {
  const known = namer(pairs.map(({ is }) => is));
  const texts = story.flatMap(({ events }) => events.filter((t) => t.dice?.length).map((t) => t.text));
  const named = new Set(texts.flatMap((text) => mentions(text, known).map((part) => part.id)));
  return pairs.filter(({ is }) => named.has(is.id));
}

/** How often dice fell for what, as far as the game says whether it hit. */
function rollWords(story: readonly StoryEntry[]): string {
  const kinds = new Map<string, { rolls: number; hits: number; tells: boolean }>();
  for (const { events } of story) {
    for (const { kind, dice, figures } of events) {
      if (!dice?.length) continue;
      const hit = figures?.find(([name]) => name === 'hit');
      const found = kinds.get(kind) ?? { rolls: 0, hits: 0, tells: false };
      kinds.set(kind, {
        rolls: found.rolls + 1,
        hits: found.hits + (hit && hit[1] > 0 ? 1 : 0),
        tells: found.tells || !!hit,
      });
    }
  }
  const words = [...kinds].map(([kind, { rolls, hits, tells }]) => {
    const name = kind.replaceAll(/[_-]/g, ' ');
    return tells ? `${rolls} × ${name}, ${hits} hit` : `${rolls} × ${name}`;
  });
  return words.length ? `Rolls: ${words.join('; ')}` : '';
}

/** What is said by who only lets the other side go on. */
const NOTHING = /^(pass\w*|end|done|stop|stay)( |$)/;

/** Where what the other side does begins that goes on after so many entries: after the last one of the reader's own. */
export function startOf(story: readonly StoryEntry[], mine: readonly Side[], entries: number): number {
  return story.slice(0, entries).findLastIndex((entry) => mine.includes(entry.side)) + 1;
}

/** The last stretch of the other side: its entries before the reader's own at the end, whatever was let pass in between. */
export function lastStretch(story: readonly StoryEntry[], mine: readonly Side[]): { from: number; until: number } {
  const isOwn = (entry: StoryEntry) => mine.includes(entry.side);
  let at = story.length;
  while (at > 0 && isOwn(story[at - 1]!)) at -= 1;
  const until = at;
  let from = story.length;
  while (at > 0 && (!isOwn(story[at - 1]!) || NOTHING.test(story[at - 1]!.choice))) {
    at -= 1;
    if (!isOwn(story[at]!)) from = at;
  }
  return { from, until };
}
