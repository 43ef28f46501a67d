// A server that is asked faster than it allows has done nothing of it: it is asked again a little later.
import type { Refusal } from './types';

/** In milliseconds, and how often. */
const LATER = 250;
const OFTEN = 20;

const isTooFast = (error: unknown): boolean => (error as Partial<Refusal> | undefined)?.code === 'TooFast';

export async function patiently<T>(ask: () => Promise<T>, later = LATER): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (!isTooFast(error) || tries >= OFTEN) throw error;
      await new Promise((on) => setTimeout(on, later));
    }
  }
}
