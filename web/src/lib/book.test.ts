import { describe, expect, it } from 'vitest';
import type { Badge, Rule, Rulebook } from '../api/types';
import { badgeMeaning, entries, isSetUp, meaning, nearWords, phaseAt, search, tablesOf } from './book';

const rule = (id: string, title: string, text: string): Rule => ({ id, title, cases: '', section: 'S', text });
const book: Rulebook = {
  rules: [rule('E-9', 'Charge', 'Horse charges.'), rule('E-97', 'The number', 'See ET-3 for horse.')],
  rulings: [rule('ER-1', 'Odd', 'A charge that fails.')],
  tables: [rule('ET-3', 'Melee', 'See E-93, E-97.')],
  sequence: [
    { phases: ['movement'], name: 'Move', words: '' },
    { phases: ['melee', 'resolve'], name: 'Fight', words: '' },
  ],
  terms: [
    { name: 'captured_banner', words: 'A banner.' },
    { name: 'rout', words: 'It runs.' },
    { name: 'demolishing', words: 'It pulls down a fort.' },
  ],
};

describe('the rulebook', () => {
  it('is searched by every word, titles first', () => {
    const all = entries(book);
    expect(search(all, 'charge').map((e) => e.id)).toEqual(['E-9', 'ER-1']);
    expect(search(all, 'e-97')[0]?.id).toBe('E-97');
    expect(search(all, 'horse zebra')).toEqual([]);
    expect(search(all, ' ').length).toBe(all.length);
  });

  it('knows what is said every day, and words that are written almost right', () => {
    const all = entries(book);
    expect(nearWords(all, 'retreat')).toEqual(['rout']);
    expect(nearWords(all, 'fleeing')).toEqual(['rout']);
    expect(nearWords(all, 'chrage')).toEqual(['charge']);
    expect(nearWords(all, 'meelee')).toEqual(['melee']);
    expect(nearWords(all, 'charge')).toEqual([]);
    expect(nearWords(all, 'zebra')).toEqual([]);
  });

  it('has a table beside the rule that it is of, and no rule with a longer number', () => {
    expect(tablesOf(book, book.rules[1]!).map((t) => t.id)).toEqual(['ET-3']);
    expect(tablesOf(book, book.rules[0]!)).toEqual([]);
  });

  it('says what a word means and where a phase is', () => {
    expect(meaning(book, 'captured_banner')?.words).toBe('A banner.');
    expect(meaning(undefined, 'x')).toBeUndefined();
    const badge = (sign: Badge['sign'], text: string) => badgeMeaning(book, { sign, text })?.name;
    expect(badge('letter', 'Demolishing since turn 3')).toBe('demolishing');
    expect(badge('rout', 'Its horse bolts')).toBe('rout');
    expect(badge('letter', 'Odd')).toBeUndefined();
    expect(phaseAt(book.sequence, 'resolve')).toBe(1);
    expect(phaseAt(book.sequence, 'other')).toBe(-1);
  });

  it('knows a set-up by its name in the order of play, whatever the game calls it', () => {
    const sequence = [{ phases: ['Deployment'], name: 'Set-up', words: '' }, ...book.sequence];
    expect(['Deployment', 'setup', 'set-up'].map((phase) => isSetUp(sequence, phase))).toEqual([true, true, true]);
    expect(['movement', 'upset', undefined].map((phase) => isSetUp(sequence, phase))).toEqual([false, false, false]);
  });
});
