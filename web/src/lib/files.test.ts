import { expect, it } from 'vitest';
import { RECORD, TooLarge, textOf } from './files';

it('does not read a file that is too large, and says so', async () => {
  let read = 0;
  const file = (size: number) => ({ name: 'film.json', size, text: async () => `${++read}` });
  expect(await textOf(file(RECORD), RECORD)).toBe('1');
  const refused = textOf(file(3 * 2 ** 30), RECORD);
  await expect(refused).rejects.toBeInstanceOf(TooLarge);
  await expect(refused).rejects.toThrow('film.json is too large: it has 3145728 kB, and at most 2048 kB are read.');
  expect(read).toBe(1);
});
