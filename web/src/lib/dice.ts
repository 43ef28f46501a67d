// Where the dice come from, worked out again by the page: docs/dice.md.
import type { Record as GameRecord, Side, Viewer } from '../api/types';
import { blake3, bytes, hex } from './blake3';
import { SIDES } from './opened';
import type { Share } from './shares';
import { type Witness, agrees } from './witness';

const left = (x: number, n: number): number => ((x << n) | (x >>> (32 - n))) >>> 0;

/** ChaCha20 with a zero nonce, its blocks counted from 0; the words of each block in order. */
function* words(key: Uint8Array): Generator<number> {
  const view = new DataView(key.buffer, key.byteOffset, 32);
  const secret = Array.from({ length: 8 }, (_, i) => view.getUint32(4 * i, true));
  for (let counter = 0; ; counter++) {
    const state = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, ...secret, counter, 0, 0, 0];
    const x = [...state];
    const quarter = (a: number, b: number, c: number, d: number): void => {
      const step = (to: number, from: number, turned: number, by: number): void => {
        x[to] = (x[to]! + x[from]!) >>> 0;
        x[turned] = left(x[turned]! ^ x[to]!, by);
      };
      step(a, b, d, 16);
      step(c, d, b, 12);
      step(a, b, d, 8);
      step(c, d, b, 7);
    };
    for (let round = 0; round < 10; round++) {
      for (let i = 0; i < 4; i++) quarter(i, 4 + i, 8 + i, 12 + i);
      for (let i = 0; i < 4; i++) quarter(i, 4 + ((i + 1) % 4), 8 + ((i + 2) % 4), 12 + ((i + 3) % 4));
    }
    for (let i = 0; i < 16; i++) yield (x[i]! + state[i]!) >>> 0;
  }
}

/** The sides of a system's dice: six, but for the skirmish game's. */
export const sidesOf = (system: string): number => (system === 'retinue' ? 10 : 6);

/** The first dice of a key. */
export function dice(key: Uint8Array, count: number, sides = 6): number[] {
  const found: number[] = [];
  const limit = 2 ** 32 - (2 ** 32 % sides);
  for (const word of words(key)) {
    if (found.length === count) break;
    if (word < limit) found.push((word % sides) + 1);
  }
  return found;
}

/** The key of the dice: the seed, or the seed with what the players have added. */
export function keyOf(seed: Uint8Array, shares: GameRecord['shares']): Uint8Array {
  if (!shares) return seed;
  const parts = [new TextEncoder().encode('schiltron dice 2\n'), seed];
  for (const share of shares) parts.push(share ? Uint8Array.of(1, ...bytes(share.value ?? '')) : Uint8Array.of(0));
  return blake3(Uint8Array.from(parts.flatMap((part) => [...part])));
}

export interface Checked {
  /** Dice that come from the key. */
  dice: number;
  /** Dice that came with a record from elsewhere, and are not proven. */
  given: number;
  /** What is not as it should be; empty if all is well. */
  faults: string[];
}

/** What this browser knows of a game besides its record. */
export interface Known {
  /** What it has added. */
  mine?: Partial<Record<Side, Share>>;
  /** The seats that were played here. */
  seats?: readonly Side[];
  witness?: Witness;
  /** Of those whose eyes the witness has, whose the record is compared with. */
  viewer?: Viewer;
}

/** Checks the record of a finished game against itself, and against what this browser saw and promised. */
export function check(record: GameRecord, known: Known = {}, sides = 6): Checked {
  const faults: string[] = [];
  const demand = (holds: boolean, fault: string): void => {
    if (!holds && !faults.includes(fault)) faults.push(fault);
  };
  const { mine = {}, seats = [], witness } = known;
  const fallen = (entries: GameRecord['entries']) => entries.flatMap((entry) => entry[2]);
  const own = fallen(record.entries.slice(record.given ?? 0));
  const given = fallen(record.entries).length - own.length;
  if (!record.seed) return { dice: 0, given, faults: ['The seed is not published.'] };
  const seed = bytes(record.seed);
  demand(hex(blake3(seed)) === record.commitment, 'The seed is not the one that was sealed.');
  record.shares?.forEach((share, at) => {
    if (!share?.value) return;
    const kept = hex(blake3(bytes(share.value))) === share.commitment;
    demand(kept, `The share of ${at ? 'the second side' : 'the first side'} is not the one that was promised.`);
  });
  const promised = (at: number): string | null => record.shares?.[at]?.commitment ?? null;
  const otherSeal = 'The server has sealed another seed than the one it showed at first.';
  const exchanged = 'A share was exchanged after you had shown yours.';
  SIDES.forEach((side, at) => {
    const share = mine[side];
    if (!share) return;
    demand(share.sealed === record.commitment, otherSeal);
    demand(record.shares?.[at]?.value === share.value, 'Your own share is not in the record.');
    // Who was to add nothing then has added nothing: a share that came later could have been chosen.
    share.promised?.forEach((promise, other) => demand(promised(other) === promise, exchanged));
  });
  seats.forEach((side) =>
    demand(record.shares?.[SIDES.indexOf(side)] !== null, 'Your seat was left out when shares were gathered.'),
  );
  if (witness) {
    demand(witness.sealed === record.commitment, otherSeal);
    demand(witness.given === (record.given ?? 0), 'The record claims more or fewer dice from elsewhere than at first.');
    demand(!witness.changed, 'Dice were exchanged after they had been shown.');
    witness.shares?.forEach((share, at) => {
      const still = record.shares?.[at];
      demand(!!still === !!share && still?.value === share?.value, 'The shares are not those that were shown.');
    });
    const seen = known.viewer && witness.dice[known.viewer];
    const same =
      !seen ||
      agrees(
        seen,
        record.entries.map((entry) => entry[2]),
      );
    demand(same, 'The record has other dice than were shown during play.');
  }
  const ready = !record.shares || record.shares.every((share) => !share || share.value);
  const thrown = ready ? dice(keyOf(seed, record.shares), own.length, sides) : [];
  const same = own.every((die, at) => die === thrown[at]);
  demand(same, 'The dice do not come from the seed and the shares.');
  return { dice: same ? own.length : 0, given, faults };
}
