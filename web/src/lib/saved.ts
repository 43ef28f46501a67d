// The games this browser knows, with the tokens that open them. They never leave the browser except to the server.
import type { Side, Viewer } from '../api/types';

export interface Saved {
  game: string;
  /** Tokens of the seats played here; both for two players at one screen. */
  seats: Partial<Record<Side, string>>;
  /** Codes that give these seats back. */
  recovery?: Partial<Record<Side, string>>;
  /** The newest invitation to the other seat, kept to show the link again; `from` when it is good, in Unix seconds. */
  invitation?: { side: Side; code: string; from?: number };
  /** The invitation that this seat was joined with. */
  joined?: string;
  /** The last asking for a new link to this seat that the player was told of. */
  asked?: number;
  /** A friend's token, in games from before there were invitations. */
  friend?: { side: Side; token: string };
  watch?: string;
  title?: string;
  opponent?: string;
  /** The lesson that this game is. */
  lesson?: Underway;
  /** What of the other side was told of when this turn began: so it is told again to who comes back in the same turn. */
  told?: { turn: number; from: number; until: number };
  /** What one press of Undo takes back each, as it stood after so many entries: so it does after a reload. */
  undo?: Undoing;
  opened: number;
}

export interface Undoing {
  at: number;
  /** The numbers of entries before each thing that was done: to these it is taken back. */
  marks: number[];
  /** The same of what is committed in secret, where several things were done together. */
  bundles: { entries: number; from: number; to: number }[];
}

/** How far a lesson has come: its step, the entries before it began, and the seat that the page plays. */
export interface Underway {
  id: string;
  other: string;
  step: number;
  since: number;
}

const KEY = 'schiltron.games';

export interface Store {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

export function load(store: Store): Saved[] {
  try {
    const list: unknown = JSON.parse(store.getItem(KEY) ?? '[]');
    return Array.isArray(list) ? (list as Saved[]).filter((s) => typeof s?.game === 'string' && s.seats) : [];
  } catch {
    return [];
  }
}

function write(store: Store, list: Saved[]): void {
  try {
    store.setItem(KEY, JSON.stringify(list));
  } catch {
    // Private windows may refuse to keep anything; the link in the address bar still opens the game.
  }
}

const same = (a: Saved, b: Saved): boolean => a.game === b.game && tokensOf(a).some((t) => tokensOf(b).includes(t));

export function tokensOf(saved: Saved): string[] {
  return [saved.seats.one, saved.seats.two, saved.watch].filter((t): t is string => !!t);
}

export function keep(store: Store, saved: Saved): void {
  write(store, [saved, ...load(store).filter((s) => !same(s, saved))].slice(0, 60));
}

export function forget(store: Store, saved: Saved): void {
  write(
    store,
    load(store).filter((s) => !same(s, saved)),
  );
}

export function find(store: Store, game: string, token: string): Saved | undefined {
  return load(store).find((s) => s.game === game && tokensOf(s).includes(token));
}

/** A seat has a new token. On a device that had the old one it replaces that. */
export function seat(
  store: Store,
  game: string,
  taken: { seat: Side; token: string; recovery: string; joined?: string },
): void {
  const { seat: side, token, recovery, joined } = taken;
  const old = load(store).find((s) => s.game === game && s.seats[side]);
  if (old) forget(store, old);
  const entry: Saved = old ?? { game, seats: {}, opened: Math.floor(Date.now() / 1000) };
  keep(store, {
    ...entry,
    seats: { ...entry.seats, [side]: token },
    recovery: { ...entry.recovery, [side]: recovery },
    ...(joined && { joined }),
  });
}

/** The link that opens a game: the token stands behind the `#`, where no server log sees it. */
export const link = (origin: string, game: string, token: string): string => `${origin}/g/${game}#${token}`;

/** The link that a friend joins with, once. */
export const joinLink = (origin: string, game: string, code: string): string => link(origin, game, `${JOIN}${code}`);

export const JOIN = 'join=';

/** The game that a link leads to, whatever stands behind the `#`; or its bare name. */
export function gameIn(text: string): string | undefined {
  return /\/g\/([A-Za-z0-9_-]+)/.exec(text)?.[1] ?? /^[a-z0-9]{12}$/.exec(text.trim())?.[0];
}

/** Reads `/g/GAME#TOKEN` or `/g/GAME#join=CODE`, or nothing. */
export function parseLink(text: string): { game: string; token: string } | undefined {
  const found = /\/g\/([A-Za-z0-9_-]+)#((?:join=)?[A-Za-z0-9_-]+)/.exec(text.trim());
  return found ? { game: found[1]!, token: found[2]! } : undefined;
}

/** The token that opens a saved game best, and as whom. */
export function opener(saved: Saved): { viewer: Viewer; token: string } | undefined {
  if (saved.seats.one) return { viewer: 'one', token: saved.seats.one };
  if (saved.seats.two) return { viewer: 'two', token: saved.seats.two };
  if (saved.watch) return { viewer: 'watcher', token: saved.watch };
  return undefined;
}
