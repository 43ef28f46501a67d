import { describe, expect, it } from 'vitest';
import type { PieceView } from '../api/types';
import { front } from '../ground/hexes/sheet';
import { field } from '../ground/testing';
import { covered, fanned, lay, pennonAt, tray } from './layout';

const ground = field(4, 4);
const grid = ground.grid;
const piece = (id: string, on: string[], facing?: string): PieceView => ({
  id,
  name: id,
  side: 'one',
  symbol: facing ? 's' : 'leader',
  role: facing ? 'unit' : 'leader',
  picture: facing ? 'spears' : 'leader',
  face: 'f',
  ratings: [],
  badges: [],
  ...(on.length ? { at: { hexes: on, ...(facing ? { facing } : {}) } } : {}),
});

describe('where counters lie', () => {
  it('knows what of the sheet they cover: each hex of a long one, and more where a pennon flies', () => {
    const middle = grid.centre('0202')!;
    const boxes = covered([piece('long', ['0202', '0303'], 'E'), piece('lord', ['0202']), piece('gone', [])], ground);
    expect(boxes).toHaveLength(3);
    const [unit, , lord] = boxes;
    expect(unit).toMatchObject({ left: middle.x - 24, bottom: middle.y + 24 });
    expect(lord!.top).toBeLessThan(unit!.top);
  });
  it('puts the fighting piece in the middle and its leader behind it', () => {
    const list = lay([piece('lord', ['0202']), piece('unit', ['0202'], 'E')], ground, undefined);
    const centre = grid.centre('0202')!;
    expect(list.map((p) => p.piece.id)).toEqual(['unit', 'lord']);
    expect(list[0]).toMatchObject({ ...centre, scale: 1 });
    expect(list[1]!.scale).toBeLessThan(1);
  });

  it('finds a leader by his pennon, not by what is below it', () => {
    const list = lay([piece('unit', ['0202'], 'E'), piece('lord', ['0202'])], ground, undefined);
    const { x, y, scale } = list.find((p) => p.piece.id === 'lord')!;
    expect(pennonAt(list, { x, y: y - 10 * scale })?.piece.id).toBe('lord');
    expect(pennonAt(list, { x, y: y + 12 * scale })).toBeUndefined();
    expect(pennonAt(list, { x: x + 40, y })).toBeUndefined();
  });

  it('fans an opened stack out, where it can be hit', () => {
    const list = lay([piece('unit', ['0202'], 'E'), piece('lord', ['0202'])], ground, '0202');
    const lord = list.find((p) => p.piece.id === 'lord')!;
    expect(fanned(list, lord)?.piece.id).toBe('lord');
    expect(fanned(list, { x: 0, y: 0 })).toBeUndefined();
    expect(tray(list)?.width).toBeGreaterThan(0);
    const closed = lay([piece('unit', ['0202'], 'E'), piece('lord', ['0202'])], ground, undefined);
    expect(fanned(closed, lord)).toBeUndefined();
    expect(tray(closed)).toBeUndefined();
  });

  it('piles units up and counts the second half of a long one', () => {
    const list = lay(
      [piece('long', ['0202', '0203'], 'E'), piece('other', ['0203'], 'E'), piece('lord', ['0203'])],
      ground,
      undefined,
    );
    expect(list.map((p) => p.piece.id)).toEqual(['other', 'long', 'lord']);
    expect(list.map((p) => p.order)).toEqual([1, 0, 2]);
    expect(list[2]!.scale).toBeLessThan(1);
  });

  it('looks away from the long side', () => {
    expect(front(90, 0)).toBe(0);
    expect(front(90, 180)).toBe(180);
    expect(front(30, -60)).toBe(-60);
    expect(front(30, 120)).toBe(120);
  });

  it('lays a counter of two hexes between them', () => {
    const [long] = lay([piece('long', ['0202', '0203'], 'E')], ground, undefined);
    const a = grid.centre('0202')!;
    const b = grid.centre('0203')!;
    expect(long!.y).toBeCloseTo((a.y + b.y) / 2);
    expect(long!.tilt).toBeCloseTo(90);
    expect(long!.reach).toBeCloseTo(b.y - a.y);
  });

  it('leaves out what is off the map', () => {
    expect(lay([piece('gone', [])], ground, undefined)).toEqual([]);
  });
});
