import { describe, expect, it } from 'vitest';
import { type Orders, answer as answered, foeKinds, kindAgainst, keyWords, opening, set } from './standing';
import type { Offer, PieceView, Side } from '../api/types';

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

const answer = (offers: readonly Offer[], orders: Orders) =>
  answered(offers, orders, (id) => (id === 'x' ? 'cavalry' : undefined));

describe('standing orders', () => {
  it('may hold against one enemy or one kind of enemies only', () => {
    expect(answer([shot('a'), ...early], { 'a/shoot>x': 'never' })?.choice).toBe('pass');
    expect(answer([shot('a'), ...early], { 'a/shoot>y': 'never' })).toBeUndefined();
    expect(answer([shot('a'), ...early], { 'kind:shoot>~cavalry': 'take', a: 'never' })?.choice).toBe('shoot a x');
    expect(answer([shot('a'), ...early], { 'kind:shoot>~cavalry': 'take', 'a/shoot>x': 'ask' })).toBeUndefined();
    const words = (key: string) =>
      keyWords(
        key,
        (id) => id.toUpperCase(),
        (kind) => kind,
      );
    expect(words('a/shoot>~cavalry')).toBe('A, shoot, against cavalry');
    expect(words('kind:shoot>x')).toBe('All: shoot, against X');
    expect(words('a')).toBe('A');
  });

  it('are given beforehand against the kinds of enemies on the field', () => {
    const piece = (side: Side, symbol: string, more: object = { at: { hexes: ['0101'] } }) =>
      ({ side, symbol, role: 'unit', ...more }) as PieceView;
    const pieces = [piece('two', 'spears'), piece('two', 'cavalry'), piece('two', 'cavalry'), piece('one', 'bow')];
    const others = [piece('two', 'lord', { role: 'leader', at: { hexes: [] } }), piece('two', 'gone', {})];
    expect(foeKinds([...pieces, ...others], 'one')).toEqual(['cavalry', 'spears']);
    const orders = { 'a/shoot': 'never', [kindAgainst('a', 'shoot', 'cavalry')]: 'take' } as const;
    expect(answer([shot('a'), ...early], orders)?.choice).toBe('shoot a x');
  });

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
    expect(answer([shot('a'), ...early], { a: 'hold' })?.choice).toBe('pass');
    expect(answer([shot('a'), ...late], { a: 'hold' })).toBeUndefined();
  });

  it('passes for those who never do, in the last window too', () => {
    expect(answer([shot('a'), shot('a'), ...late], { a: 'never' })?.choice).toBe('pass');
  });

  it('has one order for a kind, and exceptions for a piece', () => {
    const orders = { 'kind:charge': 'never', 'kind:shoot': 'hold' } as const;
    expect(answer([shot('a'), charge('h'), ...early], orders)?.choice).toBe('pass');
    expect(answer([shot('a'), charge('h'), ...early], { ...orders, h: 'ask' })).toBeUndefined();
  });

  it('always asks what no piece answers for', () => {
    expect(answer([offer('shoot', { rolls: true }), ...late], { 'kind:shoot': 'never' })).toBeUndefined();
  });

  it('does what was ordered, if there is one way only', () => {
    expect(answer([shot('a'), charge('h'), ...early], { 'h/charge': 'take' })?.choice).toBe('countercharge h');
    expect(answer([charge('h'), charge('k'), ...early], { 'kind:charge': 'take' })).toBeUndefined();
    expect(answer([charge('h'), charge('k'), ...early], { 'kind:charge': 'take', k: 'never' })?.choice).toBe(
      'countercharge h',
    );
  });

  it('forgets the default of a kind', () => {
    expect(set({ 'kind:shoot': 'hold' }, 'kind:shoot', 'ask')).toEqual({});
    expect(set({ 'kind:shoot': 'hold' }, 'a', 'ask')).toEqual({ 'kind:shoot': 'hold', a: 'ask' });
  });
});
