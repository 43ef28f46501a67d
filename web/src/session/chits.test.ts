import { describe, expect, it } from 'vitest';
import type { Offer } from '../api/types';
import { chitsOf, saidOf, short } from './chits';

const chit = (piece: string, label: string): Offer => ({
  choice: `chit ${piece} ${label}`,
  kind: 'chit',
  role: 'act',
  label,
  piece,
  rolls: false,
});

describe('chits', () => {
  const ready: Offer = { choice: 'ready', kind: 'ready', role: 'finish', label: 'Ready', rolls: true };
  const offers = [chit('S1', 'melee'), chit('S1', 'move'), chit('S2', 'move'), ready];

  it('go by their names, those for most first', () => {
    const [move, melee, ...more] = chitsOf(offers);
    expect([move!.label, ...move!.offers.keys()]).toEqual(['move', 'S1', 'S2']);
    expect([melee!.label, ...melee!.offers.keys()]).toEqual(['melee', 'S1']);
    expect(more).toEqual([]);
    expect(chitsOf([ready])).toEqual([]);
  });
  it('are asked about for those who cannot have them', () => {
    expect(saidOf(chitsOf(offers)[1]!, 'S2')).toBe('chit S2 melee');
  });
  it('have a short form', () => {
    expect(['move', 'melee', 'move-shoot', 'switch: axe'].map(short)).toEqual(['Mo', 'Me', 'MS', 'Sw']);
  });
});
