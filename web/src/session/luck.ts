// Luck in sums and words.
import type { Luck, Side } from '../api/types';

export interface Fortune {
  /** Harm done to the other side and the harm to be expected, as the game counts it. */
  got: number;
  expected: number;
  rolls: number;
}

/** What one side did is what the other has suffered. */
export function fortunes(entries: readonly (Luck | null)[]): Record<Side, Fortune> {
  const sum = (suffers: 0 | 1): Fortune => {
    const fortune = { got: 0, expected: 0, rolls: 0 };
    for (const luck of entries) {
      if (!luck || (luck.got[suffers] === 0 && luck.expected[suffers] === 0)) continue;
      fortune.got += luck.got[suffers] / 1000;
      fortune.expected += luck.expected[suffers] / 1000;
      fortune.rolls += 1;
    }
    return fortune;
  };
  return { one: sum(1), two: sum(0) };
}

/**
 * Where the needle stands: -1 (all of it missing) over 0 (as expected) to 1 (as much again, or more). What is to be expected
 * may be negative, where an attack harms the attacker more: the distance is what counts.
 */
export function needle(fortune: Pick<Fortune, 'got' | 'expected'>): number {
  const size = Math.max(Math.abs(fortune.expected), 1);
  return Math.max(-1, Math.min(1, (fortune.got - fortune.expected) / size));
}

export function words(fortune: Fortune): string {
  if (fortune.rolls === 0) return 'no dice yet';
  const by = needle(fortune);
  if (Math.abs(fortune.expected) < 1) return 'few dice yet';
  if (by > 0.5) return 'very lucky';
  if (by > 0.15) return 'lucky';
  if (by < -0.5) return 'very unlucky';
  if (by < -0.15) return 'unlucky';
  return 'as expected';
}
