import { describe, expect, it } from 'vitest';
import type { PieceView, StoryEntry } from '../api/types';
import { fieldAt, marchOf, poseAt } from './ticks';

const piece = (id: string, x: number, y: number): PieceView => ({
  id,
  name: `Man ${id}`,
  side: 'one',
  at: { x, y, angle: 900 },
  symbol: 'sword',
  role: 'unit',
  picture: 'sword',
  face: 'yeoman',
  ratings: [],
  badges: [],
});
const moved = (id: string, way: [number, number][]) => ({
  kind: 'move',
  role: 'event' as const,
  text: `${id} comes to 1,1 facing 0.`,
  cites: [],
  way,
});
const entry = (...events: StoryEntry['events']): StoryEntry => ({ side: 'one', choice: 'ready', dice: [], events });
const before = [piece('A01', 0, 5000), piece('A02', 3000, 3000)];

describe('a movement, tick by tick', () => {
  const old = entry(
    moved('A02', [
      [0, 0],
      [9, 9],
    ]),
  );
  const last = entry(
    moved('A01', [
      [0, 5000],
      [0, 4000],
      [1000, 4000],
      [1000, 4000],
    ]),
  );

  it('is the last one told', () => {
    const march = marchOf([old, last, entry()], before)!;
    expect(march.ticks).toBe(3);
    expect([...march.ways.keys()]).toEqual(['A01']);
    expect(marchOf([entry()], before)).toBeUndefined();
  });
  it('has everybody where he was, looking where he went', () => {
    const march = marchOf([last], before)!;
    expect(fieldAt(march, 0)[0]!.at).toEqual({ x: 0, y: 5000, angle: 900 });
    expect(fieldAt(march, 1)[0]!.at).toEqual({ x: 0, y: 4000, angle: 0 });
    expect(fieldAt(march, 2)[0]!.at).toEqual({ x: 1000, y: 4000, angle: 900 });
    // Who has stopped goes on looking there; who did not move is as he was.
    expect(fieldAt(march, 3)[0]!.at).toEqual({ x: 1000, y: 4000, angle: 900 });
    expect(fieldAt(march, 3)[1]).toBe(before[1]);
  });
  it('looks to every side', () => {
    const from = { x: 0, y: 0, angle: 0 };
    const looks = ([x, y]: [number, number]) =>
      poseAt(
        [
          [0, 0],
          [x, y],
        ],
        1,
        from,
      ).angle;
    expect([looks([0, -5]), looks([5, 0]), looks([0, 5]), looks([-5, 0])]).toEqual([0, 900, 1800, 2700]);
  });
});
