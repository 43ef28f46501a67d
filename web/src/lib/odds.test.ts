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
    expect(headline([chance('whatever', 10_000)])).toBeUndefined();
  });
  // Every list of names that a game gives its outcomes, in its order; with a minus those that come to nothing.
  it.each([
    // Edward and Robert (`standard/event.rs`).
    ['-miss, no effect, rout +1', 'rout +1'],
    ['-miss, no effect, rout +1, rout +2, rout +3', 'rout'],
    ['-miss, no effect, rout +1, rout +2, eliminated', 'rout or eliminated'],
    ['-miss, eliminated', 'eliminated'],
    ['-miss, hit', 'hit'],
    ['-miss, hit, rout +1, eliminated', 'hit or worse'],
    ['-nothing, no effect', 'succeeds'],
    ['-failed, organised', 'organised'],
    // Medieval (`outcome.rs`): a combat, shots, checks.
    ['-attacker retreats, -attacker loses, -no effect, -both lose, defender loses', 'defender loses'],
    ['-attacker loses, -no effect, defender loses, defender retreats', 'defender loses or retreats'],
    ['-attacker retreats, -no effect, defender retreats', 'defender retreats'],
    ['-no effect, 1 lost, 2 lost', 'lost'],
    ['-no effect, 1 lost, 2 lost, scattered', 'lost or scattered'],
    ['-no effect, 1 lost, 2 lost, scattered, -friend hit, leader dies', 'lost or worse'],
    ['-no effect, scattered', 'scattered'],
    ['-no effect, leader dies', 'leader dies'],
    ['-failed, passed', 'passed'],
    ['-friend hit, passed', 'passed'],
    // Elements (`telling.rs`): shots, orders, rallies, and what follows without dice.
    ['-0 casualties, 1 casualty', '1 casualty'],
    ['-0 casualties, 1 casualty, 2 casualties', 'casualties'],
    ['-failed, done', 'succeeds'],
    ['rallied, -flees, -routed', 'rallied'],
    ['-failed, passed', 'passed'],
    // Retinue (`rules.rs`).
    ['-nothing, harm', 'harm'],
  ])('of %s headline: %s', (list, words) => {
    const names = list.split(', ');
    const each = Math.floor(10_000 / names.length);
    const outcomes = names.map((name) => chance(name.replace(/^-/, ''), each, name.startsWith('-')));
    const good = names.filter((name) => !/^-|^no effect$|^done$/.test(name)).length;
    expect(headline(outcomes)).toEqual({ words, basisPoints: good * each });
  });
  it('have no headline where several things may come together', () => {
    // Elements (`prospects.rs`) and retinue tell of each piece by itself.
    const fates = [chance('Swiss: losses', 6000), chance('Swiss: breaks', 4000)];
    expect(headline(fates)).toBeUndefined();
    expect(headline([chance('Tom: struck', 5000), chance('Tom: disabled', 300)])).toBeUndefined();
    expect(bestFirst(fates)).toEqual(fates);
    expect(percents(fates)).toEqual(['60.0 %', '40.0 %']);
  });
  it('tell of several first what befalls him whom it is aimed at, if that is one thing', () => {
    const all = [
      chance('S02: hit', 2000),
      chance('S02: loses 1', 60),
      chance('Ross: loses 1', 60),
      chance('Ross: hit', 900),
    ];
    expect(headline(all, ['S02', 'King Robert'])).toEqual({ words: 'hit', basisPoints: 2000 });
    expect(headline(all, ['Ross'])).toBeUndefined();
    expect(headline(all, ['Angus'])).toBeUndefined();
  });

  it('come with the best first', () => {
    expect(bestFirst(shot).map((o) => o.outcome)).toEqual(['rout +2', 'rout +1', 'no effect', 'miss']);
    const rally = [chance('rallied', 5833), chance('flees', 3333, true), chance('routed', 834, true)];
    expect(bestFirst(rally).map((o) => o.outcome)).toEqual(['rallied', 'flees', 'routed']);
    const sure = [chance('rout +1', 5000), chance('rout +2', 3000), chance('eliminated', 2000)];
    expect(bestFirst(sure).map((o) => o.outcome)).toEqual(['eliminated', 'rout +2', 'rout +1']);
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
