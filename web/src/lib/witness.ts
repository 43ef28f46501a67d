// What this browser was shown of a game's dice while it was played. It is kept here, so that the server cannot tell another story later,
// not even after a reload.
import type { StoryEntry, Viewer, WrittenShare } from '../api/types';
import type { Store } from './saved';

/** The dice of each entry; nothing where this viewer may not know them. */
export type Seen = readonly (readonly number[] | null)[];

export interface Witness {
  /** The hash of the server's seed, as it was first shown. */
  sealed: string;
  /** Choices that came with a record, as it was first said. */
  given: number;
  /** What the players have added, as it was when all had shown it. */
  shares?: readonly (WrittenShare | null)[];
  /** What each viewer was shown. */
  dice: Partial<Record<Viewer, Seen>>;
  /** Dice were shown that had been others before. */
  changed?: boolean;
}

const key = (game: string): string => `schiltron.dice.${game}`;

/** What was kept of a game, or its beginning. */
export function load(store: Store, game: string, first: Omit<Witness, 'dice'>): Witness {
  try {
    const kept = JSON.parse(store.getItem(key(game)) ?? 'null') as Witness | null;
    if (typeof kept?.sealed === 'string' && typeof kept.given === 'number' && kept.dice) return kept;
  } catch {
    // What cannot be read was not kept.
  }
  return { ...first, dice: {} };
}

export function keep(store: Store, game: string, witness: Witness): void {
  try {
    store.setItem(key(game), JSON.stringify(witness));
  } catch {
    // A private window may refuse to keep anything; what was seen is known as long as the page lives.
  }
}

const same = (a: readonly number[], b: readonly number[] | null | undefined): boolean => a.join() === b?.join();

export interface Told {
  viewer: Viewer;
  from: number;
  story: readonly Pick<StoryEntry, 'dice'>[];
  shares?: readonly (WrittenShare | null)[];
}

/** After more of the story was told. A choice that threw dice is never taken back, so its dice stay what they were. */
export function after(witness: Witness, told: Told, hides: boolean): Witness {
  const known = witness.dice[told.viewer] ?? [];
  const heard = told.story.map(({ dice }) => (hides && !dice.length ? null : dice));
  const now = Array.from({ length: told.from }, (_, at) => known[at] ?? null).concat(heard);
  let changed = witness.changed;
  known.forEach((dice, at) => {
    if (!dice?.length || same(dice, now[at])) return;
    // Where something is hidden, less may be told than before, but nothing else.
    if (!(hides && at < now.length && now[at] === null)) changed = true;
    now[at] = dice;
  });
  const complete = told.shares?.every((share) => !share || share.value);
  const shares = witness.shares ?? (complete ? told.shares : undefined);
  return {
    ...witness,
    dice: { ...witness.dice, [told.viewer]: now },
    ...(shares && { shares }),
    ...(changed && { changed }),
  };
}

/** Whether the dice of a record are those that were shown. */
export const agrees = (seen: Seen, entries: readonly (readonly number[])[]): boolean =>
  seen.length === entries.length && seen.every((dice, at) => dice === null || same(dice, entries[at]));
