// What the dice gave against what they should have given.
import type { Luck, Side, Told } from './types';

export interface Fortune {
  /** Harm done and the harm to be expected, as the game counts it. */
  got: number;
  expected: number;
  rolls: number;
}

export function fortunes(story: readonly Told[]): Record<Side, Fortune> {
  const sum: Record<Side, Fortune> = {
    one: { got: 0, expected: 0, rolls: 0 },
    two: { got: 0, expected: 0, rolls: 0 },
  };
  for (const entry of story) {
    if (!entry.luck) continue;
    const side = sum[entry.side];
    side.got += entry.luck.got / 1000;
    side.expected += entry.luck.expected / 1000;
    side.rolls += 1;
  }
  return sum;
}

/** Where the needle stands: -1 (nothing came) over 0 (as expected) to 1 (twice as much, or more). */
export function needle(fortune: Pick<Luck, 'got' | 'expected'>): number {
  if (fortune.expected <= 0) return fortune.got > 0 ? 1 : 0;
  return Math.max(-1, Math.min(1, fortune.got / fortune.expected - 1));
}

export function words(fortune: Fortune): string {
  if (fortune.rolls === 0) return 'no dice yet';
  const by = needle(fortune);
  if (fortune.expected < 1) return 'few dice yet';
  if (by > 0.5) return 'very lucky';
  if (by > 0.15) return 'lucky';
  if (by < -0.5) return 'very unlucky';
  if (by < -0.15) return 'unlucky';
  return 'as expected';
}
