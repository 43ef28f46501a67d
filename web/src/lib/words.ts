// Names of things for the ear and for labels.
import type { Offer, PieceView, Side, ThrowView, Verdict } from '../api/types';

/** Whether a finger is what one points with: it taps, and does not click. */
export const TOUCH = typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches;

/** What was written for a mouse, said to a finger. */
export const touched = (text: string): string =>
  TOUCH ? text.replace(/\bClick\b/g, 'Tap').replace(/\bclick\b/g, 'tap') : text;

/** Phases as people would say them; what the rules call them is for the rules. */
const PHASES: Record<string, string> = { setup: 'set-up', ranged: 'shooting' };
export const phaseWords = (phase: string): string => PHASES[phase] ?? phase.replace(/^\d+ /, '');

/** With its full stop. */
export const sentence = (text: string): string => (/[.?!…:]$/.test(text) ? text : `${text}.`);

const HEIGHTS = ['low ground', 'middle ground', 'high ground'];

export function heightWords(elevation: number): string {
  return HEIGHTS[elevation] ?? `ground at height ${elevation}`;
}

/** All that is drawn on a piece; `facing` is which way it looks, for the ear. */
export function pieceWords(piece: PieceView, sideName: string, facing?: string): string {
  const parts = [`${piece.name}, ${sideName} ${piece.symbol}`];
  if (piece.face !== piece.symbol) parts.push(piece.face);
  if (facing) parts.push(`facing ${facing}`);
  if (piece.ratings.length) parts.push(piece.ratings.map((r) => `${r.name} ${r.value}`).join(', '));
  for (const badge of piece.badges) if (badge.text.toLowerCase() !== piece.face) parts.push(badge.text);
  if (piece.gone) parts.push(piece.gone);
  return parts.join(', ');
}

/** What is under the cursor and what can be done there, in one sentence or two. */
export function cursorWords(ground: string, pieces: readonly string[], doable: readonly string[]): string {
  const can = doable.length ? ` ${doable.join('. ')}.` : '';
  return pieces.length ? `${pieces.join('; ')}; on ${ground}.${can}` : `${capital(ground)}.${can}`;
}

const PARTS: Record<string, string> = {
  '1/2': '½',
  '1/3': '⅓',
  '2/3': '⅔',
  '1/4': '¼',
  '3/4': '¾',
  '1/6': '⅙',
  '5/6': '⅚',
};
/** `4 1/2` as it is printed. */
export const fraction = (cost: string): string =>
  cost.replace(/ ?\b(\d\/\d)\b/g, (all, part: string) => PARTS[part] ?? all);

/** Costs that are not in points say what they are in. */
export const points = (cost: string): string =>
  cost === '1' ? '1 point' : /[a-z]/.test(cost) ? cost : `${fraction(cost)} points`;

/** Buttons name the thing to do; the cost stands behind it. */
export const offerWords = (offer: Offer): string =>
  offer.cost && offer.cost !== '0' ? `${offer.label} (${points(offer.cost)})` : offer.label;

export function percent(basisPoints: number): string {
  const p = basisPoints / 100;
  return p > 0 && p < 1 ? `${p.toFixed(1)} %` : `${Math.round(p)} %`;
}

/** The dice of one throw after the other: `2d6, then 1d6`, or those of many that count. */
export function throwWords(throws: readonly ThrowView[]): string {
  const words = ({ dice, sides, least }: ThrowView) => {
    if (least === undefined) return `${dice}d${sides}`;
    const many = sides === 6 ? `${dice} ${dice === 1 ? 'die' : 'dice'}` : `${dice}d${sides}`;
    return `${many}, ${least} or more ${dice === 1 ? 'counts' : 'count'}`;
  };
  return throws.map(words).join(', then ');
}

/** At most four letters that tell groups apart at a glance; the full name is in the label. */
export function tag(group: string): string {
  const words = group.split(/[-\s]+/).filter(Boolean);
  if (words.length > 1)
    return words
      .map((w) => w[0]!.toUpperCase() + (words.length === 2 ? (w[1] ?? '') : ''))
      .join('')
      .slice(0, 4);
  const word = words[0] ?? '';
  return (word[0] ?? '').toUpperCase() + word.slice(1, 3);
}

export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');

/** Strengths one against the other: 3 is three to one, −3 one to three. */
export const ratio = (n: number): string => (n < 0 ? `1:${-n}` : `${n}:1`);

export const capital = (text: string): string => (text ? text[0]!.toUpperCase() + text.slice(1) : text);

/** `all_remaining` as people would write it. */
export const plain = (value: string): string => value.replaceAll('_', ' ');

export function ago(seconds: number, now = Date.now() / 1000): string {
  const d = Math.max(0, now - seconds);
  if (d < 90) return 'just now';
  if (d < 5400) return `${Math.round(d / 60)} minutes ago`;
  if (d < 129_600) return `${Math.round(d / 3600)} hours ago`;
  return `${Math.round(d / 86_400)} days ago`;
}

/** The time of day; with the day if that is another one. */
export function clock(seconds: number, now = Date.now() / 1000): string {
  const far = Math.abs(now - seconds) > 12 * 3600;
  return new Date(seconds * 1000).toLocaleString('en', {
    ...(far && { day: 'numeric', month: 'short' }),
    hour: '2-digit',
    minute: '2-digit',
  });
}

/** A moment of the coming days. */
export function dayTime(seconds: number): string {
  return new Date(seconds * 1000).toLocaleString('en', { weekday: 'long', hour: '2-digit', minute: '2-digit' });
}

/** Many of a kind as one: names that differ only in their number are counted. */
export function counted(names: readonly string[]): string[] {
  const found = new Map<string, string[]>();
  for (const name of names) {
    const kind = name.replace(/\s+\d+$/, '');
    found.set(kind, [...(found.get(kind) ?? []), name]);
  }
  return [...found].map(([kind, list]) => (list.length === 1 ? list[0]! : `${list.length} ${kind}`));
}

/** Who has won, with the winner's points first. */
export function verdictWords(verdict: Pick<Verdict, 'winner' | 'score'>, sides: readonly [string, string]): string {
  const [one, two] = verdict.score;
  if (!verdict.winner) return `Nobody wins, ${one} to ${two}.`;
  const [name, mine, theirs] = verdict.winner === 'one' ? [sides[0], one, two] : [sides[1], two, one];
  // Points that are equal have not decided it, as where somebody has resigned.
  return mine === theirs ? `The ${name} win.` : `The ${name} win, ${mine} to ${theirs}.`;
}

/** What an end is to who sits here alone on one side. */
export function ownEnd({ winner }: Pick<Verdict, 'winner'>, mine: readonly Side[]): string {
  const [own, other] = mine;
  if (!own || other || !winner) return '';
  return winner === own ? 'You win.' : 'You lose.';
}

/** How long a battle takes at the table, roughly: by its counters and turns. */
export function lasts({ pieces, turns }: { pieces: readonly [number, number]; turns: number }): string {
  const minutes = 15 + 0.05 * turns * (pieces[0] + pieces[1]);
  if (minutes < 50) return `about ${Math.round(minutes / 15) * 15} minutes`;
  const half = Math.round(minutes / 30);
  const hours = Math.floor(half / 2);
  return `about ${hours}${half % 2 ? '½' : ''} ${half > 2 ? 'hours' : 'hour'}`;
}

/** From so many rules on a rulebook is a long one. */
const MANY = 150;

/** How much there is to learn for a battle. */
export function learning({ rules }: { rules: number }, isFirst: boolean): string {
  if (isFirst) return 'a first battle';
  return rules < MANY ? 'some rules' : 'many rules';
}

/** Lengths as they are read at a table, to a hundredth of an inch. */
export const rounded = (text: string): string =>
  text.replace(/\d+\.\d+/g, (length) => String(Math.round(Number(length) * 100) / 100));
