import { describe, expect, it } from 'vitest';
import type { Record as GameRecord } from '../api/types';
import { blake3, bytes, hex } from './blake3';
import { check, dice, keyOf, sidesOf } from './dice';
import { hashOf, load, nextStep } from './shares';
import * as witness from './witness';

const of = (n: number): string => n.toString(16).padStart(2, '0').repeat(32);
const share = (n: number) => ({ commitment: hashOf(of(n)), value: of(n) });

// The vectors of docs/dice.md.
describe('the description of the dice', () => {
  it('hashes', () => {
    expect(hex(blake3(new Uint8Array()))).toBe('af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262');
  });

  it('throws', () => {
    expect(dice(bytes(of(7)), 20)).toEqual([1, 2, 3, 3, 1, 1, 5, 4, 6, 4, 2, 1, 6, 5, 1, 1, 4, 5, 5, 4]);
    const counted = Uint8Array.from({ length: 32 }, (_, i) => i);
    expect(dice(counted, 20)).toEqual([2, 6, 6, 3, 3, 1, 5, 3, 4, 3, 2, 3, 2, 6, 3, 1, 3, 2, 6, 6]);
    // The first word shows no die and is thrown away.
    const rejected = bytes(`f93dcb07${'00'.repeat(28)}`);
    expect(dice(rejected, 20)).toEqual([5, 3, 4, 3, 4, 3, 1, 6, 2, 4, 5, 6, 1, 4, 2, 4, 1, 3, 2, 2]);
    expect(dice(rejected, 20, 10)).toEqual([1, 7, 4, 7, 10, 7, 7, 10, 8, 4, 9, 2, 7, 4, 10, 4, 3, 5, 8, 6]);
  });

  it('mixes', () => {
    const both = keyOf(bytes(of(7)), [share(1), share(2)]);
    expect(hex(both)).toBe('7b034f283243ba41debfb3c9fb37fa3a7e2ac5db9e58d51944a193217d1ed983');
    expect(dice(both, 5)).toEqual([5, 2, 1, 3, 3]);
    const one = keyOf(bytes(of(7)), [share(1), null]);
    expect(hex(one)).toBe('423ce90052b8bce2d7b064b930ef7d74ca733a8d3808c62d2b6034bc6024a3f9');
  });
});

const record = (change: Partial<GameRecord> = {}): GameRecord => ({
  format: 'schiltron-record/1',
  scenario: 'x',
  scenario_hash: '',
  options: {},
  commitment: hashOf(of(7)),
  seed: of(7),
  shares: [share(1), share(2)],
  entries: [
    ['one', 'a', [5, 2], ''],
    ['two', 'b', [1], ''],
  ],
  ...change,
});
const mine = { one: { value: of(1), sealed: hashOf(of(7)), promised: [hashOf(of(1)), hashOf(of(2))] } };

describe('a finished game', () => {
  it('checks out', () => {
    expect(check(record(), { mine })).toEqual({ dice: 3, given: 0, faults: [] });
    // Ten sides, as the skirmish game has them: the same words of the key.
    const tens = record({ shares: undefined, entries: [['one', 'a', dice(bytes(of(7)), 40, 10), '']] });
    expect(check(tens, {}, sidesOf('retinue'))).toEqual({ dice: 40, given: 0, faults: [] });
    expect(check(tens, {}, sidesOf('elements')).faults).toHaveLength(1);
    expect(check(record({ shares: undefined, entries: [['one', 'a', [1, 2, 3], '']] })).faults).toEqual([]);
  });

  it.each([
    ['another die', { entries: [['one', 'a', [5, 3], '']] }, 'The dice do not come'],
    ['another seed', { seed: of(8) }, 'not the one that was sealed'],
    ['another share of mine', { shares: [share(3), share(2)] }, 'Your own share'],
    ['another share of the other', { shares: [share(1), share(3)] }, 'exchanged'],
    ['a broken promise', { shares: [share(1), { ...share(2), value: of(3) }] }, 'not the one that was promised'],
    ['no shares at all', { shares: undefined }, 'Your own share'],
    ['another seal', { seed: of(8), commitment: hashOf(of(8)) }, 'another seed'],
  ] as [string, Partial<GameRecord>, string][])('does not with %s', (_, change, fault) => {
    expect(check(record(change), { mine }).faults.join(' ')).toContain(fault);
  });
});

const memory = () => {
  const kept = new Map<string, string>();
  return { getItem: (k: string) => kept.get(k) ?? null, setItem: (k: string, v: string) => void kept.set(k, v) };
};

// A game against a captain, who adds nothing: [5, 2] became [4, 4] and so on.
describe('a host who cheats', () => {
  const alone = { one: { ...mine.one, promised: [hashOf(of(1)), null] } };
  const honest = record({
    shares: [share(1), null],
    entries: [
      ['one', 'a', [4, 4], ''],
      ['two', 'b', [], ''],
      ['one', 'c', [4, 2], ''],
    ],
  });
  const first = { sealed: honest.commitment, given: 0 };
  const told = (...dice: number[][]) => dice.map((some) => ({ dice: some }));
  const story = told([4, 4], [], [4, 2]);
  const see = (from: number, entries: typeof story, before = witness.load(memory(), 'g', first), hides = false) =>
    witness.after(before, { viewer: 'one', from, story: entries }, hides);
  const faults = (change: Partial<GameRecord>, saw = see(0, story)) =>
    check({ ...honest, ...change }, { mine: alone, seats: ['one'], witness: saw, viewer: 'one' }).faults.join(' ');

  it('is not suspected without reason', () => {
    expect(faults({})).toBe('');
    expect(faults({}, see(1, story.slice(1), see(0, story.slice(0, 2))))).toBe('');
    // What threw no dice may have been taken back.
    expect(faults({}, see(1, story.slice(1), see(0, told([4, 4], [], [], []))))).toBe('');
    // The watcher of a game without shares.
    const plain = record({ shares: undefined, entries: [['one', 'a', [1, 2, 3], '']] });
    const seen = witness.after(
      witness.load(memory(), 'g', first),
      { viewer: 'watcher', from: 0, story: told([1, 2, 3]) },
      false,
    );
    expect(check(plain, { witness: seen, viewer: 'watcher' }).faults).toEqual([]);
  });

  it('cannot give a captain a share afterwards', () => {
    // The dice of another key, so that only the share itself can be found wrong.
    const [a, b, c, d] = dice(keyOf(bytes(of(7)), [share(1), share(2)]), 4) as [number, number, number, number];
    const entries: GameRecord['entries'] = [
      ['one', 'a', [a, b], ''],
      ['two', 'b', [], ''],
      ['one', 'c', [c, d], ''],
    ];
    const change = { shares: [share(1), share(2)] as GameRecord['shares'], entries };
    expect(faults(change, see(0, told([a, b], [], [c, d])))).toContain('A share was exchanged');
    const watching = {
      witness: witness.after(
        witness.load(memory(), 'g', first),
        { viewer: 'watcher', from: 0, story: [], shares: [share(1), null] },
        false,
      ),
    };
    expect(check({ ...honest, ...change }, watching).faults.join(' ')).toContain('not those that were shown');
  });

  it('cannot leave a player out', () => {
    const known = { seats: ['one' as const] };
    expect(check(record({ shares: [null, share(2)], entries: [] }), known).faults.join(' ')).toContain('left out');
    expect(check(record({ shares: undefined, entries: [] }), known).faults).toEqual([]);
  });

  it('cannot call dice given that were not', () => {
    const entries: GameRecord['entries'] = [['one', 'a', [6, 6], ''], ...honest.entries];
    expect(check({ ...honest, given: 1, entries }).faults).toEqual([]);
    expect(faults({ given: 1, entries }, see(0, told([6, 6], [4, 4], [], [4, 2])))).toContain('from elsewhere');
  });

  it('cannot exchange the seal, a watcher looking on', () => {
    const other = record({ shares: undefined, seed: of(8), commitment: hashOf(of(8)), entries: [] });
    expect(check(other).faults).toEqual([]);
    const seen = witness.load(memory(), 'g', first);
    expect(check(other, { witness: seen, viewer: 'watcher' }).faults.join(' ')).toContain('another seed');
  });

  it('cannot show other dice than those of the record', () => {
    for (const shown of [told([6, 4], [], [4, 2]), told([4, 4], [4], [2]), told([4], [4], [4, 2]), story.slice(0, 2)])
      expect(faults({}, see(0, shown))).toContain('shown during play');
  });

  it('cannot take dice back', () => {
    const seen = see(0, story);
    for (const again of [told([4, 4], [], [6, 6]), told([4, 4], []), told([4, 4], [], [], [4, 2])]) {
      const changed = see(0, again, seen);
      expect(changed.changed).toBe(true);
      expect(faults({}, see(0, story, changed))).toContain('after they had been shown');
    }
  });

  it('is remembered over a reload', () => {
    const store = memory();
    const opened = witness.load(store, 'g', first);
    witness.keep(store, 'g', see(0, story, opened));
    const again = witness.load(store, 'g', { sealed: hashOf(of(8)), given: 2 });
    expect(again).toEqual(see(0, story));
    const kept = see(0, told([4, 4], [], [6, 6]), again);
    expect(faults({ given: 2 }, kept)).toContain('from elsewhere');
    expect(kept.changed).toBe(true);
    expect(witness.load(store, 'another', first).dice).toEqual({});
    store.setItem('schiltron.dice.g', '{');
    expect(witness.load(store, 'g', first)).toEqual({ ...first, dice: {} });
  });

  it('may hide what a side may not know yet, and nothing more', () => {
    expect(faults({}, see(0, told([], [], [4, 2]), undefined, true))).toBe('');
    expect(faults({}, see(0, told([], [], [4, 3]), undefined, true))).toContain('shown during play');
    expect(faults({}, see(0, told([4, 4], [], []), see(0, story, undefined, true), true))).toBe('');
  });
});

describe('a share', () => {
  const keeper = () => {
    return { store: memory(), game: 'g', sealed: 's', random: () => bytes(of(9)) };
  };

  it('is promised, waits for the other, and is shown', () => {
    const at = keeper();
    expect(nextStep(at, 'one', undefined)).toBeUndefined();
    expect(nextStep(at, 'one', [null, {}])).toBeUndefined();
    const promised = { commitment: hashOf(of(9)) };
    expect(nextStep(at, 'one', [{}, {}])).toEqual({ do: 'promise_share', ...promised });
    expect(nextStep(at, 'one', [promised, {}])).toBeUndefined();
    const other = { commitment: hashOf(of(2)) };
    expect(nextStep(at, 'one', [promised, other])).toEqual({ do: 'show_share', value: of(9) });
    expect(load(at.store, 'g', 'one')?.promised).toEqual([promised.commitment, other.commitment]);
    expect(nextStep(at, 'one', [share(9), other])).toBeUndefined();
  });

  it('is made anew on another device, unless somebody has shown his', () => {
    const at = keeper();
    const elsewhere = { commitment: hashOf(of(4)) };
    expect(nextStep(at, 'two', [{}, elsewhere])?.do).toBe('promise_share');
    const late = keeper();
    expect(nextStep(late, 'two', [share(1), elsewhere])).toEqual({ do: 'lost' });
  });
});
