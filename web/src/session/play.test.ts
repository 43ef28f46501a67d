import { describe, expect, it } from 'vitest';
import type { Destination, Offer, PieceView, Place, Role, Side } from '../api/types';
import { facingOf } from '../ground/place';
import { field } from '../ground/testing';
import { type Situation, intent } from './intent';
import { everyone, musterOf } from './muster';
import { attacksOf, card, forced, nextAble, pendingOf, reach, sort, wayOf } from './play';

const ground = field(3, 12);
const hexPlace = (hex: string, facing?: string): Place => ({ hexes: hex ? [hex] : [], ...(facing ? { facing } : {}) });

/** What the first word of a choice is for here; anything else acts. */
const ROLES: Readonly<Record<string, Role>> = {
  move: 'open',
  lead: 'open',
  end: 'finish',
  done: 'finish',
  stop: 'finish',
  pass: 'pass',
  against: 'against',
  spare: 'spare',
  join: 'join',
  drop: 'drop',
  go: 'go',
};
const offer = (choice: string, more: Partial<Offer> = {}): Offer => ({
  choice,
  kind: choice.split(' ')[0]!,
  role: ROLES[choice.split(' ')[0]!] ?? 'act',
  label: choice,
  rolls: false,
  ...more,
});
const piece = (id: string, side: Side, hex: string, facing: string | undefined = 'NNE'): PieceView => ({
  id,
  name: id,
  side,
  at: hexPlace(hex, facing),
  symbol: 'infantry',
  role: 'unit',
  picture: 'spears',
  face: 'organised',
  ratings: [],
  badges: [],
});
const way = (hex: string, facing: string, cost: string, path: string[]): Destination => ({
  to: hexPlace(hex, facing),
  cost,
  path: path.map((one) => hexPlace(one)),
  plan: ['move a', `advance ${hex}`],
});

const pieces = [
  piece('a', 'one', '0101'),
  piece('b', 'one', '0105'),
  piece('lord', 'one', '0105', undefined),
  piece('x', 'two', '0103'),
];
const sideOf = (id: string) => pieces.find((p) => p.id === id)?.side;

function situation(
  offers: Offer[],
  selected: string | undefined,
  hex: string,
  more: Partial<Situation> = {},
): Situation {
  const sorted = sort(offers);
  const mine = selected ? sorted.byPiece.get(selected) : undefined;
  return {
    sorted,
    card: mine && card(mine, ground, sideOf),
    muster: musterOf(offers),
    ground,
    selected: pieces.find((p) => p.id === selected),
    begun: undefined,
    reach: undefined,
    lanes: [],
    there: pieces.filter((p) => ground.covers(p.at!, undefined, hexPlace(hex))),
    place: hexPlace(hex),
    mine: ['one'],
    ...more,
  };
}

describe('sorting offers', () => {
  it('tells general offers from those of pieces and knows the one piece under way', () => {
    const sorted = sort([offer('move a', { piece: 'a' }), offer('move b', { piece: 'b' }), offer('end')]);
    expect(sorted.general.map((o) => o.choice)).toEqual(['end']);
    expect(sorted.only).toBeUndefined();
    expect(sort([offer('advance N', { piece: 'a', to: hexPlace('0102') }), offer('done', { piece: 'a' })]).only).toBe(
      'a',
    );
  });

  it('lays out a piece: steps, turns, targets, company, finish', () => {
    const sheet = card(
      [
        offer('advance N', { piece: 'a', to: hexPlace('0102') }),
        offer('pivot E', { piece: 'a', to: hexPlace('', 'E') }),
        offer('charge x', { piece: 'a', target: 'x' }),
        offer('with lord', { piece: 'a', target: 'lord' }),
        offer('form', { piece: 'a' }),
        offer('done', { piece: 'a' }),
      ],
      ground,
      sideOf,
    );
    expect([...sheet.steps.keys()]).toEqual(['0102']);
    expect(sheet.turns.get('E')?.choice).toBe('pivot E');
    expect(sheet.targets.map((o) => o.choice)).toEqual(['charge x']);
    expect(sheet.join.map((o) => o.choice)).toEqual(['with lord']);
    expect(sheet.buttons.map((o) => o.choice)).toEqual(['form']);
    expect(sheet.finish?.choice).toBe('done');
  });
});

describe('ways', () => {
  const r = reach(
    [
      way('0102', 'NNE', '1', ['0101', '0102']),
      way('0102', 'E', '1', ['0101', '0102']),
      way('0102', 'E', '2', ['0101', '0102']),
      way('0102', 'W', '3', ['0101', '0102']),
    ],
    ground,
  );
  it('keeps the cheapest way for each facing', () => {
    expect(r.get('0102')!.map((w) => [facingOf(w.to), w.cost])).toEqual([
      ['NNE', '1'],
      ['E', '1'],
      ['W', '3'],
    ]);
  });
  it('takes the facing asked for, else the present one if it costs no more, else the cheapest', () => {
    const ways = r.get('0102');
    expect(wayOf(ways, 'W', hexPlace('0101', 'NNE'))?.cost).toBe('3');
    expect(facingOf(wayOf(ways, undefined, hexPlace('0101', 'E'))?.to)).toBe('E');
    expect(facingOf(wayOf(ways, undefined, hexPlace('0101', 'W'))?.to)).toBe('NNE');
    expect(wayOf(ways, 'SSW', hexPlace('0101', 'NNE'))).toBeUndefined();
    expect(wayOf(undefined, undefined, undefined)).toBeUndefined();
  });
});

describe('what a click means', () => {
  const moves = [
    offer('move a', { piece: 'a' }),
    offer('move b', { piece: 'b' }),
    offer('lead lord', { piece: 'lord' }),
    offer('end'),
  ];

  it('selects a piece that can act', () => {
    expect(intent(situation(moves, undefined, '0101'))).toEqual({ do: 'select', piece: 'a' });
  });

  it('goes through a stack on further clicks', () => {
    expect(intent(situation(moves, 'b', '0105'))).toEqual({ do: 'select', piece: 'lord' });
    expect(intent(situation(moves, 'lord', '0105'))).toEqual({ do: 'select', piece: 'b' });
  });

  it('goes where the selected piece can go', () => {
    const r = reach([way('0102', 'NNE', '1', ['0101', '0102'])], ground);
    expect(intent(situation(moves, 'a', '0102', { reach: r }))).toMatchObject({
      do: 'go',
      way: { to: { hexes: ['0102'] } },
    });
  });

  it('strikes a target, and asks which way if there are several', () => {
    const one = [offer('shoot a x', { piece: 'a', target: 'x', rolls: true }), offer('end')];
    expect(intent(situation(one, 'a', '0103'))).toMatchObject({ do: 'choose', offer: { choice: 'shoot a x' } });
    const two = [...one, offer('shoot a x over b', { piece: 'a', target: 'x', rolls: true })];
    expect(intent(situation(two, 'a', '0103'))).toMatchObject({ do: 'pick' });
  });

  it('lists who could strike when nothing is selected', () => {
    const one = [
      offer('shoot a x', { piece: 'a', target: 'x', rolls: true }),
      offer('shoot b x', { piece: 'b', target: 'x', rolls: true }),
    ];
    expect(intent(situation(one, undefined, '0103'))).toMatchObject({ do: 'pick', offers: one });
  });

  it('asks why not where nothing can be done', () => {
    expect(intent(situation(moves, 'a', '0110'))).toEqual({ do: 'why', there: { place: { hexes: ['0110'] } } });
    expect(intent(situation(moves, 'a', '0103'))).toEqual({ do: 'why', there: { piece: 'x' } });
  });

  it('ends a move that was begun before another piece is taken up, but nothing that was asked', () => {
    const under = [offer('advance N', { piece: 'a', to: hexPlace('0102') }), offer('done', { piece: 'a' })];
    expect(intent(situation(under, 'a', '0105', { begun: 'a' }))).toMatchObject({
      do: 'finish',
      offer: { choice: 'done' },
      then: 'b',
    });
    const chase = [offer('step S', { piece: 'a', to: hexPlace('0102') }), offer('stop', { piece: 'a' })];
    expect(intent(situation(chase, 'a', '0105')).do).toBe('why');
    const pass = [offer('shoot', { piece: 'a' }), offer('pass', { piece: 'a' })];
    expect(intent(situation(pass, 'a', '0105', { begun: 'a' })).do).toBe('why');
  });

  it('turns on the spot at a corner', () => {
    const under = [offer('pivot E', { piece: 'a', to: hexPlace('', 'E') }), offer('done', { piece: 'a' })];
    expect(intent(situation(under, 'a', '0101', { place: hexPlace('0101', 'E') }))).toMatchObject({
      do: 'choose',
      offer: { choice: 'pivot E' },
    });
  });

  it('only looks when nothing is on offer', () => {
    expect(intent(situation([], undefined, '0103'))).toEqual({ do: 'look', piece: 'x' });
    expect(intent(situation([], undefined, '0110'))).toEqual({ do: 'look', piece: undefined });
  });
});

describe('an attack put together step by step', () => {
  const at = hexPlace('0103');
  const company = ['a'];
  const offers = [
    offer('against 0104', { to: hexPlace('0104'), company, struck: [at] }),
    offer('spare 0103', { to: at, company, struck: [at] }),
    offer('join b', { piece: 'b', company, struck: [at] }),
    offer('drop a', { piece: 'a', company, struck: [at] }),
    offer('go', { kind: 'attack', piece: 'a', to: at, target: 'x', company, struck: [at], rolls: true }),
    offer('end'),
  ];

  it('knows who is in, who could be, and what they strike', () => {
    const muster = musterOf(offers)!;
    expect(muster.company).toEqual(['a']);
    expect(muster.struck).toEqual([at]);
    expect(muster.go?.choice).toBe('go');
    expect(everyone(muster).map((o) => [o.id, o.isIn, o.offer?.choice])).toEqual([
      ['a', true, 'drop a'],
      ['b', false, 'join b'],
    ]);
    expect(musterOf([offer('end')])).toBeUndefined();
  });

  it('has nothing struck before a target is named', () => {
    expect(musterOf([offer('against 0104', { to: hexPlace('0104') })])).toMatchObject({
      struck: [],
      company: [],
    });
  });

  it('takes units in and out and targets on and off by clicks', () => {
    const click = (hex: string) => intent(situation(offers, undefined, hex));
    expect(click('0105')).toMatchObject({ do: 'choose', offer: { choice: 'join b' } });
    expect(click('0101')).toMatchObject({ do: 'choose', offer: { choice: 'drop a' } });
    expect(click('0103')).toMatchObject({ do: 'choose', offer: { choice: 'spare 0103' } });
    expect(click('0104')).toMatchObject({ do: 'choose', offer: { choice: 'against 0104' } });
  });

  it('has its own card, and no row of buttons', () => {
    const sorted = sort(offers);
    expect(sorted.general.map((o) => o.choice)).toEqual(['end']);
    expect(sorted.only).toBeUndefined();
    expect(sorted.byTarget.size).toBe(0);
    expect(card(sorted.byPiece.get('b')!, ground, sideOf).buttons).toEqual([]);
  });
});

describe('moving on by itself', () => {
  it('sends only what is no decision', () => {
    expect(forced([offer('step S', { piece: 'a' })], false)?.choice).toBe('step S');
    expect(forced([offer('resolve a', { piece: 'a', rolls: true })], true)).toBeUndefined();
    expect(forced([offer('step S'), offer('step N')], true)).toBeUndefined();
    expect(forced([offer('move a')], true)).toBeUndefined();
    expect(forced([offer('rout a', { role: 'owed', piece: 'a' })], false)?.choice).toBe('rout a');
    const routs = ['a', 'b'].map((id) => offer(`rout ${id}`, { role: 'owed', piece: id }));
    expect(forced(routs, true)).toBeUndefined();
    expect(pendingOf(routs)).toEqual(routs);
    // Horse that has to move before the phase ends goes where its player says, one after the other.
    expect(pendingOf(['a', 'b'].map((id) => offer(`move ${id}`, { piece: id })))).toEqual([]);
    // A charge may be declined; all may be rolled for all the same.
    const attacks = ['a', 'b'].map((id) => offer(`resolve ${id}`, { piece: id, target: 'x', rolls: true }));
    const decline = offer('decline a', { piece: 'a' });
    expect(attacksOf([...attacks, decline])).toEqual(attacks);
    expect(pendingOf([...attacks, decline])).toEqual(attacks);
    expect(attacksOf([...attacks, offer('end')])).toEqual([]);
    expect(attacksOf(routs)).toEqual([]);
    expect(forced([offer('join a')], true)).toBeUndefined();
    expect(forced([offer('go')], true)).toBeUndefined();
    expect(forced([], true)).toBeUndefined();
  });

  it('ends what rolls then only where nothing could be taken back', () => {
    const ready = [offer('end', { rolls: true })];
    expect(forced(ready, true, 1)).toBeUndefined();
    expect(forced(ready, true, 0)?.choice).toBe('end');
    expect(forced(ready, false, 0)).toBeUndefined();
  });

  it('says "finished" only for those who want it', () => {
    for (const last of ['done', 'end', 'stop', 'pass']) {
      expect(forced([offer(last)], false)).toBeUndefined();
      expect(forced([offer(last)], true)?.choice).toBe(last);
    }
  });
});

describe('stepping through pieces', () => {
  const able = new Map([
    ['a', 1],
    ['c', 1],
  ]);
  it('goes around those that can act', () => {
    expect(nextAble(['a', 'b', 'c'], able, undefined, 1)).toBe('a');
    expect(nextAble(['a', 'b', 'c'], able, 'a', 1)).toBe('c');
    expect(nextAble(['a', 'b', 'c'], able, 'c', 1)).toBe('a');
    expect(nextAble(['a', 'b', 'c'], able, undefined, -1)).toBe('c');
    expect(nextAble(['b'], able, undefined, 1)).toBeUndefined();
  });
});

describe('a question whether to go somewhere', () => {
  it('has both answers as buttons, in the order in which they are offered', () => {
    const follow = offer('follow a', { piece: 'a', to: hexPlace('0102') });
    const hold = offer('hold a', { piece: 'a', rolls: true });
    expect(card([follow, hold], ground, sideOf).buttons).toEqual([follow, hold]);
    expect(card([follow, hold], ground, sideOf).steps.size).toBe(1);
    // A move is made on the map.
    expect(card([follow, offer('done')], ground, sideOf).buttons).toEqual([]);
    const other = offer('follow a', { piece: 'a', to: hexPlace('0103') });
    expect(card([follow, other, hold], ground, sideOf).buttons).toEqual([hold]);
  });

  it('takes staying for an answer, though it too says where the piece would be', () => {
    const at = hexPlace('0101', 'NNE');
    const follow = offer('follow a', { piece: 'a', to: hexPlace('0102') });
    const hold = offer('hold a', { piece: 'a', to: at, rolls: true });
    const sheet = card([follow, hold], ground, sideOf, at);
    expect(sheet.buttons).toEqual([follow, hold]);
    expect([sheet.steps.size, sheet.turns.size]).toEqual([1, 0]);
    // To look another way from there is a turn all the same.
    const turn = offer('face a', { piece: 'a', to: hexPlace('0101', 'S') });
    expect(card([turn], ground, sideOf, at).buttons).toEqual([]);
  });
});
