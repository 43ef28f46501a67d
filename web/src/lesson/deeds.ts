// What a lesson waits for, and what its other side does: read off offers, story and pieces, whatever the game.
import type { Deed, Offer, PieceView, Place, Side, StoryEntry } from '../api/types';
import { isFinishing } from '../session/play';

/** A text in which `*` stands for any other. */
export function matches(pattern: string, text: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(text);
}

export interface Situation {
  mine: Side;
  selected: string | undefined;
  /** Those at the place pointed at. */
  pointed: readonly string[];
  /** What has happened since the step began. */
  story: readonly StoryEntry[];
  phase: string;
  piece: (id: string) => PieceView | undefined;
  /** Whether "Go on" was pressed. */
  read: boolean;
}

const hexesOf = (at: Place | undefined): readonly string[] => (at && 'hexes' in at ? at.hexes : []);
const facingOf = (at: Place | undefined): string | undefined => (at && 'hexes' in at ? at.facing : undefined);

/** Everything that a deed names must hold. */
export function holds(deed: Deed, s: Situation): boolean {
  const { choice, event, phase, piece } = deed;
  if (deed.read && !s.read) return false;
  if (deed.select && s.selected !== deed.select) return false;
  if (deed.look && !s.pointed.includes(deed.look)) return false;
  if (choice && !s.story.some((e) => e.side === s.mine && matches(choice, e.choice))) return false;
  if (event && !s.story.some((e) => e.events.some((t) => t.kind === event))) return false;
  if (phase && !s.phase.includes(phase)) return false;
  if (!piece) return true;
  const at = s.piece(piece)?.at;
  if (deed.hexes?.length && !hexesOf(at).some((hex) => deed.hexes!.includes(hex))) return false;
  return !deed.facing || facingOf(at) === deed.facing;
}

/** What the other side of a lesson chooses: the next of its wishes if it can have it, else to be finished, else anything. */
export function answer(offers: readonly Offer[], wishes: readonly string[], had: readonly string[]): Offer | undefined {
  const wish = wishes[fulfilled(wishes, had)];
  const wanted = wish && offers.find((o) => matches(wish, o.choice));
  return wanted || offers.find(isFinishing) || offers[0];
}

/** How many wishes have been had, in their order. */
export function fulfilled(wishes: readonly string[], had: readonly string[]): number {
  return had.reduce((n, choice) => (wishes[n] && matches(wishes[n], choice) ? n + 1 : n), 0);
}
