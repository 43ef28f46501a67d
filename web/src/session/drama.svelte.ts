// What is shown and heard while the game goes on: the dice as they fall, blows and losses, phases that were passed over, and
// how fast a captain plays.
import type { Scene, StoryEntry, Telling } from '../api/types';
import { prefs } from '../lib/prefs.svelte';
import { type SoundName, sound } from '../lib/sound';
import { UNTIL } from './commands.svelte';
import { passedOver } from './log';
import { pause } from './pacer';
import type { Session } from './session.svelte';

/** How long a roll is shown, in milliseconds. */
const SHOWN = 2600;

/** How long a captain waits after a phase was ended in which something could still have been done. */
const LINGER = 2200;

export interface Cast {
  key: number;
  dice: readonly number[];
  text: string;
}

export class Drama {
  /** The roll that was made last. */
  cast = $state.raw<Cast | undefined>();
  /** The captain's turn is run through. */
  skipping = $state(false);
  #key = 0;
  #gone: ReturnType<typeof setTimeout> | undefined;
  /** When the captain's turn began. */
  #began = 0;
  #paused: number | undefined;

  constructor(readonly session: Session) {}

  close(): void {
    clearTimeout(this.#gone);
  }

  hear(name: SoundName): void {
    if (prefs.sound && !this.skipping) sound(name);
  }

  /** These entries are new. */
  play(story: readonly StoryEntry[], scene: Scene): void {
    const { aftermath, voice } = this.session;
    const rolls = story.flatMap((entry) => entry.events.filter((t) => t.dice?.length));
    const last = rolls.at(-1);
    if (last && !this.skipping) this.#show(last);
    if (aftermath.struck.size) this.hear('blow');
    if (story.some((entry) => entry.events.some((t) => t.role === 'loss'))) this.hear('fall');
    const { mine } = this.session.seats;
    const acted = scene.verdict || story.some((entry) => !mine.includes(entry.side));
    if (acted && voice.whisper.endsWith(UNTIL)) voice.whisper = '';
    const passed = passedOver(story);
    if (passed.length && !scene.verdict) voice.whisper = `Passed over, for nobody could act: ${passed.join('; ')}.`;
    this.#keepPace(!!last);
  }

  #show(telling: Telling): void {
    this.cast = { key: ++this.#key, dice: telling.dice ?? [], text: telling.text };
    this.hear('dice');
    clearTimeout(this.#gone);
    this.#gone = setTimeout(() => (this.cast = undefined), SHOWN);
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

  /** The captain gives the reader a moment to take back what he has done. */
  linger(): void {
    if (this.session.hasCaptain && prefs.pace > 0) this.#setPace(LINGER);
  }

  #keepPace(dramatic: boolean): void {
    if (!this.session.hasCaptain || !this.session.seats.mine.length) return;
    if (!this.thinking) {
      this.#began = 0;
      this.skipping = false;
      this.#setPace(pause(prefs.pace, 0, false));
      return;
    }
    const begins = !this.#began;
    this.#began ||= Date.now();
    // A pause that was asked for is kept until the captain has acted.
    if (begins && this.#paused === LINGER) return;
    this.#setPace(this.skipping ? 0 : pause(prefs.pace, Date.now() - this.#began, dramatic));
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
