// Parts of the ground that belong together, drawn over the map when a reader wants to see them.
import type { Area, Place } from '../api/types';
import type { Ground } from '../ground/ground';

export class Areas {
  list = $state.raw<readonly Area[]>([]);
  shown = $state.raw<ReadonlySet<string>>(new Set());
  kinds = $derived([...new Set(this.list.map((a) => a.kind))]);
  #asked = false;

  constructor(readonly ask: () => Promise<Area[] | undefined>) {}

  /** The game has gone on. Which kinds there are is asked once, the rest only while something is shown. */
  refresh(): void {
    if (!this.#asked || this.shown.size) void this.find();
  }

  async find(): Promise<void> {
    this.#asked = true;
    const found = await this.ask();
    if (found) this.list = found;
  }

  toggle(kind: string): void {
    const shown = new Set(this.shown);
    if (!shown.delete(kind)) shown.add(kind);
    this.shown = shown;
    void this.find();
  }

  /** One kind after the other, then none. Returns what is shown. */
  next(): string | undefined {
    const at = this.kinds.findIndex((k) => this.shown.has(k));
    const next = this.kinds[at + 1];
    this.shown = new Set(next ? [next] : []);
    if (next) void this.find();
    return next;
  }

  /** Those that are shown and have this place in them. */
  at(place: Place, ground: Ground): Area[] {
    return this.list.filter((a) => this.shown.has(a.kind) && ground.contains(a.shape, place));
  }
}
