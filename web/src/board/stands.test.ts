import { describe, expect, it } from 'vitest';
import { bodyOf, cornered } from './body';
import { runsOf, standsOf } from './stands';

describe('stands in ranks and files', () => {
  it('fill the front first, and the last rank is what it is', () => {
    const formed = {
      files: 4,
      stands: [
        ['pikes', 6],
        ['polearms', 5],
      ],
    } as const;
    const mixed = {
      files: formed.files,
      stands: formed.stands.map(([picture, n]): [typeof picture, number] => [picture, n]),
    };
    expect(standsOf(mixed)).toBe(11);
    expect(runsOf(mixed)).toEqual([
      { picture: 'pikes', rank: 0, file: 0, count: 4 },
      { picture: 'pikes', rank: 1, file: 0, count: 2 },
      { picture: 'polearms', rank: 1, file: 2, count: 2 },
      { picture: 'polearms', rank: 2, file: 0, count: 3 },
    ]);
  });

  it('are outlined together', () => {
    expect(bodyOf(240, 90, { files: 4, stands: 12 })).toEqual([
      [-120, -45],
      [120, -45],
      [120, 45],
      [-120, 45],
    ]);
    // One is missing in the third rank.
    expect(bodyOf(240, 90, { files: 4, stands: 11 })).toEqual([
      [-120, -45],
      [120, -45],
      [120, 15],
      [60, 15],
      [60, 45],
      [-120, 45],
    ]);
    expect(bodyOf(100, 40)).toHaveLength(4);
  });

  it('have corners that tell the sides apart', () => {
    const square = bodyOf(40, 40);
    expect(cornered(square, 5, true)).toContain('Q');
    expect(cornered(square, 5, false)).toBe('M-20 -15L-15 -20L15 -20L20 -15L20 15L15 20L-15 20L-20 15Z');
  });
});
