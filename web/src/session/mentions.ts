// Names of pieces in a sentence, so that they can be followed to the map; and the sentence in short.
import type { PieceView } from '../api/types';

export interface Part {
  text: string;
  /** The piece that this is the name of. */
  id?: string;
}

export interface Namer {
  ids: ReadonlyMap<string, string>;
  pattern: RegExp | undefined;
}

/** Longer names are looked for first: "Edward Bruce" is not "Edward". */
export function namer(pieces: readonly PieceView[]): Namer {
  const ids = new Map(pieces.filter((p) => p.role !== 'mark').map((p) => [p.name, p.id]));
  const names = [...ids.keys()].filter((name) => name.length > 2).sort((a, b) => b.length - a.length);
  const escaped = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return {
    ids,
    pattern: names.length ? new RegExp(`(?<![\\p{L}\\d])(?:${escaped.join('|')})(?![\\p{L}\\d])`, 'gu') : undefined,
  };
}

export function mentions(text: string, { ids, pattern }: Namer): Part[] {
  if (!pattern) return [{ text }];
  const parts: Part[] = [];
  let at = 0;
  for (const found of text.matchAll(pattern)) {
    if (found.index > at) parts.push({ text: text.slice(at, found.index) });
    parts.push({ text: found[0], id: ids.get(found[0])! });
    at = found.index + found[0].length;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
}

/** Without what stands in brackets and without the full stop. */
export const brief = (text: string): string => text.replace(/ \([^()]*\)/g, '').replace(/\.$/, '');
