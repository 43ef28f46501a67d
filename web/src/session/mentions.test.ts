import { expect, it } from 'vitest';
import type { PieceView } from '../api/types';
import { brief, mentions, namer, plainly, rather } from './mentions';

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
});

it('is brief', () => {
  expect(brief('Moray enters 1320 (4 spent).')).toBe('Moray to 1320');
  expect(brief('B13 moves to 61.5,24.0 facing 270.0.')).toBe('B13 moves');
  expect(brief('Moray charges Ross!')).toBe('Moray charges Ross!');
});

it('tells what would have been better without figures that nobody can use', () => {
  const names = namer([
    { ...piece('Sir John'), id: 'M01' },
    { ...piece('Wat'), id: 'M12' },
    { ...piece('Moray'), id: 'S1' },
  ]);
  const told = (instead: string, in_words: string) => rather({ instead, in_words }, names);
  const moves = 'moves M01 right 14.0 canter 6.184; M12 walk to 11.576,11.519';
  expect(told(moves, `${moves} instead of canter 16.000`)).toBe(
    'moves: Sir John right 14°, canter 6.1 in; Wat walk instead of canter 16 in',
  );
  // The label on offer does not say of whom it speaks.
  expect(told('face S1 E3', 'Turn to face instead of End the movement')).toBe(
    'Moray: Turn to face instead of End the movement',
  );
  expect(told('move S1', 'S1 to 61.5,24.0 facing 90 instead of S1 to 60.0,24.0 facing 270.0')).toBe('Moray elsewhere');
});
