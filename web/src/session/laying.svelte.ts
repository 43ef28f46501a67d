// Chits laid on pieces: one is taken up, and put down on one piece after the other, by hand or by key.
import { type Chit, chitsOf, saidOf } from './chits';
import type { Session } from './session.svelte';

export class Laying {
  #label = $state<string | undefined>();

  constructor(readonly session: Session) {}

  chits: Chit[] = $derived.by(() => chitsOf(this.session.offers));
  /** The one that is taken up. */
  chit = $derived(this.chits.find((chit) => chit.label === this.#label));

  take(label: string | undefined): void {
    this.#label = this.#label === label ? undefined : label;
    const { voice, hand } = this.session;
    if (!this.#label) return;
    hand.select(undefined);
    voice.spoken = `${label} chit in hand: choose who gets it, Escape puts it away.`;
  }

  drop(): void {
    this.#label = undefined;
  }

  /** Puts it down on a piece; whoever cannot have it is told why. */
  async put(piece: string): Promise<void> {
    const { chit } = this;
    if (!chit) return;
    const { commands, questions, voice, byId } = this.session;
    const offer = chit.offers.get(piece);
    if (offer) {
      await commands.choose(offer.choice);
      return;
    }
    const said = saidOf(chit, piece);
    const refusal = said && byId.has(piece) ? await questions.check(said) : undefined;
    voice.tell(refusal?.why ?? `Nothing of that kind for ${byId.get(piece)?.name ?? piece} now.`, refusal?.cite);
  }
}
