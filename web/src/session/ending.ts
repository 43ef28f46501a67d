// What a game was, when it is over: how the points went, where it turned, who was lost, and which rolls were lucky.
import type { Luck, PieceView, Side, StoryEntry } from '../api/types';

/** The points after so many entries. */
export interface Sample {
  at: number;
  label: string;
  score: readonly [number, number];
}

const MOST = 40;

/** Where to look at the points: at the beginning of every turn, or in even steps if turns are not told; and at the end. */
export function stations(story: readonly StoryEntry[]): { at: number; label: string }[] {
  const turns = story.flatMap(({ events }, i) =>
    events.filter((t) => t.role === 'turn').map((t) => ({ at: i + 1, label: t.text.replace(/\.$/, '') })),
  );
  const step = Math.max(1, Math.ceil(story.length / 20));
  const even = Array.from({ length: Math.floor(story.length / step) }, (_, i) => ({
    at: i * step,
    label: `Step ${i * step}`,
  }));
  const found = turns.length > 3 ? turns : even;
  const thin = Math.ceil(found.length / MOST);
  return [...found.filter((_, i) => i % thin === 0), { at: story.length, label: 'The end' }];
}

export interface Turning {
  /** Where the stretch begins. */
  at: number;
  label: string;
  side: Side;
  gain: number;
}

/** The stretches in which one side gained most on the other. */
export function turnings(samples: readonly Sample[], most = 3): Turning[] {
  const lead = ({ score }: Sample) => score[0] - score[1];
  return samples
    .slice(1)
    .map((sample, i): Turning => {
      const before = samples[i]!;
      const change = lead(sample) - lead(before);
      return { at: before.at, label: before.label, side: change > 0 ? 'one' : 'two', gain: Math.abs(change) };
    })
    .filter(({ gain }) => gain > 0)
    .sort((a, b) => b.gain - a.gain)
    .slice(0, most);
}

/** The graph as two lines in a box of the given size; equal scales for both sides. */
export function lines(samples: readonly Sample[], width: number, height: number): Record<Side, string> {
  const scores = samples.flatMap(({ score }) => [...score]);
  const [least, most] = [Math.min(0, ...scores), Math.max(1, ...scores)];
  const last = samples.at(-1)?.at || 1;
  const x = (sample: Sample) => ((sample.at / last) * width).toFixed(1);
  const y = (points: number) => (height - ((points - least) / (most - least)) * height).toFixed(1);
  const line = (i: 0 | 1) => samples.map((s, n) => `${n ? 'L' : 'M'}${x(s)} ${y(s.score[i])}`).join('');
  return { one: line(0), two: line(1) };
}

/** What stands at the axes of the graph: the least and most points, and the turns where they begin, as many as can be read. */
export function marks(
  samples: readonly Sample[],
  width: number,
  height: number,
): { points: { y: number; text: string }[]; turns: { x: number; text: string }[] } {
  const scores = samples.flatMap(({ score }) => [...score]);
  const [least, most] = [Math.min(0, ...scores), Math.max(1, ...scores)];
  const last = samples.at(-1)?.at || 1;
  const ends = new Map([
    [most, 0],
    [least, height],
    [0, height * (most / (most - least))],
  ]);
  const turns: { x: number; text: string }[] = [];
  for (const { at, label } of samples) {
    const turn = /^turn (\d+)/i.exec(label)?.[1];
    const x = Math.round((at / last) * width);
    const near = turns.at(-1);
    if (turn && turn !== near?.text && (!near || x - near.x > 24)) turns.push({ x, text: turn });
  }
  return { points: [...ends].map(([points, y]) => ({ y, text: String(points) })), turns };
}

/** Who is gone, by what they were: the number of each side. */
export function losses(pieces: readonly PieceView[]): { kind: string; of: [number, number]; lost: [number, number] }[] {
  const kinds = new Map<string, { kind: string; of: [number, number]; lost: [number, number] }>();
  for (const piece of pieces) {
    if (piece.role === 'mark' || piece.role === 'banner') continue;
    const isLeader = piece.role === 'leader' || piece.role === 'grand_leader';
    const kind = isLeader ? 'leader' : piece.symbol;
    const found = kinds.get(kind) ?? { kind, of: [0, 0], lost: [0, 0] };
    const side = piece.side === 'one' ? 0 : 1;
    found.of[side] += 1;
    if (!piece.at && piece.gone && !/reserve|not yet|arriv/.test(piece.gone)) found.lost[side] += 1;
    kinds.set(kind, found);
  }
  return [...kinds.values()]
    .filter(({ lost }) => lost[0] + lost[1] > 0)
    .sort((a, b) => b.lost[0] + b.lost[1] - a.lost[0] - a.lost[1]);
}

export interface Roll {
  at: number;
  side: Side;
  text: string;
  /** Harm done beyond what was to be expected, for the side that rolled. */
  by: number;
}

/** What is told of the dice of an entry: all that fell, for a hit may have come to nothing by the next; or what came of them. */
function telling({ dice, events }: StoryEntry): string | undefined {
  const rolled = events.filter((t) => t.dice?.length).map((t) => t.text);
  if (rolled.length || !dice.length) return rolled.join(' ') || undefined;
  return (events.find((t) => t.role === 'loss') ?? events.find((t) => t.reckoning || t.role === 'event'))?.text;
}

/** The luckiest and the unluckiest roll. */
export function extremes(story: readonly StoryEntry[], luck: readonly (Luck | null)[]): { best?: Roll; worst?: Roll } {
  const rolls = luck.flatMap((one, at): Roll[] => {
    const entry = story[at];
    const text = entry && telling(entry);
    if (!one || !entry || !text) return [];
    const [mine, theirs] = entry.side === 'one' ? [0, 1] : [1, 0];
    const beyond = (i: number) => (one.got[i]! - one.expected[i]!) / 1000;
    return [{ at, side: entry.side, text, by: beyond(theirs) - beyond(mine) }];
  });
  const sorted = rolls.sort((a, b) => b.by - a.by);
  const [best, worst] = [sorted[0], sorted.at(-1)];
  return { ...(best && best.by > 0 && { best }), ...(worst && worst.by < 0 && { worst }) };
}
