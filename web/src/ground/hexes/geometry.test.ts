import { describe, expect, it } from 'vitest';
import type { HexView } from '../../api/types';
import { FACINGS, facingAngle } from './facings';
import { DIRS, cellAt, centreOf, cornerOf, distance } from './geometry';
import { Grid } from './grid';

function board(columns: number, rows: number, pushed_down: string) {
  const hexes: HexView[] = [];
  for (let column = 1; column <= columns; column++) {
    for (let row = 1; row <= rows; row++) {
      hexes.push({
        id: `${String(column).padStart(2, '0')}${String(row).padStart(2, '0')}`,
        column,
        row,
        terrain: 'clear',
        cover: 'clear',
        elevation: 0,
      });
    }
  }
  return { columns, rows, pushed_down, hexes };
}

describe.each(['even', 'odd'])('a board whose %s columns sit lower', (parity) => {
  const grid = new Grid(board(8, 9, parity));

  it('finds every hex at its own centre and near its corners', () => {
    for (const [id, cell] of grid.cells) {
      const centre = centreOf(cell);
      expect(grid.hexUnder(centre)?.id).toBe(id);
      for (let i = 0; i < 6; i++) expect(cellAt(cornerOf(centre, i, 30))).toEqual(cell);
    }
  });

  it('steps to a neighbour and back', () => {
    const back: Record<string, string> = { N: 'S', NE: 'SW', SE: 'NW', S: 'N', SW: 'NE', NW: 'SE' };
    for (const { name } of DIRS) {
      const there = grid.neighbour('0404', name)!;
      expect(grid.neighbour(there.id, back[name]!)?.id).toBe('0404');
      expect(distance(grid.cells.get('0404')!, grid.cells.get(there.id)!)).toBe(1);
    }
  });

  it('comes back to the same hex after right and left', () => {
    for (const id of ['0404', '0505', '0306']) {
      const right = grid.step(id, 'right')!;
      expect(grid.step(right.id, 'left')?.id).toBe(id);
    }
  });

  it('ends at the edge of the map', () => {
    expect(grid.step('0101', 'up')).toBeUndefined();
    expect(grid.step('0101', 'left')).toBeUndefined();
  });

  it('draws a straight line of sight', () => {
    const { hexes, distance: far } = grid.line('0402', '0407');
    expect(far).toBe(5);
    expect(hexes.map((h) => h.id)).toEqual(['0402', '0403', '0404', '0405', '0406', '0407']);
  });

  it('shows both hexes where the line runs along a hexside', () => {
    const far = grid.neighbour(grid.neighbour('0404', 'NE')!.id, 'SE')!.id;
    const { hexes } = grid.line('0404', far);
    expect(hexes).toHaveLength(4);
  });
});

describe('facings', () => {
  const grid = new Grid(board(5, 5, 'even'));
  it('names the corner pointed at, and nothing in the middle', () => {
    const centre = grid.centre('0303')!;
    for (const facing of FACINGS) {
      const a = (facingAngle(facing)! * Math.PI) / 180;
      const p = { x: centre.x + 25 * Math.cos(a), y: centre.y + 25 * Math.sin(a) };
      expect(grid.facingNear('0303', p)).toBe(facing);
    }
    expect(grid.facingNear('0303', { x: centre.x + 3, y: centre.y })).toBeUndefined();
  });

  it('points up for NNE and down for SSW', () => {
    expect(facingAngle('NNE')).toBe(-60);
    expect(facingAngle('SSW')).toBe(120);
    expect(facingAngle('sideways')).toBeUndefined();
  });
});

describe('where pushed columns sit', () => {
  it('is half a hex lower', () => {
    const even = new Grid(board(4, 4, 'even'));
    expect(even.centre('0201')!.y).toBeGreaterThan(even.centre('0101')!.y);
    const odd = new Grid(board(4, 4, 'odd'));
    expect(odd.centre('0201')!.y).toBeLessThan(odd.centre('0101')!.y);
  });
});
