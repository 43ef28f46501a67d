import { expect, it } from 'vitest';
import type { PieceView } from '../api/types';
import { type Based, lower, numbersOf } from './plate';

const unit = (id: string, x: number, y = 100): Based => ({
  piece: { id, role: 'unit', ratings: [{ name: 'elements', value: '12' }], badges: [] } as unknown as PieceView,
  x,
  y,
  // Looking east: long from north to south.
  angle: 0,
  base: { width: 200, depth: 40 },
});

it('leaves plates that stand free in the middle of their bases', () => {
  expect(lower([unit('a', 0), unit('b', 400)]).size).toBe(0);
});

it('lowers a plate that would lie over another, within its base', () => {
  const found = lower([unit('a', 0), unit('b', 42), unit('c', 84)]);
  expect(found.has('a')).toBe(false);
  expect(found.get('b')).toBeGreaterThan(20);
  expect(found.get('b')).toBeLessThan(100);
});

it('leaves it where there is no room', () => {
  const flat = (id: string, x: number): Based => ({ ...unit(id, x), angle: -90, base: { width: 60, depth: 20 } });
  expect(lower([flat('a', 0), flat('b', 10)]).size).toBe(0);
});

it('knows how high numbers are: as large as a base allows, and never smaller than can be read when it is looked at closely', () => {
  const size = (width: number, depth: number) => numbersOf({ ...unit('a', 0), base: { width, depth }, scale: 1 });
  expect(size(300, 120)).toBeGreaterThan(size(60, 40));
  expect(size(10, 10)).toBeCloseTo(11.03, 1);
  const figure = { ...unit('f', 0), scale: 1 };
  figure.piece = { ...figure.piece, base: { width: 1000, depth: 1000, round: true } };
  expect(numbersOf({ ...figure, base: { width: 42, depth: 42 } })).toBeCloseTo(10.5);
});
