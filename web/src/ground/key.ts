// For the key of a map: one sample of every kind of ground.
import type { Box, Point, Sample } from './ground';

/** How much wider than high a sample is. */
const SHAPE = 1.4;

/** A part of the sheet about a point, with this much of it above and below. */
export const about = ({ x, y }: Point, half: number): Box => ({
  left: x - half * SHAPE,
  right: x + half * SHAPE,
  top: y - half,
  bottom: y + half,
});

/** The best of each name, in the order in which they were first found. */
export class Best {
  readonly #found = new Map<string, { score: number; box: Box }>();

  add(name: string, box: Box | undefined, score = 0): void {
    const known = this.#found.get(name);
    if (box && (!known || score > known.score)) this.#found.set(name, { score, box });
  }

  list(): Sample[] {
    return [...this.#found].map(([name, { box }]) => ({ name, box }));
  }
}
