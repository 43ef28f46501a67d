import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join as inFolder } from 'node:path';
import type { Page } from '@playwright/test';
import { endPhase, expect, listen, newGame, noViolations, prompt, test } from './table';
import { ROOT, Server } from './server';

/** Opens an invitation on a device that has never been here, and says how one is called. */
async function join(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Your name, if you like').fill(name);
  await page.getByRole('button', { name: 'Join the game' }).click();
}

test('two browsers over a link, a reload, and a server that is killed and started again', async ({
  page,
  browser,
  errors,
}) => {
  // Where the host's service would be: what is sent there.
  const told: string[] = [];
  const service = createServer((request, answer) => {
    told.push(`${request.method} ${request.url}`);
    answer.end();
  });
  await new Promise<void>((open) => service.listen(0, '127.0.0.1', open));
  const { port } = service.address() as AddressInfo;
  const server = new Server();
  await server.start('--notify', `https://ntfy.example/=http://127.0.0.1:${port}/`);
  try {
    await newGame(page, server, 'a friend, by link');
    // Where the host allows it, whoever is away is told of his turn.
    await page.getByRole('button', { name: 'Game menu' }).click();
    const away = page.getByLabel('When it is my turn and I am away, tell me at');
    await away.fill('https://elsewhere.example/topic');
    await page.getByRole('button', { name: 'Keep' }).click();
    await expect(page.getByText('An address begins with https://ntfy.example/')).toBeVisible();
    await away.fill('https://ntfy.example/my-turns');
    await page.getByRole('button', { name: 'Keep' }).click();
    await expect(page.getByText('You will be told there.')).toBeVisible();
    await noViolations(page, 'where to be told', 'dialog');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Link for your friend' }).click();
    const seat = await page.getByLabel('Seat of the English').inputValue();
    const watch = await page.getByLabel('Watch').inputValue();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    const theirs = await (await browser.newContext()).newPage();
    listen(theirs, errors);
    expect(seat).toMatch(/#join=[\w-]{22}$/);
    await expect(page.getByText('Waiting for your friend to join.').first()).toBeVisible();
    // Before he is asked anything the friend is told what he is invited to.
    await theirs.goto(seat);
    await expect(theirs.getByRole('heading', { name: 'A friend invites you to a battle' })).toBeVisible();
    await expect(theirs.getByText('You lead the English, your friend the Scots.')).toBeVisible();
    await noViolations(theirs, 'invited', 'main');
    // It is said for some seconds only; the clock runs from when he comes, and not while he reads.
    const joined = expect(page.getByText('Your friend has joined.')).toBeVisible({ timeout: 30_000 });
    await join(theirs, seat, '');
    await joined;
    await expect(prompt(theirs)).toContainText('Waiting for the other side');
    await expect(page.getByText('Waiting for your friend to join.')).toHaveCount(0);
    // The invitation has gone from the address; what stands there is the seat's own token.
    expect(new URL(theirs.url()).hash).toMatch(/^#[\w-]{22}$/);
    // Opened again where it was used, the link leads to the seat.
    const own = theirs.url();
    await theirs.goto(seat);
    await expect(prompt(theirs)).toContainText('Waiting for the other side');
    await expect(theirs).toHaveURL(own);
    await expect(page).toHaveTitle(/Your turn/);
    await expect(theirs).not.toHaveTitle(/Your turn/);

    await page.getByRole('button', { name: 'Set-up finished' }).click();
    await expect(theirs).toHaveTitle(/Your turn/);
    await theirs.reload();
    // Whoever is away when it is his turn is told.
    const address = page.url();
    await page.goto('about:blank');
    expect(told).toEqual([]);
    await theirs.getByRole('button', { name: 'Set-up finished' }).click();
    await expect.poll(() => told, { timeout: 30_000 }).toContain('POST /my-turns');
    await page.goto(address);
    await expect(endPhase(page)).toBeVisible();

    const watcher = await (await browser.newContext()).newPage();
    listen(watcher, errors);
    await watcher.goto(watch);
    await expect(watcher.getByText('You are watching.')).toBeVisible();
    await expect(endPhase(watcher)).toHaveCount(0);
    await noViolations(watcher, 'watching', '.side');

    await server.kill();
    await expect(page.getByText('The connection is lost')).toBeVisible();
    await noViolations(page, 'offline', '.offline');
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
    service.close();
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
  await join(theirs, seat, '');
  await expect(prompt(theirs)).toContainText('Waiting for the other side');
  await theirs.getByRole('button', { name: 'Game menu' }).click();
  await theirs.getByLabel('Notify me when it is my turn').check();
  await theirs.keyboard.press('Escape');
  expect(await told()).toEqual([]);
  await page.getByRole('button', { name: 'Set-up finished' }).click();
  await expect.poll(told).toEqual(['Schiltron: it is your turn']);
});

test('an invitation works once, and a seat moves with its recovery code', async ({ page, server, browser, errors }) => {
  await newGame(page, server, 'a friend, by link');
  await page.getByRole('button', { name: 'Link for your friend' }).click();
  const seat = await page.getByLabel('Seat of the English').inputValue();
  await page.keyboard.press('Escape');

  // Whoever made the link is asked before he takes his friend's seat.
  const mine = page.url();
  await page.goto(seat);
  await expect(page.getByRole('heading', { name: 'This link is for your friend' })).toBeVisible();
  await noViolations(page, 'one’s own invitation');
  await page.getByRole('button', { name: 'Back to my game' }).click();
  await expect(page).toHaveURL(mine);
  await expect(page.getByText('Waiting for your friend to join.')).toBeVisible();

  const device = async () => {
    const made = await (await browser.newContext()).newPage();
    listen(made, errors);
    return made;
  };
  const phone = await device();
  await phone.goto(seat);
  await noViolations(phone, 'an invitation');
  await join(phone, seat, '');
  await expect(prompt(phone)).toContainText('Waiting for the other side');
  const own = phone.url();
  await phone.getByRole('button', { name: 'Game menu' }).click();
  await phone.getByRole('button', { name: 'Links, recovery code' }).click();
  const code = await phone.getByLabel('Recovery code').inputValue();
  expect(code).toMatch(/^\w{4}(-\w{4}){4}$/);
  await noViolations(phone, 'links');
  await phone.keyboard.press('Escape');

  // Who comes too late is told so before he is asked for anything.
  const stranger = await device();
  await stranger.goto(seat);
  await expect(stranger.getByRole('alert')).toContainText('Somebody has already joined');
  await noViolations(stranger, 'used invitation');

  // The other player is here: nobody needs a new link.
  await page.getByRole('button', { name: 'Game menu' }).click();
  await page.getByRole('button', { name: 'Links, recovery code' }).click();
  await page.getByText('My friend has lost the link').click();
  await page.getByRole('button', { name: 'Make a new link' }).click();
  await expect(page.getByRole('alert')).toContainText('connected at this moment');

  // The seat goes to another device; the phone is shut out, and may take it back.
  const desk = await device();
  await desk.goto(server.url);
  await desk.getByLabel('Any link to the game').fill(seat);
  await desk.getByLabel('Recovery code').fill(code.toUpperCase());
  await desk.getByRole('button', { name: 'Take my seat' }).click();
  await expect(prompt(desk)).toContainText('Waiting for the other side');
  await expect(phone.getByText('now held on another device')).toBeVisible();
  await phone.reload();
  await expect(phone.getByText('now held on another device')).toBeVisible();
  await noViolations(phone, 'a seat that has moved');
  await phone.getByLabel('Recovery code').fill(code);
  await phone.getByRole('button', { name: 'Take my seat' }).click();
  await expect(prompt(phone)).toContainText('Waiting for the other side');
  expect(phone.url()).not.toBe(own);
  await expect(desk.getByText('now held on another device')).toBeVisible();
  // Away for a while: a new link can be made, and is told of.
  await phone.goto('about:blank');
  await desk.goto('about:blank');
  await expect(async () => {
    await page.getByRole('button', { name: 'Make a new link' }).click();
    await expect(page.getByLabel('New link to the seat of the English')).toBeVisible({ timeout: 1000 });
  }).toPass();
  await phone.goto(server.url);
  await phone.locator('.resume').click();
  await expect(phone.getByRole('alert')).toContainText('asked for a new link to your seat');
  // Refusals are reported by the browser itself.
  const ours = errors.filter((e) => !/Failed to load resource/.test(e));
  errors.length = 0;
  errors.push(...ours);
});

test('who cannot join now is told why, and may try again', async ({ page, server, errors }) => {
  const made = await page.request.post(`${server.url}/api/games`, {
    data: { scenario: 'edward/bannockburn', seats: [{ kind: 'here' }, { kind: 'friend' }] },
  });
  const { game, invitations } = (await made.json()) as { game: string; invitations: (string | null)[] };
  let busy = true;
  await page.route(`**/api/games/${game}/join`, (route) =>
    busy
      ? route.fulfill({
          status: 503,
          json: { error: { code: 'Busy', cite: '', why: 'The server has too much to do.' } },
        })
      : route.continue(),
  );
  await join(page, `${server.url}/g/${game}#join=${invitations[1]}`, '');
  await expect(page.getByRole('heading', { name: 'You cannot join with this link' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('too much to do');
  await noViolations(page, 'who cannot join now', 'main');
  busy = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(prompt(page)).toContainText('Waiting for the other side');
  // The browser notes on its console that the server has answered with 503.
  errors.splice(0, errors.length, ...errors.filter((error) => !error.includes('503')));
});

test('a wrong link is refused in words', async ({ page, server, errors }) => {
  await page.goto(`${server.url}/g/nosuchgame#AAAAAAAAAAAAAAAAAAAAAA`);
  await expect(page.getByRole('heading', { name: 'This game cannot be opened' })).toBeVisible();
  await noViolations(page, 'no such game');
  errors.length = 0;
});

test('two players see each other come and go, talk, and play again with the sides exchanged', async ({
  page,
  server,
  browser,
  errors,
}, info) => {
  await page.goto(server.url);
  await page.getByLabel('a friend, by link').check();
  await page.getByLabel('Your name, if you like').fill('Sir James');
  // Before the game is begun: nobody elsewhere could open the link.
  await expect(page.getByTestId('only-here')).toContainText('opens on this machine only');
  await expect(page.getByTestId('only-here')).toContainText('schiltron serve --host 0.0.0.0');
  // One command for a server that others reach: the one of the page on hosting.
  await page.getByText('For a friend elsewhere').click();
  const command = await page.getByTestId('elsewhere').locator('pre').innerText();
  expect(command).toContain('--public https://');
  expect(readFileSync(inFolder(ROOT, 'docs', 'hosting.md'), 'utf8')).toContain(command.trim());
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await noViolations(page, 'a server for others', '.new');
  await newGame(page, server, 'a friend, by link');
  await page.getByRole('button', { name: 'Link for your friend' }).click();
  await expect(page.getByTestId('only-here')).toContainText('this machine only');
  const seat = await page.getByLabel('Seat of the English').inputValue();
  await page.keyboard.press('Escape');
  const theirs = await (await browser.newContext()).newPage();
  listen(theirs, errors);
  const joined = expect(page.getByText('Gilbert has joined.')).toBeVisible({ timeout: 30_000 });
  await join(theirs, seat, 'Gilbert');
  await joined;
  await expect(page.getByText('Gilbert (English): online, reading')).toBeVisible();
  const look = (reads: boolean) =>
    theirs.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
      document.dispatchEvent(new Event('visibilitychange'));
    }, !reads);
  await look(false);
  await expect(page.getByText('Gilbert (English): online, another window')).toBeVisible();
  await look(true);
  await expect(page.getByText('Gilbert (English): online, reading')).toBeVisible();
  await expect(theirs.getByText('Sir James (Scots): online, reading')).toBeVisible();

  await page.getByText('English): online').click();
  await page.getByLabel('Say something to the other player').fill('Good luck <b>today</b>.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(theirs.getByText('1 new')).toBeVisible();
  // What was said is seen where one looks, for a while.
  await expect(theirs.getByTestId('letter')).toContainText('Sir James: Good luck <b>today</b>.');
  await noViolations(theirs, 'a letter', '.field');
  await theirs.getByText('Scots): online').click();
  await expect(theirs.getByLabel('What was said')).toContainText('Good luck <b>today</b>.');
  await expect(theirs.getByText('1 new')).toHaveCount(0);
  await theirs.reload();
  await theirs.getByText('Scots): online').click();
  await expect(theirs.getByLabel('What was said')).toContainText('Good luck');
  await page.screenshot({ path: info.outputPath('talk.png') });
  await noViolations(page, 'talk');

  // A note on a move stands beside it in the chronicle, for both, and leads to it.
  const called = (player: Page) => player.getByTestId('your-turn');
  await expect(called(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Set-up finished' }).click();
  // It is said, calmly: until it is read, and again to whoever comes back.
  await expect(called(theirs)).toContainText('Your turn. English');
  await noViolations(theirs, 'your turn', '.field');
  await called(theirs).getByRole('button', { name: 'Dismiss' }).click();
  await expect(called(theirs)).toHaveCount(0);
  await theirs.reload();
  await expect(called(theirs)).toBeVisible();
  await theirs.getByText('Scots): online').click();
  await theirs.getByRole('button', { name: 'Set-up finished' }).click();
  await expect(called(theirs)).toHaveCount(0);
  await expect(called(page)).toBeVisible();
  await expect(endPhase(page)).toBeVisible();
  await page.keyboard.press('r');
  await expect(page.getByLabel('A note on the move shown on the map')).toBeChecked();
  await page.getByLabel('Say something to the other player').fill('Here it begins.');
  await page.getByRole('button', { name: 'Send' }).click();
  for (const player of [page, theirs])
    await expect(player.getByRole('log').locator('.note')).toHaveText('Sir James: Here it begins.');
  await noViolations(page, 'a note');
  await page.getByRole('button', { name: 'Back to the game' }).click();
  await theirs.getByRole('button', { name: 'on this move' }).click();
  await expect(theirs.getByRole('group', { name: 'Replay' }).locator('output')).toHaveText('2 of 2');
  await theirs.getByRole('button', { name: 'Back to the game' }).click();

  // The English give up; the Scots want to try the other side.
  await theirs.getByRole('button', { name: 'Game menu' }).click();
  await theirs.getByRole('button', { name: /^Resign/ }).click();
  await theirs.getByRole('button', { name: 'Yes, resign' }).click();
  // Both can show the game to others.
  const shared = theirs.getByLabel('Share the replay');
  await expect(shared).toHaveValue(/\/g\/\w+#[\w-]{22}$/);
  expect(await shared.inputValue()).toBe(await page.getByLabel('Share the replay').inputValue());
  await noViolations(theirs, 'an end by resignation', '.side');
  // Who gave up is said once, where it is told who has won.
  await expect(theirs.getByTestId('ending')).toContainText('The English resigned');
  await expect(theirs.getByText('The English resigned')).toHaveCount(1);
  await page.getByTestId('rematch').click();
  await expect(page.getByRole('link', { name: 'To the new game' })).toBeVisible();
  await expect(theirs.getByTestId('letter').getByRole('link', { name: 'Open that game' })).toBeVisible();
  await noViolations(theirs, 'who is asked to play again', '.field');
  await expect(theirs.getByTestId('ending')).toContainText('You lose.');
  await expect(page.getByTestId('ending')).toContainText('You win.');
  await theirs.getByRole('link', { name: 'Play again, with the sides exchanged' }).click();
  await expect(prompt(theirs)).toContainText('Scots');
  await page.getByRole('link', { name: 'To the new game' }).click();
  await expect(page.getByText('Gilbert (Scots): online, reading')).toBeVisible();
  await theirs.close();
  await expect(page.getByText('Gilbert (Scots): not here')).toBeVisible();
  // Who it was is told in the lobby.
  await page.goto(server.url);
  await expect(page.locator('.resume', { hasText: 'against Gilbert' })).toHaveCount(2);
});
