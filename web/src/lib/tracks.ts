// Tracks beside the map as rows of boxes.
import type { Side, Track } from '../api/types';

export interface Box {
  at: number;
  label: string;
  now: boolean;
  mark: string | undefined;
  /** On a track common to both, boxes below 0 are the second side's. */
  side: Side | undefined;
}

const MOST = 60;

export function boxes(track: Track): Box[] {
  const marks = new Map(track.marks);
  const least = Math.min(track.least, track.value);
  const most = Math.min(Math.max(track.most, track.value), least + MOST);
  return Array.from({ length: most - least + 1 }, (_, i) => {
    const at = least + i;
    const side = track.side ?? (track.least < 0 && at !== 0 ? (at < 0 ? 'two' : 'one') : undefined);
    return { at, label: String(Math.abs(at)), now: at === track.value, mark: marks.get(at), side };
  });
}

/** Too many boxes to draw them one by one. */
export const isLong = (track: Track): boolean => track.most - track.least > 24;

/** The same as a rail 240 units long: where 0 is, the counter and the marks. */
export function gauge(track: Track): { zero: number; now: number; marks: { x: number; label: string }[] } {
  const least = Math.min(track.least, track.value);
  const most = Math.max(track.most, track.value);
  const x = (at: number) => Math.round(8 + (224 * (at - least)) / Math.max(1, most - least));
  return {
    zero: x(Math.max(0, least)),
    now: x(track.value),
    marks: track.marks.map(([at, label]) => ({ x: x(at), label })),
  };
}
