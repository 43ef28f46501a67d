// The games this browser knows, with the tokens that open them. They never leave the browser except to the server.
import type { Side, Viewer } from '../api/types';

export interface Saved {
  game: string;
  /** Tokens of the seats played here; both for two players at one screen. */
  seats: Partial<Record<Side, string>>;
  /** A friend's token, kept to show the link again. */
  friend?: { side: Side; token: string };
  watch?: string;
  title?: string;
  opponent?: string;
  opened: number;
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

/** The link that opens a game: the token stands behind the `#`, where no server log sees it. */
export const link = (origin: string, game: string, token: string): string => `${origin}/g/${game}#${token}`;

/** Reads `/g/GAME#TOKEN`, or nothing. */
export function parseLink(text: string): { game: string; token: string } | undefined {
  const found = /\/g\/([A-Za-z0-9_-]+)#([A-Za-z0-9_-]+)/.exec(text.trim());
  return found ? { game: found[1]!, token: found[2]! } : undefined;
}

/** The token that opens a saved game best, and as whom. */
export function opener(saved: Saved): { viewer: Viewer; token: string } | undefined {
  if (saved.seats.one) return { viewer: 'one', token: saved.seats.one };
  if (saved.seats.two) return { viewer: 'two', token: saved.seats.two };
  if (saved.watch) return { viewer: 'watcher', token: saved.watch };
  return undefined;
}
