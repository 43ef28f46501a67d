import { describe, expect, it } from 'vitest';
import type { PieceView, Side, StoryEntry } from '../api/types';
import { extremes, lines, losses, marks, stations, turnings } from './ending';

const entry = (side: Side, text: string, role: 'turn' | 'event' = 'event', dice: number[] = []): StoryEntry => ({
  side,
  choice: 'x',
  dice,
  events: [{ kind: role, role, text, cites: [], dice }],
});
const sample = (at: number, one: number, two: number) => ({ at, label: `T${at}`, score: [one, two] as const });

describe('a game that is over', () => {
  it('tells of a hit that came to nothing by the next roll also that roll', () => {
    const roll = (text: string) => ({ kind: 'roll', role: 'event' as const, text, cites: [], dice: [3] });
    const story = [
      { side: 'one' as const, choice: 'x', dice: [3, 3], events: [roll('Ross: hit.'), roll('York stands.')] },
    ];
    const luck = [{ got: [0, 0], expected: [0, 500] }] as unknown as Parameters<typeof extremes>[1];
    expect(extremes(story, luck).worst?.text).toBe('Ross: hit. York stands.');
  });

  it('has numbers at its axes: the points, and turns that do not lie on each other', () => {
    const turn = (at: number, n: number, one: number, two: number) => ({
      at,
      label: `Turn ${n}`,
      score: [one, two] as const,
    });
    const samples = [turn(0, 1, 0, 0), turn(5, 1, 0, 0), turn(10, 2, -5, 15), turn(11, 3, -5, 15), turn(20, 4, 0, 15)];
    const { points, turns } = marks(samples, 300, 100);
    expect(points).toEqual([
      { y: 0, text: '15' },
      { y: 100, text: '-5' },
      { y: 75, text: '0' },
    ]);
    expect(turns).toEqual([
      { x: 0, text: '1' },
      { x: 150, text: '2' },
      { x: 300, text: '4' },
    ]);
  });

  it('is looked at where its turns begin, or in even steps', () => {
    const told = [1, 2, 3, 4].map((n) => entry('one', `Turn ${n}.`, 'turn'));
    expect(stations(told).map((s) => s.label)).toEqual(['Turn 1', 'Turn 2', 'Turn 3', 'Turn 4', 'The end']);
    const plain = Array.from({ length: 40 }, () => entry('one', 'A step.'));
    expect(stations(plain)).toHaveLength(21);
    expect(stations(plain).at(-1)).toEqual({ at: 40, label: 'The end' });
  });
  it('turned where one side gained most', () => {
    const samples = [sample(0, 0, 0), sample(5, 0, 10), sample(9, 40, 10), sample(12, 40, 12)];
    expect(turnings(samples, 2)).toEqual([
      { at: 5, label: 'T5', side: 'one', gain: 40 },
      { at: 0, label: 'T0', side: 'two', gain: 10 },
    ]);
    expect(lines(samples, 100, 50)).toEqual({
      one: 'M0.0 50.0L41.7 50.0L75.0 0.0L100.0 0.0',
      two: 'M0.0 50.0L41.7 37.5L75.0 37.5L100.0 35.0',
    });
  });
  it('cost so many of each kind', () => {
    const piece = (side: Side, symbol: string, gone?: string): PieceView =>
      ({ side, symbol, role: 'unit', ...(gone ? { gone } : { at: { hexes: ['0101'] } }) }) as PieceView;
    expect(
      losses([
        piece('one', 'spears', 'eliminated'),
        piece('one', 'spears'),
        piece('two', 'bows'),
        piece('two', 'spears', 'in reserve'),
      ]),
    ).toEqual([{ kind: 'spears', of: [2, 1], lost: [1, 0] }]);
  });
  it('had its lucky and its unlucky roll', () => {
    const story = [entry('one', 'Hit.', 'event', [1]), entry('two', 'Miss.', 'event', [6]), entry('one', 'Walks.')];
    const luck = [{ got: [0, 3000], expected: [0, 1000] }, { got: [0, 0], expected: [500, 0] }, null] as never;
    expect(extremes(story, luck)).toEqual({
      best: { at: 0, side: 'one', text: 'Hit.', by: 2 },
      worst: { at: 1, side: 'two', text: 'Miss.', by: -0.5 },
    });
  });
  it('tells of dice that fell together by what came of them', () => {
    const fell: StoryEntry = {
      side: 'two',
      choice: 'end',
      dice: [3, 4],
      events: [
        { kind: 'test', role: 'event', text: 'Tested.', cites: [] },
        { kind: 'gone', role: 'loss', text: 'Gone.', cites: [] },
      ],
    };
    const luck = [{ got: [2000, 0], expected: [500, 0] }] as never;
    expect(extremes([fell], luck)).toEqual({ best: { at: 0, side: 'two', text: 'Gone.', by: 1.5 } });
  });
});
