// What the dice gave against what they should have given, entry by entry. Reckoning it takes the server some time: it is
// asked for when the game has been quiet for a moment, and only for what is new. On a table a phase has so many dice that the
// game would wait for it: there it is asked for when the reader wants to know.
import type { Luck, LuckFrom } from '../api/types';

const QUIET = 250;

export class LuckBook {
  entries = $state.raw<readonly (Luck | null)[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wanted = $state(0);
  /** Nothing is asked for by itself. */
  lazy = $state(false);
  busy = $state(false);

  constructor(readonly ask: (from: number) => Promise<LuckFrom>) {}

  /** The game has so many entries; whatever was known from entry `from` on is no longer true. */
  grown(entries: number, from: number): void {
    if (from < this.entries.length) this.entries = this.entries.slice(0, Math.max(0, from));
    this.#wanted = entries;
    clearTimeout(this.#timer);
    if (this.entries.length < entries && !this.lazy) this.#timer = setTimeout(() => void this.#find(), QUIET);
  }

  /** There is more to be known. */
  get more(): boolean {
    return this.entries.length < this.#wanted;
  }

  async tell(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    await this.#find();
    this.busy = false;
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  async #find(): Promise<void> {
    const from = this.entries.length;
    try {
      const found = await this.ask(from);
      // Meanwhile something may have been taken back: then the next round finds it.
      if (this.entries.length !== found.from) return;
      this.entries = [...this.entries, ...found.entries].slice(0, this.#wanted);
    } catch {
      // The next state asks again.
    }
  }
}
