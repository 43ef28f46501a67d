// The little Markdown that the rule texts use, as a tree: the page builds elements from it and never sets HTML.

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'strong' | 'em'; parts: Inline[] }
  | { kind: 'code'; text: string }
  /** With the signs that stand close to it: a line must not break between them. */
  | { kind: 'rule'; before: string; id: string; after: string };

export type Block =
  | { kind: 'p'; parts: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] };

const RULE = /([([]*)\b([A-Z]{1,3}-\d{1,3}[a-z]?)\b([)\].,;:!?]*)/;

export function inline(text: string): Inline[] {
  const parts: Inline[] = [];
  let rest = text;
  const plain = (s: string) => {
    while (s) {
      const found = RULE.exec(s);
      if (!found) {
        parts.push({ kind: 'text', text: s });
        return;
      }
      if (found.index > 0) parts.push({ kind: 'text', text: s.slice(0, found.index) });
      parts.push({ kind: 'rule', before: found[1]!, id: found[2]!, after: found[3]! });
      s = s.slice(found.index + found[0].length);
    }
  };
  while (rest) {
    const mark = /\*\*(.+?)\*\*|\*([^*\s][^*]*?)\*|`([^`]+)`/.exec(rest);
    if (!mark) {
      plain(rest);
      break;
    }
    plain(rest.slice(0, mark.index));
    if (mark[1] !== undefined) parts.push({ kind: 'strong', parts: inline(mark[1]) });
    else if (mark[2] !== undefined) parts.push({ kind: 'em', parts: inline(mark[2]) });
    else parts.push({ kind: 'code', text: mark[3]! });
    rest = rest.slice(mark.index + mark[0].length);
  }
  return parts;
}

const cells = (line: string): Inline[][] =>
  line
    .replace(/^\s*\||\|\s*$/g, '')
    .split('|')
    .map((cell) => inline(cell.trim()));

export function markdown(text: string): Block[] {
  const blocks: Block[] = [];
  const lines = text.split('\n');
  let paragraph: string[] = [];
  const flush = () => {
    if (paragraph.length) blocks.push({ kind: 'p', parts: inline(paragraph.join(' ')) });
    paragraph = [];
  };
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    const item = /^\s*(?:([-*])|(\d+)[.)])\s+(.*)$/.exec(line);
    if (!line.trim()) flush();
    else if (line.trimStart().startsWith('|') && /^\s*\|?[\s:|-]+$/.test(lines[i + 1] ?? '')) {
      flush();
      const head = cells(line);
      const rows: Inline[][][] = [];
      for (i += 2; i < lines.length && lines[i]!.trimStart().startsWith('|'); i++) rows.push(cells(lines[i]!));
      i--;
      blocks.push({ kind: 'table', head, rows });
    } else if (item) {
      flush();
      const ordered = item[2] !== undefined;
      const last = blocks[blocks.length - 1];
      const list = last?.kind === 'list' && last.ordered === ordered ? last : undefined;
      if (list) list.items.push(inline(item[3]!));
      else blocks.push({ kind: 'list', ordered, items: [inline(item[3]!)] });
    } else paragraph.push(line.trim().replace(/^#+\s+/, ''));
  }
  flush();
  return blocks;
}
