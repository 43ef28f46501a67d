// What a reader has decided, on its way to the server: one thing at a time, and some of it without being asked.
import type { Request } from '../api/live';
import type { Offer, Report } from '../api/types';
import { refusalOf } from '../lib/opened';
import { prefs } from '../lib/prefs.svelte';
import { duties, forced, isFinishing, isOpening, pendingOf } from './play';
import type { Undoing } from '../lib/saved';
import { deedStart, phaseStart } from './log';
import { areOwed, isSettled } from './running';
import type { Session } from './session.svelte';

/** Before the page moves on by itself, so that it is seen; longer where dice have fallen. */
const PAUSE = 350;
const ROLLED = 900;
/** Of so many things done one after the other it is known how to take them back. */
const MOST_MARKS = 100;
/** Said of the end of a phase, as long as it is true. */
export const UNTIL = 'Undo takes it back until the other side acts.';
const pause = (ms = PAUSE): number => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : ms);

const choosing =
  (choice: string) =>
  (version: number): Request => ({ do: 'choose', version, choice });
/** What is sent, whatever the version. */
const keyOf = (request: (version: number) => Request): string => JSON.stringify(request(0));

export class Commands {
  busy = $state(false);
  /** Something was taken back: nothing is sent by itself until the reader has gone on. */
  undone = false;
  /** What is being done for one piece after the other without asking: offers of this kind. */
  all = $state<string | undefined>();
  /** The end of a phase about which it was asked whether it is meant: a choice, and the version in which it was pressed. */
  #doubted = $state.raw<{ choice: string; version: number | undefined } | undefined>();
  #undoing: Undoing = { at: 0, marks: [], bundles: [] };
  #turn: Promise<void> | undefined;
  /** What is being sent, or waits for that. */
  #pending = new Set<string>();
  #advanceTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly session: Session) {}

  close(): void {
    clearTimeout(this.#advanceTimer);
  }

  /** What `follows` something that the reader has done is taken back together with it. */
  async choose(choice: string, partOfMore = false, follows = false): Promise<boolean> {
    this.#begins(choice);
    const before = this.#entries;
    const report = await this.#send(choosing(choice));
    if (report && !partOfMore) this.session.hand.asking = undefined;
    if (report) this.#done(before, follows);
    return report !== undefined;
  }

  /**
   * Ends a phase. Who could still have acted is named, while it can be taken back; where dice follow nothing can be taken back, and
   * it is asked before.
   */
  async end(offer: Offer): Promise<void> {
    const { session } = this;
    // The second press of a double click is not for the next phase.
    if (this.#pending.has(keyOf(choosing(offer.choice)))) return;
    // A press that is quicker than the answer to what was done before is about how it stands then: asked before, it would be forgotten.
    await this.answered();
    // In a set-up nobody has to do anything, and in a lesson it is said what to do.
    const counts = offer.role === 'finish' && !session.settingUp && !session.teacher;
    const idle = counts ? session.idle.size : 0;
    const sure = this.isDoubted(offer);
    if (idle && offer.rolls && !sure) {
      this.#doubted = { choice: offer.choice, version: session.state?.version };
      session.voice.whisper = `Press again to end it: ${idle} could still act, and dice may follow.`;
      return;
    }
    this.#doubted = undefined;
    if (sure) session.voice.whisper = '';
    else if (idle) session.drama.linger();
    const done = await this.choose(offer.choice);
    if (!done || !idle || sure || session.undoable === 0) return;
    // A quick captain has acted already.
    const { story, mine } = session.seats;
    if (story.length && !mine.includes(story.at(-1)!.side)) return;
    session.voice.whisper = `${idle} could still have acted. ${UNTIL}`;
  }

  /** It was pressed once, nothing has changed since, and a second press sends it. */
  isDoubted(offer: Offer): boolean {
    const { choice, version } = this.#doubted ?? {};
    return choice === offer.choice && version === this.session.state?.version;
  }

  async plan(choices: string[], follows = false): Promise<boolean> {
    this.#begins(choices[0]);
    const before = this.#entries;
    const report = await this.#send((version) => ({ do: 'plan', version, choices }));
    if (report) this.#done(before, follows);
    if (report && report.done < choices.length)
      this.session.voice.tell('The move was interrupted: something has to be decided first.');
    return report !== undefined && report.done === choices.length;
  }

  get #entries(): number {
    return this.session.state?.entries ?? 0;
  }

  /** How much is committed in secret: no entries yet, and taken back before them. */
  get #staged(): number {
    return this.session.state?.staged?.length ?? 0;
  }

  /** What one press takes back each, of so many entries. Nothing is known of it if more was done since, on another device. */
  #known(entries = this.#entries): Undoing {
    const { saved, seats } = this.session;
    const found = this.#undoing.at ? this.#undoing : (saved?.undo ?? this.#undoing);
    const elsewhere = seats.story.slice(found.at, entries).some(({ side }) => seats.mine.includes(side));
    return elsewhere ? { ...found, marks: [], bundles: [] } : found;
  }

  #keep({ marks, bundles }: Omit<Undoing, 'at'>): void {
    this.#undoing = { at: this.#entries, marks: marks.slice(-MOST_MARKS), bundles };
    this.session.keep({ undo: this.#undoing });
  }

  /** Something has been done, after so many entries. */
  #done(before: number, follows: boolean): void {
    const { marks, bundles } = this.#known(before);
    this.#keep({ marks: follows ? marks : [...marks, before], bundles });
  }

  /** Several things that are taken back as one. */
  async together(what: () => Promise<void>): Promise<void> {
    const before = this.#entries;
    const from = this.#staged;
    await what();
    const { marks, bundles } = this.#known();
    if (this.#staged > from) this.#keep({ marks, bundles: [...bundles, { entries: before, from, to: this.#staged }] });
    else this.#keep({ marks: [...marks.filter((mark) => mark < before), before], bundles });
  }

  /** Takes back what the reader did last, however many choices that was. */
  async undo(): Promise<void> {
    const now = this.#entries;
    const { marks, bundles } = this.#known();
    // What is committed in secret is no entry yet. What was done together in an earlier phase, or is taken back, counts no more.
    if (this.#staged) {
      const staged = this.#staged;
      const last = bundles.findLast(({ entries, to }) => entries === now && to === staged);
      await this.#undoWhile(() => !!last && this.#staged > last.from);
      this.#keep({ marks, bundles: bundles.filter(({ entries, to }) => entries === now && to < staged) });
      return;
    }
    const left = marks.filter((mark) => mark < now);
    const ids = new Set(this.session.pieces.map(({ id }) => id));
    const to = left.pop() ?? deedStart(this.session.seats.story, ids);
    await this.#undoWhile(() => this.#entries > to);
    this.#keep({ marks: left, bundles });
  }

  /** Takes back everything of this phase that can be taken back. */
  async restart(): Promise<void> {
    const start = phaseStart(this.session.seats.story);
    await this.#undoWhile(() => this.#staged > 0 || this.#entries > start);
  }

  async #undoWhile(isMore: () => boolean): Promise<void> {
    this.undone = true;
    this.all = undefined;
    clearTimeout(this.#advanceTimer);
    const { hand, voice } = this.session;
    hand.asking = undefined;
    voice.notice = undefined;
    [voice.whisper, voice.passed] = ['', ''];
    do {
      const left = this.session.undoable;
      if (!(await this.#send((version) => ({ do: 'undo', version }), true)) || !(left > 1)) return;
    } while (isMore());
  }

  /** Does all that is pending, one after the other. */
  doAll(): void {
    const [first] = pendingOf(this.session.offers);
    if (!first) return;
    this.undone = false;
    this.all = first.kind;
    void this.choose(first.choice);
  }

  #nextOfAll(): Offer | undefined {
    const { offers } = this.session;
    if (!this.all || !offers.length) return undefined;
    const left = duties(offers);
    if (left.every((o) => o.kind === this.all)) return left[0];
    // Others ask for something first, or all is done.
    if (!this.session.sorted.only) this.all = undefined;
    return undefined;
  }

  pace(ms: number): void {
    prefs.set({ pace: ms });
    this.session.drama.repace();
  }

  /** Until nothing is on its way to the server. */
  async answered(): Promise<void> {
    while (this.#turn) await this.#turn;
  }

  #begins(choice: string | undefined): void {
    const offer = this.session.offers.find((o) => o.choice === choice);
    if (offer && isOpening(offer)) this.session.hand.begun = offer.piece;
  }

  /** Sends what is no decision, after a moment in which it is seen. */
  maybeAdvance(): void {
    clearTimeout(this.#advanceTimer);
    const { session } = this;
    if (this.undone || session.replay.cursor || session.seats.curtain) return;
    if (session.unfolding.playing) {
      this.#advanceTimer = setTimeout(() => this.maybeAdvance(), PAUSE);
      return;
    }
    const next = this.#nextOfAll();
    if (next) {
      this.#later(next, next.rolls ? ROLLED : PAUSE);
      return;
    }
    const offer = forced(session.offers, prefs.advance, session.state?.undoable);
    if (offer) this.#force(offer);
    else if (areOwed(session.offers)) void this.#run(session.offers);
  }

  #force(offer: Offer): void {
    const because = isFinishing(offer) ? 'nothing else can be done' : 'there is no other way';
    this.session.voice.whisper = `${offer.label}: ${because}.`;
    this.#later(offer);
  }

  /** Several have to run. The first begins, if there is nothing to decide about any of them. */
  async #run(offers: readonly Offer[]): Promise<void> {
    const { session } = this;
    const [version, ground] = [session.state?.version, session.ground];
    const ways = await Promise.all(offers.map((o) => session.questions.destinations(o.piece!)));
    if (!ground || this.undone || this.busy || session.replay.cursor || session.state?.version !== version) return;
    if (
      isSettled(
        ways.map((found) => found ?? []),
        ground,
      )
    )
      this.#force(offers[0]!);
  }

  #later(offer: Offer, ms?: number): void {
    const version = this.session.state?.version;
    this.#advanceTimer = setTimeout(() => void this.#advance(offer, version), pause(ms));
  }

  async #advance(offer: Offer, version: number | undefined): Promise<void> {
    await this.answered();
    if (this.session.state?.version === version && !this.undone) await this.choose(offer.choice, false, true);
  }

  /** One at a time. A quick hand is waited for, but the same thing is not sent twice by a double click. */
  async #send(request: (version: number) => Request, isUndo = false): Promise<Report | undefined> {
    const key = keyOf(request);
    if (this.session.replay.cursor || this.#pending.has(key)) return undefined;
    this.#pending.add(key);
    await this.answered();
    let release = () => {};
    this.#turn = new Promise<void>((done) => (release = done));
    try {
      return await this.#sendNow(request, isUndo);
    } finally {
      this.#turn = undefined;
      this.#pending.delete(key);
      release();
    }
  }

  async #sendNow(request: (version: number) => Request, isUndo: boolean): Promise<Report | undefined> {
    const { seats, voice, unfolding } = this.session;
    unfolding.stop();
    if (!isUndo) this.undone = false;
    clearTimeout(this.#advanceTimer);
    this.busy = true;
    try {
      const viewer = isUndo ? seats.undoer : seats.viewer;
      const report = await seats.ask<Report>(request(seats.of(viewer)?.version ?? 0), viewer);
      await seats.reached(viewer, report.version);
      return report;
    } catch (error) {
      const refusal = refusalOf(error);
      // The other side was quicker by a moment: what is shown now is new.
      if (refusal.code === 'StaleVersion') voice.whisper = 'The game has gone on meanwhile: nothing was sent.';
      else voice.tell(refusal.why, refusal.cite);
      return undefined;
    } finally {
      this.busy = false;
    }
  }
}
