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
    await expect(card).toContainText(/about [\d½]+ (minutes|hours?) · \d+ against \d+ · \d+ turns/);
    await expect.poll(() => card.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(360);
  }
  const headings = await page.getByRole('heading', { level: 2 }).allTextContents();
  expect(headings.slice(0, 2)).toEqual(['Your games', 'A new game']);
  await expect(page.locator('.resume').first()).toContainText('Your turn: continue');
  await expect(page.locator('.resume').first()).toContainText('Scots against Marshal');

  const options = page.locator('.options');
  await page.getByText('Rulings and options').click();
  await expect(options).toContainText('ER-06');
  await cards.filter({ hasText: 'Falkirk' }).click();
  await expect(options).not.toContainText('ER-06');
  await expect(page.getByLabel('Captain')).toContainText(/Beginner: .*Expert: .*Random: .*Marshal: /s);
  await noViolations(page, 'lobby with pictures');
  await page.locator('.resume').first().click();
  await expect(page.locator('.piece').first()).toBeVisible();
});
