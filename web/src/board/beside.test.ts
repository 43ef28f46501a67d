import { describe, expect, it } from 'vitest';
import { beside } from './beside';

const VIEW = { width: 800, height: 600 };
const BOX = { width: 200, height: 100 };
const at = { x: 300, y: 300 };
const free = (spare: { x: number; y: number }[], from = at) => {
  const p = beside(from, BOX, VIEW, 30, spare);
  expect(p.x).toBeGreaterThanOrEqual(6);
  expect(p.y).toBeGreaterThanOrEqual(6);
  expect(p.x + BOX.width).toBeLessThanOrEqual(VIEW.width - 6);
  expect(p.y + BOX.height).toBeLessThanOrEqual(VIEW.height - 6);
  for (const { x, y } of [from, ...spare])
    expect(x > p.x && x < p.x + BOX.width && y > p.y && y < p.y + BOX.height).toBe(false);
  return p;
};

describe('a box beside a point', () => {
  it('stands at its right, if nobody else is there', () => {
    expect(free([])).toEqual({ x: 330, y: 300 });
  });
  it('goes out of the way of who else is spoken of', () => {
    expect(free([{ x: 420, y: 330 }])).toEqual({ x: 330, y: 200 });
    expect(
      free([
        { x: 420, y: 330 },
        { x: 420, y: 250 },
      ]),
    ).toEqual({ x: 100, y: 330 });
  });
  it('goes farther away where there is no room beside the point alone', () => {
    // At the right edge near the top, somebody else below at the left.
    const from = { x: 760, y: 80 };
    expect(free([{ x: 690, y: 125 }], from).y).toBe(155);
  });
  it('stays in the view in every corner', () => {
    for (const x of [10, 400, 790]) for (const y of [10, 300, 590]) free([], { x, y });
  });
});
