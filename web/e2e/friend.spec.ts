import { endPhase, expect, listen, newGame, prompt, test } from './table';
import { Server } from './server';

test('two browsers over a link, a reload, and a server that is killed and started again', async ({
  page,
  browser,
  errors,
}) => {
  const server = new Server();
  await server.start();
  try {
    await newGame(page, server, 'a friend, by link');
    await page.getByRole('button', { name: 'Link for your friend' }).click();
    const seat = await page.getByLabel('Seat of the English').inputValue();
    const watch = await page.getByLabel('Watch').inputValue();
    await page.keyboard.press('Escape');

    const theirs = await (await browser.newContext()).newPage();
    listen(theirs, errors);
    await theirs.goto(seat);
    await expect(prompt(theirs)).toContainText('Waiting for the other side');
    await expect(page).toHaveTitle(/Your turn/);
    await expect(theirs).not.toHaveTitle(/Your turn/);

    await page.getByRole('button', { name: 'Set-up finished' }).click();
    await expect(theirs).toHaveTitle(/Your turn/);
    await theirs.reload();
    await theirs.getByRole('button', { name: 'Set-up finished' }).click();
    await expect(endPhase(page)).toBeVisible();

    const watcher = await (await browser.newContext()).newPage();
    listen(watcher, errors);
    await watcher.goto(watch);
    await expect(watcher.getByText('You are watching.')).toBeVisible();
    await expect(endPhase(watcher)).toHaveCount(0);

    await server.kill();
    await expect(page.getByText('The connection is lost')).toBeVisible();
    await server.start();
    await expect(page.getByText('The connection is lost')).toHaveCount(0, { timeout: 30_000 });
    await expect(theirs.getByText('The connection is lost')).toHaveCount(0, { timeout: 30_000 });
    await expect(prompt(page)).toContainText('Scots: move units');
    await endPhase(page).click();
    await expect(theirs).toHaveTitle(/Your turn/);
    await expect(prompt(watcher)).toContainText('English');
    // A lost connection is reported by the browser itself; anything else would be ours.
    const ours = errors.filter((e) => !/WebSocket|ERR_CONNECTION|Failed to load resource/.test(e));
    errors.length = 0;
    errors.push(...ours);
  } finally {
    await server.end();
  }
});

test('who looks elsewhere is told of his turn, if he has asked for it', async ({ page, server, browser, errors }) => {
  await newGame(page, server, 'a friend, by link');
  await page.getByRole('button', { name: 'Link for your friend' }).click();
  const seat = await page.getByLabel('Seat of the English').inputValue();
  await page.keyboard.press('Escape');

  const theirs = await (await browser.newContext()).newPage();
  listen(theirs, errors);
  // What the desktop would show, with the page in the background all the time.
  await theirs.addInitScript(() => {
    const told: string[] = [];
    class Heard {
      static permission = 'default';
      static async requestPermission() {
        return (Heard.permission = 'granted');
      }
      constructor(title: string) {
        told.push(title);
      }
    }
    Object.assign(window, { told, Notification: Heard });
    Object.defineProperty(document, 'hidden', { get: () => true });
  });
  const told = () => theirs.evaluate(() => (window as unknown as { told: string[] }).told);
  await theirs.goto(seat);
  await expect(prompt(theirs)).toContainText('Waiting for the other side');
  await theirs.getByRole('button', { name: 'Game menu' }).click();
  await theirs.getByLabel('Notify me when it is my turn').check();
  await theirs.keyboard.press('Escape');
  expect(await told()).toEqual([]);
  await page.getByRole('button', { name: 'Set-up finished' }).click();
  await expect.poll(told).toEqual(['Schiltron: it is your turn']);
});

test('a wrong link is refused in words', async ({ page, server, errors }) => {
  await page.goto(`${server.url}/g/nosuchgame#AAAAAAAAAAAAAAAAAAAAAA`);
  await expect(page.getByRole('heading', { name: 'This game cannot be opened' })).toBeVisible();
  errors.length = 0;
});
