// What this browser adds to the dice: 32 random bytes for each of its seats, of which the server first gets the hash only.
import type { Side, WrittenShare } from '../api/types';
import { blake3, bytes, hex } from './blake3';
import type { Store } from './saved';

export interface Share {
  value: string;
  /** The hash of the server's seed, as it was shown when this share was promised. */
  sealed: string;
  /** What both sides had promised when this share was shown. */
  promised?: (string | null)[];
}

const key = (game: string, side: Side): string => `schiltron.share.${game}.${side}`;

export function load(store: Store, game: string, side: Side): Share | undefined {
  try {
    const share: unknown = JSON.parse(store.getItem(key(game, side)) ?? 'null');
    return (share as Share | null)?.value ? (share as Share) : undefined;
  } catch {
    return undefined;
  }
}

function keep(store: Store, game: string, side: Side, share: Share): void {
  try {
    store.setItem(key(game, side), JSON.stringify(share));
  } catch {
    // A private window may refuse to keep anything; the share lives as long as the page then.
  }
}

export const hashOf = (value: string): string => hex(blake3(bytes(value)));

export type Step =
  | { do: 'promise_share'; commitment: string }
  | { do: 'show_share'; value: string }
  /** The bytes that were promised are not in this browser. */
  | { do: 'lost' };

export interface Keeper {
  store: Store;
  game: string;
  /** The hash of the server's seed. */
  sealed: string;
  random(): Uint8Array;
}

/** What a seat has to do now about its share of the dice, if anything. What it needs later is kept before it is done. */
export function nextStep(
  keeper: Keeper,
  side: Side,
  shares: readonly (WrittenShare | null)[] | undefined,
): Step | undefined {
  const mine = shares?.[side === 'one' ? 0 : 1];
  if (!shares || !mine || mine.value) return undefined;
  const { store, game, sealed } = keeper;
  const kept = load(store, game, side);
  const mineIsKept = kept && mine.commitment === hashOf(kept.value);
  if (!mineIsKept) {
    if (shares.some((share) => share?.value)) return { do: 'lost' };
    const share = kept && !mine.commitment ? kept : { value: hex(keeper.random()), sealed };
    keep(store, game, side, share);
    return { do: 'promise_share', commitment: hashOf(share.value) };
  }
  if (shares.some((share) => share && !share.commitment)) return undefined;
  keep(store, game, side, { ...kept, promised: shares.map((share) => share?.commitment ?? null) });
  return { do: 'show_share', value: kept.value };
}
