import { describe, expect, it } from 'vitest';
import type { Offer, PieceView, Role, StoryEntry } from '../api/types';
import { type Situation, answer, fulfilled, holds, matches } from './deeds';

const entry = (side: 'one' | 'two', choice: string, kind = 'step'): StoryEntry => ({
  side,
  choice,
  dice: [],
  events: [{ kind, role: 'step', text: '', cites: [] }],
});
const ross = { id: 'ross', at: { hexes: ['0507'], facing: 'E' } } as PieceView;
const base: Situation = {
  mine: 'one',
  selected: undefined,
  pointed: [],
  story: [],
  phase: 'movement',
  piece: (id) => (id === 'ross' ? ross : undefined),
  read: false,
};
const offer = (choice: string, role: Role = 'act'): Offer => ({ choice, kind: 'x', role, label: choice, rolls: false });

describe('deeds', () => {
  it('match choices by their words', () => {
    expect(matches('shoot * ross', 'shoot york ross')).toBe(true);
    expect(matches('shoot * ross', 'shoot york mar')).toBe(false);
    expect(matches('end', 'end it')).toBe(false);
    expect(matches('a.b', 'aXb')).toBe(false);
  });

  it('wait for what whoever learns has done, not the other side', () => {
    expect(holds({ choice: 'done*' }, { ...base, story: [entry('two', 'done')] })).toBe(false);
    expect(holds({ choice: 'done*' }, { ...base, story: [entry('one', 'done')] })).toBe(true);
    expect(holds({ event: 'rout' }, { ...base, story: [entry('two', 'done', 'rout')] })).toBe(true);
  });

  it('ask for all that they name', () => {
    expect(holds({ piece: 'ross', hexes: ['0507', '0508'] }, base)).toBe(true);
    expect(holds({ piece: 'ross', hexes: ['0507'], facing: 'W' }, base)).toBe(false);
    expect(holds({ select: 'ross' }, base)).toBe(false);
    expect(holds({ select: 'ross' }, { ...base, selected: 'ross' })).toBe(true);
    expect(holds({ look: 'ross', phase: 'move' }, { ...base, pointed: ['ross'] })).toBe(true);
    expect(holds({ read: true }, base)).toBe(false);
  });
});

describe('the other side', () => {
  it('does what it was told as soon as it can, and lets the rest pass', () => {
    const wishes = ['move york', 'advance *'];
    const offers = [offer('move york'), offer('move kent'), offer('end', 'finish')];
    expect(answer(offers, wishes, [])?.choice).toBe('move york');
    expect(answer(offers, wishes, ['move york'])?.choice).toBe('end');
    expect(answer([offer('run')], [], [])?.choice).toBe('run');
    expect(fulfilled(wishes, ['end', 'move york', 'end'])).toBe(1);
  });
});
