// Luck in sums and words.
import type { Luck, PieceView, Side, StoryEntry } from '../api/types';
import { mentions, namer } from './mentions';

export interface Fortune {
  /** Harm done to the other side and the harm to be expected, as the game counts it. */
  got: number;
  expected: number;
  rolls: number;
}

/** What a game counts as harm. */
export interface Unit {
  /** After "in". */
  of: string;
  /** How it is counted, in a sentence. */
  words: string;
  /** So many of what the server tells make one. */
  parts: number;
}

const ROUT: Unit = {
  of: 'levels of rout',
  words:
    'Somebody killed or driven off for good counts as four. Whoever rallies is taken off again, so that it can come to less than nothing.',
  parts: 1,
};

const UNITS: Readonly<Record<string, Unit>> = {
  edward: ROUT,
  quad: ROUT,
  medieval: {
    of: 'losses and retreats',
    words:
      'Strength lost and a retreat count one each, a unit that scatters two, the death of a leader eight. A good regrouping is taken off again.',
    parts: 1,
  },
  elements: { of: 'elements lost', words: 'Every element that the dice take counts one.', parts: 1 },
  retinue: {
    of: 'points of figures',
    words: 'A figure that is out of the fight counts with all its points, one that runs with half of them.',
    parts: 2,
  },
};

/** A game that the page has never heard of does harm as well. */
export const unitOf = (system: string): Unit =>
  UNITS[system] ?? { of: 'harm as the game counts it', words: '', parts: 1 };

/** What one side did is what the other has suffered. */
export function fortunes(entries: readonly (Luck | null)[], parts = 1): Record<Side, Fortune> {
  const sum = (suffers: 0 | 1): Fortune => {
    const fortune = { got: 0, expected: 0, rolls: 0 };
    for (const luck of entries) {
      if (!luck || (luck.got[suffers] === 0 && luck.expected[suffers] === 0)) continue;
      fortune.got += luck.got[suffers] / 1000 / parts;
      fortune.expected += luck.expected[suffers] / 1000 / parts;
      fortune.rolls += 1;
    }
    return fortune;
  };
  return { one: sum(1), two: sum(0) };
}

/**
 * Where the needle stands: -1 (all of it missing) over 0 (as expected) to 1 (as much again, or more). What is to be expected
 * may be negative, where an attack harms the attacker more: the distance is what counts.
 */
export function needle(fortune: Pick<Fortune, 'got' | 'expected'>): number {
  const size = Math.max(Math.abs(fortune.expected), 1);
  return Math.max(-1, Math.min(1, (fortune.got - fortune.expected) / size));
}

export function words(fortune: Fortune): string {
  if (fortune.rolls === 0) return 'no dice yet';
  const by = needle(fortune);
  if (Math.abs(fortune.expected) < 1) return 'few dice yet';
  if (by > 0.5) return 'very lucky';
  if (by > 0.15) return 'lucky';
  if (by < -0.5) return 'very unlucky';
  if (by < -0.15) return 'unlucky';
  return 'as expected';
}

/** One die that did what it was rolled for, or did not. */
export interface Check {
  /** The entry it belongs to. */
  at: number;
  side: Side;
  text: string;
  came: boolean;
  shot: boolean;
  /** How likely it was, of one. */
  chance: number;
}

/** The checks that the game tells with their chance; whoever is named first has rolled. */
export function checks(story: readonly StoryEntry[], pieces: readonly PieceView[]): Check[] {
  const known = namer(pieces);
  const sides = new Map(pieces.map(({ id, side }) => [id, side]));
  return story.flatMap(({ events }, at) =>
    events.flatMap(({ figures, text }): Check[] => {
      const told = new Map(figures);
      const chance = told.get('chance');
      const came = told.get('hit') ?? told.get('passed');
      const parts = mentions(text, known);
      const side = sides.get(parts.find(({ id }) => id)?.id ?? '');
      if (chance === undefined || came === undefined || !side) return [];
      const words = parts.map((part) => part.text).join('');
      return [{ at, side, text: words, came: came > 0, shot: told.has('hit'), chance: chance / 10_000 }];
    }),
  );
}

/** How many of a side's checks came off, and how many should have. */
export function tries(list: readonly Check[], side: Side): Fortune {
  const own = list.filter((check) => check.side === side);
  return {
    got: own.filter((check) => check.came).length,
    expected: own.reduce((sum, { chance }) => sum + chance, 0),
    rolls: own.length,
  };
}

/** What came off against the odds, and what did not though it should have; certainties are neither. */
export function surprises(list: readonly Check[]): { best?: Check; worst?: Check } {
  const [best] = list.filter((c) => c.came && c.chance < 0.5).sort((a, b) => a.chance - b.chance);
  const [worst] = list.filter((c) => !c.came && c.chance > 0.5).sort((a, b) => b.chance - a.chance);
  return { ...(best && { best }), ...(worst && { worst }) };
}

/** Entries in which dice fell, and those of them whose dice could have fallen in too many ways to be reckoned. */
export function reckoned(story: readonly StoryEntry[], entries: readonly (Luck | null)[]) {
  const thrown = story.flatMap(({ dice }, i) => (dice.length && i < entries.length ? i : []));
  return { thrown: thrown.length, open: thrown.filter((i) => !entries[i]).length };
}
