// What the page does by itself, and when it does not.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Request } from '../api/live';
import type { Offer, Role } from '../api/types';
import { field } from '../ground/testing';
import type { Undoing } from '../lib/saved';
import type { Session } from './session.svelte';

let still = false;
vi.stubGlobal('matchMedia', (query: string) => ({
  matches: query.includes('motion') && still,
  addEventListener: () => undefined,
}));
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
vi.stubGlobal('document', { documentElement: { dataset: {} } });
const { Commands } = await import('./commands.svelte');
const { prefs } = await import('../lib/prefs.svelte');

const offer = (role: Role, rolls = false): Offer => ({ choice: role, kind: role, role, label: role, rolls });

/** A game in which every choice leads to the same offers again. */
function game(offers: Offer[], curtain?: 'one') {
  const sent: string[] = [];
  const state = { version: 1 };
  const session = {
    offers,
    state,
    replay: { cursor: undefined },
    unfolding: { playing: false, stop: () => undefined },
    hand: {},
    pieces: [],
    keep: () => undefined,
    voice: { whisper: '', tell: (text: string) => sent.push(`told ${text}`) },
    seats: {
      curtain,
      story: [],
      mine: ['one'],
      viewer: 'one',
      undoer: 'one',
      of: () => state,
      state,
      reached: () => Promise.resolve(),
      ask: (request: Request) => {
        sent.push('choice' in request ? request.choice : request.do);
        state.version += 1;
        return Promise.resolve({ version: state.version, done: 1, events: [] });
      },
    },
  };
  return { sent, session, commands: new Commands(session as unknown as Session) };
}

beforeEach(() => {
  vi.useFakeTimers();
  still = false;
  prefs.set({ advance: false });
});
afterEach(() => vi.useRealTimers());

describe('a step that has to be taken', () => {
  it('waits until a movement has been seen', async () => {
    const { sent, session, commands } = game([offer('act')]);
    session.unfolding.playing = true;
    commands.maybeAdvance();
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent).toEqual([]);
    session.unfolding.playing = false;
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent[0]).toBe('act');
  });
  it('is taken after a moment, and said', async () => {
    const { sent, session, commands } = game([offer('act')]);
    commands.maybeAdvance();
    expect(session.voice.whisper).toBe('act: there is no other way.');
    await vi.advanceTimersByTimeAsync(300);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);
    expect(sent).toEqual(['act']);
  });

  it('is taken at once where nothing should move', async () => {
    still = true;
    const { sent, commands } = game([offer('act')]);
    commands.maybeAdvance();
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toEqual(['act']);
  });

  it('waits for a click after it was taken back, and goes by itself again afterwards', async () => {
    const { sent, commands } = game([offer('act')]);
    commands.maybeAdvance();
    await commands.undo();
    commands.maybeAdvance();
    await vi.advanceTimersByTimeAsync(5000);
    expect(sent).toEqual(['undo']);
    await commands.choose('act');
    commands.maybeAdvance();
    await vi.advanceTimersByTimeAsync(400);
    expect(sent).toEqual(['undo', 'act', 'act']);
  });

  it('waits while it is not seen, and when the game has gone on', async () => {
    const hidden = game([offer('act')], 'one');
    hidden.commands.maybeAdvance();
    const { sent, session, commands } = game([offer('act')]);
    commands.maybeAdvance();
    session.state.version = 2;
    await vi.advanceTimersByTimeAsync(1000);
    expect([...hidden.sent, ...sent]).toEqual([]);
  });

  it('is no step that rolls dice, begins, ends or lets something go', async () => {
    const lists = [[offer('act', true)], [offer('act'), offer('finish')]];
    for (const role of ['open', 'reshape', 'finish', 'pass', 'pass_unit', 'pass_phase', 'join', 'go'] as const)
      lists.push([offer(role)]);
    for (const list of lists) {
      const { sent, commands } = game(list);
      commands.maybeAdvance();
      await vi.advanceTimersByTimeAsync(1000);
      expect(sent).toEqual([]);
    }
  });

  it('"finished" is said for those who want that', async () => {
    prefs.set({ advance: true });
    const { sent, commands } = game([offer('finish')]);
    commands.maybeAdvance();
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent).toEqual(['finish']);
  });
});

describe('several who have to run', () => {
  /** Two routed units; the way of the second, if it has only one. */
  const routed = (second: string[][]) => {
    const rout = (piece: string): Offer => ({ ...offer('owed'), choice: `rout ${piece}`, piece });
    const made = game([rout('A'), rout('B')]);
    const way = (hexes: string[]) => ({
      to: { hexes: [hexes.at(-1)!] },
      cost: '1',
      plan: ['rout', ...hexes.slice(1)],
      path: hexes.map((hex) => ({ hexes: [hex] })),
    });
    const ways: Record<string, string[][]> = { A: [['0202', '0203']], B: second };
    Object.assign(made.session, {
      ground: field(12, 12),
      questions: { destinations: (piece: string) => Promise.resolve(ways[piece]!.map(way)) },
    });
    return made;
  };
  it('do so by themselves where nothing is to be decided', async () => {
    const { sent, commands } = routed([['1002', '1003']]);
    commands.maybeAdvance();
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent).toEqual(['rout A']);
  });
  it('wait where the way or the order is a choice, and after something was taken back', async () => {
    const forked = [
      ['1002', '1003'],
      ['1002', '1103'],
    ];
    const near = [['0302', '0303']];
    for (const second of [forked, near, []]) {
      const { sent, commands } = routed(second);
      commands.maybeAdvance();
      await vi.advanceTimersByTimeAsync(1000);
      expect(sent).toEqual([]);
    }
    const { sent, commands } = routed([['1002', '1003']]);
    commands.undone = true;
    commands.maybeAdvance();
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent).toEqual([]);
  });
});

describe('a phase is begun anew', () => {
  /** So many entries of this phase, and so many choices that are committed in secret. */
  const restarted = async (entries: number, staged: number): Promise<number> => {
    const { sent, session, commands } = game([]);
    const now = Object.assign(session.state, { entries, staged: Array.from({ length: staged }, () => 'chit') });
    const heading = {
      side: 'one',
      choice: '',
      dice: [],
      events: [{ kind: 'turn', role: 'turn', text: '', cites: [] }],
    };
    const whole = Object.assign(session, {
      get undoable() {
        return now.entries + now.staged.length;
      },
    });
    Object.assign(whole.seats, {
      story: [heading, ...Array.from({ length: entries - 1 }, () => ({ ...heading, events: [] }))],
    });
    const { ask } = session.seats;
    session.seats.ask = (request) => {
      if (now.staged.length) now.staged.pop();
      else now.entries -= 1;
      return ask(request);
    };
    await commands.restart();
    expect(now.staged).toEqual([]);
    expect(now.entries).toBe(1);
    return sent.length;
  };

  it('with all that was done in it', async () => expect(await restarted(4, 0)).toBe(3));
  it('with all that was committed in secret', async () => expect(await restarted(1, 3)).toBe(3));
  it('with both', async () => expect(await restarted(3, 2)).toBe(4));
});

describe('a quick hand', () => {
  it('is waited for, and the same thing is not done twice', async () => {
    const { sent, commands } = game([offer('act')]);
    const all = ['shoot', 'end', 'end', 'end'].map((choice) => commands.choose(choice));
    await vi.advanceTimersByTimeAsync(50);
    expect(await Promise.all(all)).toEqual([true, true, false, false]);
    expect(sent).toEqual(['shoot', 'end']);
  });

  /** A game whose answers take a tenth of a second. */
  function slow() {
    const made = game([]);
    const { session } = made;
    Object.assign(session, {
      settingUp: false,
      sorted: { byPiece: new Map([['a', []]]) },
      idle: new Set(['a']),
      drama: { linger: () => undefined },
    });
    const { ask } = session.seats;
    session.seats.ask = async (request) => {
      await new Promise((later) => setTimeout(later, 100));
      return ask(request);
    };
    return made;
  }

  it('that ends a phase before its last choice is answered is asked about what comes of that', async () => {
    const { sent, commands } = slow();
    const ready = offer('finish', true);
    void commands.choose('chit');
    await vi.advanceTimersByTimeAsync(20);
    void commands.end(ready);
    await vi.advanceTimersByTimeAsync(500);
    expect(commands.isDoubted(ready)).toBe(true);
    expect(sent).toEqual(['chit']);
    void commands.end(ready);
    await vi.advanceTimersByTimeAsync(500);
    expect(sent).toEqual(['chit', 'finish']);
  });

  it('that presses twice ends one phase', async () => {
    const { sent, commands } = slow();
    void commands.end(offer('finish'));
    await vi.advanceTimersByTimeAsync(20);
    void commands.end(offer('finish'));
    await vi.advanceTimersByTimeAsync(500);
    expect(sent).toEqual(['finish']);
  });
});

describe('what is committed in secret is taken back', () => {
  /** Chits are laid one on the other; the phase may be ended. */
  function laying() {
    const { session, commands } = game([]);
    const now = Object.assign(session.state, { entries: 1, staged: [] as string[] });
    Object.defineProperty(session, 'undoable', { get: () => now.staged.length });
    const { ask } = session.seats;
    session.seats.ask = (request) => {
      if (request.do === 'undo') now.staged.pop();
      else if ('choice' in request) now.staged.push(request.choice);
      return ask(request);
    };
    const lay = async (...chits: string[]) => {
      for (const chit of chits) await commands.choose(chit);
    };
    const turnUp = () => Object.assign(now, { entries: now.entries + 1, staged: [] });
    return { now, commands, lay, turnUp, unit: () => commands.together(() => lay('a', 'b', 'c')) };
  }

  it('together, if it was laid together', async () => {
    const { now, commands, lay, unit } = laying();
    await lay('x');
    await unit();
    await commands.undo();
    expect(now.staged).toEqual(['x']);
    await commands.undo();
    expect(now.staged).toEqual([]);
  });

  it('one by one after the unit’s chits were taken back', async () => {
    const { now, commands, lay, unit } = laying();
    await unit();
    await commands.undo();
    await lay('a', 'b', 'c');
    await commands.undo();
    expect(now.staged).toEqual(['a', 'b']);
  });

  it('one by one in a later phase, however many a unit had laid in an earlier one', async () => {
    const { now, commands, lay, turnUp, unit } = laying();
    await unit();
    turnUp();
    await lay('a', 'b', 'c');
    await commands.undo();
    expect(now.staged).toEqual(['a', 'b']);
  });
});

describe('one thing is one undo after a reload', () => {
  const entry = (choice: string, side = 'one') => ({ side, choice, dice: [], events: [] });
  /** A page that has just come to a game in which this has been done. */
  function reloaded(choices: string[], undo?: Undoing) {
    const { session, commands } = game([]);
    const story = choices.map((choice) => entry(choice));
    const state = Object.assign(session.state, { entries: story.length });
    const kept: { undo?: Undoing } = {};
    Object.assign(session, {
      pieces: [{ id: 'A' }, { id: 'B' }],
      saved: { undo },
      keep: (change: { undo: Undoing }) => Object.assign(kept, change),
    });
    Object.defineProperty(session, 'undoable', { get: () => state.entries });
    Object.assign(session.seats, { story });
    const { ask } = session.seats;
    session.seats.ask = (request) => {
      if (request.do === 'undo') story.pop();
      else if ('choice' in request) story.push(entry(request.choice));
      state.entries = story.length;
      return ask(request);
    };
    return { story, state, commands, kept };
  }
  const DONE = ['ready', 'move A', 'step', 'done', 'move B', 'with A', 'step', 'step'];

  it('as it was kept', async () => {
    const { state, commands, kept } = reloaded(DONE, { at: 8, marks: [0, 1, 4], bundles: [] });
    await commands.undo();
    expect(state.entries).toBe(4);
    await commands.choose('move B');
    await commands.undo();
    expect(state.entries).toBe(4);
    expect(kept.undo).toEqual({ at: 4, marks: [0, 1], bundles: [] });
    await commands.undo();
    expect(state.entries).toBe(1);
  });

  it('as far as the story tells, if something was done on another device since', async () => {
    for (const undo of [undefined, { at: 1, marks: [0], bundles: [] }]) {
      const { state, commands } = reloaded(['ready', 'move A', 'step', 'done', 'move B', 'step', 'step'], undo);
      await commands.undo();
      expect(state.entries).toBe(4);
      await commands.undo();
      expect(state.entries).toBe(1);
    }
  });

  it('of the end of a phase alone, and of nothing before it', async () => {
    const { story, state, commands } = reloaded(['move A', 'step', 'end', 'shoot', 'done']);
    Object.assign(story[2]!, { events: [{ kind: 'phase', role: 'phase', text: '', cites: [] }] });
    await commands.undo();
    expect(state.entries).toBe(3);
    await commands.undo();
    expect(state.entries).toBe(2);
    await commands.undo();
    expect(state.entries).toBe(0);
  });
});
