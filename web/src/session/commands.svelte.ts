// What a reader has decided, on its way to the server: one thing at a time, and some of it without being asked.
import type { Request } from '../api/live';
import type { Offer, Report } from '../api/types';
import { refusalOf } from '../lib/opened';
import { prefs } from '../lib/prefs.svelte';
import { forced } from './play';
import type { Session } from './session.svelte';

/** Before the page moves on by itself, so that it is seen. */
const PAUSE = 350;
const pause = (): number => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : PAUSE);

export class Commands {
  busy = $state(false);
  /** Something was taken back: nothing is sent by itself until the reader has gone on. */
  undone = false;
  #turn: Promise<void> | undefined;
  #sending = '';
  #advanceTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly session: Session) {}

  close(): void {
    clearTimeout(this.#advanceTimer);
  }

  async choose(choice: string, partOfMore = false): Promise<boolean> {
    this.#begins(choice);
    const report = await this.#send((version) => ({ do: 'choose', version, choice }));
    if (report && !partOfMore) this.session.hand.asking = undefined;
    return report !== undefined;
  }

  async plan(choices: string[]): Promise<void> {
    this.#begins(choices[0]);
    const report = await this.#send((version) => ({ do: 'plan', version, choices }));
    if (report && report.done < choices.length)
      this.session.voice.tell('The move was interrupted: something has to be decided first.');
  }

  async undo(): Promise<void> {
    this.undone = true;
    clearTimeout(this.#advanceTimer);
    this.session.hand.asking = undefined;
    await this.#send((version) => ({ do: 'undo', version }), true);
  }

  pace(ms: number): void {
    prefs.set({ pace: ms });
    this.session.drama.repace();
  }

  #begins(choice: string | undefined): void {
    const offer = this.session.offers.find((o) => o.choice === choice);
    if (offer?.role === 'open') this.session.hand.begun = offer.piece;
  }

  /** Sends what is no decision, after a moment in which it is seen. */
  maybeAdvance(): void {
    clearTimeout(this.#advanceTimer);
    const { session } = this;
    if (this.undone || session.replay.cursor || session.seats.curtain) return;
    const offer = forced(session.offers, prefs.advance);
    if (!offer) return;
    const because = offer.role === 'act' ? 'there is no other way' : 'nothing else can be done';
    session.voice.whisper = `${offer.label}: ${because}.`;
    const version = session.state?.version;
    this.#advanceTimer = setTimeout(() => void this.#advance(offer, version), pause());
  }

  async #advance(offer: Offer, version: number | undefined): Promise<void> {
    while (this.#turn) await this.#turn;
    if (this.session.state?.version === version && !this.undone) await this.choose(offer.choice);
  }

  /** One at a time. A quick hand is waited for, but the same thing is not sent twice by a double click. */
  async #send(request: (version: number) => Request, isUndo = false): Promise<Report | undefined> {
    const key = JSON.stringify(request(0));
    if (this.session.replay.cursor || this.#sending === key) return undefined;
    while (this.#turn) await this.#turn;
    let release = () => {};
    this.#turn = new Promise<void>((done) => (release = done));
    this.#sending = key;
    try {
      return await this.#sendNow(request, isUndo);
    } finally {
      this.#turn = undefined;
      this.#sending = '';
      release();
    }
  }

  async #sendNow(request: (version: number) => Request, isUndo: boolean): Promise<Report | undefined> {
    const { seats, voice } = this.session;
    if (!isUndo) this.undone = false;
    clearTimeout(this.#advanceTimer);
    this.busy = true;
    try {
      const viewer = seats.viewer;
      const report = await seats.ask<Report>(request(seats.state?.version ?? 0));
      await seats.reached(viewer, report.version);
      return report;
    } catch (error) {
      const refusal = refusalOf(error);
      voice.tell(refusal.why, refusal.cite);
      return undefined;
    } finally {
      this.busy = false;
    }
  }
}
