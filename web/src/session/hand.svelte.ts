// What the reader has in hand: the piece selected, where it can go, what is pointed at, and what is being asked about it.
import type { Destination, Lane, Offer, PieceView, Place, Refusal, There } from '../api/types';
import { askedFacing } from '../ground/place';
import { prefs } from '../lib/prefs.svelte';
import { closer } from './closing';
import { type Intent, intent } from './intent';
import { type Card, type Reach, card, isStaying, reach, wayOf } from './play';
import type { Session } from './session.svelte';

export interface WhyNot {
  piece: string;
  there: There;
  refusal: Refusal;
}

/** A move waiting for the word who goes along. */
export interface Asking {
  rest: string[];
  joined: string[];
}

/** A game in which news comes faster than ways are found does not keep a press waiting for ever. */
const MOST_SEARCHES = 20;

export class Hand {
  selected = $state<string | undefined>();
  reach = $state.raw<Reach | undefined>();
  /** Whom the piece in hand could charge. */
  lanes = $state.raw<readonly Lane[]>([]);
  asking = $state.raw<Asking | undefined>();
  picking = $state.raw<Offer[] | undefined>();
  /** Somebody else to select, where a click could have meant that too. */
  instead = $state<string | undefined>();
  why = $state.raw<WhyNot | undefined>();
  /** A finger has shown what it means: once more, and it is done. */
  again = $state(false);
  /** A choice pointed at by its button, shown on the map. */
  preview = $state.raw<Offer | undefined>();
  /** The place of the keyboard cursor or the pointer, with a facing if one is asked for. */
  focus = $state.raw<Place | undefined>();

  /** The search for the ways of the piece in hand, in the position as it stands. */
  #finding: Promise<void> | undefined;
  /** The piece in hand could not act when it was taken up: its card is being read. */
  #reading = false;
  /** The piece whose move the reader has begun. */
  begun: string | undefined;
  /** A charge that was declared, and at whom. */
  #quarry: { piece: string; target: string } | undefined;
  /** Leaders whom the reader leaves where they are when their unit goes. */
  staying = $state.raw<ReadonlySet<string>>(new Set());

  constructor(readonly session: Session) {}

  piece = $derived.by(() => (this.selected ? this.session.byId.get(this.selected) : undefined));
  card: Card | undefined = $derived.by(() => {
    const { sorted, byId, ground } = this.session;
    const list = this.selected ? sorted.byPiece.get(this.selected) : undefined;
    return list && ground && card(list, ground, (id) => byId.get(id)?.side, this.piece?.at);
  });

  /** Offers of leaders who go along with the move under way unless they are left here. */
  leaders: readonly Offer[] = $derived.by(() => {
    if (!prefs.along || !this.card?.join.length || this.piece?.role !== 'unit') return [];
    const { byId } = this.session;
    const at = this.piece?.at;
    // Of those with several units, who is of the same division.
    const own = at ? this.session.at(at).filter((p) => p.side === this.piece?.side && p.role === 'unit') : [];
    const isLeader = (p: PieceView) => p.role === 'leader' || p.role === 'grand_leader';
    const goes = (p: PieceView | undefined) => !!p && isLeader(p) && (own.length <= 1 || p.group === this.piece?.group);
    return this.card.join.filter((o) => goes(byId.get(o.target ?? '')));
  });

  // ---- Selecting ----

  /** The game has gone on: whatever was said about the position before is no longer true. */
  refresh(): void {
    this.why = undefined;
    this.again = false;
    this.picking = undefined;
    this.preview = undefined;
    this.keep();
  }

  /**
   * Keeps the selected piece as long as it can act, or while its card is read and the other side acts; the only one that can act is
   * taken up by itself.
   */
  keep(): void {
    const { sorted } = this.session;
    if (sorted.only) {
      this.select(sorted.only);
      return;
    }
    if (sorted.byPiece.size > 1) this.begun = undefined;
    this.asking = undefined;
    const reads = this.#reading && !sorted.byPiece.size;
    if (this.selected && !reads && !sorted.byPiece.has(this.selected)) this.selected = undefined;
    if (this.selected) this.select(this.selected);
    else [this.reach, this.lanes] = [undefined, []];
  }

  select(id: string | undefined): void {
    if (id !== this.selected) {
      this.#reading = !!id && !this.session.sorted.byPiece.has(id);
      this.lanes = [];
      this.staying = new Set();
      this.session.division.cancel();
      this.reach = undefined;
      this.picking = undefined;
      this.why = undefined;
    }
    this.selected = id;
    this.session.dragging.survey(id && this.session.sorted.byPiece.has(id) ? id : undefined);
    this.#finding = undefined;
    if (id && this.session.sorted.byPiece.has(id)) this.#finding = this.#findReach(id);
    else this.reach = undefined;
  }

  /** Until the ways of the piece in hand are known. News that comes meanwhile begins another search, and that is waited for too. */
  async found(): Promise<void> {
    for (let i = 0, waited; this.#finding !== waited && i < MOST_SEARCHES; i++) await (waited = this.#finding);
  }

  async #findReach(id: string): Promise<void> {
    const { questions, ground } = this.session;
    const version = this.session.state?.version;
    const found = await questions.destinations(id);
    if (this.selected !== id || this.session.state?.version !== version || !ground) return;
    // Without ways it cannot go anywhere now; what else it can do is on offer.
    this.reach = found?.length ? reach(found, ground) : undefined;
    const lanes = await questions.lanes(id);
    if (this.selected === id && this.session.state?.version === version) this.lanes = lanes;
  }

  /** Those at a place. Fighting pieces, which look somewhere, come first, and those that can act before the rest. */
  stack(place: Place): PieceView[] {
    const { sorted, muster } = this.session;
    const able = (id: string) =>
      sorted.byPiece.has(id) || sorted.byTarget.has(id) || muster?.join.has(id) || muster?.drop.has(id);
    const looks = (p: PieceView) => p.at && this.session.ground?.facing(p.at);
    const rank = (p: PieceView) => (able(p.id) ? 0 : 2) + (looks(p) ? 0 : 1);
    return this.session.at(place).sort((a, b) => rank(a) - rank(b));
  }

  // ---- Acting ----

  click(place: Place, top?: string): Intent {
    const { ground, sorted, muster, seats } = this.session;
    const there = this.stack(place);
    const first = top ? there.find((p) => p.id === top) : undefined;
    const found = intent({
      ground: ground!,
      sorted,
      muster,
      card: this.card,
      selected: this.piece,
      begun: this.begun,
      reach: this.reach,
      lanes: this.lanes,
      there: first ? [first] : there,
      place,
      mine: seats.mine,
    });
    // Whom a charge under way goes at is its goal, though it ends before him.
    const on = found.do === 'why' && there.some((p) => p.id === this.#quarry?.target) ? this.#on() : undefined;
    return on ? { do: 'go', way: on } : found;
  }

  async act(what: Intent): Promise<void> {
    const { commands } = this.session;
    switch (what.do) {
      case 'choose': {
        const { offer } = what;
        // A single step or turn is a move too.
        const isStep = !!offer.to && !offer.target;
        await commands.choose(offer.choice, false, isStep && (await this.#takeLeaders()));
        return;
      }
      case 'pick':
        this.picking = what.offers;
        this.instead = what.instead;
        return;
      case 'go':
        return this.go(what.way);
      case 'charge':
        this.session.dragging.note(what.lane.plan[0] ?? '', this.selected ?? '', what.lane.path);
        await this.#set(what.lane.plan);
        this.#quarry = { piece: this.selected ?? '', target: what.lane.target };
        // In a lesson every step is the learner's own.
        if (!this.session.teacher) await this.#ride();
        return;
      case 'select':
        this.select(what.piece);
        return;
      case 'finish':
        await commands.choose(what.offer.choice, false, true);
        this.select(what.then);
        return;
      case 'why':
        if (this.selected) await this.askWhy(this.selected, what.there);
        return;
      case 'look':
        this.select(what.piece);
    }
  }

  /** Where the pointer's way leads, if the selected piece can go there. */
  wayTo(place: Place): Destination | undefined {
    const ways = this.reach && this.session.ground?.nearest(place, this.reach);
    const present = this.piece?.at;
    if (!ways || !this.piece) return undefined;
    // Where it stands nothing is meant, though on a table it could turn, and a long counter could come round to its other half: a
    // press there takes it up.
    if (present && this.session.ground?.covers(present, this.piece.base, place)) return undefined;
    const way = wayOf(ways, askedFacing(place), present) ?? wayOf(ways, undefined, present);
    return way && !isStaying(way) ? way : undefined;
  }

  /** As near as the charge under way comes to whom it goes at. */
  #on(): Destination | undefined {
    const { byId, ground, sorted, window } = this.session;
    const { piece, target } = this.#quarry ?? {};
    const at = byId.get(target ?? '')?.at;
    const goal = at && ground?.centre(ground.head(at));
    if (!piece || sorted.only !== piece || this.selected !== piece || window || !goal || !this.piece?.at)
      return undefined;
    return closer(ground!, this.piece.at, this.reach, [goal])[0];
  }

  /** The whole charge, up to the first die or question. */
  async #ride(): Promise<void> {
    await this.found();
    const way = this.#on();
    if (way) await this.session.commands.plan(way.plan, true);
  }

  go(way: Destination): Promise<void> {
    return this.#set(way.plan);
  }

  /** Sets out, with the leaders who go along. */
  async #set(plan: string[]): Promise<void> {
    const { commands, offers } = this.session;
    const [first, ...rest] = plan;
    if (!first) return;
    const opening = offers.find((o) => o.choice === first);
    const at = this.piece?.at;
    const company = at ? this.session.at(at).filter((p) => p.side === this.piece?.side).length : 0;
    if (opening && !opening.to && company > 1 && rest.length > 0) {
      // Others stand in the same place. Whether they can join is known once the move has begun.
      if (!(await commands.choose(first, true))) return;
      await this.#takeLeaders(true);
      const join = this.card?.join ?? [];
      if (join.length > 0 && !prefs.along) {
        this.asking = { rest, joined: [] };
        return;
      }
      await commands.plan(rest, true);
      return;
    }
    // A move that has begun already, by its button or because it has to be: a rout.
    const taken = await this.#takeLeaders();
    await commands.plan(plan, taken);
  }

  /**
   * Leaders go with the unit that they stand with, before its first step, unless they are left here; whether any have. What is sent
   * next is taken back together with them, and they with what they `follow`.
   */
  async #takeLeaders(follow = false): Promise<boolean> {
    let taken = false;
    for (let i = 0; i < 6; i++) {
      const next = this.leaders.find((o) => !this.staying.has(o.target!));
      if (!next || !(await this.session.commands.choose(next.choice, true, follow || taken))) break;
      taken = true;
    }
    return taken;
  }

  /** Whether a leader goes along or stays. */
  leave(id: string): void {
    const staying = new Set(this.staying);
    if (!staying.delete(id)) staying.add(id);
    this.staying = staying;
  }

  async answerAsking(go: boolean): Promise<void> {
    const asked = this.asking;
    this.asking = undefined;
    if (asked && go) await this.session.commands.plan(asked.rest, true);
  }

  async join(offer: Offer): Promise<void> {
    const { commands } = this.session;
    const asked = this.asking;
    if (!(await commands.choose(offer.choice, true, true))) return;
    if (asked && this.card && this.card.join.length > 0)
      this.asking = { rest: asked.rest, joined: [...asked.joined, offer.target ?? ''] };
    else if (asked) {
      this.asking = undefined;
      await commands.plan(asked.rest, true);
    }
  }

  // ---- Asking ----

  async askWhy(piece: string, there: There): Promise<void> {
    const refusal = await this.session.questions.why(piece, there);
    if (this.selected !== piece) return;
    this.why = refusal && { piece, there, refusal };
    if (refusal) this.session.voice.spoken = refusal.why;
  }

  /** "Why not?" for whatever is pointed at. */
  askWhyHere(): void {
    if (!this.focus || !this.selected) return;
    const [first] = this.stack(this.focus);
    void this.askWhy(this.selected, first ? { piece: first.id } : { place: this.focus });
  }
}
