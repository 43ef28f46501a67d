// A scenario file as a list of its tables, so that armies can be changed piece by piece. The text is what counts: whatever is
// not changed stays as it was written, and only the server says whether it is right.

/** One `[[table]]` of a file. */
export interface Block {
  kind: string;
  /** Lines of the file, the first being 0; the end is behind the last. */
  from: number;
  to: number;
  /** By key, as written. */
  fields: ReadonlyMap<string, string>;
}

/** What the pieces of a system are called in its files, and how a place is written there. */
export interface Form {
  piece: string;
  /** Keys that a copy does not take along. */
  leave: readonly string[];
  /** What a piece belongs to, the table in which that is listed, and the key of whoever leads there. */
  belongs: { key: string; table: string; led: string };
  /** The key of its kind, and whether numbers stand with it. */
  kind: { key: string; counted: boolean };
  /** Whether a side can be given points that it may cost. */
  limit: boolean;
  put(x: number, y: number, facing: number): Record<string, string>;
}

export const FORMS: Readonly<Record<string, Form>> = {
  elements: {
    piece: 'unit',
    leave: ['reserve', 'hidden'],
    belongs: { key: 'command', table: 'commander', led: 'leads' },
    kind: { key: 'kinds', counted: true },
    limit: true,
    put: (x, y, facing) => ({ at: `[${x}, ${y}, ${facing}]` }),
  },
  retinue: {
    piece: 'figure',
    leave: ['player', 'team'],
    belongs: { key: 'unit', table: 'unit', led: 'leader' },
    kind: { key: 'kind', counted: false },
    limit: false,
    put: (x, y, facing) => ({ x: `${x}`, y: `${y}`, facing: `${facing}` }),
  },
};

export const plain = (raw: string | undefined): string => (raw ?? '').replace(/^"(.*)"$/, '$1');
export const quoted = (text: string): string => JSON.stringify(text);

export function blocks(text: string): Block[] {
  const found: { kind: string; from: number; to: number; fields: Map<string, string> }[] = [];
  text.split('\n').forEach((line, i) => {
    const head = /^\[\[?([\w.-]+)\]\]?\s*(#.*)?$/.exec(line);
    const last = found.at(-1);
    if (head) {
      if (last) last.to = i;
      found.push({ kind: head[1]!, from: i, to: i + 1, fields: new Map() });
      return;
    }
    const field = /^([\w-]+)\s*=\s*(.+?)\s*$/.exec(line);
    if (last && field) last.fields.set(field[1]!, field[2]!);
    if (last) last.to = i + 1;
  });
  return found;
}

/** Kinds and numbers, from `[["Pikes", 12], ["Polearms", 4]]`. */
export function parts(raw: string | undefined): [string, number][] {
  return [...(raw ?? '').matchAll(/\[\s*"([^"]*)"\s*,\s*(\d+)\s*\]/g)].map(([, kind, n]) => [kind!, Number(n)]);
}

export const writeParts = (list: readonly (readonly [string, number])[]): string =>
  `[${list.map(([kind, n]) => `[${quoted(kind)}, ${n}]`).join(', ')}]`;

/** Another number of elements. Whoever stands in one rank stays so, and nobody has more files than elements. */
export function withParts(
  text: string,
  block: Block,
  key: string,
  list: readonly (readonly [string, number])[],
): string {
  const count = (of: readonly (readonly [string, number])[]) => of.reduce((sum, [, n]) => sum + n, 0);
  const [before, after] = [count(parts(block.fields.get(key))), count(list)];
  const files = Number(block.fields.get('files'));
  const fit = files === before || files > after ? after : files;
  const next = withField(text, block, key, writeParts(list));
  return fit === files || !files ? next : withField(next, block, 'files', `${fit}`);
}

/** The entries of `["sword", "dagger"]`, as written. */
export const items = (raw: string | undefined): string[] => (raw ?? '').match(/"[^"]*"/g) ?? [];

/** A table may say more of a thing than the lists do: `{ kind = "nag", stamina = 8 }` is a nag. */
export const means = (raw: string | undefined, value: string): boolean =>
  raw === value || (value.startsWith('{') && !!raw?.startsWith(value.slice(0, -1).trimEnd()));

/** What is not a piece of the file yet. */
export const loose = (kind: string, fields: readonly (readonly [string, string])[]): Block => ({
  kind,
  from: -1,
  to: -1,
  fields: new Map(fields),
});

/** Another value for a key of a table; an empty one takes it out. */
export function withField(text: string, block: Block, key: string, raw: string): string {
  const lines = text.split('\n');
  const at = lines.findIndex(
    (line, i) => i > block.from && i < block.to && line.startsWith(key) && keyOf(line) === key,
  );
  if (at >= 0 && raw) lines[at] = `${key} = ${raw}`;
  else if (at >= 0) lines.splice(at, 1);
  else if (raw) lines.splice(block.from + 1, 0, `${key} = ${raw}`);
  return lines.join('\n');
}

const keyOf = (line: string): string | undefined => /^([\w-]+)\s*=/.exec(line)?.[1];

export function without(text: string, block: Block): string {
  const lines = text.split('\n');
  lines.splice(block.from, block.to - block.from);
  return lines.join('\n');
}

/** A name that nobody has yet, made like those of his side. */
export function freshId(pieces: readonly Block[], side: string): string {
  const own = pieces.filter((b) => plain(b.fields.get('side')) === side).map((b) => plain(b.fields.get('id')));
  const taken = new Set(pieces.map((b) => plain(b.fields.get('id'))));
  const prefix = /^\D+/.exec(own[0] ?? '')?.[0] ?? side.charAt(0).toUpperCase();
  const digits = /\d+$/.exec(own[0] ?? '')?.[0].length ?? 1;
  for (let n = 1; ; n++) {
    const id = `${prefix}${String(n).padStart(digits, '0')}`;
    if (!taken.has(id)) return id;
  }
}

/** A copy of a piece, of this file or of another, put at the end of the file. */
export function withCopy(text: string, form: Form, source: Block, change: Readonly<Record<string, string>>): string {
  const fields = new Map(source.fields);
  for (const key of form.leave) fields.delete(key);
  for (const [key, raw] of Object.entries(change)) fields.set(key, raw);
  const lines = [...fields].map(([key, raw]) => `${key} = ${raw}`);
  return `${text.trimEnd()}\n\n[[${form.piece}]]\n${lines.join('\n')}\n`;
}

/** A file of one's own has a name and a title of its own. */
export function asOwn(text: string): string {
  const head = blocks(text).find((b) => b.kind === 'scenario');
  const id = plain(head?.fields.get('id'));
  if (!head || id.startsWith('my/')) return text;
  const named = withField(text, head, 'id', quoted(`my/${id.split('/').at(-1) ?? 'battle'}`));
  return withField(named, head, 'title', quoted(`${plain(head.fields.get('title'))}, with armies of one's own`));
}

/** Places to try for somebody new: his side's zone from its near edge on, an inch and a half apart. */
export function places(zone: string | undefined, most: number): [number, number][] {
  const [west, south, east, north] = (zone?.match(/-?\d+/g) ?? ['2000', '2000', '30000', '20000']).map(Number);
  const found: [number, number][] = [];
  for (let y = south! + 2000; y < north! - 1000; y += 3000)
    for (let x = west! + 2500; x < east! - 1500; x += 3000) found.push([x, y]);
  const step = Math.max(1, Math.floor(found.length / most));
  return found.filter((_, i) => i % step === 0).slice(0, most);
}

/** A table in a text that has been changed within it: it begins where it began. */
export const again = (text: string, block: Block): Block => blocks(text).find((b) => b.from === block.from) ?? block;
