// What the page says about where the dice come from.
import { render } from 'svelte/server';
import { expect, it } from 'vitest';
import type { Checked } from '../lib/dice';
import type { Session } from '../session/session.svelte';
import DiceProof from './DiceProof.svelte';

const SEED = '07'.repeat(32);

const said = (fairness: { seed?: string; checked?: Checked }): string => {
  const session = {
    fairness: { shares: undefined, ready: true, lost: [], ...fairness },
    sides: ['Scots', 'English'],
    system: 'retinue',
    info: { commitment: 'abcd'.repeat(16) },
  } as unknown as Session;
  return render(DiceProof, { props: { session } })
    .body.replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
};

it('keeps the seed for the end, and then shows it and how to check it', () => {
  const before = said({});
  expect(before).toContain('at the end');
  expect(before).not.toContain('check it yourself');
  const after = said({ seed: SEED, checked: { dice: 12, given: 0, faults: [] } });
  expect(after).not.toContain('at the end');
  expect(after).toContain(SEED);
  expect(after).toContain('divided by 10');
  expect(after).toContain('docs/dice.md');
  expect(after).toContain('12 come from what was promised');
});

it('says what is wrong', () => {
  const wrong = said({ seed: SEED, checked: { dice: 0, given: 0, faults: ['The dice are others.'] } });
  expect(wrong).toContain('do not check out');
  expect(wrong).toContain('The dice are others.');
});

it('says of dice that came with a record that they are not proven', () => {
  const forged = said({ seed: SEED, checked: { dice: 7, given: 5, faults: [] } });
  expect(forged).toContain('7 come from what was promised');
  expect(forged).toContain('5 dice came with a record from elsewhere and are not proven');
  expect(said({ seed: SEED, checked: { dice: 7, given: 0, faults: [] } })).not.toContain('not proven');
});
