import { describe, expect, it } from 'vitest';
import { backoff } from '../api/live';
import { inline, markdown } from './markdown';
import * as saved from './saved';
import {
  ago,
  counted,
  rounded,
  cursorWords,
  lasts,
  offerWords,
  percent,
  pieceWords,
  signed,
  tag,
  throwWords,
  fraction,
  phaseWords,
  points,
  sentence,
  verdictWords,
} from './words';
import { initials } from '../board/layout';

describe('rule texts', () => {
  it('reads paragraphs, lists and tables', () => {
    const blocks = markdown('One\ntwo.\n\n- a\n- b\n\n| h | i |\n|---|---|\n| 1 | **2** |\n');
    expect(blocks.map((b) => b.kind)).toEqual(['p', 'list', 'table']);
    expect(blocks[2]).toMatchObject({ rows: [[[{ text: '1' }], [{ kind: 'strong' }]]] });
  });
  it('makes links of rule numbers and never HTML', () => {
    expect(inline('see E-104 and (ER-06) <b>x</b>')).toEqual([
      { kind: 'text', text: 'see ' },
      { kind: 'rule', before: '', id: 'E-104', after: '' },
      { kind: 'text', text: ' and ' },
      { kind: 'rule', before: '(', id: 'ER-06', after: ')' },
      { kind: 'text', text: ' <b>x</b>' },
    ]);
  });
  it('knows emphasis and code', () => {
    expect(inline('*Edward* `end` **no**').map((p) => p.kind)).toEqual(['em', 'text', 'code', 'text', 'strong']);
  });
});

describe('saved games', () => {
  const store = () => {
    const map = new Map<string, string>();
    return { getItem: (k: string) => map.get(k) ?? null, setItem: (k: string, v: string) => void map.set(k, v) };
  };
  it('keeps, finds and forgets', () => {
    const s = store();
    const entry: saved.Saved = { game: 'g', seats: { one: 'A', two: 'B' }, watch: 'W', opened: 1 };
    saved.keep(s, entry);
    saved.keep(s, { ...entry, opened: 2 });
    expect(saved.load(s)).toHaveLength(1);
    expect(saved.find(s, 'g', 'W')?.opened).toBe(2);
    expect(saved.find(s, 'g', 'Z')).toBeUndefined();
    expect(saved.opener(entry)).toEqual({ viewer: 'one', token: 'A' });
    // Another seat of the same game, opened by link in the same browser, is another entry.
    saved.keep(s, { game: 'g', seats: { two: 'C' }, opened: 3 });
    expect(saved.load(s)).toHaveLength(2);
    saved.forget(s, entry);
    expect(saved.load(s)).toHaveLength(1);
  });
  it('survives rubbish', () => {
    const s = store();
    s.setItem('schiltron.games', '{not json');
    expect(saved.load(s)).toEqual([]);
    s.setItem('schiltron.games', '{"a":1}');
    expect(saved.load(s)).toEqual([]);
  });
  it('reads links', () => {
    expect(saved.parseLink(' https://x.example/g/ab_1#T-0k ')).toEqual({ game: 'ab_1', token: 'T-0k' });
    expect(saved.parseLink('https://x.example/g/ab')).toBeUndefined();
    expect(saved.parseLink(saved.link('http://h', 'g', 't'))).toEqual({ game: 'g', token: 't' });
  });
});

describe('words', () => {
  const piece = {
    id: 'm',
    name: 'Moray',
    side: 'one' as const,
    at: { hexes: ['0101'], facing: 'SSE' },
    symbol: 'schiltrom',
    role: 'unit' as const,
    picture: 'ring' as const,
    face: 'close',
    ratings: [{ name: 'armour', value: 'L' }],
    badges: [{ sign: 'rout' as const, text: 'Rout 2' }],
  };
  it('name a piece with all that is drawn on it', () => {
    expect(pieceWords(piece, 'Scots', 'south-south-east')).toBe(
      'Moray, Scots schiltrom, close, facing south-south-east, armour L, Rout 2',
    );
  });
  it('tell what is under the cursor', () => {
    const ground = 'hex 0101, marsh, high ground';
    expect(cursorWords(ground, [], [])).toBe('Hex 0101, marsh, high ground.');
    expect(cursorWords(ground, ['Moray'], ['Enter: go'])).toBe('Moray; on hex 0101, marsh, high ground. Enter: go.');
  });
  it('are short where they must be', () => {
    expect(tag('edward-bruce')).toBe('EdBr');
    expect(tag('hereford')).toBe('Her');
    expect(initials('King Edward II')).toBe('Edw');
    expect(signed(-2)).toBe('−2');
    expect(percent(8333)).toBe('83 %');
    expect(percent(46)).toBe('0.5 %');
    expect(
      offerWords({ choice: 'form', kind: 'form', role: 'act', label: 'Close ranks', cost: '2', rolls: false }),
    ).toBe('Close ranks (2 points)');
    expect(ago(1000, 1010)).toBe('just now');
    expect(ago(0, 7200)).toBe('2 hours ago');
    expect(
      throwWords([
        { dice: 2, sides: 6 },
        { dice: 1, sides: 6 },
      ]),
    ).toBe('2d6, then 1d6');
    expect(throwWords([{ dice: 12, sides: 6, least: 4 }])).toBe('12 dice, 4 or more count');
    expect(throwWords([{ dice: 1, sides: 6, least: 5 }])).toBe('1 die, 5 or more counts');
    expect(throwWords([{ dice: 3, sides: 10, least: 7 }])).toBe('3d10, 7 or more count');
  });
});

describe('reconnecting', () => {
  it('waits longer each time, up to a limit', () => {
    const middle = () => 0.5;
    expect(backoff(0, middle)).toBe(400);
    expect(backoff(3, middle)).toBe(3200);
    expect(backoff(50, middle)).toBe(15_000);
  });
});

describe('many of a kind', () => {
  it('are counted, single ones keep their names', () => {
    expect(counted(['Foot 1', 'Foot 2', 'Horse 7', 'Wallace'])).toEqual(['2 Foot', 'Horse 7', 'Wallace']);
  });
});

describe('battles in words', () => {
  it('tell how long they take and how hard a captain is', () => {
    expect(lasts({ pieces: [13, 17], turns: 12 })).toBe('about 30 minutes');
    expect(lasts({ pieces: [26, 62], turns: 10 })).toBe('about 1 hour');
    expect(lasts({ pieces: [48, 78], turns: 30 })).toBe('about 3½ hours');
  });
});

describe('the end in words', () => {
  it('gives the points of whoever has won first', () => {
    const sides: [string, string] = ['Scots', 'English'];
    expect(verdictWords({ winner: 'two', score: [5, 216] }, sides)).toBe('The English win, 216 to 5.');
    expect(verdictWords({ winner: 'one', score: [30, 4] }, sides)).toBe('The Scots win, 30 to 4.');
    expect(verdictWords({ winner: 'two', score: [0, 0] }, sides)).toBe('The English win.');
    expect(verdictWords({ winner: null, score: [7, 7] }, sides)).toBe('Nobody wins, 7 to 7.');
  });
});

describe('lengths', () => {
  it('are read to a hundredth of an inch', () => {
    expect(rounded('half: 2.913 of 4.000 in')).toBe('half: 2.91 of 4 in');
    expect(rounded('5 points')).toBe('5 points');
  });
});

it('says phases, costs and prompts as people would', () => {
  expect(['setup', 'ranged', '1 cavalry movement', 'melee'].map(phaseWords)).toEqual([
    'set-up',
    'shooting',
    'cavalry movement',
    'melee',
  ]);
  expect(['4 1/2', '2/3', '5', '6 1/5', '11/2 in'].map(fraction)).toEqual(['4½', '⅔', '5', '6 1/5', '11/2 in']);
  expect(['1', '4 1/2', '3.5 in'].map(points)).toEqual(['1 point', '4½ points', '3.5 in']);
  expect(['Go on', 'Shoot?', 'Done.'].map(sentence)).toEqual(['Go on.', 'Shoot?', 'Done.']);
});
