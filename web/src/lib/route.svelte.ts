// Three pages: the lobby, a game, and the way into a game by invitation.
import { JOIN } from './saved';

export type Route =
  { page: 'lobby' } | { page: 'game'; game: string; token: string } | { page: 'join'; game: string; code: string };

function read(): Route {
  const found = /^\/g\/([A-Za-z0-9_-]+)\/?$/.exec(location.pathname);
  if (!found) return { page: 'lobby' };
  const [game, secret] = [found[1]!, location.hash.slice(1)];
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
