// Two pages: the lobby and a game.

export type Route = { page: 'lobby' } | { page: 'game'; game: string; token: string };

function read(): Route {
  const found = /^\/g\/([A-Za-z0-9_-]+)\/?$/.exec(location.pathname);
  return found ? { page: 'game', game: found[1]!, token: location.hash.slice(1) } : { page: 'lobby' };
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
}

export const router = new Router();
