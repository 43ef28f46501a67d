// The standing orders of the seats at this screen, kept in the browser.
import * as standing from './standing';
import type { Side } from './types';

export class StandingOrders {
  #orders = $state.raw<Partial<Record<Side, standing.Orders>>>({});

  constructor(readonly game: string) {
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
}
