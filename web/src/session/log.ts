// The story in paragraphs. A choice that names a piece begins a new one; small steps of the same kind within a
// paragraph fold into the last of them, so that a march of six hexes is one line that can be opened.
import type { Side, StoryEntry, Telling } from '../api/types';

const isHeading = ({ role }: Telling): boolean => role === 'turn' || role === 'phase';
/** Steps of one march fold into each other whichever way they alternate. */
const isStep = ({ role }: Telling): boolean => role === 'step' || role === 'facing';

export interface Line {
  key: string;
  telling: Telling;
  /** All steps folded into this line, itself among them; empty if it stands for itself. */
  steps: Telling[];
}

export type Paragraph =
  | { key: string; entry: number; heading: true; telling: Telling; passed: boolean }
  | { key: string; entry: number; heading: false; side: Side; lines: Line[]; piece?: string };

/** Paragraphs of one division that follow each other and in which nothing was rolled: one line that can be opened. */
export interface Fold {
  key: string;
  group: string;
  side: Side;
  parts: Extract<Paragraph, { heading: false }>[];
}

export function folded(
  parts: readonly Paragraph[],
  groupOf: (piece: string) => string | undefined,
): (Paragraph | Fold)[] {
  const out: (Paragraph | Fold)[] = [];
  for (const part of parts) {
    const group = part.heading || !isQuiet(part) ? undefined : part.piece && groupOf(part.piece);
    const last = out.at(-1);
    if (part.heading || !group) out.push(part);
    else if (last && 'parts' in last && last.group === group && last.side === part.side) last.parts.push(part);
    else out.push({ key: `fold ${part.key}`, group, side: part.side, parts: [part] });
  }
  return out.flatMap((one) => ('parts' in one && one.parts.length === 1 ? one.parts : [one]));
}

const isQuiet = (part: Extract<Paragraph, { heading: false }>): boolean =>
  part.lines.every(({ telling }) => !telling.dice?.length && !telling.reckoning && telling.role !== 'loss');

/** The piece that a choice names first. */
const namedIn = (choice: string, ids: ReadonlySet<string>): string | undefined =>
  choice
    .split(' ')
    .slice(1)
    .find((word) => ids.has(word));

export function paragraphs(story: readonly StoryEntry[], ids: ReadonlySet<string>, from = 0): Paragraph[] {
  const out: Paragraph[] = [];
  let open: Extract<Paragraph, { heading: false }> | undefined;
  /** Who was named last, and by whom: a choice may name a piece without a word, and the next ones tell what it does. */
  let who: { side: Side; piece: string } | undefined;
  story.forEach((entry, i) => {
    const at = from + i;
    const named = namedIn(entry.choice, ids);
    if (open && (open.side !== entry.side || named)) open = undefined;
    if (named) who = { side: entry.side, piece: named };
    else if (who?.side !== entry.side) who = undefined;
    entry.events.forEach((telling, j) => {
      const key = `${at}.${j}`;
      if (isHeading(telling)) {
        const next = entry.events[j + 1];
        const passed = telling.role === 'phase' && !!next && isHeading(next);
        out.push({ key, entry: at, heading: true, telling, passed });
        [open, who] = [undefined, undefined];
        return;
      }
      if (!open) {
        open = { key, entry: at, heading: false, side: entry.side, lines: [], ...(who && { piece: who.piece }) };
        out.push(open);
      }
      const last = open.lines[open.lines.length - 1];
      if (last && foldable(last.telling, telling)) {
        if (last.steps.length === 0) last.steps.push(last.telling);
        last.steps.push(telling);
        // Where it has come to says more than how it turned there.
        if (telling.role !== 'facing' || last.telling.role === 'facing') last.telling = telling;
      } else {
        open.lines.push({ key, telling, steps: [] });
      }
    });
  });
  return out;
}

/** After how many entries the phase began that is under way. */
export function phaseStart(story: readonly StoryEntry[]): number {
  return story.findLastIndex(({ events }) => events.some(isHeading)) + 1;
}

/**
 * After how many entries that began what was done last, as far as the story tells: with the choice that named a piece. The end of a
 * phase is a thing by itself.
 */
export function deedStart(story: readonly StoryEntry[], ids: ReadonlySet<string>): number {
  const begins = (entry: StoryEntry) => entry.events.some(isHeading);
  const last = story.length - 1;
  let at = last;
  while (at > 0 && !begins(story[last]!)) {
    const before = story[at - 1]!;
    if (namedIn(story[at]!.choice, ids) || before.side !== story[at]!.side || begins(before)) break;
    at -= 1;
  }
  return Math.max(0, at);
}

/** Phases in which nothing was done, because nobody could: another one begins with the same choice. */
export function passedOver(story: readonly StoryEntry[]): string[] {
  const passed = story.flatMap(({ events }) =>
    events
      .filter((telling, i) => telling.role === 'phase' && events[i + 1] && isHeading(events[i + 1]!))
      .map((telling) => telling.text.replace(/\.$/, '')),
  );
  // The same of one side after the other in fewer words: `Scottish and English shooting`.
  return passed.reduce<string[]>((list, name) => {
    const [whose = '', what] = halves(name);
    const [before = '', same] = halves(list.at(-1) ?? '');
    if (!what || what !== same) return [...list, name];
    return [...list.slice(0, -1), `${before} and ${whose} ${what}`];
  }, []);
}

const halves = (name: string): string[] => /^(\S+) (.+)$/.exec(name)?.slice(1) ?? [];

function foldable(a: Telling, b: Telling): boolean {
  const alike = a.kind === b.kind || (isStep(a) && isStep(b));
  return alike && !a.dice?.length && !b.dice?.length && !a.reckoning && !b.reckoning;
}
