// A place in the story: after so many entries.

export interface Cursor {
  at: number;
  entries: number;
  playing: boolean;
}

export const open = (entries: number): Cursor => ({ at: entries, entries, playing: false });

export const atEnd = (cursor: Cursor): boolean => cursor.at >= cursor.entries;

export function seek(cursor: Cursor, at: number): Cursor {
  return { ...cursor, at: Math.max(0, Math.min(cursor.entries, Math.round(at))), playing: false };
}

export const step = (cursor: Cursor, by: number): Cursor => seek(cursor, cursor.at + by);

/** Playing from the end starts over. */
export function toggle(cursor: Cursor): Cursor {
  if (cursor.playing) return { ...cursor, playing: false };
  return { ...cursor, at: atEnd(cursor) ? 0 : cursor.at, playing: cursor.entries > 0 };
}

export function tick(cursor: Cursor): Cursor {
  if (!cursor.playing) return cursor;
  const at = Math.min(cursor.entries, cursor.at + 1);
  return { ...cursor, at, playing: at < cursor.entries };
}

/** The game went on, or was taken back, while its story is being read. */
export function grown(cursor: Cursor, entries: number): Cursor {
  return { ...cursor, entries, at: Math.min(cursor.at, entries) };
}
