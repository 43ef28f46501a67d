// The seats at this screen: a line to the server for each, its newest state and its story, and who of them is to look.
import { api } from '../api/http';
import { patiently } from '../api/patience';
import { Live, type Request, type StateMessage } from '../api/live';
import type { Offer, Refusal, Scene, Side, StoryEntry, Viewer } from '../api/types';
import { SIDES } from '../lib/opened';
import { complete } from './reconcile';

/** A state message with its scene filled in. */
export type Known = StateMessage & { scene: Scene; offers: Offer[] };

export interface SeatEvents {
  /** A state has come to one of the seats. */
  heard(message: StateMessage): void;
  /** The first word over a line: who sits there. */
  seated(viewer: Viewer): void;
  /** Before a seat is asked: whether its standing orders have answered. */
  answered(side: Side, state: Known): boolean;
  /** Whether there are secrets between the seats. */
  hides(): boolean;
  /** What is shown has changed: `fresh` by the game going on, `turned` by another seat looking. */
  shown(change: { state: Known; message: StateMessage; fresh: boolean; turned: boolean }): void;
}

export class Seats {
  online = $state(false);
  everOnline = $state(false);
  fatal = $state.raw<Refusal | undefined>();
  viewer = $state<Viewer>('watcher');
  mine = $state.raw<readonly Side[]>([]);
  /** Two at one screen in a game with secrets: who is to sit down before anything is shown, on opening and at every change. */
  curtain = $state<Side | undefined>();

  #states = $state.raw<Partial<Record<Viewer, Known>>>({});
  #stories = $state.raw<Partial<Record<Viewer, StoryEntry[]>>>({});
  #lives = new Map<Viewer | '?', Live>();
  #held: StateMessage[] = [];
  #heldTimer: ReturnType<typeof setTimeout> | undefined;
  #waiting: { viewer: Viewer; version: number; go: () => void }[] = [];

  constructor(
    readonly game: string,
    readonly token: string,
    readonly events: SeatEvents,
  ) {}

  state = $derived(this.#states[this.viewer]);
  story = $derived(this.#stories[this.viewer] ?? []);

  of(viewer: Viewer): Known | undefined {
    return this.#states[viewer];
  }

  /** The seat here that can take something back: whoever looks, or the one that has just handed over. */
  undoer: Viewer = $derived.by(() => {
    const other = this.mine.find((side) => side !== this.viewer && (this.#states[side]?.undoable ?? 0) > 0);
    return (this.state?.undoable ?? 0) > 0 || this.events.hides() ? this.viewer : (other ?? this.viewer);
  });

  /** One line for the token of the link, or one for each of two seats at this screen. */
  open(tokens: Partial<Record<Side, string>> | undefined): void {
    if (tokens?.one && tokens.two) for (const side of SIDES) this.#connect(side, tokens[side]!);
    else this.#connect('?', this.token);
    addEventListener('online', this.#wake);
    document.addEventListener('visibilitychange', this.#turn);
  }

  close(): void {
    for (const live of this.#lives.values()) live.close();
    this.#lives.clear();
    clearTimeout(this.#heldTimer);
    removeEventListener('online', this.#wake);
    document.removeEventListener('visibilitychange', this.#turn);
  }

  tokenOf(viewer: Viewer): string {
    return this.#lives.get(viewer)?.token ?? this.token;
  }

  ask<T>(request: Request, viewer: Viewer = this.viewer): Promise<T> {
    const live = this.#lives.get(viewer);
    if (live) return patiently(() => live.ask<T>(request));
    const why = 'There is no connection to the server yet.';
    return Promise.reject({ code: 'Offline', cite: '', why } satisfies Refusal);
  }

  /** Until a state of that version has come to the seat that asked, or the line is lost. */
  reached(viewer: Viewer, version: number): Promise<void> {
    if ((this.#states[viewer]?.version ?? 0) >= version) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, 3000);
      this.#waiting.push({ viewer, version, go: () => (clearTimeout(timer), resolve()) });
    });
  }

  #wake = (): void => {
    if (!document.hidden) for (const live of this.#lives.values()) live.wake();
  };

  #turn = (): void => {
    this.#wake();
    for (const live of this.#lives.values()) live.look();
  };

  #connect(as: Viewer | '?', token: string): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const url = `${scheme}://${location.host}/api/games/${this.game}/live`;
    let viewer: Viewer | undefined = as === '?' ? undefined : as;
    const live = new Live(url, token, {
      reads: () => !document.hidden,
      since: () => (viewer ? (this.#states[viewer]?.version ?? 0) : 0),
      line: (open) => {
        this.online = open;
        if (open) this.everOnline = true;
      },
      refused: (refusal) => (this.fatal = refusal),
      state: (message) => {
        viewer = message.viewer;
        // Who the token was for is known now: one line is one seat.
        this.#lives.delete('?');
        this.#lives.set(viewer, live);
        this.#receive(message);
      },
    });
    this.#lives.set(as, live);
  }

  /**
   * Two seats at one screen get their news one after the other. News that the other one is to act waits for the other
   * one's, so that nothing meant for nobody flashes up in between. Versions are counted for each seat; the number of
   * entries is what they have in common.
   */
  #receive(message: StateMessage): void {
    const other = message.viewer === 'one' ? 'two' : message.viewer === 'two' ? 'one' : undefined;
    const theirs = other && this.mine.includes(other) ? this.#states[other] : undefined;
    clearTimeout(this.#heldTimer);
    const goesOver = !!other && message.to_act.includes(other) && !message.to_act.includes(message.viewer as Side);
    if (theirs && theirs.entries !== message.entries && !this.#held.length && goesOver) {
      this.#held.push(message);
      this.#heldTimer = setTimeout(() => this.#release(), 400);
      return;
    }
    this.#release();
    this.#take(message);
  }

  #release(): void {
    for (const message of this.#held.splice(0)) this.#take(message);
  }

  #take(message: StateMessage): void {
    this.events.heard(message);
    this.#place(message);
    this.#waiting = this.#waiting.filter((w) => {
      if (w.viewer !== message.viewer || w.version > message.version) return true;
      w.go();
      return false;
    });
  }

  #place(message: StateMessage): void {
    const viewer = message.viewer;
    const before = this.#states[viewer];
    if (viewer !== 'watcher' && !this.mine.includes(viewer)) {
      this.mine = SIDES.filter((s) => s === viewer || this.mine.includes(s));
    }
    if (!before) this.events.seated(viewer);
    const had = this.#stories[viewer] ?? [];
    // Should the story begin behind what this page has, the gap is fetched.
    if (message.from > had.length) void this.#fillStory(viewer);
    this.#stories = { ...this.#stories, [viewer]: [...had.slice(0, message.from), ...message.story] };
    const scene = message.scene ? complete(before?.scene, message.scene) : before?.scene;
    if (!scene) return;
    this.#states = { ...this.#states, [viewer]: { ...message, scene, offers: message.offers ?? [] } };

    const chosen = this.#looker(message);
    const turned = chosen !== this.viewer;
    if (turned && this.events.hides() && this.#lives.size === 2) this.curtain = chosen as Side;
    this.viewer = chosen;
    if (viewer !== chosen && !turned) return;
    const fresh = !before || before.version !== message.version;
    this.events.shown({ state: this.#states[chosen]!, message, fresh, turned });
  }

  /** Whoever is to act sits at the screen. A seat whose news is older has to wait for its own. */
  #looker(message: StateMessage): Viewer {
    if (this.mine.length === 0) return 'watcher';
    const able = this.mine.filter((side) => {
      const state = this.#states[side];
      if (state?.entries !== message.entries || !state.scene.to_act.includes(side)) return false;
      return !this.events.answered(side, state);
    });
    const stays = able.length === 0 || able.includes(this.viewer as Side);
    if (!stays) return able[0]!;
    return this.viewer === 'watcher' ? message.viewer : this.viewer;
  }

  async #fillStory(viewer: Viewer): Promise<void> {
    try {
      const { story } = await api.story(this.game, this.tokenOf(viewer), 0);
      this.#stories = { ...this.#stories, [viewer]: story };
    } catch {
      // The next hello asks again.
    }
  }
}
