import { describe, expect, it } from 'vitest';
import { Grid } from '../lib/geometry';
import type { PieceView } from '../lib/types';
import { fanned, front, places } from './layout';

const hexes = Array.from({ length: 16 }, (_, i) => ({
  id: `0${(i % 4) + 1}0${Math.floor(i / 4) + 1}`,
  column: (i % 4) + 1,
  row: Math.floor(i / 4) + 1,
  terrain: 'clear',
  elevation: 0,
}));
const grid = new Grid({ columns: 4, rows: 4, pushed_down: 'even', hexes });
const piece = (id: string, on: string[], facing?: string): PieceView => ({
  id,
  name: id,
  side: 'one',
  hexes: on,
  symbol: facing ? 's' : 'leader',
  face: 'f',
  ratings: [],
  badges: [],
  ...(facing ? { facing } : {}),
});

describe('where counters lie', () => {
  it('puts the fighting piece in the middle and its leader behind it', () => {
    const list = places([piece('lord', ['0202']), piece('unit', ['0202'], 'E')], grid, undefined);
    const centre = grid.centre('0202')!;
    expect(list.map((p) => p.piece.id)).toEqual(['unit', 'lord']);
    expect(list[0]).toMatchObject({ ...centre, scale: 1 });
    expect(list[1]!.scale).toBeLessThan(1);
  });

  it('fans an opened stack out, where it can be hit', () => {
    const list = places([piece('unit', ['0202'], 'E'), piece('lord', ['0202'])], grid, '0202');
    const lord = list.find((p) => p.piece.id === 'lord')!;
    expect(fanned(list, '0202', lord)?.piece.id).toBe('lord');
    expect(fanned(list, undefined, lord)).toBeUndefined();
    expect(fanned(list, '0202', { x: 0, y: 0 })).toBeUndefined();
  });

  it('piles units up and counts the second half of a long one', () => {
    const list = places(
      [piece('long', ['0202', '0203'], 'E'), piece('other', ['0203'], 'E'), piece('lord', ['0203'])],
      grid,
      undefined,
    );
    expect(list.map((p) => p.piece.id)).toEqual(['other', 'long', 'lord']);
    expect(list.map((p) => p.order)).toEqual([1, 0, 2]);
    expect(list[2]!.scale).toBeLessThan(1);
  });

  it('looks away from the long side', () => {
    expect(front(90, 'E')).toBe(0);
    expect(front(90, 'W')).toBe(180);
    expect(front(30, 'NNE')).toBe(-60);
    expect(front(30, 'SSW')).toBe(120);
  });

  it('lays a counter of two hexes between them', () => {
    const [long] = places([piece('long', ['0202', '0203'], 'E')], grid, undefined);
    const a = grid.centre('0202')!;
    const b = grid.centre('0203')!;
    expect(long!.y).toBeCloseTo((a.y + b.y) / 2);
    expect(long!.tilt).toBeCloseTo(90);
    expect(long!.reach).toBeCloseTo(b.y - a.y);
  });

  it('leaves out what is off the map', () => {
    expect(places([piece('gone', [])], grid, undefined)).toEqual([]);
  });
});
