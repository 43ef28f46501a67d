import { expect, it } from 'vitest';
import { type Lettering, boxOf, settle } from './names';

const SHEET = { left: 0, top: 0, right: 1000, bottom: 800 };
const carse: Lettering = { lines: ['Carse of', 'Balquhiderock'], x: 500, y: 300, size: 21, gap: 4.5, roams: 170 };
const counter = (x: number, y: number) => ({ left: x - 24, right: x + 24, top: y - 24, bottom: y + 24 });
const meets = (a: ReturnType<typeof counter>, b: typeof a) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

it('stands at its place, and beside it when somebody stands there', () => {
  expect(settle([carse], [], SHEET)).toEqual([{ x: 500, y: 300 }]);
  const line = [counter(440, 310), counter(490, 330), counter(540, 350)];
  const [place] = settle([carse], line, SHEET);
  expect(Math.hypot(place!.x - 500, place!.y - 300)).toBeLessThanOrEqual(170);
  expect(line.some((box) => meets(boxOf(carse, place), box))).toBe(false);
});

it('keeps to the sheet, and clear of other names', () => {
  const edge = { ...carse, x: 5 };
  const [first, second] = settle([edge, edge], [], SHEET);
  expect(boxOf(edge, first).left).toBeGreaterThanOrEqual(0);
  expect(meets(boxOf(edge, first), boxOf(edge, second))).toBe(false);
});

it('does not wander: it stays where it was as long as nobody comes there, and at home where all is taken', () => {
  const there = settle([carse], [counter(500, 310)], SHEET);
  expect(settle([carse], [], SHEET, there)).toBe(there);
  expect(settle([carse], [SHEET], SHEET)).toEqual([{ x: 500, y: 300 }]);
});
