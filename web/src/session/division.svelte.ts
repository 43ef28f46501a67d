// A whole division moved together: everybody goes as far and in the same direction as the piece in hand, if he can; on a table,
// everybody straight ahead. Each goes by the ordinary choices, one after the other; one undo takes all of it back.
import type { Destination, PieceView, Place } from '../api/types';
import { type Reach, isStaying, reach, wayOf } from './play';
import type { Session } from './session.svelte';

export interface Step {
  piece: PieceView;
  /** None: he stays. */
  way: Pick<Destination, 'to' | 'path'> | undefined;
}

export class Division {
  /** Who goes together; the piece in hand first. None: everybody goes alone. */
  members = $state.raw<readonly string[]>([]);
  #ways = $state.raw<ReadonlyMap<string, Reach>>(new Map());
  /** On a table: what was found for so many steps ahead. */
  #ahead = $state.raw<{ steps: number; list: readonly Step[] } | undefined>();
  #wanted: number | undefined;
  #asking = false;

  constructor(readonly session: Session) {}

  active = $derived.by(() => this.members.length > 0);

  /** Those of the division of a piece who can begin to move as it can. */
  candidates(piece: PieceView): string[] {
    const { pieces } = this.session;
    const kind = this.#begins(piece.id);
    if (!piece.group || !kind) return [];
    const alike = (p: PieceView) => p.side === piece.side && p.group === piece.group && p.role === 'unit' && !!p.at;
    const others = pieces.filter((p) => p.id !== piece.id && alike(p) && this.#begins(p.id) === kind);
    return alike(piece) && others.length ? [piece.id, ...others.map((p) => p.id)] : [];
  }

  /** How a piece would begin to move. */
  #begins(id: string): string | undefined {
    const { dragging, sorted, ground } = this.session;
    if (ground?.words.drags) return dragging.can(id) ? 'drag' : undefined;
    return sorted.byPiece.get(id)?.find((o) => o.role === 'open' && !o.to && !o.rolls)?.kind;
  }

  async begin(piece: PieceView): Promise<void> {
    this.members = this.candidates(piece);
    const { ground, questions } = this.session;
    if (ground?.words.drags) return;
    const found = await Promise.all(
      this.members.map(async (id) => [id, reach((await questions.destinations(id)) ?? [], ground!)] as const),
    );
    this.#ways = new Map(found);
  }

  cancel(): void {
    this.members = [];
    this.#ways = new Map();
    this.#ahead = undefined;
    this.#wanted = undefined;
  }

  /** Where everybody would come to if the piece in hand went there. */
  steps(to: Place): readonly Step[] {
    const { ground, byId } = this.session;
    const [first] = this.members;
    const from = first && byId.get(first)?.at;
    if (!from || !ground) return [];
    if (ground.words.drags) return this.#foreseen(ground.stepsAhead(from, to) ?? 0);
    const [a, b] = [ground.centre(ground.head(from)), ground.centre(to)];
    if (!a || !b) return [];
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
    if (this.session.ground?.words.drags) return this.#advance(to);
    const { commands, hand, ground, questions } = this.session;
    const steps = this.steps(to).filter((step) => step.way);
    this.cancel();
    if (!ground || !steps.length) return;
    const goals = steps.map(({ piece, way }) => ({ id: piece.id, key: ground.key(way!.to) }));
    await this.#all(goals, async (goal) => {
      hand.select(goal.id);
      const found = reach((await questions.destinations(goal.id)) ?? [], ground);
      const way = wayOf(found.get(goal.key), undefined, hand.piece?.at);
      if (!way || hand.selected !== goal.id) return false;
      await hand.go(way);
      const finish = this.session.sorted.only === goal.id ? hand.card?.finish : undefined;
      if (finish) await commands.choose(finish.choice, false, true);
      return true;
    });
  }

  /** One after the other. Who was barred by another is tried again when the rest have gone. */
  async #all<T>(list: readonly T[], move: (one: T) => Promise<boolean>): Promise<void> {
    const { commands, hand, voice } = this.session;
    let left = list;
    await commands.together(async () => {
      for (let gone = true; gone && left.length;) {
        const barred: T[] = [];
        for (const one of left) if (!(await move(one))) barred.push(one);
        gone = barred.length < left.length;
        left = barred;
      }
    });
    hand.select(undefined);
    if (left.length) voice.tell(`${left.length} of the division could not go along.`);
  }

  // ---- On a table: straight ahead ----

  /** What is known of so many steps; if that is nothing yet, it is asked for. */
  #foreseen(steps: number): readonly Step[] {
    this.#wanted = steps;
    if (this.#ahead?.steps !== steps && !this.#asking) void this.#foresee();
    return this.#ahead?.list ?? [];
  }

  /** One question for each at a time, and the newest wish is the next, as when one piece is dragged. */
  async #foresee(): Promise<void> {
    this.#asking = true;
    while (this.#wanted !== undefined && this.#wanted !== this.#ahead?.steps) {
      const steps = this.#wanted;
      const { byId } = this.session;
      const pieces = this.members.flatMap((id) => byId.get(id) ?? []);
      const list = await Promise.all(pieces.map(async (piece) => ({ piece, way: await this.#dragged(piece, steps) })));
      if (this.#wanted !== undefined) this.#ahead = { steps, list };
    }
    this.#asking = false;
  }

  async #dragged(piece: PieceView, steps: number) {
    const { ground, questions } = this.session;
    if (!steps || !piece.at || !ground) return undefined;
    return questions.drag(piece.id, ground.advance(piece.at, steps)).catch(() => undefined);
  }

  async #advance(to: Place): Promise<void> {
    const { byId, commands, dragging, ground } = this.session;
    const members = this.members;
    const from = members[0] && byId.get(members[0])?.at;
    const steps = from && ground ? (ground.stepsAhead(from, to) ?? 0) : 0;
    this.cancel();
    if (!steps) return;
    await this.#all(members, async (id) => {
      const piece = this.session.byId.get(id);
      const way = piece && (await this.#dragged(piece, steps));
      if (!way) return false;
      dragging.note(way.choice, id, way.path);
      return commands.choose(way.choice, false, true);
    });
  }
}
