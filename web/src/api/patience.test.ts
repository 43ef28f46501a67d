import { expect, it } from 'vitest';
import { patiently } from './patience';

const refused = (code: string) => ({ code, cite: '', why: '' });

it('asks again what was refused for its haste, and nothing else', async () => {
  let asked = 0;
  const hasty = () => (++asked < 4 ? Promise.reject(refused('TooFast')) : Promise.resolve('done'));
  await expect(patiently(hasty, 0)).resolves.toBe('done');
  expect(asked).toBe(4);
  asked = 0;
  const wrong = () => (++asked, Promise.reject(refused('StaleVersion')));
  await expect(patiently(wrong, 0)).rejects.toMatchObject({ code: 'StaleVersion' });
  expect(asked).toBe(1);
});

it('does not ask for ever', async () => {
  let asked = 0;
  await expect(patiently(() => (++asked, Promise.reject(refused('TooFast'))), 0)).rejects.toMatchObject({
    code: 'TooFast',
  });
  expect(asked).toBe(20);
});
