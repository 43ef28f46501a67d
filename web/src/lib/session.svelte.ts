// One game as the page holds it: the lines to the server, the newest state, what is selected, and what is being asked.
import { api } from './api';
import { Areas } from './areas.svelte';
import { jointKinds } from './compose';
import { FACINGS, Grid, SIDE_FACINGS } from './geometry';
import { Live } from './live';
import {
  type Card,
  type Intent,
  type Reach,
  type Sorted,
  card,
  forced,
  intent,
  isStaying,
  reach,
  sort,
  wayTo,
} from './play';
import { SIDES, asFile, branchSeats, refusalOf, remember } from './opened';
import { StandingOrders } from './orders.svelte';
import { prefs } from './prefs.svelte';
import { Questions } from './questions';
import { complete, reconcile } from './reconcile';
import type { Asking, Notice, WhyNot } from './questions';
import type { Cursor } from './replay';
import { Replaying } from './replaying.svelte';
import * as saved from './saved';
import * as standing from './standing';
import type {
  About,
  BoardView,
  Destination,
  HexView,
  Odds,
  Offer,
  PieceView,
  Refusal,
  Report,
  Request,
  Rule,
  Scene,
  Side,
  StateMessage,
  Told,
  Viewer,
} from './types';
import { type MapModel, mapModel } from '../map/model';

/** A state message with its scene filled in. */
type Known = StateMessage & { scene: Scene; offers: Offer[] };

const NOTHING: Sorted = { general: [], byPiece: new Map(), byTarget: new Map(), only: undefined };

export class Session {
  readonly game: string;
  readonly token: string;

  saved = $state.raw<saved.Saved | undefined>();
  info = $state.raw<About | undefined>();
  board = $state.raw<BoardView | undefined>();
  grid = $state.raw<Grid | undefined>();
  model = $state.raw<MapModel | undefined>();
  online = $state(false);
  everOnline = $state(false);
  fatal = $state.raw<Refusal | undefined>();
  busy = $state(false);
  notice = $state.raw<Notice | undefined>();
  /** Said to screen readers. */
  spoken = $state('');

  #states = $state.raw<Partial<Record<Viewer, Known>>>({});
  #stories = $state.raw<Partial<Record<Viewer, Told[]>>>({});
  #lives = new Map<Viewer | '?', Live>();
  viewer = $state<Viewer>('watcher');
  mine = $state.raw<readonly Side[]>([]);

  #livePieces = $state.raw<PieceView[]>([]);
  #replay = new Replaying(
    (at) => api.scene(this.game, this.#lives.get(this.viewer)?.token ?? this.token, at),
    (error) => this.tell(refusalOf(error).why),
  );

  selected = $state<string | undefined>();
  reach = $state.raw<Reach | undefined>();
  asking = $state.raw<Asking | undefined>();
  picking = $state.raw<Offer[] | undefined>();
  /** Somebody else to select, where a click could have meant that too. */
  instead = $state<string | undefined>();
  why = $state.raw<WhyNot | undefined>();
  /** A choice pointed at by its button, shown on the map. */
  preview = $state.raw<Offer | undefined>();
  /** The hex of the keyboard cursor or the pointer. */
  focus = $state.raw<{ hex: string; facing: string | undefined } | undefined>();
  /** What the other side moved last. */
  recent = $state.raw<ReadonlySet<string>>(new Set());
  sightFrom = $state<string | undefined>();
  sighting = $state(false);

  /** A quiet line on what the page did by itself. */
  whisper = $state('');
  /** Two at one screen in a game with secrets: who is to sit down before anything is shown, on opening and at every change. */
  curtain = $state<Side | undefined>();
  readonly orders: StandingOrders;
  readonly areas = new Areas(async () => {
    const version = this.state?.version;
    const found = await this.#questions.areas();
    return this.state?.version === version ? found : undefined;
  });

  #questions = new Questions((request) => this.#ask(request));
  /** The moment that is being passed by standing orders; nothing is asked then. */
  #obeyed = $state('');
  #held: StateMessage[] = [];
  #heldTimer: ReturnType<typeof setTimeout> | undefined;
  #undone = false;
  #turn: Promise<void> | undefined;
  #sending = '';
  #noticeKey = 0;
  #rules: Promise<Map<string, Rule>> | undefined;
  #waitingFor: { version: number; go: () => void }[] = [];
  #advanceTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(game: string, token: string) {
    this.game = game;
    this.token = token;
    this.orders = new StandingOrders(game);
  }

  // ---- What is shown ----

  state = $derived(this.#states[this.viewer]);
  story = $derived(this.#stories[this.viewer] ?? []);
  cursor = $derived(this.#replay.cursor);
  replaying = $derived(this.cursor !== undefined);
  scene: Scene | undefined = $derived(this.cursor ? this.#replay.scene : this.state?.scene);
  pieces: PieceView[] = $derived(this.cursor ? (this.#replay.scene?.pieces ?? []) : this.#livePieces);
  byId = $derived(new Map(this.pieces.map((p) => [p.id, p])));
  byHex = $derived.by(() => {
    const map = new Map<string, PieceView[]>();
    for (const piece of this.pieces) {
      for (const hex of piece.hexes) {
        const list = map.get(hex);
        if (list) list.push(piece);
        else map.set(hex, [piece]);
      }
    }
    return map;
  });
  offers: readonly Offer[] = $derived(
    this.cursor || (this.#obeyed && this.#obeyed === `${this.viewer} ${this.state?.version}`)
      ? []
      : (this.state?.offers ?? []),
  );
  /** Kinds of choices that several pieces make together. */
  joint: ReadonlySet<string> = $derived(jointKinds(this.offers));
  sorted: Sorted = $derived(
    this.offers.length ? sort(this.offers, (o) => (this.joint.has(o.kind) ? (o.company ?? []) : [])) : NOTHING,
  );
  window = $derived(standing.opening(this.offers));
  piece = $derived(this.selected ? this.byId.get(this.selected) : undefined);
  card: Card | undefined = $derived.by(() => {
    const list = this.selected ? this.sorted.byPiece.get(this.selected) : undefined;
    return list && card(list, (id) => this.byId.get(id)?.side, this.joint);
  });
  myTurn = $derived(!!this.scene && !this.scene.verdict && this.scene.to_act.some((s) => this.mine.includes(s)));
  sides: [string, string] = $derived(this.info?.sides ?? ['First side', 'Second side']);
  system = $derived(this.info?.system ?? '');
  hasCaptain = $derived(this.info?.seats.some((s) => s.kind === 'captain') ?? false);
  hasFriend = $derived(this.info?.seats.some((s) => s.kind === 'friend') ?? false);
  alone = $derived(this.mine.length === 2);
  /** The record would tell what one side may not know yet. */
  sealed = $derived(!!this.info?.hides && !this.state?.scene.verdict);

  /** Pieces look at corners of their hexes, or at sides. */
  facings = $derived(this.pieces.some((p) => p.facing && SIDE_FACINGS.includes(p.facing)) ? SIDE_FACINGS : FACINGS);

  sideName = (side: Side): string => this.sides[side === 'one' ? 0 : 1];

  // ---- Opening and closing ----

  async open(): Promise<void> {
    try {
      const [info, board] = await Promise.all([api.info(this.game, this.token), api.board(this.game, this.token)]);
      this.info = info;
      this.board = board;
      this.grid = new Grid(board);
      this.model = mapModel(board, this.grid);
    } catch (error) {
      this.fatal = refusalOf(error);
      return;
    }
    const known = saved.find(localStorage, this.game, this.token);
    this.saved = known;
    const tokens = known && Object.values(known.seats).includes(this.token) ? known.seats : undefined;
    if (tokens?.one && tokens.two) for (const side of SIDES) this.#connect(side, tokens[side]!);
    else this.#connect('?', this.token);
    addEventListener('online', this.#wake);
    document.addEventListener('visibilitychange', this.#wake);
  }

  close(): void {
    for (const live of this.#lives.values()) live.close();
    this.#lives.clear();
    clearTimeout(this.#advanceTimer);
    clearTimeout(this.#heldTimer);
    removeEventListener('online', this.#wake);
    document.removeEventListener('visibilitychange', this.#wake);
  }

  #wake = (): void => {
    if (!document.hidden) for (const live of this.#lives.values()) live.wake();
  };

  #connect(as: Viewer | '?', token: string): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const url = `${scheme}://${location.host}/api/games/${this.game}/live`;
    let viewer: Viewer | undefined = as === '?' ? undefined : as;
    const live = new Live(url, token, {
      since: () => (viewer ? (this.#states[viewer]?.version ?? 0) : 0),
      line: (open) => {
        this.online = open;
        if (open) this.everOnline = true;
      },
      refused: (refusal) => (this.fatal = refusal),
      state: (message) => {
        viewer = message.viewer;
        this.#lives.set(viewer, live);
        this.#receive(message);
      },
    });
    this.#lives.set(as, live);
  }

  /**
   * Two seats at one screen get their news one after the other. News that the other one is to act waits for the other
   * one's, so that nothing meant for nobody flashes up in between.
   */
  #receive(message: StateMessage): void {
    const other = message.viewer === 'one' ? 'two' : message.viewer === 'two' ? 'one' : undefined;
    const theirs = other && this.mine.includes(other) ? this.#states[other] : undefined;
    clearTimeout(this.#heldTimer);
    if (
      theirs &&
      theirs.version < message.version &&
      !this.#held.length &&
      message.to_act.includes(other!) &&
      !message.to_act.includes(message.viewer as Side)
    ) {
      this.#held.push(message);
      this.#heldTimer = setTimeout(() => this.#release(), 400);
      return;
    }
    this.#release();
    this.#take(message);
  }

  #release(): void {
    for (const message of this.#held.splice(0)) this.#take(message);
  }

  #take(message: StateMessage): void {
    const viewer = message.viewer;
    const before = this.#states[viewer];
    const wasMine = this.myTurn;
    if (viewer !== 'watcher' && !this.mine.includes(viewer))
      this.mine = SIDES.filter((s) => s === viewer || this.mine.includes(s));
    if (!before && !this.saved) this.#remember(viewer);
    const had = this.#stories[viewer] ?? [];
    // Should the story begin behind what this page has, the gap is fetched.
    if (message.from > had.length) void this.#fillStory(viewer);
    this.#stories = { ...this.#stories, [viewer]: [...had.slice(0, message.from), ...message.story] };
    const scene = message.scene ? complete(before?.scene, message.scene) : before?.scene;
    if (!scene) return;
    this.#states = { ...this.#states, [viewer]: { ...message, scene, offers: message.offers ?? [] } };
    const fresh = !before || before.version !== message.version;

    // Two seats at one screen: whoever is to act sits at it. A seat whose news is older has to wait for its own.
    const newest = Math.max(...Object.values(this.#states).map((s) => s.version));
    const able = this.mine.filter((s) => {
      const state = this.#states[s];
      return state?.version === newest && state.scene.to_act.includes(s) && !this.#obey(s, state);
    });
    const chosen =
      this.mine.length === 0
        ? 'watcher'
        : able.length === 0 || able.includes(this.viewer as Side)
          ? this.viewer === 'watcher'
            ? viewer
            : this.viewer
          : able[0]!;
    const turned = chosen !== this.viewer;
    if (turned && this.info?.hides && this.#lives.size === 2) this.curtain = chosen as Side;
    this.viewer = chosen;
    if (viewer !== chosen && !turned) return;

    const state = this.#states[chosen]!;
    const places = new Map(this.#livePieces.map((p) => [p.id, p.hexes[0]]));
    this.#livePieces = reconcile(this.#livePieces, state.scene.pieces);
    const last = message.story.at(-1);
    if (last && !this.mine.includes(last.side)) {
      const moved = this.#livePieces
        .filter((p) => places.has(p.id) && places.get(p.id) !== p.hexes[0])
        .map((p) => p.id);
      if (moved.length) this.recent = new Set(moved);
    } else if (fresh) this.recent = new Set();
    this.#replay.grown(state.entries, turned ? -1 : message.from);
    if (fresh || turned) {
      this.#questions.forget();
      this.areas.refresh();
      this.why = undefined;
      this.picking = undefined;
      this.preview = undefined;
      this.#keepSelection();
      this.#say(state, wasMine);
      this.#maybeAdvance();
    }
    this.#waitingFor = this.#waitingFor.filter((w) => {
      if (w.version > state.version) return true;
      w.go();
      return false;
    });
  }

  // ---- Standing orders ----

  /** Lets a window pass if the standing orders say so. */
  #obey(side: Side, state: Known): boolean {
    const given = standing.answer(state.offers, this.orders.of(side));
    const live = this.#lives.get(side);
    const moment = `${side} ${state.version}`;
    if (this.#obeyed === moment) return true;
    if (!given || !live || this.#undone) return false;
    this.#obeyed = moment;
    this.whisper = standing.answerWords(given);
    live.ask({ do: 'choose', version: state.version, choice: given.offer.choice }).catch((error) => {
      // Then it is for the player to say.
      this.#obeyed = '';
      this.tell(refusalOf(error).why);
    });
    return true;
  }

  async #fillStory(viewer: Viewer): Promise<void> {
    const token = this.#lives.get(viewer)?.token ?? this.token;
    try {
      const { story } = await api.story(this.game, token, 0);
      this.#stories = { ...this.#stories, [viewer]: story };
    } catch {
      // The next hello asks again.
    }
  }

  #remember(viewer: Viewer): void {
    const entry: saved.Saved = { game: this.game, seats: {}, opened: Math.floor(Date.now() / 1000) };
    if (viewer === 'watcher') entry.watch = this.token;
    else entry.seats[viewer] = this.token;
    if (this.info) entry.title = this.info.title;
    saved.keep(localStorage, entry);
    this.saved = entry;
  }

  #say(state: Known, wasMine: boolean): void {
    this.spoken = `${state.scene.phase}. ${state.scene.prompt}`;
    const remote = this.info?.seats.some((s) => s.kind !== 'here') ?? false;
    if (
      this.myTurn &&
      !wasMine &&
      remote &&
      document.hidden &&
      prefs.notify &&
      'Notification' in window &&
      Notification.permission === 'granted'
    ) {
      new Notification('Schiltron: it is your turn', { body: state.scene.prompt, tag: this.game });
    }
  }

  // ---- Selecting ----

  #keepSelection(): void {
    const only = this.sorted.only;
    if (only) {
      this.select(only);
      return;
    }
    this.asking = undefined;
    if (this.selected && !this.sorted.byPiece.has(this.selected)) this.selected = undefined;
    if (this.selected) this.select(this.selected);
    else this.reach = undefined;
  }

  select(id: string | undefined): void {
    if (id !== this.selected) {
      this.reach = undefined;
      this.picking = undefined;
      this.why = undefined;
    }
    this.selected = id;
    if (id && this.sorted.byPiece.has(id)) void this.#findReach(id);
    else this.reach = undefined;
  }

  async #findReach(id: string): Promise<void> {
    const version = this.state?.version;
    try {
      const found = await this.#ask<Destination[]>({ do: 'destinations', piece: id });
      if (this.selected === id && this.state?.version === version) this.reach = found.length ? reach(found) : undefined;
    } catch {
      // It cannot go anywhere now; what else it can do is on offer.
      if (this.selected === id && this.state?.version === version) this.reach = undefined;
    }
  }

  /** Top of the stack first: pieces with a facing are the fighting ones, and those that can act come before the rest. */
  stack(hex: string): PieceView[] {
    const here = this.byHex.get(hex) ?? [];
    const rank = (p: PieceView) =>
      (this.sorted.byPiece.has(p.id) || this.sorted.byTarget.has(p.id) ? 0 : 2) + (p.facing ? 0 : 1);
    return [...here].sort((a, b) => rank(a) - rank(b));
  }

  // ---- Acting ----

  click(hex: string, facing: string | undefined, top?: string): Intent {
    const there = this.stack(hex);
    const first = top ? there.find((p) => p.id === top) : undefined;
    return intent({
      sorted: this.sorted,
      card: this.card,
      selected: this.piece,
      reach: this.reach,
      there: first ? [first] : there,
      hex,
      facing,
      mine: this.mine,
    });
  }

  async act(what: Intent): Promise<void> {
    switch (what.do) {
      case 'choose':
        await this.choose(what.offer.choice);
        return;
      case 'pick':
        this.picking = what.offers;
        this.instead = what.instead;
        return;
      case 'go':
        return this.go(what.way);
      case 'select':
        this.select(what.piece);
        return;
      case 'finish':
        await this.choose(what.offer.choice);
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
  wayTo(hex: string, facing: string | undefined): Destination | undefined {
    if (!this.reach || !this.piece) return undefined;
    const way =
      wayTo(this.reach, hex, facing, this.piece.facing) ?? wayTo(this.reach, hex, undefined, this.piece.facing);
    return way && !isStaying(way) ? way : undefined;
  }

  async go(way: Destination): Promise<void> {
    const [first, ...rest] = way.plan;
    if (!first) return;
    const opening = this.offers.find((o) => o.choice === first);
    const hex = this.piece?.hexes[0];
    const company = hex ? (this.byHex.get(hex) ?? []).filter((p) => p.side === this.piece?.side).length : 0;
    if (opening && !opening.hex && company > 1 && rest.length > 0) {
      // Others stand in the same hex. Whether they can join is known once the move has begun.
      if (!(await this.choose(first, true))) return;
      const join = this.card?.join ?? [];
      if (join.length > 0) {
        this.asking = { rest, joined: [] };
        return;
      }
      return this.plan(rest);
    }
    return this.plan(way.plan);
  }

  async answerAsking(go: boolean): Promise<void> {
    const asked = this.asking;
    this.asking = undefined;
    if (asked && go) await this.plan(asked.rest);
  }

  async join(offer: Offer): Promise<void> {
    const asked = this.asking;
    if (!(await this.choose(offer.choice, true))) return;
    if (asked && this.card && this.card.join.length > 0)
      this.asking = { rest: asked.rest, joined: [...asked.joined, offer.target ?? ''] };
    else if (asked) {
      this.asking = undefined;
      await this.plan(asked.rest);
    }
  }

  async choose(choice: string, partOfMore = false): Promise<boolean> {
    const report = await this.#send((version) => ({ do: 'choose', version, choice }));
    if (report && !partOfMore) this.asking = undefined;
    return report !== undefined;
  }

  async plan(choices: string[]): Promise<void> {
    const report = await this.#send((version) => ({ do: 'plan', version, choices }));
    if (report && report.done < choices.length)
      this.tell('The move was interrupted: something has to be decided first.');
  }

  async undo(): Promise<void> {
    this.#undone = true;
    clearTimeout(this.#advanceTimer);
    this.asking = undefined;
    await this.#send((version) => ({ do: 'undo', version }), true);
  }

  pace(ms: number): void {
    prefs.set({ pace: ms });
    void this.#ask({ do: 'pace', ms }).catch(() => undefined);
  }

  /** One at a time. A quick hand is waited for, but the same thing is not sent twice by a double click. */
  async #send(request: (version: number) => Request, isUndo = false): Promise<Report | undefined> {
    const key = JSON.stringify(request(0));
    if (this.cursor || this.#sending === key) return undefined;
    while (this.#turn) await this.#turn;
    let release = () => {};
    this.#turn = new Promise<void>((done) => (release = done));
    this.#sending = key;
    try {
      return await this.#sendNow(request, isUndo);
    } finally {
      this.#turn = undefined;
      this.#sending = '';
      release();
    }
  }

  async #sendNow(request: (version: number) => Request, isUndo: boolean): Promise<Report | undefined> {
    if (!isUndo) this.#undone = false;
    clearTimeout(this.#advanceTimer);
    this.busy = true;
    try {
      const report = await this.#ask<Report>(request(this.state?.version ?? 0));
      await this.#reached(report.version);
      return report;
    } catch (error) {
      const refusal = refusalOf(error);
      this.tell(refusal.why, refusal.cite);
      return undefined;
    } finally {
      this.busy = false;
    }
  }

  /** Until the state of that version has come, or the line is lost. */
  #reached(version: number): Promise<void> {
    if ((this.state?.version ?? 0) >= version) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, 3000);
      this.#waitingFor.push({ version, go: () => (clearTimeout(timer), resolve()) });
    });
  }

  /** Sends what is no decision: the only thing on offer, that rolls nothing and only says "finished". */
  #maybeAdvance(): void {
    clearTimeout(this.#advanceTimer);
    if (!prefs.advance || this.#undone || this.cursor) return;
    const offer = forced(this.offers);
    if (!offer) return;
    const version = this.state?.version;
    this.#advanceTimer = setTimeout(() => {
      if (this.state?.version === version && !this.busy) void this.choose(offer.choice);
    }, 350);
  }

  #ask<T>(request: Request): Promise<T> {
    const live = this.#lives.get(this.viewer);
    return live
      ? live.ask<T>(request)
      : Promise.reject({
          code: 'Offline',
          cite: '',
          why: 'There is no connection to the server yet.',
        } satisfies Refusal);
  }

  // ---- Asking ----

  odds(choice: string): Promise<Odds | undefined> {
    return this.#questions.odds(choice);
  }

  async askWhy(piece: string, there: string): Promise<void> {
    const refusal = await this.#questions.why(piece, there);
    if (this.selected !== piece) return;
    this.why = refusal && { piece, there, refusal };
    if (refusal) this.spoken = refusal.why;
  }

  rules(): Promise<Map<string, Rule>> {
    this.#rules ??= api.rules(this.system).then((list) => new Map(list.map((r) => [r.id, r])));
    return this.#rules;
  }

  tell(text: string, cite = ''): void {
    this.notice = { text, cite, key: ++this.#noticeKey };
    this.spoken = text;
  }

  // ---- Replay ----

  startReplay(at?: number): void {
    const entries = this.state?.entries ?? 0;
    this.select(undefined);
    this.#replay.start(entries, at ?? entries, this.state?.scene);
  }

  setCursor(cursor: Cursor): void {
    this.#replay.seek(cursor);
  }

  stopReplay(): void {
    this.#replay.stop();
    this.#keepSelection();
  }

  async branch(at: number): Promise<{ game: string; token: string } | undefined> {
    try {
      const seats = branchSeats(this.info?.seats, this.mine);
      return remember(
        await api.branch(this.game, this.token, at, seats),
        seats,
        this.info ? `${this.info.title} (branch)` : undefined,
      );
    } catch (error) {
      this.tell(refusalOf(error).why);
      return undefined;
    }
  }

  async download(): Promise<void> {
    try {
      asFile(`schiltron-${this.game}.json`, await api.record(this.game, this.token));
    } catch (error) {
      this.tell(refusalOf(error).why);
    }
  }

  hexView(id: string): HexView | undefined {
    return this.grid?.hexes.get(id);
  }
}
