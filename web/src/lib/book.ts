// Finding one's way in the rules: which table belongs to a rule, what a word means, what answers a search.
import type { Badge, Phase, Rule, Rulebook, Term } from '../api/types';

/** What is asked for in place of a rule to be shown the key of the map. */
export const GROUND = 'the ground';

export type Shelfmark = 'rule' | 'ruling' | 'table' | 'word';

export interface Entry {
  mark: Shelfmark;
  id: string;
  title: string;
  section: string;
  cases: string;
  text: string;
}

const plain = (mark: Shelfmark, rule: Rule): Entry => ({ mark, ...rule });

/** Everything that can be read, in the order in which it is read. */
export function entries(book: Rulebook): Entry[] {
  // Some tables are rules of their own and come as both.
  const isTable = (rule: Rule) => book.tables.some((table) => table.id === rule.id);
  return [
    ...book.rules.filter((rule) => !isTable(rule)).map((rule) => plain('rule', rule)),
    ...book.tables.map((rule) => plain('table', rule)),
    ...book.terms.map(({ name, words }) => ({
      mark: 'word' as const,
      id: name,
      title: name.replaceAll('_', ' '),
      section: 'Words',
      cases: '',
      text: words,
    })),
    ...book.rulings.map((rule) => plain('ruling', rule)),
  ];
}

const words = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Those in which every word of the search is found; a number or a title counts more than the text. */
export function search(all: readonly Entry[], query: string): Entry[] {
  const wanted = words(query);
  if (!wanted.length) return [...all];
  const rank = (entry: Entry): number => {
    const [id, title, text] = [entry.id.toLowerCase(), entry.title.toLowerCase(), entry.text.toLowerCase()];
    let best = 0;
    for (const word of wanted) {
      const found = id === word ? 3 : title.includes(word) ? 2 : text.includes(word) || id.includes(word) ? 1 : 0;
      if (!found) return 0;
      best += found;
    }
    return best;
  };
  return all
    .map((entry) => ({ entry, rank: rank(entry) }))
    .filter((one) => one.rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .map((one) => one.entry);
}

const names = (text: string, id: string): boolean =>
  new RegExp(`(?<![\\w-])${id.replace(/[-]/g, '\\-')}(?![\\w])`).test(text);

/** Tables that name a rule, or that it names. */
export const tablesOf = (book: Rulebook, rule: { id: string; text: string }): Rule[] =>
  book.tables.filter((table) => table.id !== rule.id && (names(table.text, rule.id) || names(rule.text, table.id)));

export const meaning = (book: Rulebook | undefined, name: string): Term | undefined =>
  book?.terms.find((term) => term.name === name);

/** What a badge means: by how its text begins, as in "Demolishing since turn 3", else by what is drawn. */
export function badgeMeaning(
  book: Rulebook | undefined,
  { sign, text }: Pick<Badge, 'sign' | 'text'>,
): Term | undefined {
  const said = text.toLowerCase();
  const named = book?.terms.filter(({ name }) => said.startsWith(name)) ?? [];
  return named.sort((a, b) => b.name.length - a.name.length)[0] ?? meaning(book, sign);
}

/** Armies are drawn up in it; before the rules have come only the phase itself tells. */
export const isSetUp = (sequence: readonly Phase[], phase: string | undefined): boolean =>
  /^set-?up$/i.test(phaseOf(sequence, phase)?.name ?? phase ?? '');

/** Where in the order of play a phase is; before the first one if it is none of them. */
export const phaseOf = (sequence: readonly Phase[], phase: string | undefined): Phase | undefined =>
  sequence[phaseAt(sequence, phase)];

export const phaseAt = (sequence: readonly Phase[], phase: string | undefined): number =>
  sequence.findIndex((one) => phase !== undefined && one.phases.includes(phase));
