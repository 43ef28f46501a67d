import { describe, expect, it } from 'vitest';
import type { Saved } from '../lib/saved';
import { type Held, Holders } from './holders.svelte';
import { Voice } from './voice.svelte';

function game(change: Partial<Held> = {}): Held & { kept: Partial<Saved>[] } {
  const kept: Partial<Saved>[] = [];
  return {
    game: 'g',
    voice: new Voice(),
    info: { seats: [{ kind: 'here' }, { kind: 'friend' }] },
    state: { vacant: ['two'] },
    saved: { game: 'g', seats: { one: 'A' }, opened: 1 },
    seats: { mine: ['one'], tokenOf: () => 'A' },
    keep: (more) => void kept.push(more),
    meet: () => Promise.resolve(),
    kept,
    ...change,
  };
}

const seats = (...mine: ('one' | 'two')[]) => ({ mine, tokenOf: () => 'A' });

describe('who holds the seats', () => {
  it('knows the other player and whether he has joined', () => {
    const waits = new Holders(game());
    expect([waits.other, waits.waiting, waits.began]).toEqual(['two', true, true]);
    const joined = new Holders(game({ state: {} }));
    expect([joined.other, joined.waiting]).toEqual(['two', false]);
    const friend = new Holders(game({ seats: seats('two'), state: {} }));
    expect([friend.other, friend.began]).toEqual(['one', false]);
  });

  it('knows of nobody where there is nobody', () => {
    expect(new Holders(game({ seats: seats() })).other).toBeUndefined();
    expect(new Holders(game({ seats: seats('one', 'two') })).other).toBeUndefined();
    const captain = { seats: [{ kind: 'here' }, { kind: 'captain', name: 'greedy' }] } satisfies Held['info'];
    expect(new Holders(game({ info: captain })).other).toBeUndefined();
  });

  it('names who has joined', async () => {
    const held = game();
    const holders = new Holders(held);
    holders.heard();
    const joined = { ...held, state: {}, info: { ...held.info!, names: [null, 'Gilbert'] } };
    Object.assign(holders, { held: joined });
    holders.heard();
    await Promise.resolve();
    await Promise.resolve();
    expect(held.voice.whisper).toBe('Gilbert has joined.');
  });

  it('tells once that somebody wanted this seat', () => {
    const held = game({ state: { asked: 7 } });
    new Holders(held).heard();
    expect(held.voice.notice?.text).toContain('asked for a new link to your seat');
    expect(held.kept).toEqual([{ asked: 7 }]);
    const told = game({ state: { asked: 7 }, saved: { game: 'g', seats: { one: 'A' }, opened: 1, asked: 7 } });
    new Holders(told).heard();
    expect(told.voice.notice).toBeUndefined();
  });
});
