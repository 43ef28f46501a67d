import { describe, expect, it } from 'vitest';
import { answer, answerWords, keep, load, opening, set } from './standing';
import type { Offer } from '../api/types';

const offer = (choice: string, more: Partial<Offer> = {}): Offer => ({
  choice,
  kind: choice.split(' ')[0]!,
  role: choice === 'pass' ? 'pass' : 'act',
  label: choice,
  rolls: false,
  ...more,
});
const shot = (piece: string) => offer(`shoot ${piece} x`, { piece, target: 'x', rolls: true });
const charge = (piece: string) => offer(`countercharge ${piece}`, { kind: 'charge', piece });
const early = [offer('pass'), offer('pass unit', { role: 'pass_unit' }), offer('pass phase', { role: 'pass_phase' })];
const late = [offer('pass')];

describe('standing orders', () => {
  it('knows a window by the pass beside a reaction, and the last one', () => {
    expect(opening([offer('move a', { piece: 'a' }), offer('end')])).toBeUndefined();
    expect(opening(early)).toBeUndefined();
    expect(opening([shot('a'), ...early])!.last).toBe(false);
    expect(opening([shot('a'), ...late])!.last).toBe(true);
    expect(opening([shot('a'), ...[...early].reverse()])!.passes[0]!.choice).toBe('pass');
  });

  it('asks unless told otherwise', () => {
    expect(answer([shot('a'), ...early], {})).toBeUndefined();
    expect(answer([shot('a'), shot('b'), ...early], { a: 'never' })).toBeUndefined();
  });

  it('passes for those who hold, but asks in the last window', () => {
    expect(answer([shot('a'), ...early], { a: 'hold' })).toMatchObject({
      offer: { choice: 'pass' },
      held: 1,
      never: 0,
    });
    expect(answer([shot('a'), ...late], { a: 'hold' })).toBeUndefined();
  });

  it('passes for those who never do, in the last window too', () => {
    expect(answer([shot('a'), shot('a'), ...late], { a: 'never' })).toMatchObject({
      offer: { choice: 'pass' },
      held: 0,
      never: 1,
    });
  });

  it('has one order for a kind, and exceptions for a piece', () => {
    const orders = { 'kind:charge': 'never', 'kind:shoot': 'hold' } as const;
    expect(answer([shot('a'), charge('h'), ...early], orders)?.offer.choice).toBe('pass');
    expect(answer([shot('a'), charge('h'), ...early], { ...orders, h: 'ask' })).toBeUndefined();
  });

  it('always asks what no piece answers for', () => {
    expect(answer([offer('shoot', { rolls: true }), ...late], { 'kind:shoot': 'never' })).toBeUndefined();
  });

  it('are kept for a game and a seat', () => {
    const kept = new Map<string, string>();
    const store = {
      getItem: (k: string) => kept.get(k) ?? null,
      setItem: (k: string, v: string) => void kept.set(k, v),
    };
    keep(store, 'g', 'one', { a: 'hold' });
    expect(load(store, 'g', 'one')).toEqual({ a: 'hold' });
    expect(load(store, 'g', 'two')).toEqual({});
    kept.set('schiltron.standing.g.two', '{"a":"sometimes"}');
    expect(load(store, 'g', 'two')).toEqual({});
    kept.set('schiltron.standing.g.two', 'nonsense');
    expect(load(store, 'g', 'two')).toEqual({});
  });

  it('forgets the default of a kind', () => {
    expect(set({ 'kind:shoot': 'hold' }, 'kind:shoot', 'ask')).toEqual({});
    expect(set({ 'kind:shoot': 'hold' }, 'a', 'ask')).toEqual({ 'kind:shoot': 'hold', a: 'ask' });
  });

  it('says what it did', () => {
    expect(answerWords({ held: 2, never: 1 })).toBe('Passed by your standing orders (2 held, 1 told never to).');
  });
});
