// What the page has asked about the position as it stands. Every question is put once and forgotten when the game goes on.
import type { Request } from '../api/live';
import type { Area, Destination, Drag, Lane, Odds, Place, Refusal, SightLine, There } from '../api/types';

export class Questions {
  #odds = new Map<string, Promise<Odds | undefined>>();
  #whys = new Map<string, Promise<Refusal | undefined>>();
  #ways = new Map<string, Promise<Destination[] | undefined>>();
  #lanes = new Map<string, Promise<Lane[] | undefined>>();
  #sights = new Map<string, Promise<SightLine | undefined>>();
  #envelopes = new Map<string, Promise<Area[] | undefined>>();
  #areas: Promise<Area[]> | undefined;

  constructor(readonly ask: <T>(request: Request) => Promise<T>) {}

  forget(): void {
    for (const asked of [this.#odds, this.#whys, this.#ways, this.#lanes, this.#sights, this.#envelopes]) asked.clear();
    this.#areas = undefined;
  }

  #once<T>(known: Map<string, Promise<T | undefined>>, key: string, request: Request): Promise<T | undefined> {
    const asked = known.get(key);
    if (asked) return asked;
    const answer = this.ask<T | null>(request).then(
      (found) => found ?? undefined,
      () => undefined,
    );
    known.set(key, answer);
    return answer;
  }

  odds(choice: string): Promise<Odds | undefined> {
    return this.#once(this.#odds, choice, { do: 'odds', choice });
  }

  why(piece: string, there: There): Promise<Refusal | undefined> {
    return this.#once(this.#whys, `${piece} ${JSON.stringify(there)}`, { do: 'why_not', piece, there });
  }

  /** Why a choice would be refused. */
  check(choice: string): Promise<Refusal | undefined> {
    return this.#once(this.#whys, `check ${choice}`, { do: 'check', choice });
  }

  destinations(piece: string): Promise<Destination[] | undefined> {
    return this.#once(this.#ways, piece, { do: 'destinations', piece });
  }

  /** Whom a piece could charge. */
  async lanes(piece: string): Promise<Lane[]> {
    return (await this.#once(this.#lanes, piece, { do: 'lanes', piece })) ?? [];
  }

  /** Whether one place is seen from another; nothing where nobody can say. */
  sight(from: Place, to: Place): Promise<SightLine | undefined> {
    return this.#once(this.#sights, JSON.stringify([from, to]), { do: 'sight', from, to });
  }

  /** What comes of dragging a piece there; a refusal is thrown. */
  drag(piece: string, to: Place): Promise<Drag> {
    return this.ask<Drag>({ do: 'drag', piece, to });
  }

  envelope(piece: string): Promise<Area[]> {
    return this.#once(this.#envelopes, piece, { do: 'drag', piece, to: null }).then((found) => found ?? []);
  }

  areas(): Promise<Area[]> {
    this.#areas ??= this.ask<Area[]>({ do: 'areas' }).catch(() => []);
    return this.#areas;
  }
}
