import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Shelf } from '../src/api/types';
import { Server } from './server';
import { expect, newGame, noViolations, test } from './table';

test('every battle has its picture and facts, games under way come first, options are those of the battle', async ({
  page,
  server,
}) => {
  await newGame(page, server, 'the computer');
  await page.goto(server.url);
  const cards = page.getByRole('group', { name: 'Battle' }).getByRole('button');
  await expect(cards).toHaveCount(10);
  for (let i = 0; i < 10; i++) {
    const card = cards.nth(i);
    await card.scrollIntoViewIfNeeded();
    await expect(card).toContainText(
      /(a first battle|some rules|many rules) · about [\d½]+ (minutes|hours?) · \d+ against \d+ · \d+ turns/,
    );
    await expect(card.locator('.battle-words > span:not(.facts)')).not.toBeEmpty();
    await expect.poll(() => card.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(360);
  }
  const headings = await page.getByRole('heading', { level: 2 }).allTextContents();
  expect(headings.slice(0, 3)).toEqual(['Your games', 'New here? Learn by playing', 'A new game']);
  await expect(page.locator('.resume').first()).toContainText('Your turn: continue');
  await expect(page.locator('.resume').first()).toContainText('Scots against Marshal');

  const options = page.locator('.options');
  await page.getByText('Rulings and options').click();
  await expect(options).toContainText('ER-06');
  await cards.filter({ hasText: 'Falkirk' }).click();
  await expect(page.locator('.tale')).toContainText(/\w+ \w+ \w+/);
  await expect(options).not.toContainText('ER-06');
  await expect(page.getByLabel('Captain')).toContainText(/Beginner: .*Expert: .*Random: .*Marshal: /s);
  await noViolations(page, 'lobby with pictures');
  await page.locator('.resume').first().click();
  await expect(page.locator('.piece').first()).toBeVisible();
});

test('whoever has begun a battle is still new to it until the lessons are done or put away', async ({
  page,
  server,
}) => {
  await newGame(page, server, 'the computer');
  await page.goto(server.url);
  const lessons = page.getByRole('heading', { name: 'New here? Learn by playing' });
  await expect(lessons).toBeVisible();
  await expect(page.getByRole('radio', { name: 'the English, easier' })).toBeChecked();
  await expect(page.getByLabel('Captain')).toHaveValue('beginner');
  await noViolations(page, 'lessons to be put away', '.learn');
  await page.getByRole('button', { name: 'put these below' }).click();
  await expect(lessons).toHaveCount(0);
  await expect(page.getByLabel('Captain')).toHaveValue('medium');
  await page.reload();
  await expect(page.getByLabel('Captain')).toHaveValue('medium');
  await expect(page.getByRole('heading', { name: 'Learn', exact: true })).toBeVisible();
});

test('a first visit proposes in every battle the easier side and the easiest captain, and says what Play begins', async ({
  page,
  server,
}) => {
  const { scenarios } = (await (await page.request.get(`${server.url}/api/shelf`)).json()) as Shelf;
  await page.goto(server.url);
  const cards = page.getByRole('group', { name: 'Battle' }).getByRole('button');
  for (const [i, { title, sides, easier }] of scenarios.entries()) {
    await cards.nth(i).click();
    const levels = await page.getByLabel('Captain').locator('> option').allInnerTexts();
    expect(levels.map((words) => words.split(':')[0])).toEqual(['Beginner', 'Easy', 'Medium', 'Hard', 'Expert']);
    await expect(page.getByLabel('Captain')).toHaveValue('beginner');
    // Where neither is easier, the first.
    const side = sides[easier === 'two' ? 1 : 0];
    const name = `the ${side}${easier ? ', easier' : ''}`;
    await expect(page.getByRole('radio', { name, exact: true })).toBeChecked();
    const play = page.getByRole('button', { name: 'Play', exact: true });
    await expect(play).toBeInViewport();
    await expect(play).toHaveAccessibleDescription(
      new RegExp(`^${title.replace(/[()]/g, '.')} You lead the ${side} against the computer: Beginner.$`),
    );
  }
  await page.getByLabel('a friend, by link').check();
  await expect(page.locator('.play-bar')).toContainText('against a friend.');
  // On a phone what is chosen next is not ten cards away.
  await page.setViewportSize({ width: 390, height: 844 });
  const [first, asked] = [
    (await cards.first().boundingBox())!,
    (await page.getByText('You lead', { exact: true }).boundingBox())!,
  ];
  expect(asked.y - first.y).toBeLessThan(844);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await noViolations(page, 'battles to leaf through', '.new');
});

test('a handicap is proposed, or agreed on freely, and stands in the score', async ({ page, server }) => {
  await page.goto(server.url);
  const handicap = page.getByLabel('Handicap');
  await expect(handicap).toHaveValue('');
  await handicap.selectOption({ label: 'the English begin with points of your choice' });
  await page.getByLabel('Points to begin with').fill('25');
  await page.getByLabel('Points to begin with').press('Tab');
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/handicap.png`, fullPage: true });
  await noViolations(page, 'lobby with a handicap');
  await page.getByLabel('somebody at this screen').check();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByRole('group', { name: 'Points' })).toContainText('Scots 0 English 25');
  // The goal is told with what is now.
  await expect(page.getByTestId('goal')).toHaveText('Scots need a lead of 20, else English win; now 25 behind');
  await page.goto(server.url);
  // What makes it even between captains, where it is not.
  await page
    .getByRole('group', { name: 'Battle' })
    .getByRole('button', { name: /Prelude/ })
    .click();
  const [points] = /[1-9]\d*/.exec((await handicap.locator('option[value="fair"]').textContent())!)!;
  await handicap.selectOption('fair');
  await page.getByLabel('somebody at this screen').check();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByRole('group', { name: 'Points' })).toContainText(`English ${points}`);
});

test('in a local network the lobby tells the address for a friend, and links have it', async ({ page, server }) => {
  const nearby = 'http://192.168.7.31:8420';
  await page.route('**/api/shelf', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), reach: { only_here: false, nearby } } });
  });
  await page.goto(server.url);
  const told = page.getByTestId('nearby');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await expect(told).toHaveCount(0);
  await page.getByLabel('a friend, by link').check();
  await expect(told).toContainText(`in this network, at ${nearby}`);
  await noViolations(page, 'where a friend finds it', '.new');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('button', { name: 'Link for your friend' }).click();
  await expect(told).toContainText(nearby);
  for (const link of [/^Seat of the/, 'Watch', 'Your own link'])
    await expect(page.getByLabel(link)).toHaveValue(new RegExp(`^${nearby}/g/`));
});

test('who serves others is told the address that his server really has', async ({ page }) => {
  const server = new Server();
  try {
    await server.start('--host', '0.0.0.0');
    const url = server.url.replace('0.0.0.0', '127.0.0.1');
    const { reach } = (await (await page.request.get(`${url}/api/shelf`)).json()) as Shelf;
    expect(reach.only_here).toBe(false);
    await page.goto(url);
    await page.getByLabel('a friend, by link').check();
    // A machine without a network has no address to tell.
    const told = page.getByTestId('nearby');
    if (reach.nearby) await expect(told).toContainText(reach.nearby);
    await expect(told).toHaveCount(reach.nearby ? 1 : 0);
    await expect(page.getByTestId('only-here')).toHaveCount(0);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.getByRole('button', { name: 'Link for your friend' }).click();
    await expect(page.getByLabel('Watch')).toHaveValue(new RegExp(`^${reach.nearby ?? url}/g/`));
  } finally {
    await server.end();
  }
});

test('a file that is too large to be a record is not read', async ({ page, server }) => {
  await page.goto(server.url);
  const large = { name: 'film.json', mimeType: 'application/json', buffer: Buffer.alloc((2 << 20) + 1, ' ') };
  await page.getByLabel('A record file').setInputFiles(large);
  await expect(page.getByRole('alert')).toContainText('film.json is too large');
});

test('what a browser has to fetch is at most 200 kB, compressed', () => {
  // It fails with what is too much.
  execFileSync('node', ['bench/size.mjs'], { cwd: fileURLToPath(new URL('..', import.meta.url)) });
});
