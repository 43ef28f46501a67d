// The standing orders of the seats at this screen, kept in the browser and carried out for the reader.
import { refusalOf } from '../lib/opened';
import type { Request } from '../api/live';
import type { Offer, Report, Side } from '../api/types';
import * as standing from './standing';
import type { Voice } from './voice.svelte';

export class StandingOrders {
  #orders = $state.raw<Partial<Record<Side, standing.Orders>>>({});
  /** The moment that is being passed; nothing is asked then. */
  #passed = $state('');

  constructor(
    readonly game: string,
    readonly voice: Voice,
  ) {
    this.#orders = { one: standing.load(localStorage, game, 'one'), two: standing.load(localStorage, game, 'two') };
  }

  of(side: Side): standing.Orders {
    return this.#orders[side] ?? {};
  }

  set(side: Side, key: string, order: standing.Order): void {
    const orders = standing.set(this.of(side), key, order);
    this.#orders = { ...this.#orders, [side]: orders };
    standing.keep(localStorage, this.game, side, orders);
  }

  isPassing(viewer: string, version: number | undefined): boolean {
    return this.#passed !== '' && this.#passed === `${viewer} ${version}`;
  }

  /** Lets a window pass if the orders say so. */
  obey(side: Side, state: { version: number; offers: Offer[] }, ask: (request: Request) => Promise<Report>): boolean {
    const given = standing.answer(state.offers, this.of(side));
    if (this.isPassing(side, state.version)) return true;
    if (!given) return false;
    this.#passed = `${side} ${state.version}`;
    this.voice.whisper = standing.answerWords(given);
    ask({ do: 'choose', version: state.version, choice: given.offer.choice }).catch((error) => {
      // Then it is for the player to say.
      this.#passed = '';
      this.voice.tell(refusalOf(error).why);
    });
    return true;
  }
}
