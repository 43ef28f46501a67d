// One game as the page holds it. The rooms of this folder each do one job; here they are put together, and what is shown is
// read off them.
import { api } from '../api/http';
import type { StateMessage } from '../api/live';
import type { About, BoardView, LuckFrom, Offer, PieceView, Place, Rulebook, Scene, Side, Viewer } from '../api/types';
import { type Ground, groundOf } from '../ground/ground';
import { isSetUp } from '../lib/book';
import { asFile, branchSeats, refusalOf, remember } from '../lib/opened';
import { prefs } from '../lib/prefs.svelte';
import * as saved from '../lib/saved';
import { Aftermath } from './aftermath.svelte';
import { Areas } from './areas.svelte';
import { Calling } from './calling.svelte';
import { Commands } from './commands.svelte';
import { Company } from './company.svelte';
import { Division } from './division.svelte';
import { Drama } from './drama.svelte';
import { Dragging } from './dragging.svelte';
import { Fairness } from './fairness.svelte';
import { Hand } from './hand.svelte';
import { Hinting } from './hinting.svelte';
import { Holders } from './holders.svelte';
import { Laying } from './laying.svelte';
import { LuckBook } from './luck.svelte';
import { mentions, namer } from './mentions';
import { musterOf } from './muster';
import { StandingOrders } from './orders.svelte';
import { type Sorted, answersOf, sort } from './play';
import { Questions } from './questions';
import { reconcile } from './reconcile';
import { Replaying } from './replaying.svelte';
import { type Known, Seats } from './seats.svelte';
import { Sight } from './sight.svelte';
import * as standing from './standing';
import type { Teacher } from '../lesson/teacher.svelte';
import { Unfolding } from './unfolding.svelte';
import { Voice } from './voice.svelte';

const NOTHING: Sorted = { general: [], byPiece: new Map(), byTarget: new Map(), only: undefined };

export class Session {
  readonly game: string;
  readonly token: string;

  readonly voice = new Voice();
  readonly seats: Seats;
  readonly orders: StandingOrders;
  readonly hand = new Hand(this);
  readonly dragging = new Dragging(this);
  readonly commands = new Commands(this);
  readonly sight = new Sight();
  readonly drama = new Drama(this);
  readonly division = new Division(this);
  readonly laying = new Laying(this);
  readonly unfolding = new Unfolding();
  readonly aftermath = new Aftermath(this, (at) => api.scene(this.game, this.seats.tokenOf(this.seats.viewer), at));
  readonly holders = new Holders(this);
  readonly calling = new Calling();
  readonly company = new Company(this);
  readonly hinting = new Hinting(this);
  readonly fairness = new Fairness({
    game: () => this.game,
    system: () => this.system,
    sealed: () => this.info?.commitment,
    given: () => this.info?.given ?? 0,
    hides: () => this.info?.hides ?? false,
    token: (viewer) => this.seats.tokenOf(viewer),
    ask: (request, viewer) => this.seats.ask(request, viewer),
    tell: (words) => this.voice.tell(words),
  });
  readonly questions = new Questions((request) => this.seats.ask(request));
  readonly luck = new LuckBook((from) => this.seats.ask<LuckFrom>({ do: 'luck', from }));
  readonly replay = new Replaying(
    (at) => api.scene(this.game, this.seats.tokenOf(this.seats.viewer), at),
    (error) => this.voice.tell(refusalOf(error).why),
  );
  readonly areas = new Areas(async () => {
    const version = this.state?.version;
    const found = await this.questions.areas();
    return this.state?.version === version ? found : undefined;
  });

  saved = $state.raw<saved.Saved | undefined>();
  info = $state.raw<About | undefined>();
  board = $state.raw<BoardView | undefined>();
  ground = $state.raw<Ground | undefined>();
  /** What the other side moved last. */
  recent = $state.raw<ReadonlySet<string>>(new Set());
  #livePieces = $state.raw<PieceView[]>([]);
  #wasMine = false;
  #shown = false;
  #entries = 0;
  /** The rules in our words, once they have come; whatever explains itself waits for them. */
  book = $state.raw<Rulebook | undefined>();
  #book: Promise<Rulebook> | undefined;
  /** Who says what to do next, in a lesson. */
  teacher = $state.raw<Teacher | undefined>();

  constructor(game: string, token: string) {
    this.game = game;
    this.token = token;
    this.orders = new StandingOrders(this.voice);
    this.seats = new Seats(game, token, {
      heard: (message) => {
        this.fairness.heard(message);
        this.company.heard(message);
      },
      seated: (viewer) => {
        this.#remember(viewer);
        if (viewer !== 'watcher') void this.orders.fetch(viewer, (request) => this.seats.ask(request, viewer));
      },
      answered: (side, state) => this.#obey(side, state),
      hides: () => this.info?.hides ?? false,
      shown: (change) => this.#show(change),
    });
  }

  // ---- What is shown ----

  state = $derived.by(() => this.seats.state);
  scene: Scene | undefined = $derived(this.replay.cursor ? this.replay.scene : this.state?.scene);
  pieces: PieceView[] = $derived(
    this.replay.cursor ? (this.replay.scene?.pieces ?? []) : (this.unfolding.pieces ?? this.#livePieces),
  );
  byId = $derived(new Map(this.pieces.map((p) => [p.id, p])));
  offers: readonly Offer[] = $derived.by(() => {
    const { viewer } = this.seats;
    const hidden = this.replay.cursor || (this.state && viewer !== 'watcher' && this.#obey(viewer, this.state));
    return hidden ? [] : (this.state?.offers ?? []);
  });
  sorted: Sorted = $derived(this.offers.length ? sort(this.offers) : NOTHING);
  /** Who could still do something; where chits are laid, who has none yet. */
  idle: ReadonlySet<string> = $derived.by(() => {
    const able = [...this.sorted.byPiece.keys()];
    const has = (id: string) => !!this.byId.get(id)?.badges.some(({ sign }) => sign === 'chit');
    return new Set(this.laying.chits.length ? able.filter((id) => !has(id)) : able);
  });
  /** An attack that is being put together. */
  muster = $derived(musterOf(this.offers));
  window = $derived(standing.opening(this.offers));
  /** A question with an answer for each of several pieces. */
  answers = $derived(this.window ? [] : answersOf(this.offers, this.sorted));
  myTurn = $derived.by(() => {
    const { scene, seats } = this;
    return !!scene && !scene.verdict && scene.to_act.some((s) => seats.mine.includes(s));
  });
  /** The armies are drawn up or taken as they stand. */
  settingUp = $derived(isSetUp(this.book?.sequence ?? [], this.scene?.phase));
  /** Whose turn it is; in a set-up, who is asked. */
  turnOf: Side | undefined = $derived.by(() => {
    const [first, second] = this.settingUp ? (this.scene?.to_act ?? []) : [];
    return first && !second ? first : this.scene?.player;
  });
  /** How many choices can be taken back here. */
  undoable = $derived.by(() => this.seats.of(this.seats.undoer)?.undoable ?? 0);
  sides: [string, string] = $derived(this.info?.sides ?? ['First side', 'Second side']);
  system = $derived(this.info?.system ?? '');
  hasCaptain = $derived(this.info?.seats.some((s) => s.kind === 'captain') ?? false);
  alone = $derived.by(() => this.seats.mine.length === 2);
  /** The token for those who look on: whoever began the game got it then, and the server tells it to both players. */
  watch = $derived.by(() => this.saved?.watch ?? this.info?.watch);
  /** The record would tell what one side may not know yet. */
  sealed = $derived(!!this.info?.hides && !this.state?.scene.verdict);
  /** The facings that pieces have on this ground. */
  facings: readonly string[] = $derived(this.ground?.facings(this.pieces) ?? []);

  sideName = (side: Side): string => this.sides[side === 'one' ? 0 : 1];

  /** Pieces at a place. */
  at(place: Place): PieceView[] {
    const { ground } = this;
    return ground ? this.pieces.filter((p) => p.at && ground.covers(p.at, p.base, place)) : [];
  }

  /** Who would be struck at these places: everybody there who is not on the side that looks. */
  foesAt(places: readonly Place[]): PieceView[] {
    const { mine, viewer } = this.seats;
    const isFoe = (p: PieceView) => !mine.includes(p.side) || (this.alone && p.side !== viewer);
    return [...new Set(places.flatMap((place) => this.at(place)))].filter(isFoe);
  }

  // ---- Opening and closing ----

  async open(): Promise<void> {
    try {
      const [info, board] = await Promise.all([api.info(this.game, this.token), api.board(this.game, this.token)]);
      this.info = info;
      this.board = board;
      this.ground = groundOf(board);
      this.luck.lazy = this.ground.words.drags;
    } catch (error) {
      this.seats.fatal = refusalOf(error);
      return;
    }
    this.saved = saved.find(localStorage, this.game, this.token);
    const tokens = this.saved?.seats;
    this.seats.open(tokens && Object.values(tokens).includes(this.token) ? tokens : undefined);
    void this.rulebook().catch(() => {});
    if (this.saved?.lesson) void this.#learn(this.saved.lesson).catch(() => {});
  }

  close(): void {
    this.seats.close();
    this.teacher?.close();
    this.commands.close();
    this.company.close();
    this.luck.close();
    this.aftermath.close();
    this.drama.close();
    this.unfolding.stop();
  }

  #remember(viewer: Viewer): void {
    if (this.saved) return;
    const entry: saved.Saved = { game: this.game, seats: {}, opened: Math.floor(Date.now() / 1000) };
    if (viewer === 'watcher') entry.watch = this.token;
    else entry.seats[viewer] = this.token;
    if (this.info) entry.title = this.info.title;
    saved.keep(localStorage, entry);
    this.saved = entry;
  }

  /** Keeps something more about this game in the browser. */
  keep(change: Partial<saved.Saved>): void {
    if (!this.saved) return;
    this.saved = { ...this.saved, ...change };
    saved.keep(localStorage, this.saved);
  }

  async meet(): Promise<void> {
    this.info = await api.info(this.game, this.token).catch(() => this.info);
  }

  kindOf = (id: string): string | undefined => this.byId.get(id)?.symbol;

  /** Whether standing orders answer for a side; the server follows them, but not at once after an undo. */
  #obey(side: Side, state: Known): boolean {
    return !this.commands.undone && !!standing.answer(state.offers, this.orders.of(side), this.kindOf);
  }

  /** The newest state of whoever looks. */
  #show(change: { state: Known; message: StateMessage; fresh: boolean; turned: boolean }): void {
    const { state, message, fresh, turned } = change;
    const before = this.#livePieces;
    const stood = new Map(before.map((p) => [p.id, p.at && this.ground?.key(p.at)]));
    this.#livePieces = reconcile(before, state.scene.pieces);
    const first = !this.#shown;
    // What is new, unless something was taken back.
    const news = first || turned || message.from < this.#entries ? [] : message.story;
    if (message.from < this.#entries && !turned) this.unfolding.forget();
    // Who has just sat down, or come back, may see again how all came to where they are.
    if (first || turned) this.unfolding.heard(message.story, this.#livePieces, first);
    if (news.length && !this.replay.cursor) {
      // What could be taken back until the other side acts no longer can.
      if (news.some((entry) => !this.seats.mine.includes(entry.side))) this.voice.whisper = '';
      this.unfolding.heard(news, before, prefs.pace === 0 || this.drama.skipping);
      this.aftermath.changed(before, this.#livePieces, news);
      this.drama.play(news, state.scene);
    }
    this.aftermath.turn(state.scene, this.#entries, state.entries, first);
    this.#shown = true;
    this.#entries = state.entries;
    const last = message.story.at(-1);
    if (last && !this.seats.mine.includes(last.side)) {
      const moved = this.#livePieces.filter(
        (p) => stood.has(p.id) && stood.get(p.id) !== (p.at && this.ground?.key(p.at)),
      );
      if (moved.length) this.recent = new Set(moved.map((p) => p.id));
    } else if (fresh) this.recent = new Set();
    this.replay.grown(state.entries, turned ? -1 : message.from);
    this.luck.grown(state.entries, turned ? 0 : message.from);
    if (fresh || turned) {
      this.questions.forget();
      this.areas.refresh();
      this.dragging.cancel();
      this.hand.refresh();
      this.#say(state);
      this.commands.maybeAdvance();
    }
    this.holders.heard();
    this.calling.heard({
      mine: this.myTurn && !this.alone,
      was: this.#wasMine,
      first,
      begun: state.entries > 0,
      acted: !!last && this.seats.mine.includes(last.side),
      friend: !!this.holders.other && !this.saved?.lesson,
      hidden: document.hidden,
      prompt: state.scene.prompt,
    });
    this.#wasMine = this.myTurn;
  }

  #say(state: Known): void {
    if (this.myTurn && !this.#wasMine && this.#shown && !this.alone) this.drama.hear('horn');
    this.voice.spoken = `${state.scene.phase}. ${state.scene.prompt}`;
    const remote = this.info?.seats.some((s) => s.kind !== 'here') ?? false;
    const called = this.myTurn && !this.#wasMine && remote && document.hidden && prefs.notify;
    if (called && 'Notification' in window && Notification.permission === 'granted') {
      new Notification('Schiltron: it is your turn', { body: state.scene.prompt, tag: this.game });
    }
  }

  /** Whoever is to look has sat down. */
  liftCurtain(): void {
    this.seats.curtain = undefined;
    this.commands.maybeAdvance();
  }

  // ---- Rules, replay, records ----

  rulebook(): Promise<Rulebook> {
    this.#book ??= api.rules(this.system).then((book) => (this.book = book));
    this.#book.catch(() => (this.#book = undefined));
    return this.#book;
  }

  async #learn(underway: saved.Underway): Promise<void> {
    const { Teacher, begin } = await import('../lesson/teacher.svelte');
    const lesson = await begin.find(underway.id);
    if (lesson) this.teacher = new Teacher(this, lesson, underway);
  }

  startReplay(at?: number): Promise<void> {
    const entries = this.state?.entries ?? 0;
    this.hand.select(undefined);
    this.unfolding.stop();
    return this.replay.start(entries, at ?? entries, this.state?.scene);
  }

  /** Looks back at a moment: where those stood whom its words name. */
  async lookBack(at: number, words: string): Promise<Place[]> {
    const named = mentions(words, namer(this.pieces)).flatMap(({ id }) => id ?? []);
    await this.startReplay(at);
    if (this.replay.cursor?.at !== at) return [];
    this.recent = new Set(named);
    return named.flatMap((id) => this.byId.get(id)?.at ?? []);
  }

  /** Plays a stretch of the story again, and comes back. */
  watchAgain(from: number): void {
    void this.startReplay(from);
    this.replay.comeBack();
  }

  stopReplay(): void {
    this.replay.stop();
    this.hand.keep();
    this.commands.maybeAdvance();
  }

  toggleReplay(): void {
    if (this.replay.cursor) this.stopReplay();
    else void this.startReplay();
  }

  async branch(at: number): Promise<{ game: string; token: string } | undefined> {
    try {
      const seats = branchSeats(this.info?.seats, this.seats.mine);
      const title = this.info ? `${this.info.title} (branch)` : undefined;
      return remember(await api.branch(this.game, this.token, at, seats), title);
    } catch (error) {
      this.voice.tell(refusalOf(error).why);
      return undefined;
    }
  }

  async download(): Promise<void> {
    try {
      asFile(`schiltron-${this.game}.json`, await api.record(this.game, this.token));
    } catch (error) {
      this.voice.tell(refusalOf(error).why);
    }
  }
}
