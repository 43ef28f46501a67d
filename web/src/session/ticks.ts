// A movement in which all go at once, read off the story: where everybody was at each tick of it.
import type { PieceView, Pose, StoryEntry } from '../api/types';
import { mentions, namer } from './mentions';

/** By piece: points at even moments, the start first. */
export type Ways = ReadonlyMap<string, readonly (readonly [number, number])[]>;

export interface March {
  ways: Ways;
  /** How many ticks it has. */
  ticks: number;
  /** The field as it was before anybody moved. */
  before: readonly PieceView[];
}

/** The last movement told in these entries, if there is one. */
export function marchOf(story: readonly StoryEntry[], before: readonly PieceView[]): March | undefined {
  const last = story.findLast(({ events }) => events.some(({ way }) => way));
  if (!last) return undefined;
  const names = namer(before);
  const ways = new Map<string, readonly (readonly [number, number])[]>();
  let ticks = 0;
  for (const { text, way } of last.events) {
    if (!way || way.length < 2) continue;
    const who = mentions(text, names).find((part) => part.id)?.id;
    if (!who) continue;
    ways.set(who, way);
    ticks = Math.max(ticks, way.length - 1);
  }
  return ticks ? { ways, ticks, before } : undefined;
}

/** Tenths of a degree, clockwise from the far edge. */
function bearing(from: readonly [number, number], to: readonly [number, number]): number {
  const degrees = (Math.atan2(to[0] - from[0], from[1] - to[1]) * 180) / Math.PI;
  return Math.round(degrees * 10 + 3600) % 3600;
}

/** Where a piece is after so many ticks: it looks where it goes, and before that as it did. */
export function poseAt(way: readonly (readonly [number, number])[], tick: number, from: Pose): Pose {
  const at = way[Math.min(tick, way.length - 1)]!;
  let { angle } = from;
  for (let i = Math.min(tick, way.length - 1); i > 0; i--) {
    const [a, b] = [way[i - 1]!, way[i]!];
    if (a[0] === b[0] && a[1] === b[1]) continue;
    angle = bearing(a, b);
    break;
  }
  return { x: at[0], y: at[1], angle };
}

/** The field after so many ticks. */
export function fieldAt({ ways, before }: March, tick: number): PieceView[] {
  return before.map((piece) => {
    const way = ways.get(piece.id);
    if (!way || !piece.at || 'hexes' in piece.at) return piece;
    return { ...piece, at: poseAt(way, tick, piece.at) };
  });
}
