// What is left to be seen after the other side has acted: the trails of those who moved, marks where somebody fell, and an
// account. Trails and marks stay until the reader takes something up.
import type { PieceView, Place, Scene, StoryEntry } from '../api/types';
import { type Account, account, isWeaker, lastStretch, routOf, startOf } from './account';
import type { Session } from './session.svelte';

/** Somebody who has left the field, where he stood last. */
export interface Fallen {
  piece: PieceView;
  at: Place;
}

/** How long a blow is to be seen, in milliseconds. */
const BLOW = 700;

/** The heading of a turn is told with the entry that led to it. */
const isTurn = ({ events }: StoryEntry): boolean => events.some(({ role }) => role === 'turn');

export class Aftermath {
  /** Of those who moved: the places they have passed. */
  trails = $state.raw<ReadonlyMap<string, readonly Place[]>>(new Map());
  fallen = $state.raw<readonly Fallen[]>([]);
  account = $state.raw<Account | undefined>();
  /** Places that the reader was led to by a line of the account. */
  shown = $state.raw<readonly Place[]>([]);
  /** Who has just been hit. */
  struck = $state.raw<ReadonlySet<string>>(new Set());
  /** Where those stood last who are gone. */
  #fell = new Map<string, Place>();
  #player: string | undefined;
  /** Where the other side's turn began. */
  #from: number | undefined;
  #asked = -1;
  /** Both sides act at once: then nobody's turn begins or ends. */
  together = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly session: Session,
    readonly fetch: (at: number) => Promise<Scene>,
  ) {}

  close(): void {
    clearTimeout(this.#timer);
  }

  /** The reader has taken something up: what was there to be seen has been seen. */
  clear(): void {
    if (this.trails.size) this.trails = new Map();
    if (this.fallen.length) this.fallen = [];
    if (this.shown.length) this.shown = [];
  }

  dismiss(): void {
    this.account = undefined;
  }

  /** The field has changed from `before` to what is shown now, by these entries. */
  changed(before: readonly PieceView[], now: readonly PieceView[], story: readonly StoryEntry[]): void {
    const { seats, ground } = this.session;
    const theirs = story.some((entry) => !seats.mine.includes(entry.side));
    const known = new Map(before.map((p) => [p.id, p]));
    const struck = new Set<string>();
    const fallen: Fallen[] = [];
    if (this.together) this.clear();
    const trails = new Map(this.trails);
    for (const is of now) {
      const was = known.get(is.id);
      if (!was || was === is) continue;
      if (was.at && !is.at && is.gone) fallen.push({ piece: was, at: was.at });
      else if (routOf(is) > routOf(was) || isWeaker(was, is)) struck.add(is.id);
      const moved = is.at && was.at && ground && ground.key(is.at) !== ground.key(was.at);
      if (moved && theirs) trails.set(is.id, [...(trails.get(is.id) ?? [was.at!]), is.at!]);
    }
    if (theirs && trails.size) this.trails = trails;
    if (fallen.length) this.fallen = [...this.fallen, ...fallen];
    for (const { piece, at } of fallen) this.#fell.set(piece.id, at);
    if (struck.size) this.#strike(struck);
  }

  #strike(struck: ReadonlySet<string>): void {
    this.struck = struck;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.struck = new Set()), BLOW);
  }

  /** Whose turn it is, after so many entries. The account is due when the reader is to act in a turn of his own. */
  turn(scene: Scene, before: number, entries: number, first: boolean): void {
    const { mine, story } = this.session.seats;
    const own = mine.length === 1 ? mine[0] : undefined;
    this.together ||= scene.to_act.length > 1;
    if (this.together) {
      if (!own || first || entries <= before) return;
      // Both have committed, and this has come of it.
      this.account = undefined;
      if (scene.to_act.includes(own)) void this.#tell(before, entries, scene);
      return;
    }
    if (scene.player !== this.#player) {
      this.#player = scene.player;
      if (scene.player !== own) {
        // A turn in which there will be others to see.
        this.clear();
        // What it did at the end of the reader's own turn, in a fight, belongs to it.
        // While armies are set up nobody's turn has begun, whoever is to have the first.
        this.#from = first && !story.some(isTurn) ? undefined : startOf(story, mine, first ? entries : before);
        this.account = undefined;
      }
    } else if (scene.player !== own && this.#from === undefined) {
      const begins = story.slice(0, entries).findLastIndex(isTurn);
      if (begins >= before) this.#from = begins + 1;
    }
    if (!own) return;
    if (!scene.to_act.includes(own) || scene.player !== own || this.#asked === entries) return;
    const known = this.#from === undefined ? undefined : { from: this.#from, until: entries };
    const { saved } = this.session;
    const told = saved?.told?.turn === scene.turn && saved.told.until <= entries ? saved.told : undefined;
    const stretch = known ?? (first ? (told ?? lastStretch(story, mine)) : undefined);
    this.#from = undefined;
    if (!stretch || stretch.from >= stretch.until) return;
    if (known) this.session.keep({ told: { turn: scene.turn, ...known } });
    this.#asked = entries;
    // What the reader has done since, before he came back, is not told of.
    void this.#tell(stretch.from, stretch.until, stretch.until < entries ? undefined : scene);
  }

  async #tell(from: number, until: number, now: Scene | undefined): Promise<void> {
    const { seats, ground, sideName } = this.session;
    try {
      const before = await this.fetch(from);
      const after = now ?? (await this.fetch(until));
      const story = seats.story.slice(from, until);
      if (!ground) return;
      const found = account({ from, before, after, story, fell: this.#fell, key: (p) => ground.key(p), sideName });
      if (found.lines.length) this.account = found;
    } catch {
      // The chronicle has it all.
    }
  }
}
