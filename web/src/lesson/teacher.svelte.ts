// A lesson under way: which step it has come to, what is pointed at, and the other side, which does what its file says.
import { Live } from '../api/live';
import type { Lesson, Offer, Place, StoryEntry } from '../api/types';
import { prefs } from '../lib/prefs.svelte';
import type { Underway } from '../lib/saved';
import type { Session } from '../session/session.svelte';
import { begin } from './begin';
import { answer, holds } from './deeds';

export { begin };

/** Before the other side does something, so that it is seen. */
const PAUSE = 650;
/** Before somebody is given a hint. */
const PATIENCE = 20_000;

export class Teacher {
  step = $state(0);
  /** What was said of the step before. */
  praise = $state('');
  /** Whether a hint is due. */
  slow = $state(false);
  #read = $state(false);
  #since = $state(0);
  #live: Live;
  #told: StoryEntry[] = [];
  #timers: ReturnType<typeof setTimeout>[] = [];

  constructor(
    readonly session: Session,
    readonly lesson: Lesson,
    underway: Underway,
  ) {
    this.step = underway.step;
    this.#since = underway.since;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    this.#live = new Live(`${scheme}://${location.host}/api/games/${session.game}/live`, underway.other, {
      reads: () => true,
      since: () => 0,
      line: () => {},
      refused: () => {},
      state: ({ from, story, offers, version }) => {
        this.#told = [...this.#told.slice(0, from), ...story];
        if (offers?.length) this.#later(() => this.#reply(offers, version), PAUSE);
      },
    });
    this.#wait();
  }

  now = $derived.by(() => this.lesson.steps[this.step]);
  over = $derived.by(() => this.step >= this.lesson.steps.length);
  mustRead = $derived.by(() => this.now?.done.some((deed) => deed.read) ?? false);

  /** What is marked on the map. */
  marked: readonly Place[] = $derived.by(() =>
    (this.now?.point ?? []).flatMap(({ piece, hex }): Place[] => {
      const at = piece ? this.session.byId.get(piece)?.at : undefined;
      return at ? [at] : hex ? [{ hexes: [hex] }] : [];
    }),
  );
  /** Those of them who have a name: what the lesson calls them. */
  named: readonly { at: Place; name: string }[] = $derived.by(() =>
    (this.now?.point ?? []).flatMap(({ piece }) => {
      const found = piece ? this.session.byId.get(piece) : undefined;
      return found?.at ? { at: found.at, name: found.name } : [];
    }),
  );
  buttons: readonly string[] = $derived.by(() => (this.now?.point ?? []).flatMap(({ button }) => button ?? []));

  done = $derived.by(() => {
    const { session, now } = this;
    const { hand, scene, seats, byId } = session;
    if (!now || !scene) return false;
    const situation = {
      mine: this.lesson.side,
      selected: hand.selected,
      pointed: hand.focus ? session.at(hand.focus).map((p) => p.id) : [],
      story: seats.story.slice(this.#since),
      phase: scene.phase,
      piece: (id: string) => byId.get(id),
      read: this.#read,
    };
    return now.done.some((deed) => holds(deed, situation));
  });

  goOn(): void {
    this.#read = true;
  }

  /** The step is done: on to the next one. */
  advance(): void {
    this.praise = this.now?.praise ?? '';
    this.#read = false;
    this.step += 1;
    this.#since = this.session.seats.story.length;
    const { saved } = this.session;
    if (saved?.lesson) this.session.keep({ lesson: { ...saved.lesson, step: this.step, since: this.#since } });
    if (this.over && !prefs.learned.includes(this.lesson.id))
      prefs.set({ learned: [...prefs.learned, this.lesson.id] });
    this.#wait();
  }

  #wait(): void {
    this.slow = false;
    const step = this.step;
    this.#later(() => (this.slow = this.step === step), PATIENCE);
  }

  #later(what: () => void, ms: number): void {
    this.#timers.push(setTimeout(what, ms));
  }

  #reply(offers: readonly Offer[], version: number): void {
    const had = this.#told.filter((e) => e.side !== this.lesson.side).map((e) => e.choice);
    const offer = answer(offers, this.lesson.other, had);
    // Refused if the game has gone on meanwhile; then the newer state asks again.
    if (offer) void this.#live.ask({ do: 'choose', version, choice: offer.choice }).catch(() => {});
  }

  close(): void {
    this.#live.close();
    this.#timers.forEach(clearTimeout);
  }
}
