// Files that somebody picks.

/** The server takes no more, in bytes. */
export const RECORD = 2 << 20;
export const SCENARIO = 64 << 10;

export class TooLarge extends Error {}

/** What is in it; whatever is too large to be sent anyway is not read at all. */
export async function textOf(file: Pick<File, 'name' | 'size' | 'text'>, most: number): Promise<string> {
  const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1024)} kB`;
  if (file.size > most)
    throw new TooLarge(
      `${file.name} is too large: it has ${kilobytes(file.size)}, and at most ${kilobytes(most)} are read.`,
    );
  return file.text();
}
