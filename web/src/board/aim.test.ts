// A press means what the reader sees when the answers are there, however quick he was.
import { expect, it, vi } from 'vitest';
import type { Session } from '../session/session.svelte';

vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
vi.stubGlobal('document', { documentElement: { dataset: {} } });
const { Aim } = await import('./aim.svelte');
const { Hand } = await import('../session/hand.svelte');

const PLACE = { hexes: ['0101'] };
const tick = () => new Promise((next) => setTimeout(next, 0));

/** A game with one unit whose ways are told when `answer` is called, once for each time they were asked for. */
function game() {
  const asked: ((ways: unknown[]) => void)[] = [];
  const done: string[] = [];
  let free = () => {};
  const session = {
    state: { version: 1 },
    sorted: { byPiece: new Map([['ross', []]]), byTarget: new Map(), general: [], only: undefined },
    byId: new Map(),
    ground: { key: () => 'there', stackKeys: () => ['there'] },
    at: () => [],
    division: { active: false, cancel: () => undefined },
    dragging: { survey: () => undefined },
    commands: { answered: () => Promise.resolve() as Promise<void> },
    questions: {
      destinations: () => new Promise((answer) => asked.push(answer)),
      lanes: () => Promise.resolve([]),
    },
  };
  const hand = new Hand(session as unknown as Session);
  // What a press means is another matter: it is refused as long as no ways are known.
  vi.spyOn(hand, 'click').mockImplementation(() =>
    hand.reach ? { do: 'look', piece: 'gone' } : { do: 'why', there: { place: PLACE } },
  );
  vi.spyOn(hand, 'act').mockImplementation(async (what) => void done.push(what.do));
  const aim = new Aim(Object.assign(session, { hand }) as unknown as Session);
  return {
    aim,
    hand,
    session,
    done,
    answer: () => asked.shift()?.([{ to: PLACE, path: [], plan: [], cost: 1 }]),
    busy: () => {
      session.commands.answered = () => new Promise((go) => (free = go));
    },
    idle: () => free(),
  };
}

it('waits for the ways of the position as it stands, also when news has come meanwhile', async () => {
  const { aim, hand, session, done, answer } = game();
  hand.select('ross');
  const pressed = aim.perform(PLACE, false);
  await tick();
  // News: whatever was asked is no longer about this position.
  session.state.version = 2;
  hand.refresh();
  answer();
  await tick();
  expect(done).toEqual([]);
  answer();
  await pressed;
  expect(done).toEqual(['look']);
});

it('is refused in the end if there is no way', async () => {
  const { aim, hand, done } = game();
  await aim.perform(PLACE, false);
  expect(done).toEqual(['why']);
  expect(hand.selected).toBeUndefined();
});

it('waits for what was sent before', async () => {
  const { aim, hand, done, busy, idle } = game();
  busy();
  const pressed = aim.perform(PLACE, false);
  await tick();
  expect(hand.click).not.toHaveBeenCalled();
  idle();
  await pressed;
  expect(done).toEqual(['why']);
});
