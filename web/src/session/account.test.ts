import { describe, expect, it } from 'vitest';
import type { PieceView, Side, StoryEntry, Telling } from '../api/types';
import { account, few, lastStretch } from './account';
import { passedOver } from './log';
import { USUAL, pause } from './pacer';

const piece = (id: string, side: Side, hex: string | undefined, more: Partial<PieceView> = {}): PieceView => ({
  id,
  name: id,
  side,
  symbol: 'spears',
  role: 'unit',
  picture: 'spears',
  face: 'normal',
  ratings: [
    { name: 'strength', value: '4', strength: true },
    { name: 'charge', value: '3' },
  ],
  badges: [],
  ...(hex ? { at: { hexes: [hex] } } : {}),
  ...more,
});
const telling = (kind: string, more: Partial<Telling> = {}): Telling => ({
  kind,
  role: 'event',
  text: `${kind}.`,
  cites: [],
  ...more,
});
const entry = (side: Side, choice: string, ...events: Telling[]): StoryEntry => ({ side, choice, dice: [], events });
const key = (place: PieceView['at']) => (place && 'hexes' in place ? place.hexes.join() : '');
const sideName = (side: Side) => (side === 'one' ? 'Scots' : 'English');

describe('the account of the other side’s turn', () => {
  it('tells losses first, then routs, rolls, moves and points', () => {
    const before = {
      score: [0, 5] as [number, number],
      pieces: [
        piece('Renfrew', 'one', '0101'),
        piece('Ross', 'one', '0102'),
        piece('Bow 1', 'two', '0301'),
        piece('Bow 2', 'two', '0302'),
      ],
    };
    const after = {
      score: [0, 15] as [number, number],
      pieces: [
        piece('Renfrew', 'one', undefined, { gone: 'eliminated' }),
        piece('Ross', 'one', '0102', { badges: [{ sign: 'rout', text: 'rout 2' }] }),
        piece('Bow 1', 'two', '0201'),
        piece('Bow 2', 'two', '0302', { ratings: [{ name: 'strength', value: '3', strength: true }] }),
      ],
    };
    const story = [
      entry(
        'two',
        'shoot',
        telling('shot', { dice: [1, 2], figures: [['hit', 1]], text: 'Bow 1 shoots at Renfrew, rolls 3.' }),
      ),
      entry('two', 'shoot', telling('shot', { dice: [6, 6], figures: [['hit', 0]] })),
    ];
    const found = account({ from: 7, before, after, story, key, sideName });
    expect(found.lines.map((l) => l.text)).toEqual([
      'Scots eliminated: Renfrew',
      'Scots routed: Ross',
      'English weakened: Bow 2',
      'Rolls: 2 × shot, 1 hit',
      'English: 1 moved',
      'English +10 points',
    ]);
    expect(found).toMatchObject({ from: 7, to: 9 });
    // Whoever is gone is shown where he stood.
    expect(found.lines[0]).toMatchObject({ pieces: ['Renfrew'], places: [{ hexes: ['0101'] }] });
    // Rolls lead to whom they were made for, points to those for whom they were given.
    expect(found.lines[3]!.pieces).toEqual(['Renfrew', 'Bow 1']);
    expect(found.lines[3]!.places).toEqual([{ hexes: ['0101'] }, { hexes: ['0201'] }]);
    expect(found.lines[5]!.pieces).toEqual(['Renfrew', 'Ross']);
  });

  it('takes only losses for hits: horse that turns loses its charge and nothing else', () => {
    const at = (charge: string) => [
      piece('Keith', 'one', '0101', {
        ratings: [
          { name: 'strength', value: '4', strength: true },
          { name: 'charge', value: charge },
        ],
      }),
    ];
    const score: [number, number] = [0, 0];
    const stretch = { from: 0, before: { score, pieces: at('3') }, after: { score, pieces: at('0') }, story: [] };
    expect(account({ ...stretch, key, sideName }).lines).toEqual([]);
  });

  it('tells who charged, whatever the game calls it', () => {
    const pieces = [
      piece('Robert', 'one', '0101'),
      piece('Robert Bruce', 'one', '0102'),
      piece('Bohun', 'two', '0201'),
    ];
    const score: [number, number] = [0, 0];
    const charge = (text: string) => telling('contact', { role: 'charge', text });
    const story = [
      entry('one', 'move', charge('Robert Bruce charges the front of Bohun.')),
      entry('two', 'move', charge('Bohun countercharges to 0102.'), telling('charge', { text: 'Robert charges.' })),
    ];
    const stretch = { from: 0, before: { score, pieces }, after: { score, pieces }, story };
    expect(account({ ...stretch, key, sideName }).lines.map((l) => l.text)).toEqual([
      'Scots charged: Robert Bruce',
      'English charged: Bohun',
    ]);
  });

  it('tells who charged at a table, where he is noted by his sign', () => {
    const pieces = [
      { ...piece('E3', 'two', '0101'), name: 'Gloucester' },
      { ...piece('S1', 'one', '0201'), name: 'Moray' },
    ];
    const score: [number, number] = [0, 0];
    const text = 'E3 charges the front of S1.';
    const story = [entry('two', 'move', telling('contact', { role: 'charge', text }))];
    const stretch = { from: 0, before: { score, pieces }, after: { score, pieces }, story };
    expect(account({ ...stretch, key, sideName }).lines.map((l) => l.text)).toEqual(['English charged: Gloucester']);
  });

  it('names a few', () => {
    expect(few(['Bow 1', 'Bow 2', 'Ross'])).toBe('2 Bow, Ross');
    expect(few(['a', 'b', 'c', 'd', 'e'])).toBe('a, b, c and 2 more');
  });

  it('begins where the other side began, whatever was let pass in between', () => {
    const story = [
      entry('one', 'end'),
      entry('two', 'move'),
      entry('one', 'pass'),
      entry('one', 'end'),
      entry('two', 'end'),
    ];
    expect(lastStretch(story, ['one']).from).toBe(1);
    expect(lastStretch([entry('one', 'end')], ['one']).from).toBe(1);
    // What the reader has done since is not the other side's.
    expect(lastStretch([...story, entry('one', 'move')], ['one'])).toEqual({ from: 1, until: story.length });
  });
});

describe('phases', () => {
  it('that nobody can act in are named', () => {
    const phase = (text: string) => telling('phase', { role: 'phase', text });
    expect(passedOver([entry('one', 'end', phase('Shooting.'), phase('Melee.'), phase('Rout.'))])).toEqual([
      'Shooting',
      'Melee',
    ]);
    const names = ['Scottish shooting.', 'English shooting.', 'Scottish rout moves.', 'English movement.'];
    expect(passedOver([entry('one', 'end', ...names.map((name) => phase(name)))])).toEqual([
      'Scottish and English shooting',
      'Scottish rout moves',
    ]);
    expect(passedOver([entry('one', 'end', phase('Shooting.'))])).toEqual([]);
  });
});

describe('the captain’s pace', () => {
  /** So many steps, each of some time besides, with dice as often as this. */
  const turn = (steps: number, isRoll: (i: number) => boolean, besides = 0) => {
    const spent = { steps: 0, rolls: 0 };
    const pauses = Array.from({ length: steps }, (_, i) => {
      const ms = pause(USUAL, spent, isRoll(i));
      spent[isRoll(i) ? 'rolls' : 'steps'] += ms + besides;
      return ms;
    });
    return { pauses, whole: spent.steps + spent.rolls };
  };

  it('ends a turn of four hundred choices in twenty seconds, and gives time to the dice', () => {
    expect(turn(400, (i) => i % 12 === 0, 10).whole).toBeLessThan(20_000);
    const early = { steps: 500, rolls: 500 };
    expect(pause(USUAL, early, true)).toBeGreaterThan(pause(USUAL, early, false));
  });

  it('never pauses longer than a quarter of a minute in all, however many steps a captain takes and however often dice fall', () => {
    for (const steps of [20, 200, 5000])
      for (const rolls of [1, 3, 12, Infinity]) expect(turn(steps, (i) => i % rolls === 0).whole).toBeLessThan(15_000);
  });

  it('leaves time to read what comes of a fight, also after a long march', () => {
    const { pauses } = turn(305, (i) => i >= 300);
    expect(Math.min(...pauses.slice(300))).toBeGreaterThanOrEqual(800);
  });

  it('is the reader’s own if he has chosen one', () => {
    expect(pause(1500, { steps: 60_000, rolls: 0 }, false)).toBe(1500);
    expect(pause(0, { steps: 0, rolls: 0 }, true)).toBe(0);
  });
});
