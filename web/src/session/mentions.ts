// Names of pieces in a sentence, so that they can be followed to the map; and the sentence in short.
import type { Moment, PieceView } from '../api/types';
import { fewer } from '../lib/words';

export interface Part {
  text: string;
  /** The piece that this is the name of. */
  id?: string;
}

export interface Namer {
  ids: ReadonlyMap<string, string>;
  /** Names of what stands there as a sign. */
  shown: ReadonlyMap<string, string>;
  pattern: RegExp | undefined;
}

/** Longer names are looked for first: "Edward Bruce" is not "Edward". Short signs such as `B13` stand for their names. */
export function namer(pieces: readonly PieceView[]): Namer {
  const ids = new Map<string, string>();
  const shown = new Map<string, string>();
  for (const { id, name, role } of pieces) {
    if (role === 'mark') continue;
    ids.set(name, id);
    if (!/^[A-Z]{1,2}\d{1,3}$/.test(id)) continue;
    ids.set(id, id);
    shown.set(id, name);
  }
  const words = [...ids.keys()].filter((word) => word.length > 1).sort((a, b) => b.length - a.length);
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = words.length
    ? new RegExp(`(?<![\\p{L}\\d])(?:${escaped.join('|')})(?![\\p{L}\\d])`, 'gu')
    : undefined;
  return { ids, shown, pattern };
}

export function mentions(text: string, { ids, shown, pattern }: Namer): Part[] {
  if (!pattern) return [{ text }];
  const parts: Part[] = [];
  let at = 0;
  for (const found of text.matchAll(pattern)) {
    if (found.index > at) parts.push({ text: text.slice(at, found.index) });
    parts.push({ text: shown.get(found[0]) ?? found[0], id: ids.get(found[0])! });
    at = found.index + found[0].length;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
}

/** Throws as they are noted at a table, in words: who, at whom, how many dice, from which number on they hit. */
export const plainly = (text: string): string =>
  text
    .replace(/^(\S+) (\S+) 1 at (\d)$/, '$1 against $2: 1 die, $3 or more hits')
    .replace(/^(\S+) (\S+) (\d+) at (\d)$/, '$1 against $2: $3 dice, $4 or more hits')
    .replace(/^(\S+) (\S+) (\d+) sure$/, '$1 against $2: $3 sure hits');

/** Without what stands in brackets, without measures of a table and without the full stop. */
export const brief = (text: string): string =>
  text
    .replace(/ \([^()]*\)/g, '')
    .replace(/ (?:enters|advances to|moves to|goes to|comes to) (?=\d{4})/g, ' to ')
    .replace(/ to -?[\d.]+,-?[\d.]+( facing -?[\d.]+)?/g, '')
    .replace(/; movement points left: [\d½¼¾/ ]+/, '')
    .replace(/\.$/, '');

/**
 * What would have been better, for somebody who reads: names for signs, no places in figures, and of the figures no more than tenths.
 * Whoever is not named in the words of the referee stands before them.
 */
export function rather({ in_words, instead }: Pick<Moment, 'in_words' | 'instead'>, names: Namer): string {
  const named = (text: string) =>
    mentions(text, names)
      .map((part) => part.text)
      .join('');
  const tenths = (text: string) =>
    text.replace(/(\d+)\.(\d)\d*/g, (_, whole, tenth) => (tenth === '0' ? whole : `${whole}.${tenth}`));
  const short = (text: string) =>
    named(
      tenths(brief(text))
        .replace(/^(chits|moves) /, '$1: ')
        .replace(/ (left|right) ([\d.]+)/g, ' $1 $2°,')
        .replace(/\b(walk|trot|canter|gallop|run) ([\d.]+)/g, '$1 $2 in'),
    );
  const [better, played] = fewer(in_words).split(' instead of ').map(short);
  const who = names.shown.get(mentions(instead, names).find(({ id }) => id && names.shown.has(id))?.id ?? '');
  const whose = who && !better!.includes(who) ? `${who}: ` : '';
  if (played === undefined) return `${whose}${better}`;
  return `${whose}${better} ${better === played ? 'elsewhere' : `instead of ${played}`}`;
}
