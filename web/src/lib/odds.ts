// The odds as a reader wants them: what is worth having first, in percents that come to a hundred.
import type { Chance, Odds } from '../api/types';

/** It went well and nothing came of it. */
const isIdle = ({ outcome }: Chance): boolean => /^(no effect|stands|0 |done$)/.test(outcome);

const rank = (chance: Chance): number => (chance.fails ? 0 : isIdle(chance) ? 1 : 2);

/** They are told of each piece by itself, and several may come to pass together: no ways in which one thing can end. */
const comeTogether = (outcomes: readonly Chance[]): boolean =>
  outcomes.some((o) => o.outcome.includes(': ')) ||
  Math.abs(outcomes.reduce((sum, o) => sum + o.basis_points, 0) - WHOLE) > outcomes.length;

/** What is worth having first, the strongest of it before the rest: games tell it last, unless they begin with it. */
export function bestFirst(outcomes: readonly Chance[]): Chance[] {
  const [first, last] = [outcomes[0], outcomes.at(-1)];
  if (!first || !last || comeTogether(outcomes)) return [...outcomes];
  const falling = rank(first) === 2 && rank(last) !== 2;
  return (falling ? [...outcomes] : [...outcomes].reverse()).sort((a, b) => rank(b) - rank(a));
}

/** The chance that something comes of it, and what. Where several may suffer, what befalls him whom it is aimed at, by any of his names. */
export function headline(
  outcomes: readonly Chance[],
  whom: readonly string[] = [],
): { words: string; basisPoints: number } | undefined {
  if (outcomes.length < 2) return undefined;
  if (comeTogether(outcomes)) return befalling(outcomes, whom);
  const good = outcomes.filter((o) => rank(o) === 2);
  const basisPoints = good.reduce((sum, o) => sum + o.basis_points, 0);
  return { words: inOne(good.map((o) => o.outcome)), basisPoints };
}

/** What a piece is called in outcomes: by its sign in orders, or by its name. */
export function namesOf(pieces: ReadonlyMap<string, { name: string }>, id: string | undefined): string[] {
  const name = id && pieces.get(id)?.name;
  return id ? [id, ...(name ? [name] : [])] : [];
}

function befalling(outcomes: readonly Chance[], whom: readonly string[]) {
  const own = outcomes.find(({ outcome }) => whom.some((name) => outcome.startsWith(`${name}: `)));
  const words = own?.outcome.replace(/^[^:]+: /, '');
  // How many he loses is told of each number by itself.
  return own && words && !/\d/.test(words) ? { words, basisPoints: own.basis_points } : undefined;
}

/** One name for several outcomes, whatever the game: `rout or eliminated`, `defender loses or retreats`, `lost or worse`. */
function inOne(names: readonly string[]): string {
  const [first, ...others] = names;
  if (!first) return 'succeeds';
  if (!others.length) return first;
  // How many, or by how much, is told below: the last speaks of more than one.
  const counted = names.findLast((name) => COUNT.test(name))?.replace(COUNT, '');
  const bare = names.map((name) => (COUNT.test(name) ? counted! : name.replace(/ \+\d+$/, '')));
  const [least = '', next, ...more] = new Set(bare);
  if (!next) return least;
  if (more.length) return `${least} or worse`;
  const [one, two] = [least.split(' '), next.split(' ')];
  const same = one.findIndex((word, i) => word !== two[i]);
  return `${least} or ${two.slice(Math.max(0, same)).join(' ')}`;
}

const COUNT = /^\d+ /;

/** Of several things the one with the best chance first; those of which no chance is told keep their places at the end. */
export function byChance<T>(
  list: readonly T[],
  odds: readonly (Odds | undefined)[],
  whom: (one: T) => readonly string[] = () => [],
): T[] {
  const chance = (i: number) => headline(odds[i]?.outcomes ?? [], whom(list[i]!))?.basisPoints ?? -1;
  return list
    .map((one, i) => ({ one, chance: chance(i) }))
    .sort((a, b) => b.chance - a.chance)
    .map(({ one }) => one);
}

/**
 * Percents that come to a hundred: what is cut off goes to those of which most was cut off. They are whole, unless one of them is
 * so small that it needs tenths, or hundredths, to be more than nothing.
 */
export function percents(outcomes: readonly Chance[]): string[] {
  const points = outcomes.map((o) => o.basis_points);
  if (comeTogether(outcomes)) return points.map((n) => inPercent(n, 1));
  const least = Math.min(...points.filter((n) => n > 0));
  const digits = least >= 100 ? 0 : least >= 10 ? 1 : 2;
  const step = 10 ** (2 - digits);
  return shared(points, step).map((n) => inPercent(n, digits));
}

const WHOLE = 10_000;

/** Multiples of a step that come to the whole, each as near as can be. */
function shared(points: readonly number[], step: number): number[] {
  const parts = points.map((n) => n - (n % step));
  const order = points.map((_, i) => i).sort((a, b) => (points[b]! % step) - (points[a]! % step));
  let left = WHOLE - parts.reduce((sum, n) => sum + n, 0);
  for (const i of order) {
    if (left < step) break;
    parts[i]! += step;
    left -= step;
  }
  // Rounded up by the server: the largest has it.
  if (left) parts[parts.indexOf(Math.max(...parts))]! += left;
  return parts;
}

const inPercent = (basisPoints: number, digits: number): string => `${(basisPoints / 100).toFixed(digits)} %`;
