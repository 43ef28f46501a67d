// What the best captain would do here, if the reader asks for it.
import type { Request } from '../api/live';
import type { Hint, Offer, PieceView, Place } from '../api/types';
import { isTurn } from '../ground/place';
import { refusalOf } from '../lib/opened';

/** What a hint needs of the game. */
export interface Hinted {
  readonly state: { version: number } | undefined;
  readonly offers: readonly Offer[];
  readonly byId: ReadonlyMap<string, PieceView>;
  readonly hand: { select(id: string | undefined): void };
  readonly seats: { ask<T>(request: Request): Promise<T> };
  readonly commands: { choose(choice: string): Promise<unknown>; plan(choices: string[]): Promise<unknown> };
  readonly voice: { tell(words: string): void };
}

/** What a piece would do, to be drawn: its way from where it stands, and whom it would act upon. */
export interface Stroke {
  piece: PieceView;
  at: Place;
  way: Place[];
  upon: Place[];
}

/** What a hint comes to for each piece of it. */
export function strokes(shown: readonly Offer[], byId: ReadonlyMap<string, PieceView>): Stroke[] {
  const found = new Map<string, Stroke>();
  const put = (id: string) => {
    const piece = byId.get(id);
    if (piece?.at && !found.has(id)) found.set(id, { piece, at: piece.at, way: [piece.at], upon: [] });
    return found.get(id);
  };
  for (const offer of shown) {
    for (const id of offer.company ?? []) put(id);
    const stroke = offer.piece === undefined ? undefined : put(offer.piece);
    if (!stroke) continue;
    const target = offer.target === undefined ? undefined : byId.get(offer.target);
    if (offer.to && !isTurn(offer.to)) stroke.way.push(offer.to);
    else if (target?.at && target.side !== stroke.piece.side) stroke.upon.push(target.at);
  }
  return [...found.values()];
}

export class Hinting {
  thinking = $state(false);
  #hint = $state.raw<(Hint & { version: number }) | undefined>();

  constructor(readonly of: Hinted) {}

  /** The hint for the position that is shown. */
  hint = $derived.by(() => (this.#hint?.version === this.of.state?.version ? this.#hint : undefined));
  offer: Offer | undefined = $derived.by(() => this.of.offers.find((offer) => offer.choice === this.hint?.choice));

  /** What is drawn on the map. */
  strokes = $derived.by(() => (this.hint ? strokes(this.hint.shown, this.of.byId) : []));

  /** Does what it says, to its end or the first die. What a captain makes up himself, such as chits for everybody, is not on offer but
   * can be done. */
  async follow(): Promise<void> {
    const { hint } = this;
    if (!hint) return;
    if (hint.then.length) await this.of.commands.plan([hint.choice, ...hint.then]);
    else await this.of.commands.choose(hint.choice);
  }

  async ask(): Promise<void> {
    const version = this.of.state?.version;
    if (this.thinking || version === undefined) return;
    this.thinking = true;
    try {
      const hint = await this.of.seats.ask<Hint | null>({ do: 'hint' });
      if (hint) this.#hint = { ...hint, version };
      // The camera goes where the first piece would act.
      const first = this.strokes[0]?.piece.id ?? this.offer?.piece;
      if (first) this.of.hand.select(first);
    } catch (error) {
      this.of.voice.tell(refusalOf(error).why);
    } finally {
      this.thinking = false;
    }
  }
}
