// Whoever has never played takes the lessons, by what they say and nothing else.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Page } from '@playwright/test';
import { clickHex, expect, hexOf, hexPoint, kind, middle, noViolations, test } from './table';
import { ROOT, Server } from './server';

const coach = (page: Page) => page.getByTestId('coach');
const said = (page: Page, words: string | RegExp) => expect(coach(page)).toContainText(words);
const click = async (page: Page, id: string) => clickHex(page, await hexOf(page, id));

async function take(page: Page, server: Server, lesson: string): Promise<void> {
  await page.goto(`${server.url}/`);
  await page.getByRole('button', { name: lesson }).click();
  await expect(page.locator('.piece').first()).toBeVisible();
  await expect(coach(page)).toBeVisible();
  // What is said stands beside the map and not on what it speaks of.
  const [words, map] = [await coach(page).boundingBox(), await page.getByTestId('board').boundingBox()];
  expect(words!.y + words!.height).toBeLessThanOrEqual(map!.y);
}
/** Whom the lesson speaks of is named on the map: counters bear the letters of their division. */
const named = (page: Page, ...names: string[]) => expect(page.locator('.lesson-name')).toHaveText(names);
const shot = (page: Page, name: string) =>
  process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/${name}.png` }) : undefined;

test('a first visit offers the lessons, an easy side and an easy captain; the first one is taken to its end', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 1400, height: 900 });
  await page.goto(`${server.url}/`);
  await expect(page.getByRole('heading', { name: 'New here? Learn by playing' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'the English, easier' })).toBeChecked();
  await expect(page.getByLabel('Captain')).toHaveValue('beginner');
  await shot(page, 'lobby-first');
  await noViolations(page, 'the lobby on a first visit');
  await take(page, server, 'Move and face');
  await shot(page, 'l1-1');
  await noViolations(page, 'a lesson');
  await named(page, 'Ross');
  // The other side is the page itself: nobody to talk to.
  await expect(page.getByText(/English: (online|not here)/)).toHaveCount(0);
  await click(page, 'ross');
  await said(page, 'Click the marked hex');
  await shot(page, 'l1-2');
  await clickHex(page, '0606');
  await said(page, 'turn them to him');
  await named(page, 'Ross', 'York');
  // He is where they are told to look.
  const [ross, york] = [await hexPoint(page, '0606'), await hexPoint(page, await hexOf(page, 'york'))];
  expect(Math.abs(york.y - ross.y)).toBeLessThan((york.x - ross.x) / 2);
  await shot(page, 'l1-3');
  await page
    .getByRole('group', { name: 'Turn to face' })
    .getByRole('button', { name: /\bE\b|east/i })
    .first()
    .click();
  await said(page, 'End this move');
  await shot(page, 'l1-4');
  await expect(kind(page, 'done')).toHaveClass(/pointed-at/);
  await kind(page, 'done').click();
  await said(page, 'Click Mar');
  await click(page, 'mar');
  await said(page, 'any shaded hex');
  await shot(page, 'l1-5');
  // The opened stack lies on a hex where Mar can go: what is promised there is done, and nobody else is taken up.
  const flag = await middle(page, 'moray');
  await page.mouse.move(flag.x, flag.y);
  await expect(page.getByTestId('popover')).toContainText('point');
  await expect(page.locator('.tray')).toHaveClass(/through/);
  await page.mouse.click(flag.x, flag.y);
  await said(page, 'ends the phase');
  expect(await hexOf(page, 'mar')).not.toBe('0808');
  expect(await hexOf(page, 'moray')).toBe(await hexOf(page, 'mar'));
  // Nobody is left who could move: the phase ends by itself, and the English let theirs pass.
  await kind(page, 'done').click();
  await said(page, 'The strip above the map');
  // No verdict comes over the learner.
  await expect(page.locator('.turn-no')).toContainText('Turn 2');
  await expect(page.getByTestId('ending')).toHaveCount(0);
  await expect(kind(page, 'end')).toBeVisible();
  await shot(page, 'l1-6');
  // What is told of a phase stands below its word, and goes with the step.
  const word = page.locator('.strip').getByRole('button', { name: 'Shoot', exact: true });
  await word.click();
  const words = page.locator('.strip-words');
  const [below, at] = [(await words.boundingBox())!, (await word.boundingBox())!];
  expect(Math.abs(below.x - at.x)).toBeLessThan(20);
  await page.getByRole('button', { name: 'Go on' }).click();
  await said(page, 'That was the lesson');
  await expect(words).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Next lesson: Shoot and rout' })).toBeVisible();
  await shot(page, 'l1-7');
  await page.getByRole('button', { name: 'To the lobby' }).click();
  await expect(page.getByRole('heading', { name: 'Go on learning' })).toBeVisible();
  await expect(page.locator('.lesson').first()).toContainText('done');
});

for (const [where, width, height] of [
  ['on a wide screen', 1366, 800],
  ['on a phone', 390, 844],
] as const)
  test(`a late hint and the next step push nothing away ${where}`, async ({ page, server }) => {
    await page.setViewportSize({ width, height });
    await page.clock.install();
    await take(page, server, 'Move and face');
    const lies = async () => (await page.getByTestId('board').boundingBox())!.y;
    const end = kind(page, 'end');
    await expect(end).toBeVisible();
    const before = [await lies(), await end.boundingBox()];
    await page.clock.runFor(25_000);
    await expect(page.locator('.coach-said .coach-hint')).toBeVisible();
    expect([await lies(), await end.boundingBox()]).toEqual(before);
    const coached = async () => (await page.locator('.coach').boundingBox())!.height;
    const high = await coached();
    await click(page, 'ross');
    await said(page, 'the marked hex');
    expect(await coached()).toBe(high);
    await clickHex(page, '0606');
    await said(page, 'turn them to him');
    expect(await coached()).toBe(high);
  });

test('a lesson leads on to a real battle, with an easy side against an easy captain', async ({ page, server }) => {
  await take(page, server, 'Move and face');
  const key = await page.evaluate(() => {
    // At its end, as if all of it had been done.
    const games = JSON.parse(localStorage.getItem('schiltron.games')!) as { lesson: { step: number } }[];
    games[0]!.lesson.step = 99;
    localStorage.setItem('schiltron.games', JSON.stringify(games));
    return games.length;
  });
  expect(key).toBe(1);
  await page.reload();
  await page.getByRole('button', { name: 'A real battle' }).click();
  await expect(page.locator('.prompt')).toContainText(/set-up|starting modes|English/);
  await expect(page.locator('.coach')).toHaveCount(0);
  await expect(page.locator('.turn')).toBeVisible();
});

test('the second lesson: shots, and men who run', async ({ page, server }) => {
  await take(page, server, 'Shoot and rout');
  await kind(page, 'ready').click();
  await said(page, 'Click the Cheshire bows');
  await click(page, 'cheshire');
  await said(page, 'Point at him');
  // Whoever cannot be shot at: why not, by its rule.
  const mar = await hexPoint(page, await hexOf(page, 'mar'));
  await expect(async () => {
    // News that comes meanwhile takes the answer away: then it is asked again.
    await page.mouse.move(mar.x, mar.y + 70);
    await page.mouse.move(mar.x, mar.y);
    await expect(page.getByTestId('popover')).toContainText('out of range', { timeout: 2000 });
  }).toPass();
  await expect(page.getByTestId('popover').locator('.rule')).toHaveText('E-88');
  const ross = await hexPoint(page, await hexOf(page, 'ross'));
  await page.mouse.move(ross.x, ross.y);
  await said(page, 'Click Ross to shoot');
  await shot(page, 'l2-odds');
  await click(page, 'ross');
  await said(page, 'Gwent bows');
  await shot(page, 'l2-shot');
  await click(page, 'gwent');
  await click(page, 'ross');
  await said(page, 'Men who have lost heart');
  await shot(page, 'l2-end');
  await page.getByRole('button', { name: 'Go on' }).click();
  await said(page, 'That was the lesson');
});

test('the third lesson: a charge, and a ring of spears', async ({ page, server }) => {
  await take(page, server, 'Charge, and stand in close order');
  await kind(page, 'ready').click();
  await said(page, 'Click Keith');
  await expect(kind(page, 'end')).toBeVisible();
  await click(page, 'keith');
  await said(page, 'declare the charge');
  await expect(page.locator('.lane').first()).toBeAttached();
  await shot(page, 'l3-lanes');
  await click(page, 'wales');
  await said(page, 'A charge runs straight');
  await clickHex(page, '0304');
  await expect.poll(() => hexOf(page, 'keith')).toBe('0304');
  await kind(page, 'done').click();
  await said(page, 'close order');
  await click(page, 'lanark');
  await page.getByRole('button', { name: 'Move Lanark' }).click();
  await shot(page, 'l3-close');
  await page.getByRole('button', { name: /Close ranks/ }).click();
  await said(page, 'ring of spears');
  await expect(kind(page, 'end')).toBeVisible();
  await kind(page, 'end').click();
  await said(page, 'roll for it');
  await page.locator('[data-kind="resolve"]:visible').first().click();
  await said(page, 'English have their turn');
  await shot(page, 'l3-melee');
  await said(page, /strike back/);
  await expect(kind(page, 'end')).toBeVisible();
  await shot(page, 'l3-back');
  await click(page, 'gilbert');
  const which = page.getByRole('group', { name: 'Which one?' });
  await expect(which).toContainText(/Do it\?.*Lanark attacks Gloucester/);
  await which
    .getByRole('button', { name: /Lanark attacks/ })
    .first()
    .click();
  await page.locator('[data-kind="resolve"]:visible').first().click();
  await said(page, 'most of the art');
});

/** Up to the first window of the fourth lesson. */
async function untilTheWindow(page: Page, server: Server): Promise<void> {
  await take(page, server, 'Reactions, and an attack together');
  await kind(page, 'ready').click();
  await said(page, 'end this phase');
  await kind(page, 'end').click();
  await said(page, 'Make ready to shoot');
  await click(page, 's-xbow-1');
  await page.getByRole('button', { name: /^Activate/ }).click();
  await shot(page, 'l4-arch');
  await page.getByRole('button', { name: 'Make ready to shoot' }).click();
  await said(page, 'the English are coming');
  await kind(page, 'done').click();
  await kind(page, 'end').click();
  await said(page, 'you may interrupt');
  await expect(page.getByTestId('window')).toBeVisible();
}

test('an answer is settled beforehand, against one kind of enemies only', async ({ page, server }) => {
  await untilTheWindow(page, server);
  const open = page.getByTestId('window');
  await open.getByText('Only against…').click();
  await noViolations(page, 'conditions');
  await open.getByLabel(/^Standing order: Shoot when it is any /).selectOption('take');
  // The server does it at once.
  await said(page, 'Let the English finish');
  await page.getByRole('button', { name: 'Game menu' }).click();
  const order = page.getByRole('dialog').locator('.standing-row', { hasText: 'against' });
  await expect(order).toContainText(/shoot, against .*always do it/);
  await order.getByRole('button', { name: 'Ask again' }).click();
  await expect(order).toHaveCount(0);
});

test('the fourth lesson: a reaction, and an attack together', async ({ page, server }) => {
  await untilTheWindow(page, server);
  // He waits until the horse is near.
  const chance = page.getByTestId('window-pop').getByRole('button').first();
  for (const away of [4, 3]) {
    await expect(chance, `${away} hexes away`).toContainText('28 %');
    const horse = await hexOf(page, 'e-cav0-1');
    await page.getByTestId('window-pop').getByRole('button', { name: 'Let it pass' }).click();
    // The window opens again as soon as the horse has come on.
    await expect.poll(() => hexOf(page, 'e-cav0-1')).not.toBe(horse);
    await expect(page.getByTestId('window')).toBeVisible();
  }
  await expect(chance).toContainText('72 %');
  // Beside the crossbows as well, with the chance.
  await expect(page.getByTestId('window-pop').getByRole('button').first()).toContainText(/shoots at.*%/);
  await shot(page, 'l4-window');
  // And the way of the shot is drawn.
  await expect(page.locator('.reaction').first()).toBeAttached();
  await noViolations(page, 'a window beside the piece');
  await page
    .getByTestId('window')
    .getByRole('button', { name: /shoots at/ })
    .first()
    .click();
  await said(page, 'Let the English finish');
  await expect(page.getByRole('log')).toContainText(/1 SP lost/);
  await expect(page.locator('.turn-no')).toContainText('Turn 2');
  await kind(page, 'end').click();
  await said(page, 'both units of foot');
  await click(page, 's-inf1-1');
  await clickHex(page, '0805');
  await expect.poll(() => hexOf(page, 's-inf1-1')).toBe('0805');
  await kind(page, 'done').click();
  await click(page, 's-inf1-2');
  await clickHex(page, '0706');
  await expect.poll(() => hexOf(page, 's-inf1-2')).toBe('0706');
  await kind(page, 'done').click();
  await kind(page, 'end').click();
  await said(page, 'An attack is put together');
  await expect(page.locator('.fold summary').last()).toHaveText('Wallace: 2 orders');
  await click(page, 'e-cav0-1');
  await click(page, 's-inf1-1');
  await click(page, 's-inf1-2');
  await shot(page, 'l4-attack');
  await page.locator('.muster .strike').first().click();
  await said(page, 'enough for a battle');
  await page.getByRole('button', { name: 'Go on' }).click();
  await said(page, 'ready for a battle');
});

test('a lesson of one’s own stands after the others and waits for the deed', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'schiltron-lesson-'));
  const text = readFileSync(join(ROOT, 'data/lessons/1-move.toml'), 'utf8');
  const own = text
    .replace('id = "move"', 'id = "mine"')
    .replace('title = "Move and face"', 'title = "A lesson of mine"');
  writeFileSync(join(folder, 'mine.toml'), own);
  const server = new Server();
  try {
    await server.start(folder);
    await page.goto(`${server.url}/`);
    const lessons = page.locator('.lessons').getByRole('button');
    await expect(lessons).toHaveCount(5);
    await expect(lessons.last()).toContainText('A lesson of mine');
    await take(page, server, 'A lesson of mine');
    await said(page, 'Click the men of Ross');
    await click(page, 'ross');
    await said(page, 'Click the marked hex');
  } finally {
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  }
});
