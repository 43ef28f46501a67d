// A whole division moved together: everybody goes as far and in the same direction as the piece in hand, if he can. Each goes by
// the ordinary choices, one after the other, those in front first; one undo takes all of it back.
import type { Destination, PieceView, Place } from '../api/types';
import { type Reach, isStaying, reach, wayOf } from './play';
import type { Session } from './session.svelte';

export interface Step {
  piece: PieceView;
  /** None: he stays. */
  way: Destination | undefined;
}

export class Division {
  /** Who goes together; the piece in hand first. None: everybody goes alone. */
  members = $state.raw<readonly string[]>([]);
  #ways = $state.raw<ReadonlyMap<string, Reach>>(new Map());

  constructor(readonly session: Session) {}

  active = $derived.by(() => this.members.length > 0);

  /** Those of the division of a piece who can begin to move as it can. */
  candidates(piece: PieceView): string[] {
    const { sorted, pieces, ground } = this.session;
    const begins = (id: string) => sorted.byPiece.get(id)?.find((o) => o.role === 'open' && !o.to && !o.rolls)?.kind;
    const kind = begins(piece.id);
    if (!piece.group || !kind || ground?.words.drags) return [];
    const alike = (p: PieceView) => p.side === piece.side && p.group === piece.group && p.role === 'unit' && !!p.at;
    const others = pieces.filter((p) => p.id !== piece.id && alike(p) && begins(p.id) === kind);
    return alike(piece) && others.length ? [piece.id, ...others.map((p) => p.id)] : [];
  }

  async begin(piece: PieceView): Promise<void> {
    this.members = this.candidates(piece);
    const { ground, questions } = this.session;
    const found = await Promise.all(
      this.members.map(async (id) => [id, reach((await questions.destinations(id)) ?? [], ground!)] as const),
    );
    this.#ways = new Map(found);
  }

  cancel(): void {
    this.members = [];
    this.#ways = new Map();
  }

  /** Where everybody would come to if the piece in hand went there. */
  steps(to: Place): Step[] {
    const { ground, byId } = this.session;
    const [first] = this.members;
    const from = first && byId.get(first)?.at;
    const [a, b] = [from && ground?.centre(ground.head(from)), ground?.centre(to)];
    if (!a || !b || !ground) return [];
    return this.members.flatMap((id) => {
      const piece = byId.get(id);
      const at = piece?.at && ground.centre(ground.head(piece.at));
      if (!piece || !at) return [];
      const goal = ground.placeAt({ x: at.x + b.x - a.x, y: at.y + b.y - a.y });
      const way = goal && wayOf(this.#ways.get(id)?.get(ground.key(goal)), undefined, piece.at);
      return [{ piece, way: way && !isStaying(way) ? way : undefined }];
    });
  }

  async go(to: Place): Promise<void> {
    const { commands, hand, ground, questions, voice } = this.session;
    const steps = this.steps(to).filter((step) => step.way);
    this.cancel();
    if (!ground || !steps.length) return;
    const goals = steps.map(({ piece, way }) => ({ id: piece.id, key: ground.key(way!.to) }));
    const move = async (goal: (typeof goals)[number]): Promise<boolean> => {
      hand.select(goal.id);
      const found = reach((await questions.destinations(goal.id)) ?? [], ground);
      const way = wayOf(found.get(goal.key), undefined, hand.piece?.at);
      if (!way || hand.selected !== goal.id) return false;
      await hand.go(way);
      const finish = this.session.sorted.only === goal.id ? hand.card?.finish : undefined;
      if (finish) await commands.choose(finish.choice, false, true);
      return true;
    };
    let left = goals;
    await commands.together(async () => {
      // Who was barred by another is tried again when the rest have gone.
      for (let gone = true; gone && left.length;) {
        const barred: typeof goals = [];
        for (const goal of left) if (!(await move(goal))) barred.push(goal);
        gone = barred.length < left.length;
        left = barred;
      }
    });
    hand.select(undefined);
    if (left.length) voice.tell(`${left.length} of the division could not go along.`);
  }
}
