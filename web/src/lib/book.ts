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

/** What is said every day, and what rulebooks say for it. */
const SAID: Readonly<Record<string, readonly string[]>> = {
  win: ['victory', 'points'],
  lose: ['victory', 'eliminated'],
  score: ['points', 'victory'],
  retreat: ['rout', 'retire', 'withdraw', 'evade'],
  flee: ['rout'],
  run: ['rout'],
  panic: ['morale', 'rout'],
  die: ['eliminated', 'loss'],
  kill: ['eliminated', 'loss'],
  arrow: ['shoot', 'ranged', 'bow'],
  archer: ['bow', 'shoot', 'ranged'],
  fire: ['shoot', 'ranged'],
  fight: ['melee', 'combat', 'attack'],
  attack: ['melee', 'charge', 'combat'],
  horse: ['cavalry', 'mounted'],
  knight: ['cavalry', 'mounted'],
  walk: ['move', 'movement'],
  direction: ['facing'],
  general: ['leader', 'command'],
  king: ['leader', 'command'],
  hill: ['slope', 'height', 'level'],
  swamp: ['marsh'],
  forest: ['wood'],
  see: ['sight', 'line of sight'],
  recover: ['rally'],
  turn: ['facing', 'sequence'],
};

/** How many letters have to be changed, added or left out. */
function apart(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
}

/** Other words to look for that are found: what the book says for them, and words of its titles that are written almost so. */
export function nearWords(all: readonly Entry[], query: string, most = 5): string[] {
  const asked = words(query);
  const meant = asked.flatMap((word) => SAID[word] ?? SAID[word.replace(/(ing|ed|s)$/, '')] ?? []);
  const titles = new Set(all.flatMap(({ title }) => title.toLowerCase().match(/\p{L}{4,}/gu) ?? []));
  const alike = asked
    .filter((word) => word.length > 3 && !search(all, word).length)
    .flatMap((word) =>
      [...titles]
        .map((title) => ({ title, far: apart(word, title) }))
        .filter(({ far }) => far <= (word.length > 5 ? 2 : 1))
        .sort((a, b) => a.far - b.far)
        .map(({ title }) => title),
    );
  const found = [...new Set([...meant, ...alike])].filter((word) => !asked.includes(word) && search(all, word).length);
  return found.slice(0, most);
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
