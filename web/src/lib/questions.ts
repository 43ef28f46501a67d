// What the page has asked about the position as it stands. Every question is put once and forgotten when the game goes on.
import type { Area, Odds, Refusal, Request } from './types';

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

export class Questions {
  #odds = new Map<string, Promise<Odds | undefined>>();
  #whys = new Map<string, Promise<Refusal | undefined>>();
  #areas: Promise<Area[]> | undefined;

  constructor(readonly ask: <T>(request: Request) => Promise<T>) {}

  forget(): void {
    this.#odds.clear();
    this.#whys.clear();
    this.#areas = undefined;
  }

  odds(choice: string): Promise<Odds | undefined> {
    let known = this.#odds.get(choice);
    if (!known) {
      known = this.ask<Odds>({ do: 'odds', choice }).catch(() => undefined);
      this.#odds.set(choice, known);
    }
    return known;
  }

  why(piece: string, there: string): Promise<Refusal | undefined> {
    const key = `${piece} ${there}`;
    let known = this.#whys.get(key);
    if (!known) {
      known = this.ask<Refusal | null>({ do: 'why_not', piece, there }).then(
        (r) => r ?? undefined,
        () => undefined,
      );
      this.#whys.set(key, known);
    }
    return known;
  }

  areas(): Promise<Area[]> {
    this.#areas ??= this.ask<Area[]>({ do: 'areas' }).catch(() => []);
    return this.#areas;
  }
}
