// Chits laid on pieces: one is taken up, and put down on one piece after the other, by hand or by key.
import { type Chit, chitsOf, saidOf } from './chits';
import type { Session } from './session.svelte';

export class Laying {
  #label = $state<string | undefined>();

  constructor(readonly session: Session) {}

  chits: Chit[] = $derived.by(() => chitsOf(this.session.offers));
  /** The one that is taken up. */
  chit = $derived(this.chits.find((chit) => chit.label === this.#label));

  /** Whoever gets one, all of his unit get it. */
  whole = $state(false);
  /** Whether there are units of several who can have one. */
  units = $derived.by(() => {
    const able = new Set(this.chits.flatMap((chit) => [...chit.offers.keys()]));
    return [...able].some((id) => this.#unitOf(id).filter((other) => able.has(other)).length > 1);
  });

  /** All of his unit, himself first. */
  #unitOf(id: string): string[] {
    const { byId, pieces } = this.session;
    const piece = byId.get(id);
    if (!piece?.group) return [id];
    const others = pieces.filter((p) => p.id !== id && p.side === piece.side && p.group === piece.group);
    return [id, ...others.map((p) => p.id)];
  }

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
    if (offer && this.whole) {
      await commands.together(async () => {
        for (const id of this.#unitOf(piece)) {
          const next = this.chits.find(({ label }) => label === chit.label)?.offers.get(id);
          if (next) await commands.choose(next.choice, false, true);
        }
      });
      return;
    }
    if (offer) {
      await commands.choose(offer.choice);
      return;
    }
    const said = saidOf(chit, piece);
    const refusal = said && byId.has(piece) ? await questions.check(said) : undefined;
    voice.tell(refusal?.why ?? `Nothing of that kind for ${byId.get(piece)?.name ?? piece} now.`, refusal?.cite);
  }
}
