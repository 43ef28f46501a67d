// The plates with the numbers of bases on a table: how large they are, and where they stand, so that all can be read.
import type { PieceView } from '../api/types';

export interface Plate {
  /** Before it is drawn at its scale. */
  width: number;
  scale: number;
}

const HEIGHT = 16;
/** So much of two plates may lie over each other. */
const SLACK = 2;

export const ratingsOf = (piece: PieceView): string =>
  piece.ratings
    .slice(0, 3)
    .map((r) => r.value)
    .join(' ');

/** Of small bases it stands out: else the whole table would have to be shown larger for its sake. */
const SMALLEST = 1.05;

/** As large as the base allows. */
export function plateOf(values: string, base: { width: number; depth: number }): Plate {
  const width = 17 + (values ? values.length * 6.3 + 8 : 0);
  return { width, scale: Math.max(SMALLEST, Math.min(2.2, base.width / (width + 14), base.depth / 22)) };
}

/** How high the numbers on a counter are drawn, in units of the counter. */
const NUMBERS = 10.5;
/** A counter of a hex map, and a round base with what is drawn on it. */
const COUNTER = 1.08;
const ROUND = 42;

/** How high the numbers of a unit are on the map. */
export function numbersOf({ piece, scale, base }: Based & { scale: number }): number {
  if (!base) return NUMBERS * COUNTER * scale;
  return NUMBERS * (piece.base?.round ? base.width / ROUND : plateOf(ratingsOf(piece), base).scale);
}

export interface Based {
  piece: PieceView;
  x: number;
  y: number;
  angle?: number | undefined;
  base?: { width: number; depth: number } | undefined;
}

/** How far plates stand below the middle of their bases: where two would cover each other, the later one gives way within its base. */
export function lower(list: readonly Based[]): Map<string, number> {
  const placed: { x: number; y: number; width: number; height: number }[] = [];
  const out = new Map<string, number>();
  const order = [...list].sort((a, b) => a.y - b.y || a.x - b.x);
  for (const { piece, x, y, angle, base } of order) {
    if (!base || piece.base?.round || piece.role !== 'unit') continue;
    const plate = plateOf(ratingsOf(piece), base);
    const [width, height] = [plate.width * plate.scale, HEIGHT * plate.scale];
    const turn = (((angle ?? -90) + 90) * Math.PI) / 180;
    const reach = (Math.abs(Math.sin(turn)) * base.width + Math.abs(Math.cos(turn)) * base.depth) / 2 - height / 2;
    const isFree = (down: number) =>
      placed.every(
        (p) =>
          Math.abs(p.x - x) >= (p.width + width) / 2 - SLACK ||
          Math.abs(p.y - y - down) >= (p.height + height) / 2 - SLACK,
      );
    let down = 0;
    while (!isFree(down) && down + 4 <= reach) down += 4;
    if (!isFree(down)) down = 0;
    placed.push({ x, y: y + down, width, height });
    if (down) out.set(piece.id, down);
  }
  return out;
}
