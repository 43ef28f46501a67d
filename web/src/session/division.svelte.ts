// A whole division moved together: everybody goes as far and in the same direction as the piece in hand, if he can; on a table,
// everybody straight ahead. Or everybody closes with the enemy, as near as he comes. Each goes by the ordinary choices, one after the other; one undo takes all of it back.
import type { Destination, PieceView, Place } from '../api/types';
import { few } from './account';
import { closer, distance, foesOf, turned } from './closing';
import { type Reach, isStaying, reach, wayOf } from './play';
import type { Session } from './session.svelte';

export interface Step {
  piece: PieceView;
  /** None: he stays. */
  way: Pick<Destination, 'to' | 'path'> | undefined;
  /** Where he would have to come to, though he cannot. */
  goal?: Place;
}

/** Where he has come to he may not be allowed to stay: so often he goes on from there. */
const TRIES = 5;

/** How long a captain is waited for who is asked something in between, and how often it is looked, in milliseconds. */
const PATIENCE = 15_000;
const MOMENT = 50;
/** So long it may take until somebody's move is ended for him. */
const SETTLES = 1500;

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
  /** The order to close with the enemy is pointed at: what comes of it is shown. */
  closing = $state(false);

  /** Those of the division of a piece who can begin to move as it can; or those of all divisions. */
  candidates(piece: PieceView, everybody = false): string[] {
    const { pieces } = this.session;
    const kind = this.#begins(piece.id);
    if (!piece.group || !kind) return [];
    const together = (p: PieceView) => everybody || p.group === piece.group;
    const alike = (p: PieceView) => p.side === piece.side && together(p) && p.role === 'unit' && !!p.at;
    const others = pieces.filter((p) => p.id !== piece.id && alike(p) && this.#begins(p.id) === kind);
    return alike(piece) && others.length ? [piece.id, ...others.map((p) => p.id)] : [];
  }

  /** How a piece would begin to move. */
  #begins(id: string): string | undefined {
    const { dragging, sorted, ground } = this.session;
    if (ground?.words.drags) return dragging.can(id) ? 'drag' : undefined;
    return sorted.byPiece.get(id)?.find((o) => o.role === 'open' && !o.to && !o.rolls)?.kind;
  }

  async begin(piece: PieceView, everybody = false): Promise<void> {
    this.members = this.candidates(piece, everybody);
    const { ground, questions } = this.session;
    if (ground?.words.drags) return;
    const found = await Promise.all(
      this.members.map(async (id) => [id, reach((await questions.destinations(id)) ?? [], ground!)] as const),
    );
    this.#ways = new Map(found);
  }

  cancel(): void {
    this.members = [];
    this.closing = false;
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
      return [way && !isStaying(way) ? { piece, way } : { piece, way: undefined, ...(goal && { goal }) }];
    });
  }

  async go(to: Place): Promise<void> {
    if (this.session.ground?.words.drags) return this.#advance(to);
    const { commands, hand, ground, questions } = this.session;
    const all = this.steps(to);
    const steps = all.filter((step) => step.way);
    this.cancel();
    if (!ground || !steps.length) return;
    await this.#excuse(all.filter((step) => !step.way));
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

  /** Who stays behind, and why the first of them does. */
  async #excuse(staying: readonly Step[]): Promise<void> {
    const [first] = staying;
    if (!first) return;
    const { questions, voice } = this.session;
    const why = first.goal && (await questions.why(first.piece.id, { place: first.goal }));
    const names = few(staying.map(({ piece }) => piece.name));
    const reason = why?.why ?? 'No way leads so far in that direction.';
    const whose = staying.length > 1 ? `${first.piece.name}: ` : '';
    voice.tell(`Staying behind: ${names}. ${whose}${reason}`, why?.cite);
  }

  // ---- As near to the enemy as they come ----

  /** Where everybody would come to: those in front first, and nobody where another goes. */
  near: readonly Step[] = $derived.by(() => {
    const { ground, pieces, byId } = this.session;
    const members = this.members.flatMap((id) => byId.get(id) ?? []);
    if (!ground || !members.length || !this.#ways.size) return [];
    const foes = foesOf(pieces, members[0]!.side, ground);
    if (!foes.length) return [];
    const far = new Map(members.map((p) => [p.id, distance(ground, p.at!, foes)]));
    const taken = new Set<string>();
    return [...members]
      .sort((a, b) => far.get(a.id)! - far.get(b.id)!)
      .map((piece) => {
        const [way] = closer(ground, piece.at!, this.#ways.get(piece.id), foes, taken);
        if (way) taken.add(ground.key(way.to));
        return { piece, way };
      });
  });

  async close(): Promise<void> {
    const { ground } = this.session;
    const goals = this.near.map(({ piece, way }) => ({ id: piece.id, key: way && ground?.key(way.to) }));
    this.cancel();
    if (ground && goals.length) await this.#all(goals, (goal) => this.#approach(goal.id, goal.key));
  }

  /** To the place that was shown, or as near as he comes now; false if he is barred by others. */
  async #approach(id: string, shown: string | undefined): Promise<boolean> {
    const { commands, hand, questions } = this.session;
    for (let tries = 0; tries < TRIES; tries++) {
      const { byId, ground, pieces, sorted } = this.session;
      const from = byId.get(id)?.at;
      if (!ground || !from || !sorted.byPiece.has(id)) return tries > 0;
      hand.select(id);
      const foes = foesOf(pieces, byId.get(id)!.side, ground);
      const found = reach((await questions.destinations(id)) ?? [], ground);
      const ways = closer(ground, from, found, foes);
      const way = ways.find(({ to }) => ground.key(to) === shown) ?? ways[0];
      if (hand.selected !== id) return tries > 0;
      // Where there is no way ahead and he may not stay as he is, he turns.
      const turn = tries && !way ? turned(ground, from, [...(hand.card?.turns.values() ?? [])], foes) : undefined;
      if (way) await hand.go(way);
      else if (!turn || !(await commands.choose(turn.choice, false, true))) return tries > 0;
      if (this.session.sorted.only !== id) return true;
      const finish = hand.card?.finish;
      if (finish && (await commands.choose(finish.choice, false, true))) return true;
    }
    return true;
  }

  /**
   * One after the other. Who was barred by another is tried again when the rest have gone. Where dice fall, or the other side has to
   * be waited for longer than a captain takes, it is for the reader to say how it goes on.
   */
  async #all<T>(list: readonly T[], move: (one: T) => Promise<boolean>): Promise<void> {
    const { commands, hand, seats, voice } = this.session;
    const before = seats.story.length;
    let left = list;
    let isStopped = false;
    await commands.together(async () => {
      for (let gone = true; gone && left.length && !isStopped;) {
        const barred: T[] = [];
        for (const one of left) {
          isStopped ||= !(await this.#ours()) || seats.story.slice(before).some(({ dice }) => dice.length > 0);
          if (isStopped || !(await move(one))) barred.push(one);
        }
        gone = barred.length < left.length;
        left = barred;
      }
    });
    if (!this.session.sorted.only) hand.select(undefined);
    if (isStopped && left.length) voice.tell(`Something has happened: ${left.length} have still to go.`);
    else if (left.length) voice.tell(`${left.length} of the division could not go along.`);
  }

  /** Whether somebody else can go on. A captain who is asked meanwhile is waited for, and so is what is done by itself. */
  async #ours(): Promise<boolean> {
    for (let waited = 0, held = 0; waited < PATIENCE && held < SETTLES; waited += MOMENT) {
      const { hasCaptain, offers, sorted, window } = this.session;
      if (window || (!offers.length && !hasCaptain)) return false;
      if (offers.length && !sorted.only) return true;
      if (sorted.only) held += MOMENT;
      await new Promise((later) => setTimeout(later, MOMENT));
    }
    return false;
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
