// Names of pieces in a sentence, so that they can be followed to the map; and the sentence in short.
import type { PieceView } from '../api/types';

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

/** With names in place of short signs. */
export const named = (text: string, names: Namer): string =>
  mentions(text, names)
    .map((part) => part.text)
    .join('');

/** Throws and tests as they are noted at a table, in words: who, at whom, how many dice, which number does it. */
export const plainly = (text: string): string =>
  text
    .replace(/^(\S+) (\S+) 1 at (\d)$/, '$1 against $2: 1 die, $3 or more hits')
    .replace(/^(\S+) (\S+) (\d+) at (\d)$/, '$1 against $2: $3 dice, $4 or more hits')
    .replace(/^(\S+) (\S+) (\d+) sure$/, '$1 against $2: $3 sure hits')
    .replace(/^(.+) (control|morale) (\d+) against (\d+): /, '$1: $2 $3, needs $4 or less: ')
    .replace(/^(.+) army (\d+) against (\d+): /, '$1: morale of the army $2, needs $3 or more: ');

/** Without what stands in brackets, without measures of a table and without the full stop. */
export const brief = (text: string): string =>
  text
    .replace(/ \([^()]*\)/g, '')
    .replace(/ (?:enters|advances to|moves to|goes to|comes to) (?=\d{4})/g, ' to ')
    .replace(/ to -?[\d.]+,-?[\d.]+( facing -?[\d.]+)?/g, '')
    .replace(/; movement points left: [\d½¼¾/ ]+/, '')
    .replace(/\.$/, '');

/** Measures of a table to tenths, for nobody lays a rule closer, and with their units. */
export const roughly = (text: string): string =>
  text
    .replace(/\d+\.\d+/g, (measure) => String(Math.round(Number(measure) * 10) / 10))
    .replace(/\b(left|right) ([\d.]+)/g, '$1 $2°')
    .replace(/\b(forward|back|walk|trot|canter|gallop|run) ([\d.]+)/g, '$1 $2 in');
