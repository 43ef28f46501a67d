// Looking back: the scene at an earlier entry, fetched when it is wanted.
import { reconcile } from './reconcile';
import * as replay from './replay';
import type { Scene } from '../api/types';

export class Replaying {
  cursor = $state.raw<replay.Cursor | undefined>();
  scene = $state.raw<Scene | undefined>();
  /** Milliseconds between two steps where it goes on by itself and ends by itself. */
  returning = $state<number | undefined>();
  #scenes = new Map<number, Scene>();

  constructor(
    readonly fetch: (at: number) => Promise<Scene>,
    readonly failed: (error: unknown) => void,
  ) {}

  /** Until it is shown. */
  start(entries: number, at: number, shown: Scene | undefined): Promise<void> {
    this.scene = shown;
    this.cursor = replay.seek(replay.open(entries), at);
    return this.#show(this.cursor.at);
  }

  seek(cursor: replay.Cursor): void {
    this.cursor = cursor;
    void this.#show(cursor.at);
  }

  /** From here to the end, in a quarter of a minute at most, and back to the game. */
  comeBack(): void {
    if (!this.cursor) return;
    const steps = Math.max(1, this.cursor.entries - this.cursor.at);
    this.returning = Math.max(40, Math.min(400, 15_000 / steps));
    this.seek(replay.toggle(this.cursor));
  }

  stop(): void {
    this.returning = undefined;
    this.cursor = undefined;
    this.scene = undefined;
  }

  /** The game has gone on, or back to entry `from`. */
  grown(entries: number, from: number): void {
    if (this.cursor) this.cursor = replay.grown(this.cursor, entries);
    for (const n of this.#scenes.keys()) if (n > from) this.#scenes.delete(n);
  }

  async #show(at: number): Promise<void> {
    let scene = this.#scenes.get(at);
    if (!scene) {
      try {
        scene = await this.fetch(at);
      } catch (error) {
        this.failed(error);
        return;
      }
      if (this.#scenes.size > 400) this.#scenes.clear();
      this.#scenes.set(at, scene);
    }
    if (this.cursor?.at !== at) return;
    this.scene = { ...scene, pieces: reconcile(this.scene?.pieces ?? [], scene.pieces) };
  }
}
