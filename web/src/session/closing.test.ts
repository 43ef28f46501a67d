import { describe, expect, it } from 'vitest';
import type { Destination, Offer, PieceView } from '../api/types';
import { field } from '../ground/testing';
import { closer, foesOf, turned } from './closing';
import { reach } from './play';

const ground = field(8, 8);
const at = (hex: string, facing?: string) => ({ hexes: [hex], ...(facing && { facing }) });
const unit = (side: 'one' | 'two', hex: string) => ({ side, role: 'unit', at: at(hex) }) as PieceView;
const way = (from: string, hex: string, cost: string, facing?: string): Destination => ({
  to: at(hex, facing),
  cost,
  plan: [],
  path: [at(from), at(hex)],
});
const foes = foesOf([unit('two', '0401'), unit('one', '0404')], 'one', ground);

describe('closing with the enemy', () => {
  it('goes as near as it can, looking at him, and leaves places to others', () => {
    expect(foes).toHaveLength(1);
    const known = reach(
      [
        way('0406', '0405', '1', 'N'),
        way('0406', '0403', '3', 'S'),
        way('0406', '0403', '4', 'N'),
        way('0406', '0407', '1'),
      ],
      ground,
    );
    const found = closer(ground, at('0406'), known, foes);
    expect(found.map(({ to }) => to)).toEqual([at('0403', 'N'), at('0405', 'N')]);
    expect(closer(ground, at('0406'), known, foes, new Set(['0403'])).map(({ to }) => to)).toEqual([at('0405', 'N')]);
  });
  it('stays where nothing is nearer', () => {
    expect(closer(ground, at('0402'), reach([way('0402', '0404', '2')], ground), foes)).toEqual([]);
    expect(closer(ground, at('0402'), undefined, foes)).toEqual([]);
  });
  it('turns to him', () => {
    const turns = ['S', 'N'].map((facing) => ({ choice: facing, to: { hexes: [], facing } }) as unknown as Offer);
    expect(turned(ground, at('0404'), turns, foes)?.choice).toBe('N');
    expect(turned(ground, at('0404'), [], foes)).toBeUndefined();
  });
});
