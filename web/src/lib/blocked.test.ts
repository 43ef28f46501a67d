import { expect, it } from 'vitest';
import { load, toggle } from './blocked';

it('keeps blocked names and lets them go', () => {
  const kept = new Map<string, string>();
  const store = { getItem: (k: string) => kept.get(k) ?? null, setItem: (k: string, v: string) => void kept.set(k, v) };
  expect(load(store)).toEqual([]);
  expect(toggle(store, 'Rude')).toEqual(['Rude']);
  expect(load(store)).toEqual(['Rude']);
  expect(toggle(store, 'Rude')).toEqual([]);
  kept.set('schiltron.blocked', '{"not":"a list"}');
  expect(load(store)).toEqual([]);
});
