// The lobby, a game, the way into a game by invitation, and links that lead nowhere.
import { JOIN, load, opener } from './saved';

export type Route =
  | { page: 'lobby' }
  | { page: 'game'; game: string; token: string }
  | { page: 'join'; game: string; code: string }
  /** A link to a game whose end is missing, or an address at which there is nothing. */
  | { page: 'lost'; game: string | undefined };

function read(): Route {
  const found = /^\/g\/([A-Za-z0-9_-]+)\/?$/.exec(location.pathname);
  if (!found) return location.pathname === '/' ? { page: 'lobby' } : { page: 'lost', game: undefined };
  const game = found[1]!;
  // Without its secret a link opens the game for those who have played it in this browser.
  const known = load(localStorage).find((entry) => entry.game === game);
  const secret = location.hash.slice(1) || (known && opener(known)?.token);
  if (!secret) return { page: 'lost', game };
  return secret.startsWith(JOIN)
    ? { page: 'join', game, code: secret.slice(JOIN.length) }
    : { page: 'game', game, token: secret };
}

class Router {
  #route = $state.raw<Route>(read());

  constructor() {
    const again = () => (this.#route = read());
    addEventListener('popstate', again);
    addEventListener('hashchange', again);
  }

  get route(): Route {
    return this.#route;
  }

  go(path: string): void {
    history.pushState(null, '', path);
    this.#route = read();
    scrollTo(0, 0);
  }

  /** In place of where the reader is: the way back does not lead here again. */
  replace(path: string): void {
    history.replaceState(null, '', path);
    this.#route = read();
  }
}

export const router = new Router();
