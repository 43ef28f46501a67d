import { describe, expect, it } from 'vitest';
import { jointKinds, largest, parties, toggled } from './compose';
import type { Offer } from '../api/wire';

const offer = (choice: string, more: Partial<Offer> = {}): Offer => ({
  choice,
  kind: choice.split(' ')[0]!,
  label: choice,
  rolls: true,
  ...more,
});
const attack = (company: string[], hexes: string[]): Offer =>
  offer(`attack ${company} on ${hexes}`, {
    piece: company[0]!,
    company,
    struck: hexes.map((hex) => ({ hexes: [hex] })),
  });
const attacks = [
  attack(['a'], ['0101']),
  attack(['b'], ['0101']),
  attack(['a', 'b'], ['0101']),
  attack(['a', 'b', 'c'], ['0101']),
  attack(['a'], ['0101', '0102']),
];

describe('choices made in company', () => {
  it('only counts kinds with several in company', () => {
    expect([...jointKinds([...attacks, offer('exchange a b'), offer('advance a 0101')])]).toEqual(['attack']);
    expect(jointKinds([attack(['a'], ['0101'])]).size).toBe(0);
  });

  it('groups by the places struck, one hex first', () => {
    const [one, two] = parties(attacks);
    expect(one!.everyone).toEqual(['a', 'b', 'c']);
    expect(two!.struck).toEqual([{ hexes: ['0101'] }, { hexes: ['0102'] }]);
  });

  it('takes the largest company and the nearest one that is offered', () => {
    const [party] = parties(attacks);
    const all = largest(party!);
    expect(all.offer.choice).toBe('attack a,b,c on 0101');
    const without = toggled(party!, all, 'c')!;
    expect(without.offer.choice).toBe('attack a,b on 0101');
    expect(toggled(party!, without, 'a')!.offer.choice).toBe('attack b on 0101');
    // Nobody but all three may bring c.
    expect(toggled(party!, toggled(party!, without, 'a')!, 'c')!.offer.choice).toBe('attack a,b,c on 0101');
  });
});
