import { describe, expect, it } from 'vitest';
import type { Record as GameRecord } from '../api/types';
import { blake3, bytes, hex } from './blake3';
import { check, dice, keyOf, sidesOf } from './dice';
import { hashOf, load, nextStep } from './shares';

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
    expect(check(record(), mine)).toEqual({ dice: 3, given: 0, faults: [] });
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
    expect(check(record(change), mine).faults.join(' ')).toContain(fault);
  });
});

describe('a share', () => {
  const keeper = () => {
    const kept = new Map<string, string>();
    const store = {
      getItem: (k: string) => kept.get(k) ?? null,
      setItem: (k: string, v: string) => void kept.set(k, v),
    };
    return { store, game: 'g', sealed: 's', random: () => bytes(of(9)) };
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
