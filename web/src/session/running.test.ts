import { describe, expect, it } from 'vitest';
import type { Destination, Offer } from '../api/types';
import { field } from '../ground/testing';
import { areOwed, isSettled, onlyWay } from './running';

const ground = field(20, 12);
/** The places on a way, each with the steps that lead to it. */
const along = (...hexes: string[]): Destination[] =>
  hexes.map((hex, i) => ({
    to: { hexes: [hex] },
    cost: String(i),
    plan: ['rout', ...hexes.slice(1, i + 1).map((h) => `step ${h}`)],
    path: hexes.slice(0, i + 1).map((h) => ({ hexes: [h] })),
  }));

describe('routed units that have to run', () => {
  it('have one way if every place lies on it', () => {
    const straight = along('0205', '0206', '0207');
    expect(onlyWay(straight)?.plan).toEqual(['rout', 'step 0206', 'step 0207']);
    expect(onlyWay([...straight, ...along('0205', '0306').slice(1)])).toBeUndefined();
    // Nowhere to go: that is to be seen, and nothing is known of what comes of it.
    expect(onlyWay(along('0205'))).toBeUndefined();
    expect(onlyWay([])).toBeUndefined();
  });
  it('need no order if they do not come near each other', () => {
    const one = along('0205', '0206', '0207');
    expect(isSettled([one, along('1205', '1206')], ground)).toBe(true);
    expect(isSettled([one, along('0405', '0406')], ground)).toBe(false);
    // Later only.
    expect(isSettled([one, along('0212', '0211', '0210')], ground)).toBe(false);
    expect(isSettled([one, [...along('1205', '1206'), ...along('1205', '1106').slice(1)]], ground)).toBe(false);
  });
  it('are several, of one kind, and there is nothing else to do', () => {
    const rout = (piece: string): Offer => ({
      choice: `rout ${piece}`,
      kind: 'rout',
      role: 'owed',
      label: '',
      piece,
      rolls: false,
    });
    expect(areOwed([rout('a'), rout('b')])).toBe(true);
    expect(areOwed([rout('a')])).toBe(false);
    expect(areOwed([rout('a'), rout('a')])).toBe(false);
    expect(areOwed([rout('a'), { ...rout('b'), rolls: true }])).toBe(false);
    expect(areOwed([rout('a'), rout('b'), { ...rout('c'), role: 'finish' }])).toBe(false);
  });
});
