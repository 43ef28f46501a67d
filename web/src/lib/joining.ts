// Joining a game by invitation. The token is made here and kept before it is sent: if the answer is lost, or the page closed too
// early, the same link is tried again with the same token.
import { api } from '../api/http';
import * as saved from './saved';

const KEY = 'schiltron.joining';

const NAME = 'schiltron.name';

/** What the player calls himself, if he does. */
export const ownName = (store: saved.Store): string | undefined => store.getItem(NAME) || undefined;

export function keepName(store: saved.Store, name: string): void {
  try {
    store.setItem(NAME, name.trim());
  } catch {
    // A private window keeps nothing.
  }
}

/** 128 random bits in base64url. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}

/** The token this device has already tried to join with. */
function tried(store: saved.Store, code: string): string | undefined {
  try {
    const last = JSON.parse(store.getItem(KEY) ?? 'null') as { code: string; token: string } | null;
    return last?.code === code ? last.token : undefined;
  } catch {
    return undefined;
  }
}

/** The token of a seat that this device has taken by this invitation. */
const taken = (store: saved.Store, game: string, code: string): string | undefined => {
  const known = saved.load(store).find((s) => s.game === game && s.joined === code);
  return known && saved.opener(known)?.token;
};

/** Whether somebody is to be asked for a name before he joins: once on a device. */
export const asksName = (store: saved.Store, game: string, code: string): boolean =>
  !taken(store, game, code) && store.getItem(NAME) === null;

/** Joins, unless this device has joined already, and gives the token of the seat. */
export async function join(store: saved.Store, game: string, code: string, ask = api.join): Promise<string> {
  const known = taken(store, game, code);
  if (known) return known;
  const token = tried(store, code) ?? newToken();
  try {
    store.setItem(KEY, JSON.stringify({ code, token }));
  } catch {
    // A private window keeps nothing; it joins all the same.
  }
  const { seat, recovery } = await ask(game, code, token, ownName(store));
  saved.seat(store, game, { seat, token, recovery, joined: code });
  return token;
}

/** The game in which this device made that invitation itself. */
export function ownInvitation(store: saved.Store, game: string, code: string): saved.Saved | undefined {
  return saved.load(store).find((s) => s.game === game && s.invitation?.code === code);
}
