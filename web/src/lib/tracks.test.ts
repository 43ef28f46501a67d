import { describe, expect, it } from 'vitest';
import { boxes, gauge, isLong } from './tracks';
import type { Track } from '../api/types';

const track: Track = {
  name: 'morale',
  least: -3,
  most: 3,
  value: -1,
  text: 'the English lose heart',
  marks: [[-2, 'no attacks']],
  pieces: [],
};

describe('tracks', () => {
  it('are rows of boxes with the counter in one of them', () => {
    const row = boxes(track);
    expect(row.map((b) => b.label).join(' ')).toBe('3 2 1 0 1 2 3');
    expect(row.filter((b) => b.now).map((b) => b.at)).toEqual([-1]);
    expect(row.find((b) => b.mark)?.at).toBe(-2);
  });

  it('belong to both sides below and above 0, or to one', () => {
    expect(boxes(track).map((b) => b.side)).toEqual(['two', 'two', 'two', undefined, 'one', 'one', 'one']);
    expect(boxes({ ...track, side: 'one', least: 0, value: 2 }).every((b) => b.side === 'one')).toBe(true);
  });

  it('are a rail where there are too many boxes', () => {
    expect(isLong(track)).toBe(false);
    const long = { ...track, least: -30, most: 30, value: 15, marks: [[20, 'Scots +2']] as [number, string][] };
    expect(isLong(long)).toBe(true);
    expect(gauge(long)).toEqual({ zero: 120, now: 176, marks: [{ x: 195, label: 'Scots +2' }] });
  });

  it('hold a counter beyond their end', () => {
    expect(boxes({ ...track, value: 5 }).at(-1)).toMatchObject({ at: 5, now: true });
  });
});
