import { describe, expect, it } from 'vitest';
import { along, lengthOf, relax, round } from '../lines';
import { outlines, sharedSide, spread, streamLines } from './outline';

const cell = (c: number, d: number) => ({ c, d });

describe('outlines', () => {
  it('goes once around a hex', () => {
    expect(outlines([cell(2, 4)]).map((l) => l.length)).toEqual([6]);
  });

  it('joins neighbours and keeps islands apart', () => {
    const loops = outlines([cell(2, 4), cell(2, 6), cell(8, 4)]);
    expect(loops.map((l) => l.length).sort()).toEqual([10, 6]);
  });

  it('goes around a hole too', () => {
    const ring = [cell(2, 2), cell(3, 3), cell(3, 5), cell(2, 6), cell(1, 5), cell(1, 3)];
    expect(
      outlines(ring)
        .map((l) => l.length)
        .sort((a, b) => a - b),
    ).toEqual([6, 18]);
  });

  it('spreads beyond the map but not on it', () => {
    const on = (c: { c: number; d: number }) => c.c >= 1;
    const out = spread([cell(1, 3)], on);
    expect(out).toHaveLength(3);
    expect(out.filter((c) => !on(c))).toHaveLength(2);
  });
});

describe('streams', () => {
  it('follow hexsides whichever way the first is listed', () => {
    const sides: [ReturnType<typeof cell>, ReturnType<typeof cell>][] = [
      [cell(2, 4), cell(2, 2)],
      [cell(2, 4), cell(3, 3)],
      [cell(2, 4), cell(3, 5)],
    ];
    const [line] = streamLines(sides);
    expect(line).toHaveLength(4);
    expect(Math.round(lengthOf(line!))).toBe(96);
  });

  it('begin anew after a gap', () => {
    expect(
      streamLines([
        [cell(2, 4), cell(2, 2)],
        [cell(6, 4), cell(6, 6)],
      ]),
    ).toHaveLength(2);
  });

  it('share a side only with neighbours', () => {
    expect(sharedSide(cell(1, 1), cell(4, 4))).toBeUndefined();
  });
});

describe('lines', () => {
  const line = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 10, y: 10 },
  ];
  it('keep their ends when smoothed', () => {
    for (const smooth of [relax(line, false, 2), round(line, false, 2)]) {
      expect(smooth[0]).toEqual(line[0]);
      expect(smooth.at(-1)).toEqual(line[2]);
    }
  });
  it('are walked in even steps', () => {
    expect(along(line, false, 5).map((p) => [p.x, p.y])).toEqual([
      [0, 0],
      [5, 0],
      [10, 0],
      [10, 5],
    ]);
  });
});
