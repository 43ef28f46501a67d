// What is shown and heard while the game goes on: the dice as they fall, blows and losses, phases that were passed over, and
// how fast a captain plays.
import type { Scene, Side, StoryEntry, Telling } from '../api/types';
import { prefs } from '../lib/prefs.svelte';
import { type SoundName, sound } from '../lib/sound';
import { UNTIL } from './commands.svelte';
import { passedOver } from './log';
import { named, namer, plainly } from './mentions';
import { type Spent, pause } from './pacer';
import type { Session } from './session.svelte';

/** How long a roll is shown, in milliseconds, and how many of them at once. */
const SHOWN = 2600;
const MOST = 4;
/** How long it is said that a turn has begun. */
const HERALDED = 3000;

/** How long a captain waits after a phase was ended in which something could still have been done. */
const LINGER = 2200;

export interface Cast {
  key: number;
  telling: Telling;
  text: string;
}

export class Drama {
  /** The rolls that were made last, the newest at the end. */
  casts = $state.raw<readonly Cast[]>([]);
  /** Said for a moment when the reader's turn begins after a captain's. */
  herald = $state('');
  #player: Side | undefined;
  /** The captain's turn is run through. */
  skipping = $state(false);
  #key = 0;
  #timers = new Set<ReturnType<typeof setTimeout>>();
  /** What the captain's turn has taken, and since when it waits after what. None: it has not begun. */
  #spent: Spent | undefined;
  #since = 0;
  #after: keyof Spent = 'steps';
  #paused: number | undefined;

  constructor(readonly session: Session) {}

  close(): void {
    this.#timers.forEach(clearTimeout);
  }

  #later(what: () => void, ms: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      what();
    }, ms);
    this.#timers.add(timer);
  }

  hear(name: SoundName): void {
    if (prefs.sound && !this.skipping) sound(name);
  }

  /** These entries are new. */
  play(story: readonly StoryEntry[], scene: Scene): void {
    const { aftermath, voice } = this.session;
    const rolls = story.flatMap((entry) => entry.events.filter((t) => t.dice?.length));
    const last = rolls.at(-1);
    if (!this.skipping) this.#show(rolls.slice(-MOST));
    this.#announce(scene);
    if (aftermath.struck.size) this.hear('blow');
    if (story.some((entry) => entry.events.some((t) => t.role === 'loss'))) this.hear('fall');
    const { mine } = this.session.seats;
    const acted = scene.verdict || story.some((entry) => !mine.includes(entry.side));
    if (acted && voice.whisper.endsWith(UNTIL)) voice.whisper = '';
    const passed = passedOver(story);
    if (passed.length && !scene.verdict) voice.passed = `Passed over, for nobody could act: ${passed.join('; ')}.`;
    this.#keepPace(!!last);
  }

  #show(rolls: readonly Telling[]): void {
    if (!rolls.length) return;
    const names = namer(this.session.pieces);
    const fresh = rolls.map((telling): Cast => {
      return { key: ++this.#key, telling, text: named(plainly(telling.text), names) };
    });
    this.casts = [...this.casts, ...fresh].slice(-MOST);
    this.hear('dice');
    this.#later(() => (this.casts = this.casts.filter((cast) => !fresh.includes(cast))), SHOWN);
  }

  /** The reader looks at the map again: what was rolled lies upon it no longer. */
  clear(): void {
    if (this.casts.length) this.casts = [];
  }

  /** Whose turn it is now. */
  #announce({ player, turn, verdict }: Scene): void {
    const { aftermath, hasCaptain, seats, teacher } = this.session;
    const begins = this.#player !== undefined && this.#player !== player && !verdict;
    this.#player = player;
    if (!begins) return;
    const called = seats.mine.length === 1 && seats.mine[0] === player && hasCaptain && !teacher && !aftermath.together;
    this.herald = called ? `Turn ${turn}: your turn` : '';
    if (this.herald) this.#later(() => (this.herald = ''), HERALDED);
  }

  // ---- The captain's pace ----

  get thinking(): boolean {
    return this.session.state?.captain?.thinking ?? false;
  }

  /** The rest of the captain's turn at once. */
  skip(): void {
    this.skipping = true;
    this.#setPace(0);
  }

  /** The captain gives the reader a moment to take back what he has done, whatever his pace. */
  linger(): void {
    if (this.session.hasCaptain) this.#setPace(LINGER);
  }

  #keepPace(dramatic: boolean): void {
    if (!this.session.hasCaptain || !this.session.seats.mine.length) return;
    const now = Date.now();
    if (this.#spent) this.#spent = { ...this.#spent, [this.#after]: this.#spent[this.#after] + now - this.#since };
    [this.#since, this.#after] = [now, dramatic ? 'rolls' : 'steps'];
    if (!this.thinking) {
      this.#spent = undefined;
      this.skipping = false;
      this.#setPace(pause(prefs.pace, { steps: 0, rolls: 0 }, false));
      return;
    }
    const begins = !this.#spent;
    this.#spent ??= { steps: 0, rolls: 0 };
    // A pause that was asked for is kept until the captain has acted.
    if (begins && this.#paused === LINGER) return;
    this.#setPace(this.skipping ? 0 : pause(prefs.pace, this.#spent, dramatic));
  }

  #setPace(ms: number): void {
    if (ms === this.#paused) return;
    this.#paused = ms;
    void this.session.seats.ask({ do: 'pace', ms }).catch(() => (this.#paused = undefined));
  }

  /** The reader has chosen another pace, or has come. */
  repace(): void {
    this.#paused = undefined;
    this.#keepPace(false);
  }
}
