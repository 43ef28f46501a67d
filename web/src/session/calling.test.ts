import { expect, it } from 'vitest';
import { Calling, type Turn } from './calling.svelte';

const turn = (change: Partial<Turn>): Turn => ({
  mine: true,
  was: false,
  first: false,
  begun: true,
  acted: false,
  friend: true,
  hidden: false,
  prompt: 'Scots: move units.',
  ...change,
});
const said = (...turns: Partial<Turn>[]): string => {
  const calling = new Calling();
  for (const change of turns) calling.heard(turn(change));
  return calling.words;
};

it('calls when the turn comes back, and when somebody comes back to a game that waits for him', () => {
  expect(said({})).toBe('Scots: move units.');
  expect(said({ first: true })).toBe('Scots: move units.');
  expect(said({ mine: false })).toBe('');
});

it('does not call for the first choice of a new game, nor after every turn of a captain', () => {
  expect(said({ first: true, begun: false })).toBe('');
  expect(said({ friend: false })).toBe('');
  expect(said({ friend: false, first: true })).toBe('');
  expect(said({ friend: false, hidden: true })).toBe('Scots: move units.');
});

it('is silent as soon as something was done, and when the turn goes over', () => {
  expect(said({}, { was: true, acted: true })).toBe('');
  expect(said({}, { was: true, mine: false })).toBe('');
  expect(said({}, { was: true })).toBe('Scots: move units.');
});
