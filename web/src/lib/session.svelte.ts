// One game as the page holds it: the lines to the server, the newest state, what is selected, and what is being asked.
import { ApiError, api } from './api';
import { Grid } from './geometry';
import { Live } from './live';
import { type Card, type Intent, type Reach, type Sorted, card, forced, intent, isStaying, reach, sort, wayTo } from './play';
import { prefs } from './prefs.svelte';
import { complete, reconcile } from './reconcile';
import * as replay from './replay';
import * as saved from './saved';
import type { About, BoardView, Destination, HexView, Odds, Offer, PieceView, Refusal, Report, Request, Rule, Scene, Seat, Side, StateMessage, Told, Viewer } from './types';
import { type MapModel, mapModel } from '../map/model';

export interface Notice {
  text: string;
  cite: string;
  key: number;
}

export interface WhyNot {
  piece: string;
  there: string;
  refusal: Refusal;
}

/** A move waiting for the word who goes along. */
export interface Asking {
  rest: string[];
  joined: string[];
}

/** A state message with its scene filled in. */
type Known = StateMessage & { scene: Scene; offers: Offer[] };

const SIDES: readonly Side[] = ['one', 'two'];
export const indexOf = (side: Side): 0 | 1 => (side === 'one' ? 0 : 1);

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
  #shownScene = $state.raw<Scene | undefined>();
  cursor = $state.raw<replay.Cursor | undefined>();
  #scenes = new Map<number, Scene>();

  selected = $state<string | undefined>();
  reach = $state.raw<Reach | undefined>();
  asking = $state.raw<Asking | undefined>();
  picking = $state.raw<Offer[] | undefined>();
  why = $state.raw<WhyNot | undefined>();
  /** The hex of the keyboard cursor or the pointer. */
  focus = $state.raw<{ hex: string; facing: string | undefined } | undefined>();
  /** What the other side moved last. */
  recent = $state.raw<ReadonlySet<string>>(new Set());
  sightFrom = $state<string | undefined>();
  sighting = $state(false);

  #odds = new Map<string, Promise<Odds | undefined>>();
  #whys = new Map<string, Promise<Refusal | undefined>>();
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
  }

  // ---- What is shown ----

  state = $derived(this.#states[this.viewer]);
  story = $derived(this.#stories[this.viewer] ?? []);
  replaying = $derived(this.cursor !== undefined);
  scene: Scene | undefined = $derived(this.cursor ? this.#shownScene : this.state?.scene);
  pieces: PieceView[] = $derived(this.cursor ? (this.#shownScene?.pieces ?? []) : this.#livePieces);
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
  ids = $derived.by(() => new Set(this.#livePieces.map((p) => p.id)));
  offers: readonly Offer[] = $derived(this.cursor ? [] : (this.state?.offers ?? []));
  sorted: Sorted = $derived(this.offers.length ? sort(this.offers) : NOTHING);
  piece = $derived(this.selected ? this.byId.get(this.selected) : undefined);
  card: Card | undefined = $derived.by(() => {
    const list = this.selected ? this.sorted.byPiece.get(this.selected) : undefined;
    return list && card(list, (id) => this.byId.get(id)?.side);
  });
  myTurn = $derived(!!this.scene && !this.scene.verdict && this.scene.to_act.some((s) => this.mine.includes(s)));
  sides: [string, string] = $derived(this.info?.sides ?? ['First side', 'Second side']);
  system = $derived(this.info?.system ?? '');
  hasCaptain = $derived(this.info?.seats.some((s) => s.kind === 'captain') ?? false);
  hasFriend = $derived(this.info?.seats.some((s) => s.kind === 'friend') ?? false);
  alone = $derived(this.mine.length === 2);

  sideName = (side: Side): string => this.sides[indexOf(side)];

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
        this.#take(message);
      },
    });
    this.#lives.set(as, live);
  }

  #take(message: StateMessage): void {
    const viewer = message.viewer;
    const before = this.#states[viewer];
    const wasMine = this.myTurn;
    if (viewer !== 'watcher' && !this.mine.includes(viewer)) this.mine = SIDES.filter((s) => s === viewer || this.mine.includes(s));
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
      return state?.version === newest && state.scene.to_act.includes(s);
    });
    const chosen = this.mine.length === 0 ? 'watcher' : able.length === 0 || able.includes(this.viewer as Side) ? (this.viewer === 'watcher' ? viewer : this.viewer) : able[0]!;
    const turned = chosen !== this.viewer;
    this.viewer = chosen;
    if (viewer !== chosen && !turned) return;

    const state = this.#states[chosen]!;
    const places = new Map(this.#livePieces.map((p) => [p.id, p.hexes[0]]));
    this.#livePieces = reconcile(this.#livePieces, state.scene.pieces);
    const last = message.story.at(-1);
    if (last && !this.mine.includes(last.side)) {
      const moved = this.#livePieces.filter((p) => places.has(p.id) && places.get(p.id) !== p.hexes[0]).map((p) => p.id);
      if (moved.length) this.recent = new Set(moved);
    } else if (fresh) this.recent = new Set();
    if (this.cursor) this.cursor = replay.grown(this.cursor, state.entries);
    for (const n of this.#scenes.keys()) if (n > message.from) this.#scenes.delete(n);
    if (fresh || turned) {
      this.#odds.clear();
      this.#whys.clear();
      this.why = undefined;
      this.picking = undefined;
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
    if (this.myTurn && !wasMine && remote && document.hidden && prefs.notify && 'Notification' in window && Notification.permission === 'granted') {
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
    const rank = (p: PieceView) => (this.sorted.byPiece.has(p.id) || this.sorted.byTarget.has(p.id) ? 0 : 2) + (p.facing ? 0 : 1);
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
    const way = wayTo(this.reach, hex, facing, this.piece.facing) ?? wayTo(this.reach, hex, undefined, this.piece.facing);
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
    if (asked && this.card && this.card.join.length > 0) this.asking = { rest: asked.rest, joined: [...asked.joined, offer.target ?? ''] };
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
    if (report && report.done < choices.length) this.tell('The move was interrupted: something has to be decided first.');
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
    return live ? live.ask<T>(request) : Promise.reject({ code: 'Offline', cite: '', why: 'There is no connection to the server yet.' } satisfies Refusal);
  }

  // ---- Asking ----

  odds(choice: string): Promise<Odds | undefined> {
    let known = this.#odds.get(choice);
    if (!known) {
      known = this.#ask<Odds>({ do: 'odds', choice }).catch(() => undefined);
      this.#odds.set(choice, known);
    }
    return known;
  }

  async refusalFor(piece: string, there: string): Promise<Refusal | undefined> {
    const key = `${piece} ${there}`;
    let known = this.#whys.get(key);
    if (!known) {
      known = this.#ask<Refusal | null>({ do: 'why_not', piece, there }).then(
        (r) => r ?? undefined,
        () => undefined,
      );
      this.#whys.set(key, known);
    }
    return known;
  }

  async askWhy(piece: string, there: string): Promise<void> {
    const refusal = await this.refusalFor(piece, there);
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
    this.#shownScene = this.state?.scene;
    this.select(undefined);
    this.setCursor(replay.seek(replay.open(entries), at ?? entries));
  }

  setCursor(cursor: replay.Cursor): void {
    this.cursor = cursor;
    void this.#show(cursor.at);
  }

  async #show(at: number): Promise<void> {
    let scene = this.#scenes.get(at);
    if (!scene) {
      try {
        scene = await api.scene(this.game, this.token, at);
      } catch (error) {
        this.tell(refusalOf(error).why);
        return;
      }
      if (this.#scenes.size > 400) this.#scenes.clear();
      this.#scenes.set(at, scene);
    }
    if (this.cursor?.at !== at) return;
    const before = this.#shownScene?.pieces ?? [];
    this.#shownScene = { ...scene, pieces: reconcile(before, scene.pieces) };
  }

  stopReplay(): void {
    this.cursor = undefined;
    this.#shownScene = undefined;
    this.#keepSelection();
  }

  async branch(at: number): Promise<{ game: string; token: string } | undefined> {
    const seats = (this.info?.seats.map((s, i): Seat => (s.kind === 'captain' && this.mine[0] !== SIDES[i] ? s : { kind: 'here' })) ?? [
      { kind: 'here' },
      { kind: 'here' },
    ]) as [Seat, Seat];
    try {
      const made = await api.branch(this.game, this.token, at, seats);
      return remember(made, seats, this.info ? `${this.info.title} (branch)` : undefined);
    } catch (error) {
      this.tell(refusalOf(error).why);
      return undefined;
    }
  }

  async download(): Promise<void> {
    try {
      const record = await api.record(this.game, this.token);
      const url = URL.createObjectURL(new Blob([JSON.stringify(record)], { type: 'application/json' }));
      const a = document.createElement('a');
      a.href = url;
      a.download = `schiltron-${this.game}.json`;
      a.click();
      setTimeout(() => URL.revokeObjectURL(url), 1000);
    } catch (error) {
      this.tell(refusalOf(error).why);
    }
  }

  hexView(id: string): HexView | undefined {
    return this.grid?.hexes.get(id);
  }
}

export function refusalOf(error: unknown): Refusal {
  if (error instanceof ApiError) return error.refusal;
  if (error && typeof error === 'object' && 'why' in error) return error as Refusal;
  return { code: 'Page', cite: '', why: error instanceof Error ? error.message : 'Something went wrong on this page.' };
}

/** Keeps the tokens of a new game and says which one opens it. */
export function remember(
  made: { game: string; seats: [string | null, string | null]; watch: string },
  seats: [Seat, Seat],
  title: string | undefined,
): { game: string; token: string } {
  const entry: saved.Saved = { game: made.game, seats: {}, watch: made.watch, opened: Math.floor(Date.now() / 1000) };
  if (title) entry.title = title;
  SIDES.forEach((side, i) => {
    const token = made.seats[i];
    if (!token) return;
    if (seats[i]!.kind === 'here') entry.seats[side] = token;
    else if (seats[i]!.kind === 'friend') entry.friend = { side, token };
  });
  saved.keep(localStorage, entry);
  return { game: made.game, token: saved.opener(entry)?.token ?? made.watch };
}
