import { expect, it } from 'vitest';
import type { PieceView } from '../api/types';
import { brief, mentions, namer, plainly, roughly } from './mentions';

const piece = (name: string): PieceView =>
  ({
    id: name.toLowerCase().replaceAll(' ', '-'),
    name,
    role: 'unit',
    badges: [],
    ratings: [],
  }) as unknown as PieceView;

it('finds the names of pieces, the longer ones first and whole ones only', () => {
  const names = namer([piece('Edward'), piece('Edward Bruce'), piece('Ross')]);
  expect(mentions('Edward Bruce and Ross meet Edward at Rossie.', names)).toEqual([
    { text: 'Edward Bruce', id: 'edward-bruce' },
    { text: ' and ' },
    { text: 'Ross', id: 'ross' },
    { text: ' meet ' },
    { text: 'Edward', id: 'edward' },
    { text: ' at Rossie.' },
  ]);
  expect(mentions('Nobody', namer([]))).toEqual([{ text: 'Nobody' }]);
});

it('puts names for signs', () => {
  const names = namer([{ ...piece('Free companions'), id: 'V1' }]);
  expect(mentions('V1 shoots at V12.', names)).toEqual([
    { text: 'Free companions', id: 'V1' },
    { text: ' shoots at V12.' },
  ]);
});

it('tells throws in words', () => {
  expect(plainly('V1 B13 3 at 5')).toBe('V1 against B13: 3 dice, 5 or more hits');
  expect(plainly('V1 B13 1 at 4')).toBe('V1 against B13: 1 die, 4 or more hits');
  expect(plainly('V1 B13 2 sure')).toBe('V1 against B13: 2 sure hits');
  expect(plainly('V1 loses 3 at 5 in')).toBe('V1 loses 3 at 5 in');
  expect(plainly('V1 control 10 against 6: failed')).toBe('V1: control 10, needs 6 or less: failed');
  expect(plainly('V1 morale 8 against 7: flees')).toBe('V1: morale 8, needs 7 or less: flees');
  expect(plainly('Swiss army 3 against 4: failed')).toBe('Swiss: morale of the army 3, needs 4 or more: failed');
});

it('is brief', () => {
  expect(brief('Moray enters 1320 (4 spent).')).toBe('Moray to 1320');
  expect(brief('B13 moves to 61.5,24.0 facing 270.0.')).toBe('B13 moves');
  expect(brief('Moray charges Ross!')).toBe('Moray charges Ross!');
});

it('measures to tenths', () => {
  expect(roughly('Spearmen, turn about, forward 1.758 – instead of Spearmen, wheel right 45.0')).toBe(
    'Spearmen, turn about, forward 1.8 in – instead of Spearmen, wheel right 45°',
  );
});
