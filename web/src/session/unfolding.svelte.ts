// All have moved at once: it is shown tick by tick, and can be stopped, stepped through and seen again.
import type { PieceView, StoryEntry } from '../api/types';
import { type March, fieldAt, marchOf } from './ticks';

/** Milliseconds between two ticks. */
const TICK = 110;
/** At the end there is a moment to look before the game goes on. */
const END = 500;

const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

export class Unfolding {
  #march = $state.raw<March | undefined>();
  tick = $state(0);
  playing = $state(false);
  /** The last movement is being shown. */
  on = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  get ticks(): number {
    return this.#march?.ticks ?? 0;
  }

  /** Whether there is a movement to be seen again. */
  get known(): boolean {
    return !!this.#march;
  }

  pieces: PieceView[] | undefined = $derived(this.on && this.#march ? fieldAt(this.#march, this.tick) : undefined);

  /** These entries are new; a movement among them is shown, unless the reader wants no motion or is in a hurry. */
  heard(story: readonly StoryEntry[], before: readonly PieceView[], hurried: boolean): void {
    const march = marchOf(story, before);
    if (!march) return;
    this.#march = march;
    this.stop();
    if (!hurried && !isStill()) this.again();
  }

  /** From its beginning. */
  again(): void {
    if (!this.#march) return;
    this.tick = 0;
    this.on = true;
    this.play();
  }

  play(): void {
    if (this.tick >= this.ticks) this.tick = 0;
    this.playing = true;
    this.#wait();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  toggle(): void {
    if (!this.on) this.again();
    else if (this.playing) this.pause();
    else this.play();
  }

  step(by: 1 | -1): void {
    if (!this.#march) return;
    this.pause();
    if (!this.on) this.tick = by > 0 ? 0 : this.ticks;
    this.on = true;
    this.tick = Math.max(0, Math.min(this.ticks, this.tick + by));
  }

  seek(tick: number): void {
    this.pause();
    this.tick = tick;
  }

  /** Back to the field as it is. */
  stop(): void {
    this.pause();
    this.on = false;
  }

  /** The game was taken back, or another seat looks: what was moved is no longer there to be seen. */
  forget(): void {
    this.stop();
    this.#march = undefined;
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => {
        if (!this.playing) return;
        if (this.tick >= this.ticks) this.stop();
        else {
          this.tick++;
          this.#wait();
        }
      },
      this.tick >= this.ticks ? END : TICK,
    );
  }
}
