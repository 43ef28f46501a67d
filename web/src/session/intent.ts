// What a click means. It is the place to look when a new game wants something new.
import type { Destination, Lane, Offer, PieceView, Place, Side, There } from '../api/types';
import type { Ground } from '../ground/ground';
import { askedFacing, facingOf } from '../ground/place';
import { type Muster, musterAt } from './muster';
import { type Card, type Reach, type Sorted, wayOf } from './play';

export interface Situation {
  ground: Ground;
  sorted: Sorted;
  /** An attack that is being put together. */
  muster: Muster | undefined;
  /** Offers of the selected piece. */
  card: Card | undefined;
  selected: PieceView | undefined;
  /** The piece whose move the reader has begun: only that is ended by taking up another. */
  begun: string | undefined;
  reach: Reach | undefined;
  /** Whom it could charge, and how. */
  lanes: readonly Lane[];
  /** Pieces at the place pointed at, the top one first. */
  there: readonly PieceView[];
  /** With a facing if the pointer is near the edge of it. */
  place: Place;
  /** Sides this reader plays. */
  mine: readonly Side[];
}

export type Intent =
  | { do: 'choose'; offer: Offer }
  | { do: 'pick'; offers: Offer[]; instead?: string }
  | { do: 'go'; way: Destination }
  | { do: 'charge'; lane: Lane }
  | { do: 'select'; piece: string }
  | { do: 'finish'; offer: Offer; then: string }
  | { do: 'why'; there: There }
  | { do: 'look'; piece: string | undefined };

const choice = (offers: readonly Offer[]): Intent | undefined => {
  const [first, ...others] = offers;
  if (!first) return undefined;
  return others.length ? { do: 'pick', offers: [...offers] } : { do: 'choose', offer: first };
};

/** What a click on a place means in this situation. */
export function intent(s: Situation): Intent {
  const { card, selected } = s;
  const own = s.there.filter((p) => s.mine.includes(p.side));
  const mustered = s.muster && choice(musterAt(s.muster, s.ground, s.place, s.there));
  if (mustered) return mustered;
  if (selected && card) {
    const lane = s.lanes.find((one) => s.there.some((p) => p.id === one.target));
    const found = aimed(s, card) ?? (lane && { do: 'charge' as const, lane }) ?? stepped(s, card, selected);
    if (found) return found;
  }
  const here = isHere(s);
  const joining = card?.join.filter((o) => s.there.some((p) => p.id === o.target && p.id !== selected?.id)) ?? [];
  if (joining.length > 0 && !here) return { do: 'pick', offers: joining, ...(own[0] ? { instead: own[0].id } : {}) };
  const able = own.filter((p) => s.sorted.byPiece.has(p.id));
  if (able.length > 0) {
    // Clicking a stack again goes through those of it that can act.
    const at = able.findIndex((p) => p.id === selected?.id);
    const next = able[(at + 1) % able.length]!;
    if (next.id !== selected?.id) return { do: 'select', piece: next.id };
  }
  const other = own.find((p) => p.id !== selected?.id);
  if (other && card?.finish?.role === 'finish' && s.sorted.only === selected?.id && s.begun === selected?.id) {
    return { do: 'finish', offer: card.finish, then: other.id };
  }
  if (!selected || !card) {
    // Nothing in hand: an enemy that several could act against lists who.
    const against = s.there.flatMap((p) => s.sorted.byTarget.get(p.id) ?? []);
    if (against.length > 0) return { do: 'pick', offers: against };
    const next = s.there[(s.there.findIndex((p) => p.id === selected?.id) + 1) % Math.max(1, s.there.length)];
    return { do: 'look', piece: next?.id };
  }
  if (here) return { do: 'look', piece: selected.id };
  const [first] = s.there;
  return { do: 'why', there: first ? { piece: first.id } : { place: s.place } };
}

const isHere = ({ ground, selected, place }: Situation): boolean =>
  !!selected?.at && ground.covers(selected.at, selected.base, place);

/** Against those who stand there. */
const aimed = (s: Situation, card: Card): Intent | undefined =>
  choice(card.targets.filter((o) => s.there.some((p) => p.id === o.target)));

/** A turn on the spot, a way, or a single step. */
function stepped(s: Situation, card: Card, selected: PieceView): Intent | undefined {
  const facing = askedFacing(s.place);
  const here = isHere(s);
  const turn = here && facing ? card.turns.get(facing) : undefined;
  if (turn) return { do: 'choose', offer: turn };
  if (s.reach && !here) {
    const ways = s.ground.nearest(s.place, s.reach);
    const way = wayOf(ways, facing, selected.at) ?? wayOf(ways, undefined, selected.at);
    if (way) return { do: 'go', way };
  }
  const all = s.ground.nearest(s.place, card.steps);
  const looking = all?.filter((o) => facingOf(o.to) === (facing ?? facingOf(selected.at)));
  return choice(looking?.length ? looking : (all ?? []));
}
