import { describe, expect, it } from 'vitest';
import { Adapter, board, scene } from './adapt';
import type * as old from './types';

const view: old.BoardView = {
  title: 'A field',
  source: 'ours',
  columns: 1,
  rows: 1,
  pushed_down: 'even',
  metres_per_hex: 50,
  hexes: [],
  sides: [],
  roads: [],
  streams: [],
  places: [{ name: 'Inn', hex: '0101' }],
  edges: [],
};
const piece: old.PieceView = {
  id: 'a',
  name: 'A',
  side: 'one',
  hexes: ['0101', '0102'],
  facing: 'E',
  symbol: 'infantry',
  face: 'x',
  ratings: [],
  badges: [],
};
const told = (side: old.Side, luck?: old.Luck): old.Told => ({
  side,
  choice: 'c',
  dice: [],
  events: [],
  ...(luck ? { luck } : {}),
});
const state = (more: Partial<old.State>): old.ServerMessage => ({
  type: 'state',
  version: 1,
  viewer: 'one',
  to_act: ['one'],
  undoable: 0,
  entries: 0,
  from: 0,
  story: [],
  ...more,
});

describe("today's messages in the new form", () => {
  it('a board is a title and a ground', () => {
    const made = board(view);
    expect(made.ground).toMatchObject({ kind: 'hexes', metres_per_hex: 50, places: [{ name: 'Inn', hex: '0101' }] });
    expect(board(made)).toBe(made);
  });

  it('a piece stands at a place, or nowhere', () => {
    const [on, off] = scene({ pieces: [piece, { ...piece, hexes: [] }] }).pieces;
    expect(on!.at).toEqual({ hexes: ['0101', '0102'], facing: 'E' });
    expect(off).not.toHaveProperty('at');
    expect(on).not.toHaveProperty('hexes');
  });

  it('offers, ways and areas have places and shapes', () => {
    const line = new Adapter();
    const offers: old.Offer[] = [
      { choice: 'go', kind: 'advance', label: '', hex: '0102', facing: 'E', rolls: false },
      { choice: 'turn', kind: 'pivot', label: '', facing: 'W', rolls: false },
      { choice: 'hit', kind: 'attack', label: '', struck: ['0103'], company: ['a'], rolls: true },
    ];
    const made = line.read(state({ offers }));
    expect(made.type === 'state' && made.offers).toEqual([
      { choice: 'go', kind: 'advance', label: '', to: { hexes: ['0102'], facing: 'E' }, rolls: false },
      { choice: 'turn', kind: 'pivot', label: '', to: { hexes: [], facing: 'W' }, rolls: false },
      { choice: 'hit', kind: 'attack', label: '', struck: [{ hexes: ['0103'] }], company: ['a'], rolls: true },
    ]);
    expect(
      line.reply({ do: 'destinations', piece: 'a' }, [
        { hex: '0102', cost: '1', plan: ['go'], path: ['0101', '0102'] },
      ]),
    ).toEqual([{ to: { hexes: ['0102'] }, cost: '1', plan: ['go'], path: [{ hexes: ['0101'] }, { hexes: ['0102'] }] }]);
    expect(line.reply({ do: 'areas' }, [{ kind: 'zone', side: 'one', hexes: ['0101'], cite: '' }])).toEqual([
      { kind: 'zone', side: 'one', shape: { hexes: ['0101'] }, cite: '' },
    ]);
    // What is on offer would be accepted, and nothing else.
    expect(line.known({ do: 'check', choice: 'go' })?.answer).toBeNull();
    expect(line.known({ do: 'check', choice: 'fly' })?.answer).toMatchObject({ code: 'NotOffered' });
  });

  it('luck is taken out of the story and told when asked, as harm suffered', () => {
    const line = new Adapter();
    const made = line.read(state({ story: [told('one', { got: 2000, expected: 500 }), told('two')] }));
    expect(made.type === 'state' && made.story[0]).not.toHaveProperty('luck');
    line.read(state({ from: 1, story: [told('two', { got: 0, expected: 100 })] }));
    expect(line.known({ do: 'luck', from: 0 })?.answer).toEqual({
      from: 0,
      entries: [
        { got: [0, 2000], expected: [0, 500] },
        { got: [0, 0], expected: [100, 0] },
      ],
    });
  });

  it('"why not" names a piece or a hex', () => {
    const line = new Adapter();
    expect(line.write({ do: 'why_not', piece: 'a', there: { piece: 'b' } })).toMatchObject({ there: 'b' });
    expect(line.write({ do: 'why_not', piece: 'a', there: { place: { hexes: ['0105'], facing: 'E' } } })).toMatchObject(
      {
        there: '0105',
      },
    );
  });

  it('odds without dice are certain', () => {
    const line = new Adapter();
    const outcomes = [{ outcome: 'no effect', exact: '1', basis_points: 10_000, fails: true }];
    const odds: old.Odds = { choice: 'go', reckoning: null, outcomes };
    expect(line.reply({ do: 'odds', choice: 'go' }, odds)).toMatchObject({ certain: true });
    expect(line.reply({ do: 'odds', choice: 'go' }, { ...odds, foreseen: 'later' })).toMatchObject({ certain: false });
  });

  it('what has the new form passes as it is', () => {
    const line = new Adapter();
    const made = { ...state({}), staged: ['a'] } as unknown as old.ServerMessage;
    expect(line.read(made)).toBe(made);
    expect(line.known({ do: 'luck', from: 0 })).toBeUndefined();
    const ask = { do: 'why_not', piece: 'a', there: { place: { x: 1, y: 2, angle: 0 } } } as const;
    expect(line.write(ask)).toBe(ask);
  });
});
