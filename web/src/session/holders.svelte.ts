// Who holds the seats: inviting the other player, and the recovery codes of one's own seats.
import { api } from '../api/http';
import type { Seat, Side, Viewer } from '../api/types';
import { SIDES, refusalOf } from '../lib/opened';
import type { Saved } from '../lib/saved';
import type { Voice } from './voice.svelte';

/** What there is to know of the game. */
export interface Held {
  readonly game: string;
  readonly voice: Voice;
  readonly info: { seats: [Seat, Seat]; names?: readonly (string | null)[] } | undefined;
  readonly state: { vacant?: Side[]; asked?: number } | undefined;
  readonly saved: Saved | undefined;
  readonly seats: { readonly mine: readonly Side[]; tokenOf(viewer: Viewer): string };
  keep(change: Partial<Saved>): void;
  /** Somebody has taken a seat: what is known of the players is asked for again. */
  meet(): Promise<void>;
}

export class Holders {
  /** Why the last request was refused. */
  trouble = $state('');
  #wasVacant = false;

  constructor(readonly held: Held) {}

  /** The side of somebody at another screen. */
  other: Side | undefined = $derived.by(() => {
    const { info, seats } = this.held;
    const [mine] = seats.mine;
    if (!info || !mine || seats.mine.length !== 1) return undefined;
    const other = mine === 'one' ? 'two' : 'one';
    return info.seats[SIDES.indexOf(other)]!.kind === 'captain' ? undefined : other;
  });
  /** Nobody has joined there yet. */
  waiting = $derived.by(() => !!this.other && !!this.held.state?.vacant?.includes(this.other));
  /** Whether the game was begun by whoever sits here. */
  began = $derived.by(() => {
    const { info, seats } = this.held;
    return seats.mine.length > 0 && seats.mine.every((side) => info?.seats[SIDES.indexOf(side)]!.kind === 'here');
  });

  /** Somebody has joined, or somebody wants this seat. */
  heard(): void {
    const { state, saved, voice } = this.held;
    if (this.#wasVacant && !this.waiting) {
      void this.#welcome();
    }
    this.#wasVacant = this.waiting;
    if (!state?.asked || saved?.asked === state.asked) return;
    this.held.keep({ asked: state.asked });
    voice.tell('While you were away the other player asked for a new link to your seat. You are back, so it is void.');
  }

  /** By his name, if he has told one. */
  async #welcome(): Promise<void> {
    await this.held.meet();
    const name = this.other && this.held.info?.names?.[SIDES.indexOf(this.other)];
    this.held.voice.whisper = `${name ?? 'Your friend'} has joined.`;
  }

  /** A new link for the other player, who has lost his. */
  async invite(): Promise<void> {
    await this.#ask(async (token) => {
      const { seat, invitation, waits } = await api.invite(this.held.game, token);
      const good = Math.floor(Date.now() / 1000) + waits;
      this.held.keep({ invitation: { side: seat, code: invitation, ...(waits > 0 && { from: good }) } });
    });
  }

  /** Shows a stranger out; somebody else can be invited to the seat. */
  async turnOut(): Promise<void> {
    await this.#ask(async (token) => {
      const { seat, invitation } = await api.turnOut(this.held.game, token);
      this.held.keep({ invitation: { side: seat, code: invitation } });
    });
  }

  async newRecovery(side: Side): Promise<void> {
    await this.#ask(async (token) => {
      const { recovery } = await api.newRecovery(this.held.game, token);
      this.held.keep({ recovery: { ...this.held.saved?.recovery, [side]: recovery } });
    }, side);
  }

  async #ask(what: (token: string) => Promise<void>, side = this.held.seats.mine[0]): Promise<void> {
    this.trouble = '';
    try {
      if (side) await what(this.held.seats.tokenOf(side));
    } catch (error) {
      this.trouble = refusalOf(error).why;
    }
  }
}
