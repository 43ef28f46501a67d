// What is told of the other side when one's own turn begins, and to who comes back in it.
import { expect, it, vi } from 'vitest';
import type { PieceView, Scene, Side, StoryEntry } from '../api/types';
import type { Saved } from '../lib/saved';
import type { Session } from './session.svelte';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
const { Aftermath } = await import('./aftermath.svelte');

const tick = () => new Promise((next) => setTimeout(next, 0));
const entry = (side: Side, choice: string): StoryEntry => ({ side, choice, dice: [], events: [] });
const unit = (id: string, side: Side, hex: string | undefined): PieceView => ({
  id,
  name: id,
  side,
  symbol: 's',
  role: 'unit',
  picture: 'spears',
  face: 'f',
  ratings: [],
  badges: [],
  ...(hex ? { at: { hexes: [hex] } } : { gone: 'eliminated' }),
});
const scene = (player: Side, pieces: PieceView[] = [], turn = 2): Scene =>
  ({ turn, player, to_act: [player], pieces, score: [0, 0] }) as unknown as Scene;

/** The reader is `two`. */
function game(story: StoryEntry[], saved: Partial<Saved> = {}) {
  const fetched: number[] = [];
  const session = {
    seats: { mine: ['two'] as Side[], story },
    ground: { key: (place: { hexes: string[] }) => place.hexes.join() },
    sideName: (side: Side) => side,
    saved,
    keep: (change: Partial<Saved>) => Object.assign(saved, change),
  };
  const aftermath = new Aftermath(session as unknown as Session, async (at) => {
    fetched.push(at);
    return scene('one', [unit('ross', 'one', '0101'), unit('clifford', 'two', '0202')]);
  });
  return { aftermath, fetched, session, saved };
}

it('begins with what was done after the last deed of the reader, also in his own turn', async () => {
  const story = [entry('two', 'resolve'), entry('one', 'strike'), entry('one', 'strike'), entry('one', 'move')];
  const { aftermath, fetched, session, saved } = game(story.slice(0, 1));
  aftermath.turn(scene('two'), 0, 1, true);
  session.seats.story = story.slice(0, 2);
  aftermath.turn(scene('two'), 1, 2, false);
  session.seats.story = story.slice(0, 3);
  aftermath.turn(scene('one'), 2, 3, false);
  session.seats.story = story;
  aftermath.turn(scene('two', [unit('ross', 'one', '0103')]), 3, 4, false);
  await tick();
  expect(fetched).toEqual([1]);
  expect(aftermath.account?.lines.map(({ text }) => text)).toEqual(['one: 1 moved']);
  expect(saved.told).toEqual({ turn: 2, from: 1, until: 4 });
});

it('tells the same to who comes back in the same turn, whatever was answered in between', async () => {
  const story = [entry('one', 'move'), entry('two', 'run'), entry('one', 'move'), entry('two', 'move')];
  const { aftermath, fetched } = game(story, { told: { turn: 2, from: 0, until: 3 } });
  aftermath.turn(scene('two'), 0, 4, true);
  await tick();
  expect(fetched).toEqual([0, 3]);
  const later = game(story, { told: { turn: 1, from: 0, until: 3 } });
  later.aftermath.turn(scene('two'), 0, 4, true);
  await tick();
  expect(later.fetched[0]).toBe(2);
});

it('leads to where somebody fell, and not to where he stood before he ran', async () => {
  const { aftermath } = game([entry('two', 'end'), entry('one', 'strike')]);
  aftermath.turn(scene('two'), 0, 1, true);
  aftermath.changed([unit('clifford', 'two', '0909')], [unit('clifford', 'two', undefined)], [entry('one', 'strike')]);
  aftermath.turn(scene('one'), 1, 1, false);
  aftermath.turn(scene('two', [unit('clifford', 'two', undefined)]), 1, 2, false);
  await tick();
  expect(aftermath.account?.lines[0]?.places).toEqual([{ hexes: ['0909'] }]);
});

it('tells of the first turn too, without what was set up before it', async () => {
  const heading = { kind: 'turn', role: 'turn' as const, text: 'Turn 1', cites: [] };
  const story = [
    entry('one', 'ready'),
    { ...entry('two', 'ready'), events: [heading] },
    entry('one', 'move'),
    { ...entry('one', 'end'), events: [heading] },
  ];
  const { aftermath, fetched, session } = game(story.slice(0, 1));
  aftermath.turn({ ...scene('one'), to_act: ['two'] }, 0, 1, true);
  session.seats.story = story.slice(0, 2);
  aftermath.turn(scene('one'), 1, 2, false);
  session.seats.story = story;
  aftermath.turn(scene('two', [unit('ross', 'one', '0103')]), 2, 4, false);
  await tick();
  expect(fetched).toEqual([2]);
  expect(aftermath.account?.lines.map(({ text }) => text)).toEqual(['one: 1 moved']);
});
