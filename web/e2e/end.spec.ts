import { keepsake } from './keepsake';
import { lookAside, recentInSight } from './looking';
import type { Page } from '@playwright/test';
import type { Opened } from '../src/api/types';
import { begun, endPhase, expect, fastPlay, listen, noViolations, opened, own, prompt, short, test } from './table';

test('the end: who won and why, how the points went, losses, luck, a picture and a link', async ({
  page,
  server,
  browser,
  errors,
}, info) => {
  test.setTimeout(180_000);
  await page.setViewportSize({ width: 1440, height: 900 });
  // Enough for losses on a field on which only one side does anything.
  const more = await short(page, server, 'edward/bannockburn', 6);
  await begun(page, server, 'edward/bannockburn', { kind: 'captain', name: 'greedy' }, 0, more);
  const { game, token } = opened(page);
  await fastPlay(page, game, token);
  await expect(prompt(page)).toHaveText(
    /^\s*(You (win|lose)\. )?(The (Scots|English) win|Nobody wins), \d+ to \d+\.\s*$/,
  );
  // The seed of the dice is in the record now.
  const record = await page.request.get(new URL(`/api/games/${game}/record`, page.url()).href, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(((await record.json()) as { seed?: string }).seed).toMatch(/^[0-9a-f]{64}$/);

  const ending = page.getByTestId('ending');
  await expect(ending.getByRole('heading', { level: 2 })).toHaveText(
    /^(The (Scots|English) win|Nobody wins), \d+ to \d+\.$/,
  );
  await expect(ending).toContainText(/The game ends with (a Scottish|an English) lead of \d+|the points equal/);
  await expect(ending.locator('.score-line')).toHaveCount(2, { timeout: 60_000 });
  // The axes tell points and turns.
  await expect(ending.locator('.score-graph .points').first()).toHaveText(/^\d+$/);
  await expect(ending.locator('.score-graph .mark:not(.points)').first()).toHaveText('1');
  await expect(ending).toContainText('Losses');
  await expect(ending).toContainText('Luck');
  await expect(ending).toContainText(/Luckiest for the (Scots|English), who rolled: .+/);
  await expect(ending).toContainText(/Unluckiest for the (Scots|English), who rolled: .+/);
  // The chronicle says of what the dice have done that much, and how it is counted.
  const luck = page.locator('.luck');
  await luck.getByText('Harm done, in levels of rout').click();
  await expect(luck).toContainText('counts as four');
  await luck.getByText('Harm done, in levels of rout').click();
  await page.screenshot({ path: info.outputPath('end.png') });
  await noViolations(page, 'end');

  await ending.getByRole('button', { name: 'For the Scots' }).click();
  await expect(ending).toContainText(/\d+ of \d+ decisions looked at/, { timeout: 60_000 });
  await ending.getByTestId('review').scrollIntoViewIfNeeded();
  await page.screenshot({ path: info.outputPath('review.png') });
  await noViolations(page, 'review', '.ending');

  await keepsake(page, info.outputPath('field.png'));

  // Every die is worked out again from the seeds, and they were thrown in this game.
  await page.getByRole('button', { name: 'Game menu' }).click();
  await expect(page.locator('.dice-proof summary')).toContainText(/Dice checked: [1-9]\d* come/);
  await page.keyboard.press('Escape');

  // Whoever gets the link sees the end, and can look back.
  const shared = await ending.getByLabel('Share the replay').inputValue();
  const friend = await (await browser.newContext()).newPage();
  listen(friend, errors);
  await friend.goto(shared);
  await expect(friend.getByTestId('ending')).toBeVisible();
  await friend.getByRole('button', { name: 'Replay', exact: true }).first().click();
  const at = friend.locator('.replay output');
  await friend.getByRole('button', { name: 'To the end' }).click();
  const [, many] = /(\d+) of \1/.exec(await at.innerText())!;
  await friend.getByRole('button', { name: 'One step back' }).click();
  await expect(at).toContainText(`${Number(many) - 1} of ${many}`);

  const back = page.getByRole('button', { name: 'Back to the game' });
  await ending
    .getByRole('button', { name: /: (Scots|English) \+\d+$/ })
    .first()
    .click();
  await expect(page.locator('.game')).toHaveClass(/replaying/);
  await back.click();
  await expect(ending).toBeVisible();
  // A roll that is named leads to whom it was about, however closely one has looked elsewhere.
  for (const roll of await ending.locator('p > button.name').all()) {
    await lookAside(page);
    await roll.click();
    await expect(page.locator('.game')).toHaveClass(/replaying/);
    await expect.poll(() => recentInSight(page)).toBeGreaterThan(0);
    await back.click();
  }
  await expect(endPhase(page)).toHaveCount(0);
});

test('who plays on sees the battle end by the rules, without opening it again', async ({ page, server }, info) => {
  test.setTimeout(180_000);
  const more = await short(page, server, 'edward/bannockburn', 1);
  await begun(page, server, 'edward/bannockburn', { kind: 'captain', name: 'greedy' }, 0, more);
  await page.evaluate(() => Object.assign(window, { same: true }));
  const ending = page.getByTestId('ending');
  const next = page.locator('.mains button.main, .targets .strike, .ask .row button').first();
  // Whatever is asked is answered by the first button that goes on, as somebody in a hurry would.
  await expect(async () => {
    if (await ending.isVisible()) return;
    if (await next.isVisible()) await next.click({ timeout: 1000 });
    await expect(ending).toBeVisible({ timeout: 300 });
  }).toPass({ timeout: 150_000, intervals: [100] });
  await expect(ending.getByRole('heading', { level: 2 })).toHaveText(/^(The (Scots|English) win|Nobody wins)/);
  await expect(ending).toContainText(/The game ends with/);
  await expect(page.locator('.phase')).toContainText('over');
  await expect(ending).toBeInViewport();
  await expect(page.locator('.mains')).toHaveCount(0);
  // It is still the page that was played on.
  expect(await page.evaluate(() => 'same' in window)).toBe(true);
  await page.screenshot({ path: info.outputPath('live.png') });
});

async function resign(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Game menu' }).click();
  await page.getByRole('button', { name: /^Resign/ }).click();
  await page.getByRole('button', { name: 'Yes, resign' }).click();
}

test('armies of one’s own fight again: against a captain, and with the sides exchanged against a friend', async ({
  page,
  server,
  browser,
  errors,
}) => {
  const mine = await own(page, server, 'elements/murten', (text) =>
    text.replace(/^title = .*$/m, 'title = "My field"'),
  );
  await begun(page, server, 'elements/murten', { kind: 'captain', name: 'random' }, 0, mine);
  await resign(page);
  const first = opened(page).game;
  await page.getByTestId('again').click();
  await expect.poll(() => opened(page).game).not.toBe(first);
  await expect(page).toHaveTitle(/My field/);
  await expect(page.locator('.piece').first()).toBeAttached();

  const seats = [{ kind: 'here' }, { kind: 'friend' }];
  const data = { scenario: 'elements/murten', options: {}, seats, ...mine };
  const made = (await (await page.request.post(`${server.url}/api/games`, { data })).json()) as Opened;
  await page.goto(`${server.url}/g/${made.game}#${made.seats[0]}`);
  const theirs = await (await browser.newContext()).newPage();
  listen(theirs, errors);
  await theirs.goto(`${server.url}/g/${made.game}#join=${made.invitations[1]}`);
  await theirs.getByRole('button', { name: 'Join the game' }).click();
  await expect(theirs.locator('.piece').first()).toBeAttached();
  await resign(theirs);
  await page.getByTestId('rematch').click();
  await page.getByRole('link', { name: 'To the new game' }).click();
  await theirs.getByRole('link', { name: 'Play again, with the sides exchanged' }).click();
  for (const player of [page, theirs]) {
    await expect(player).toHaveTitle(/My field/);
    await expect.poll(() => opened(player).game).not.toBe(made.game);
  }
});

test('who has lost to a captain is told so, and may play again at once', async ({ page, server }) => {
  await begun(page, server, 'edward/bannockburn', { kind: 'captain', name: 'random' });
  await resign(page);
  await expect(prompt(page)).toContainText('You lose. The English win');
  await expect(page.getByTestId('ending')).toContainText('You lose.');
  const { game } = opened(page);
  const again = page.getByTestId('again');
  await expect(again).toBeInViewport();
  await noViolations(page, 'an end against a captain', '.side');
  await again.click();
  await expect(prompt(page)).toContainText('choose starting modes');
  expect(opened(page).game).not.toBe(game);
});
