import { describe, expect, it } from 'vitest';
import type { Chance, Odds } from '../api/types';
import { bestFirst, byChance, headline, percents } from './odds';

const chance = (outcome: string, basis_points: number, fails = false): Chance => ({
  outcome,
  basis_points,
  fails,
  exact: '',
});
const shot = [chance('miss', 5867, true), chance('no effect', 417), chance('rout +1', 2478), chance('rout +2', 1238)];

describe('odds', () => {
  it('headline what comes of it, not that dice were lucky', () => {
    expect(headline(shot)).toEqual({ words: 'rout', basisPoints: 3716 });
    expect(headline([chance('miss', 4167, true), chance('eliminated', 5833)])).toEqual({
      words: 'eliminated',
      basisPoints: 5833,
    });
    expect(
      headline([chance('0 casualties', 4444, true), chance('1 casualty', 4444), chance('2 casualties', 1112)]),
    ).toEqual({
      words: 'casualties',
      basisPoints: 5556,
    });
    expect(headline([chance('attacker loses', 9000, true), chance('no effect', 1000, true)])).toEqual({
      words: 'succeeds',
      basisPoints: 0,
    });
    expect(headline([chance('defender retreats', 5000), chance('both lose', 5000)])?.words).toBe('has effect');
    expect(headline([chance('whatever', 10_000)])).toBeUndefined();
  });
  it('come with the best first', () => {
    expect(bestFirst(shot).map((o) => o.outcome)).toEqual(['rout +2', 'rout +1', 'no effect', 'miss']);
    const rally = [chance('rallied', 5833), chance('flees', 3333, true), chance('routed', 834, true)];
    expect(bestFirst(rally).map((o) => o.outcome)).toEqual(['rallied', 'flees', 'routed']);
  });
  it('that may come together are rounded each for itself', () => {
    expect(percents([chance('a', 5050), chance('b', 8000)])).toEqual(['50.5 %', '80.0 %']);
  });
  it('come to a hundred', () => {
    expect(percents([chance('a', 3333), chance('b', 3333), chance('c', 3334)])).toEqual(['33 %', '33 %', '34 %']);
    expect(percents([chance('a', 8333), chance('b', 1667)])).toEqual(['83 %', '17 %']);
    expect(percents([chance('a', 50), chance('b', 9950)])).toEqual(['0.5 %', '99.5 %']);
    const thirds = percents([chance('a', 1667), chance('b', 1667), chance('c', 1666), chance('d', 5000)]);
    expect(thirds.reduce((sum, t) => sum + Number.parseInt(t), 0)).toBe(100);
    // One below a hundredth.
    expect(percents([chance('a', 25), chance('b', 3325), chance('c', 6650)])).toEqual(['0.3 %', '33.2 %', '66.5 %']);
    expect(percents([chance('a', 3), chance('b', 3333), chance('c', 6664)])).toEqual(['0.03 %', '33.33 %', '66.64 %']);
    expect(percents([chance('a', 44), chance('b', 4978), chance('c', 4978)])).toEqual(['0.4 %', '49.8 %', '49.8 %']);
    // A server that rounds up, or down.
    expect(percents([chance('a', 55), chance('b', 9946)])).toEqual(['0.5 %', '99.5 %']);
    expect(percents([chance('a', 5), chance('b', 9996)])).toEqual(['0.05 %', '99.95 %']);
  });
});

it('puts what has the best chance first, and what has none told last', () => {
  const odds = (good: number) =>
    ({
      outcomes: [
        { outcome: 'rout', exact: '', basis_points: good, fails: false },
        { outcome: 'no effect', exact: '', basis_points: 10_000 - good, fails: false },
      ],
    }) as unknown as Odds;
  expect(byChance(['low', 'unknown', 'high'], [odds(1900), undefined, odds(4900)])).toEqual(['high', 'low', 'unknown']);
});
