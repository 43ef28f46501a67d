// A small field of hexes for tests.
import { HexSheet } from './hexes/sheet';

export function field(columns: number, rows: number, pushed_down = 'even'): HexSheet {
  const two = (n: number) => String(n).padStart(2, '0');
  const hexes = Array.from({ length: columns * rows }, (_, i) => {
    const column = (i % columns) + 1;
    const row = Math.floor(i / columns) + 1;
    return {
      id: two(column) + two(row),
      column,
      row,
      terrain: 'clear' as const,
      cover: 'clear' as const,
      elevation: 0,
    };
  });
  const rest = { sides: [], roads: [], streams: [], places: [], edges: [] };
  return new HexSheet({ columns, rows, pushed_down, metres_per_hex: 50, hexes, ...rest }, 'A field');
}
