import { describe, expect, it } from 'vitest';
import { type Known, jointKinds, largest, named, parties, toggled } from './compose';
import type { Offer } from './types';

const offer = (choice: string): Offer => ({ choice, kind: choice.split(' ')[0]!, label: choice, rolls: true, piece: choice.split(/[ ,]/)[1]! });
const known: Known = { isOwn: (id) => /^[abc]$/.test(id), isHex: (id) => /^\d{4}$/.test(id) };
const attacks = ['attack a on 0101', 'attack b on 0101', 'attack a,b on 0101', 'attack a,b,c on 0101', 'attack a on 0101,0102'].map(offer);

describe('choices made in company', () => {
  it('reads pieces and hexes off the text', () => {
    expect(named(attacks[3]!, known)).toMatchObject({ pieces: ['a', 'b', 'c'], hexes: ['0101'] });
    expect(named(offer('exchange a b'), known)).toMatchObject({ pieces: ['a', 'b'], hexes: [] });
  });

  it('only counts kinds with several pieces and a hex', () => {
    expect([...jointKinds([...attacks, offer('exchange a b'), offer('advance a 0101')], known)]).toEqual(['attack']);
    expect(jointKinds([offer('attack a on 0101')], known).size).toBe(0);
  });

  it('groups by the hexes struck, one hex first', () => {
    const [one, two] = parties(attacks, known);
    expect(one!.everyone).toEqual(['a', 'b', 'c']);
    expect(two!.hexes).toEqual(['0101', '0102']);
  });

  it('takes the largest company and the nearest one that is offered', () => {
    const [party] = parties(attacks, known);
    const all = largest(party!);
    expect(all.offer.choice).toBe('attack a,b,c on 0101');
    const without = toggled(party!, all, 'c')!;
    expect(without.offer.choice).toBe('attack a,b on 0101');
    expect(toggled(party!, without, 'a')!.offer.choice).toBe('attack b on 0101');
    // Nobody but all three may bring c.
    expect(toggled(party!, toggled(party!, without, 'a')!, 'c')!.offer.choice).toBe('attack a,b,c on 0101');
  });
});
