// A piece that is dragged over a table: where it is wanted, and what the referee says would come of it. One question is under
// way at a time, and the newest wish is the next; so the answers keep up with the hand whatever the line does.
import type { Area, Drag, Place, Refusal } from '../api/types';
import { refusalOf } from '../lib/opened';
import { percent, rounded } from '../lib/words';
import { isOpening } from './play';
import type { Session } from './session.svelte';

/** For the ear. */
export function dragWords(answer: Drag): string {
  const needs = answer.needs.map((n) =>
    n.basis_points === undefined ? n.words : `${n.words}, ${percent(n.basis_points)}`,
  );
  return [rounded(answer.cost), ...needs, ...(answer.short ? [answer.short.why] : [])].join('; ');
}

export class Dragging {
  /** Whom the hand has hold of. */
  piece = $state<string | undefined>();
  /** Where he is wanted. */
  wanted = $state.raw<Place | undefined>();
  answer = $state.raw<Drag | undefined>();
  refusal = $state.raw<Refusal | undefined>();
  /** How far he can go at all. */
  envelope = $state.raw<readonly Area[]>([]);
  /** Ways that were drawn up by hand, by their choice: to be seen as long as that is committed and not carried out. */
  #ways = $state.raw<ReadonlyMap<string, { piece: string; path: readonly Place[] }>>(new Map());
  /** By piece: what was drawn up last holds. */
  declared = $derived.by(() => {
    const found = new Map<string, readonly Place[]>();
    for (const choice of this.session.state?.staged ?? []) {
      const way = this.#ways.get(choice);
      if (way) found.set(way.piece, way.path);
    }
    return [...found];
  });
  #busy = false;
  #next: Place | undefined;
  /** What the answer is about. */
  #answered: Place | undefined;

  constructor(readonly session: Session) {}

  /** Whether this piece can be taken hold of: it is asked about, and anybody can go anywhere now. */
  can(id: string | undefined): boolean {
    const { ground, sorted, muster } = this.session;
    return !!id && !!ground?.words.drags && !muster && sorted.byPiece.has(id) && this.#isMoving;
  }

  // What one piece is asked about is answered, not dragged.
  #isMoving = $derived.by(
    () => this.session.sorted.only === undefined && this.session.offers.some((o) => o.to || isOpening(o)),
  );

  begin(id: string): void {
    this.session.hand.select(id);
    this.piece = id;
    this.wanted = this.session.byId.get(id)?.at;
    this.answer = undefined;
    this.refusal = undefined;
    this.survey(id);
  }

  /** It may be taken up next: how far it can go is asked before that, so that it is shown at once. */
  ahead(id: string | undefined): void {
    if (this.can(id)) void this.session.questions.envelope(id!);
  }

  /** Shows how far the piece in hand can go. */
  survey(id: string | undefined): void {
    const { questions, hand, ground } = this.session;
    this.envelope = [];
    if (!id || !ground?.words.drags) return;
    void questions.envelope(id).then((found) => {
      if (hand.selected === id) this.envelope = found;
    });
  }

  to(place: Place): void {
    this.wanted = place;
    this.#next = place;
    if (!this.#busy) void this.#ask();
  }

  async #ask(): Promise<void> {
    this.#busy = true;
    while (this.#next && this.piece) {
      const [piece, to] = [this.piece, this.#next];
      this.#next = undefined;
      try {
        const answer = await this.session.questions.drag(piece, to);
        if (this.piece !== piece) continue;
        [this.answer, this.refusal] = [answer, undefined];
        this.session.voice.spoken = dragWords(answer);
      } catch (error) {
        if (this.piece !== piece) continue;
        [this.answer, this.refusal] = [undefined, refusalOf(error)];
        this.session.voice.spoken = this.refusal.why;
      }
      this.#answered = to;
    }
    this.#busy = false;
  }

  /** A way that is about to be chosen. */
  note(choice: string, piece: string, path: readonly Place[]): void {
    const staged = this.session.state?.staged ?? [];
    const kept = [...this.#ways].filter(([known]) => staged.includes(known));
    this.#ways = new Map([...kept, [choice, { piece, path }]]);
  }

  /** Lets go: what was shown is done. */
  async drop(): Promise<void> {
    // The hand may have been quicker than the line.
    while (this.piece && this.wanted && this.#answered !== this.wanted && this.#busy)
      await new Promise((resolve) => setTimeout(resolve, 15));
    const { piece, answer, refusal } = this;
    this.cancel();
    if (answer) {
      if (piece) this.note(answer.choice, piece, answer.path);
      await this.session.commands.choose(answer.choice);
    } else if (refusal) this.session.voice.tell(refusal.why, refusal.cite);
  }

  cancel(): void {
    this.piece = undefined;
    this.wanted = undefined;
    this.answer = undefined;
    this.refusal = undefined;
    this.#next = undefined;
    this.#answered = undefined;
  }
}
