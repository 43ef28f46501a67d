// The standing orders of the seats at this screen. The server keeps and follows them, so that the other player need not wait
// for an open page.
import { refusalOf } from '../lib/opened';
import type { Request } from '../api/live';
import type { Side } from '../api/types';
import * as standing from './standing';
import type { Voice } from './voice.svelte';

type Ask = (request: Request) => Promise<standing.Orders>;

export class StandingOrders {
  #orders = $state.raw<Partial<Record<Side, standing.Orders>>>({});
  #asks: Partial<Record<Side, Ask>> = {};

  constructor(readonly voice: Voice) {}

  of(side: Side): standing.Orders {
    return this.#orders[side] ?? {};
  }

  async fetch(side: Side, ask: Ask): Promise<void> {
    this.#asks[side] = ask;
    await this.#take(side, { do: 'standing' });
  }

  async set(side: Side, key: string, order: standing.Order): Promise<void> {
    await this.#take(side, { do: 'standing', orders: standing.set(this.of(side), key, order) });
  }

  async #take(side: Side, request: Request): Promise<void> {
    try {
      const orders = await this.#asks[side]?.(request);
      if (orders) this.#orders = { ...this.#orders, [side]: orders };
    } catch (error) {
      this.voice.tell(refusalOf(error).why);
    }
  }
}
