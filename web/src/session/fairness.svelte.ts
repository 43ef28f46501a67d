// Dice that nobody has chosen: adds this browser's share to them, and checks them when the game is over.
import { api } from '../api/http';
import type { Request, StateMessage } from '../api/live';
import type { Side, Viewer, WrittenShare } from '../api/types';
import { type Checked, check, sidesOf } from '../lib/dice';
import { SIDES, refusalOf } from '../lib/opened';
import * as shares from '../lib/shares';
import * as witness from '../lib/witness';

export interface Asker {
  game(): string;
  system(): string;
  /** The hash of the server's seed. */
  sealed(): string | undefined;
  /** Choices that came with a record. */
  given(): number;
  /** Whether something is hidden from some. */
  hides(): boolean;
  token(viewer: Viewer): string;
  ask(request: Request, viewer: Viewer): Promise<unknown>;
  tell(words: string): void;
}

export class Fairness {
  /** What the players add; nothing in a game with the server's dice alone. */
  shares = $state.raw<readonly (WrittenShare | null)[] | undefined>();
  /** The seats of this browser whose bytes are lost. */
  lost = $state.raw<readonly Side[]>([]);
  checked = $state.raw<Checked | undefined>();
  /** The server's seed, once it is published. */
  seed = $state.raw<string | undefined>();
  ready = $derived(!this.shares || this.shares.every((share) => !share || !!share.value));
  #busy = new Set<Viewer>();
  #checking = false;
  #witness: witness.Witness | undefined;
  #kept = false;
  /** The seats of this browser in a game that was not over when it came to it. */
  #played = new Set<Side>();

  constructor(readonly asker: Asker) {}

  /** A state has come to a seat. */
  heard(message: StateMessage): void {
    const { viewer } = message;
    this.shares = message.shares;
    this.#see(message);
    if (viewer !== 'watcher') {
      if (!message.scene?.verdict) this.#played.add(viewer);
      void this.#contribute(viewer, message.shares);
    }
    if (message.scene?.verdict) void this.verify(viewer);
  }

  /** Keeps what was shown, to be compared with the record at the end. */
  #see(message: StateMessage): void {
    const { asker } = this;
    const sealed = asker.sealed();
    if (!sealed || this.checked) return;
    const before = this.#witness ?? witness.load(localStorage, asker.game(), { sealed, given: asker.given() });
    this.#witness = witness.after(before, message, asker.hides());
    const isNews =
      !this.#kept || message.story.some((entry) => entry.dice.length) || this.#witness.shares !== before.shares;
    if (!isNews) return;
    this.#kept = true;
    witness.keep(localStorage, asker.game(), this.#witness);
  }

  async #contribute(side: Side, now: StateMessage['shares']): Promise<void> {
    const sealed = this.asker.sealed();
    if (!sealed || this.#busy.has(side)) return;
    const random = () => crypto.getRandomValues(new Uint8Array(32));
    const step = shares.nextStep({ store: localStorage, game: this.asker.game(), sealed, random }, side, now);
    if (!step) return;
    if (step.do === 'lost') {
      if (!this.lost.includes(side)) this.lost = [...this.lost, side];
      return;
    }
    this.#busy.add(side);
    try {
      await this.asker.ask(step, side);
    } catch {
      // The next state tells what is still to be done.
    }
    this.#busy.delete(side);
    // A state that came while this was under way was not looked at.
    if (this.shares && this.shares !== now) void this.#contribute(side, this.shares as StateMessage['shares']);
  }

  /** Checks all dice of the game. */
  async verify(viewer: Viewer): Promise<void> {
    if (this.checked || this.#checking) return;
    this.#checking = true;
    const { asker } = this;
    try {
      const record = await api.record(asker.game(), asker.token(viewer));
      this.seed = record.seed;
      const mine: Partial<Record<Side, shares.Share>> = {};
      for (const side of SIDES) {
        const share = shares.load(localStorage, asker.game(), side);
        // Bytes that were never shown are in no dice.
        if (share?.promised) mine[side] = share;
      }
      const known = { mine, seats: [...this.#played], witness: this.#witness, viewer };
      this.checked = check(record, known, sidesOf(asker.system()));
      // What has been compared need not take room any longer; the seal stays.
      if (this.#witness && !this.checked.faults.length)
        witness.keep(localStorage, asker.game(), { ...this.#witness, dice: {} });
      if (this.checked.faults.length) asker.tell(`The dice do not check out: ${this.checked.faults.join(' ')}`);
    } catch (error) {
      asker.tell(`The dice could not be checked: ${refusalOf(error).why}`);
    }
    this.#checking = false;
  }
}
