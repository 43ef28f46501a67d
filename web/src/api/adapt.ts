// Today's server speaks of hexes. Everything else in the page speaks of places already (`wire.ts`): this file turns one into
// the other, lets through what has the new form, and goes when the server has it. Used by `http.ts` and `live.ts` only.
import type * as old from './types';
import type * as wire from './wire';

type Json = Record<string, unknown>;

const hexPlace = (hexes: string[], facing: string | undefined): wire.HexPlace => ({
  hexes,
  ...(facing ? { facing } : {}),
});

export function board(given: old.BoardView | wire.Board): wire.Board {
  if ('ground' in given) return given;
  const { title, source, ...ground } = given;
  return { title, source, ground: { kind: 'hexes', ...ground } };
}

function piece(given: old.PieceView | wire.PieceView): wire.PieceView {
  if (!('hexes' in given)) return given;
  const { hexes, facing, ...rest } = given;
  return hexes.length ? { ...rest, at: hexPlace(hexes, facing) } : rest;
}

export function scene<T extends { pieces: (old.PieceView | wire.PieceView)[] }>(
  given: T,
): Omit<T, 'pieces'> & { pieces: wire.PieceView[] } {
  return { ...given, pieces: given.pieces.map(piece) };
}

function offer(given: old.Offer): wire.Offer {
  const { hex, facing, struck, ...rest } = given;
  const out: wire.Offer = rest;
  if (hex || facing) out.to = hexPlace(hex ? [hex] : [], facing);
  // A place is no text: then the offer has the new form.
  if (struck) out.struck = struck.map((one) => (typeof one === 'string' ? hexPlace([one], undefined) : one));
  return out;
}

function destination(given: old.Destination | wire.Destination): wire.Destination {
  if ('to' in given) return given;
  const { hex, facing, path, ...rest } = given;
  return { ...rest, to: hexPlace([hex], facing), path: path.map((one) => hexPlace([one], undefined)) };
}

function area(given: old.Area | wire.Area): wire.Area {
  if ('shape' in given) return given;
  const { hexes, ...rest } = given;
  return { ...rest, shape: { hexes } };
}

function told(given: old.Told): wire.Told {
  const { luck: _, ...rest } = given;
  return rest;
}

export const story = (given: old.Story): wire.Story => ({ from: given.from, story: given.story.map(told) });

/** Harm done by one side is suffered by the other. */
function luck({ side, luck: found }: old.Told): wire.Luck | null {
  if (!found) return null;
  const suffered = (harm: number): [number, number] => (side === 'one' ? [0, harm] : [harm, 0]);
  return { got: suffered(found.got), expected: suffered(found.expected) };
}

/** One line to the server: what it has said is needed to answer what today's server cannot be asked. */
export class Adapter {
  #offers = new Map<string, wire.Offer>();
  #luck: (wire.Luck | null)[] = [];
  #old = true;

  read(given: old.ServerMessage): wire.Message {
    if (given.type !== 'state') return given;
    if ('staged' in given) {
      this.#old = false;
      return given as wire.Message;
    }
    const offers = given.offers?.map(offer) ?? [];
    this.#offers = new Map(offers.map((o) => [o.choice, o]));
    this.#luck = [...this.#luck.slice(0, given.from), ...given.story.map(luck)];
    const { scene: shown, ...rest } = given;
    return {
      ...rest,
      story: given.story.map(told),
      offers,
      staged: [],
      ...(shown ? { scene: scene(shown) } : {}),
    };
  }

  /** What is known here without asking. */
  known(request: wire.Request): { answer: unknown } | undefined {
    if (!this.#old) return undefined;
    if (request.do === 'luck') return { answer: { from: request.from, entries: this.#luck.slice(request.from) } };
    if (request.do !== 'check') return undefined;
    // On hexes everything that is allowed is on offer.
    const refusal = { code: 'NotOffered', cite: '', why: 'This is not on offer now.' };
    return { answer: this.#offers.has(request.choice) ? null : refusal };
  }

  write(request: wire.Request): Json {
    if (!this.#old || request.do !== 'why_not') return request;
    const { there } = request;
    if ('piece' in there) return { ...request, there: there.piece };
    return { ...request, there: 'hexes' in there.place ? (there.place.hexes[0] ?? '') : '' };
  }

  reply(request: wire.Request, answer: unknown): unknown {
    if (request.do === 'destinations') return (answer as old.Destination[]).map(destination);
    if (request.do === 'areas') return (answer as old.Area[]).map(area);
    if (request.do === 'odds' && answer && !('certain' in (answer as Json))) {
      const odds = answer as old.Odds;
      const rolls = this.#offers.get(odds.choice)?.rolls || odds.foreseen !== undefined || odds.reckoning !== null;
      return { ...odds, certain: !rolls && odds.outcomes.length < 2 };
    }
    return answer;
  }
}
