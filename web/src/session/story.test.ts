import { describe, expect, it } from 'vitest';
import { folded, paragraphs } from './log';
import { checks, fortunes, needle, reckoned, surprises, tries, unitOf, words } from './luck';
import { complete, reconcile } from './reconcile';
import * as replay from './replay';
import type { PieceView, SceneNow, StoryEntry, Telling } from '../api/types';

const tell = (kind: string, text: string, more: Partial<Telling> = {}): Telling => ({
  kind,
  role: 'event',
  text,
  cites: [],
  ...more,
});
const STEP = { role: 'step' } as const;
const FACING = { role: 'facing' } as const;
const told = (choice: string, events: Telling[], more: Partial<StoryEntry> = {}): StoryEntry => ({
  side: 'one',
  choice,
  dice: [],
  events,
  ...more,
});
const ids = new Set(['lanark', 'ross']);

describe('the chronicle', () => {
  it('folds a march into one line and keeps its steps', () => {
    const list = paragraphs(
      [
        told('move lanark', []),
        told('advance N', [tell('move', 'Lanark enters 0102.', STEP)]),
        told('pivot E', [tell('pivot', 'Lanark faces E.', FACING)]),
        told('advance N', [tell('move', 'Lanark enters 0103.', STEP)]),
        told('pivot W', [tell('pivot', 'Lanark faces W.', FACING)]),
        told('move ross', [tell('move', 'Ross enters 0203.', STEP)]),
      ],
      ids,
    );
    expect(list).toHaveLength(2);
    const [first] = list;
    expect(first?.heading).toBe(false);
    if (first && !first.heading) {
      expect(first.lines).toHaveLength(1);
      expect(first.lines[0]!.telling.text).toContain('0103');
      expect(first.lines[0]!.steps).toHaveLength(4);
    }
  });

  it('never folds dice away', () => {
    const shot = tell('shot', 'miss', { dice: [3, 4] });
    const list = paragraphs([told('shoot lanark ross', [shot, shot])], ids);
    expect(list[0]!.heading || list[0]!.lines.length).toBe(2);
  });

  it('sets turns and phases as headings and keeps the sides apart', () => {
    const list = paragraphs(
      [
        told('end', [
          tell('charge-over', 'over'),
          tell('turn', 'Turn 2', { role: 'turn' }),
          tell('phase', 'Rout', { role: 'phase' }),
        ]),
        told('end', [tell('x', 'y')]),
        told('end', [tell('x', 'z')], { side: 'two' }),
      ],
      ids,
      40,
    );
    expect(list.map((p) => p.heading)).toEqual([false, true, true, false, false]);
    expect(list[3]!.entry).toBe(41);
    expect(new Set(list.map((p) => p.key)).size).toBe(list.length);
  });
});

describe('luck', () => {
  it('adds up what came and what should have come', () => {
    const f = fortunes([{ got: [0, 2000], expected: [0, 500] }, null, { got: [0, 0], expected: [1500, 0] }]);
    expect(f.one).toEqual({ got: 2, expected: 0.5, rolls: 1 });
    expect(f.two).toEqual({ got: 0, expected: 1.5, rolls: 1 });
    expect(needle(f.two)).toBe(-1);
    expect(words(f.two)).toBe('very unlucky');
    expect(words(f.one)).toBe('few dice yet');
    expect(words({ got: 0, expected: 0, rolls: 0 })).toBe('no dice yet');
    expect(needle({ got: 9, expected: 3 })).toBe(1);
    // An attack that harms the attacker more than the other.
    expect(needle({ got: -1, expected: -4 })).toBeCloseTo(0.75);
    expect(words({ got: -1, expected: -4, rolls: 3 })).toBe('very lucky');
    expect(words({ got: -8, expected: -4, rolls: 3 })).toBe('very unlucky');
  });
  it('counts in the unit of the game, whatever the server counts in', () => {
    const { parts } = unitOf('retinue');
    expect(fortunes([{ got: [0, 14000], expected: [0, 7000] }], parts).one).toMatchObject({ got: 7, expected: 3.5 });
    expect(unitOf('edward').of).toBe('levels of rout');
    expect(unitOf('a game of tomorrow')).toMatchObject({ parts: 1, words: '' });
  });
  it('goes by single dice where too many fall together, and says how many those are', () => {
    const pieces = [
      { id: 'H10', name: 'Wat', side: 'one' },
      { id: 'M02', name: 'Rafe', side: 'two' },
    ] as PieceView[];
    const figures = (what: string, came: number, chance: number): [string, number][] => [
      [what, came],
      ['chance', chance],
    ];
    const story = [
      told('shots', [
        tell('shot', 'H10 shoots at M02 and hits.', { figures: figures('hit', 1, 2000) }),
        tell('test', 'M02 loses heart.', { figures: figures('passed', 0, 9000) }),
        tell('wound', 'M02 loses 3 stamina.', { figures: [['lost', 3]] }),
      ]),
      told('shots', [tell('shot', 'H10 shoots at M02 and misses.', { figures: figures('hit', 0, 3000) })]),
    ];
    const list = checks(story, pieces);
    expect(tries(list, 'one')).toEqual({ got: 1, expected: 0.5, rolls: 2 });
    expect(tries(list, 'two')).toEqual({ got: 0, expected: 0.9, rolls: 1 });
    const { best, worst } = surprises(list);
    expect([best?.text, best?.side]).toEqual(['Wat shoots at Rafe and hits.', 'one']);
    expect([worst?.text, worst?.side]).toEqual(['Rafe loses heart.', 'two']);
    const thrown = [told('a', [], { dice: [1] }), told('b', []), told('c', [], { dice: [2, 3] })];
    expect(reckoned(thrown, [null, null, { got: [0, 0], expected: [0, 0] }])).toEqual({ thrown: 2, open: 1 });
  });
});

describe('replay', () => {
  it('steps, stops at both ends and plays', () => {
    let c = replay.open(3);
    expect(replay.atEnd(c)).toBe(true);
    c = replay.step(c, -5);
    expect(c.at).toBe(0);
    c = replay.toggle(c);
    c = replay.tick(replay.tick(c));
    expect([c.at, c.playing]).toEqual([2, true]);
    c = replay.tick(c);
    expect([c.at, c.playing]).toEqual([3, false]);
    c = replay.toggle(c);
    expect([c.at, c.playing]).toEqual([0, true]);
    expect(replay.toggle(c).playing).toBe(false);
    expect(replay.seek(c, 99).at).toBe(3);
  });
  it('follows a game that is taken back', () => {
    expect(replay.grown({ at: 5, entries: 5, playing: false }, 3)).toEqual({ at: 3, entries: 3, playing: false });
  });
});

describe('scenes', () => {
  const piece = (id: string, hex: string): PieceView => ({
    id,
    name: id,
    side: 'one',
    at: { hexes: [hex] },
    symbol: 's',
    role: 'unit',
    picture: 'spears',
    face: 'f',
    ratings: [],
    badges: [],
  });
  it('keeps pieces that have not changed', () => {
    const before = [piece('a', '0101'), piece('b', '0102')];
    const after = reconcile(before, [piece('a', '0101'), piece('b', '0103'), piece('c', '0104')]);
    expect(after[0]).toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
    expect(after).toHaveLength(3);
  });
  it('fills in what a partial scene leaves out', () => {
    const scene = {
      turn: 1,
      turns: 10,
      player: 'one',
      phase: 'x',
      to_act: [],
      prompt: '',
      score: [0, 0],
      verdict: null,
    } as const;
    const first = complete(undefined, {
      ...scene,
      to_act: [],
      score: [0, 0],
      whole: true,
      pieces: [piece('a', '0101'), piece('b', '0102')],
    } as SceneNow);
    const next = complete(first, {
      ...scene,
      to_act: [],
      score: [0, 0],
      whole: false,
      pieces: [piece('b', '0105')],
    } as SceneNow);
    expect(next.pieces.map((p) => p.at)).toEqual([{ hexes: ['0101'] }, { hexes: ['0105'] }]);
    expect('whole' in next).toBe(false);
  });
});

describe('moves of a division', () => {
  const steps = (choice: string, more: Partial<Telling> = STEP) => told(choice, [tell('move', 'It goes on.', more)]);
  const groups: Record<string, string> = { lanark: 'douglas', ross: 'douglas' };

  it('are one line as long as nothing is rolled', () => {
    const parts = paragraphs([steps('move lanark'), steps('move ross')], ids);
    const list = folded(parts, (id) => groups[id]);
    expect(list).toHaveLength(1);
    expect(list[0]).toMatchObject({ group: 'douglas', parts: [{ piece: 'lanark' }, { piece: 'ross' }] });
  });

  it('are of whom the last choice has named, though it was told without a word', () => {
    const silent = (choice: string) => told(choice, []);
    const way = (choice: string) => told(choice, [tell('move', 'It goes on.', STEP)]);
    const story = [silent('move lanark'), way('go 0102'), silent('done'), silent('move ross'), way('go 0202')];
    const [fold] = folded(paragraphs(story, ids), (id) => groups[id]);
    expect(fold).toMatchObject({ group: 'douglas', parts: [{ piece: 'lanark' }, { piece: 'ross' }] });
    // What comes after a heading is nobody's.
    const next = [...story, told('end', [tell('phase', 'Shooting.', { role: 'phase' })]), way('go 0103')];
    expect(paragraphs(next, ids).at(-1)).not.toHaveProperty('piece');
  });

  it('stand for themselves alone, without a division, and where dice fall', () => {
    const parts = paragraphs([steps('move lanark'), steps('move ross', { dice: [3] })], ids);
    expect(folded(parts, (id) => groups[id])).toEqual(parts);
    expect(folded(parts, () => undefined)).toEqual(parts);
  });
});
