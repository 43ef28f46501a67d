// From where others reach this server: asked once, when somebody wants to show a link.
import { api } from '../api/http';
import type { Reach } from '../api/types';

/** The address of this machine means another one elsewhere. */
const isLocal = (host: string): boolean => /^(localhost|127\.|\[::1\])/.test(host);

/** What a link for somebody else begins with. */
export const originFor = (reach: Reach | undefined, at: { host: string; origin: string }): string =>
  isLocal(at.host) ? (reach?.nearby ?? at.origin) : at.origin;

class Reached {
  #known = $state.raw<Reach | undefined>();
  #isAsked = false;

  get known(): Reach | undefined {
    if (!this.#isAsked) {
      this.#isAsked = true;
      void api.shelf().then(
        ({ reach }) => (this.#known = reach),
        // Asked again with the next link.
        () => (this.#isAsked = false),
      );
    }
    return this.#known;
  }

  get origin(): string {
    return originFor(this.known, location);
  }
}

export const reached = new Reached();
