// What the best captain would do here, if the reader asks for it.
import type { Request } from '../api/live';
import type { Hint, Offer } from '../api/types';
import { refusalOf } from '../lib/opened';

/** What a hint needs of the game. */
export interface Hinted {
  readonly state: { version: number } | undefined;
  readonly offers: readonly Offer[];
  readonly hand: { select(id: string | undefined): void };
  readonly seats: { ask<T>(request: Request): Promise<T> };
  readonly voice: { tell(words: string): void };
}

export class Hinting {
  thinking = $state(false);
  #hint = $state.raw<(Hint & { version: number }) | undefined>();

  constructor(readonly of: Hinted) {}

  /** The hint for the position that is shown. */
  hint = $derived.by(() => (this.#hint?.version === this.of.state?.version ? this.#hint : undefined));
  offer: Offer | undefined = $derived.by(() => this.of.offers.find((offer) => offer.choice === this.hint?.choice));

  async ask(): Promise<void> {
    const version = this.of.state?.version;
    if (this.thinking || version === undefined) return;
    this.thinking = true;
    try {
      const hint = await this.of.seats.ask<Hint | null>({ do: 'hint' });
      if (hint) this.#hint = { ...hint, version };
      // On the map it is the piece that would act.
      if (this.offer?.piece) this.of.hand.select(this.offer.piece);
    } catch (error) {
      this.of.voice.tell(refusalOf(error).why);
    } finally {
      this.thinking = false;
    }
  }
}
