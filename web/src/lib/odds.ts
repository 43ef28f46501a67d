// The odds as a reader wants them: what is worth having first, in percents that come to a hundred.
import type { Chance } from '../api/types';

/** It went well and nothing came of it. */
const isIdle = ({ outcome }: Chance): boolean => /^(no effect|stands|0 |done$)/.test(outcome);

const rank = (chance: Chance): number => (chance.fails ? 0 : isIdle(chance) ? 1 : 2);

/** What is worth having first, the strongest of it before the rest: games tell it last. */
export function bestFirst(outcomes: readonly Chance[]): Chance[] {
  const rising = (outcomes[0] && rank(outcomes[0])) !== 2;
  return (rising ? [...outcomes].reverse() : [...outcomes]).sort((a, b) => rank(b) - rank(a));
}

/** The chance that something comes of it, and what. */
export function headline(outcomes: readonly Chance[]): { words: string; basisPoints: number } | undefined {
  if (outcomes.length < 2) return undefined;
  const good = outcomes.filter((o) => rank(o) === 2);
  const basisPoints = good.reduce((sum, o) => sum + o.basis_points, 0);
  const [first] = good;
  if (!first) return { words: 'succeeds', basisPoints };
  if (good.length === 1) return { words: first.outcome, basisPoints };
  const stem = (o: Chance) => o.outcome.replace(/^\d+ /, '').slice(0, 6).split(' ')[0]!;
  if (!good.every((o) => stem(o) === stem(first))) return { words: 'has effect', basisPoints };
  const last = good.at(-1)!.outcome;
  return { words: /^\d+ /.test(last) ? last.replace(/^\d+ /, '') : stem(first), basisPoints };
}

/** Whole percents that come to a hundred: what is cut off goes to those of which most was cut off. Small chances keep a figure. */
export function percents(outcomes: readonly Chance[]): string[] {
  const small = (o: Chance) => o.basis_points > 0 && o.basis_points < 100;
  const all = outcomes.reduce((sum, o) => sum + o.basis_points, 0);
  if (Math.abs(all - 10_000) > outcomes.length || outcomes.some(small))
    return outcomes.map((o) => tenths(o.basis_points));
  const whole = outcomes.map((o) => Math.floor(o.basis_points / 100));
  const order = outcomes
    .map((_, i) => i)
    .sort((a, b) => (outcomes[b]!.basis_points % 100) - (outcomes[a]!.basis_points % 100));
  let left = 100 - whole.reduce((sum, n) => sum + n, 0);
  for (const i of order) if (left-- > 0) whole[i]! += 1;
  return whole.map((n) => `${n} %`);
}

const tenths = (basisPoints: number): string => `${(basisPoints / 100).toFixed(1)} %`;
