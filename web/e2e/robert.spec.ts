import {
  clickHex,
  endPhase,
  expect,
  hexesOf,
  hexPoint,
  newGame,
  noViolations,
  piece,
  prompt,
  setUp,
  steady,
  test,
} from './table';

const ROBERT = /Robert/;

test('a double is chosen by either half, goes and closes its ranks', async ({ page, server }) => {
  await newGame(page, server, 'somebody at this screen', 'the Scots', ROBERT);
  await setUp(page);
  const id = 'sco-schiltrom-teviotdale';
  const [left, right] = await hexesOf(page, id);
  await clickHex(page, right!);
  await expect(page.locator('.piece-card h2')).toHaveText('Teviotdale');
  await expect(page.locator('.reach').first()).toBeVisible();
  // Where it stands no way is shown: nothing has been pointed at yet.
  await expect(page.locator('.way')).toHaveCount(0);

  // Pointing shows both hexes it would stand on.
  const goal = String(Number(left) - 2).padStart(4, '0');
  const p = await hexPoint(page, goal);
  await page.mouse.move(p.x, p.y);
  await expect(page.locator('.ghost')).toHaveCount(2);
  await expect(page.getByTestId('popover')).toContainText('points');
  await page.mouse.click(p.x, p.y);
  await expect(page.getByRole('button', { name: 'End this move' })).toBeVisible();
  expect((await hexesOf(page, id))[0]).toBe(goal);

  const manoeuvres = page.getByRole('group', { name: 'Manoeuvres of Teviotdale' });
  await expect(manoeuvres.getByRole('button', { name: /Forward left/ })).toBeVisible();
  await expect(manoeuvres.getByRole('button', { name: /Sidestep right/ })).toBeVisible();
  await expect(manoeuvres.getByRole('button', { name: /About-face/ })).toBeVisible();
  await manoeuvres.getByRole('button', { name: `Close ranks in ${goal}` }).click();
  await expect.poll(() => hexesOf(page, id)).toEqual([goal]);
  await expect(piece(page, id)).toHaveAttribute('aria-label', /close/);
  await noViolations(page, 'robert');
});

test('on an ordinary screen nothing that somebody in hand can do is cut off', async ({ page, server }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await newGame(page, server, 'somebody at this screen', 'the Scots', ROBERT);
  await setUp(page);
  // The first movement is explained as well, and whoever has his leader with him has most to choose from.
  await expect(page.getByTestId('guide')).toBeVisible();
  await clickHex(page, (await hexesOf(page, 'sco-schiltrom-moray'))[0]!);
  await expect(page.getByRole('button', { name: /Move the whole division/ })).toBeVisible();
  await expect(page.locator('.stack-row')).toBeVisible();
  const bottom = async (css: string) => {
    const box = (await page.locator(css).last().boundingBox())!;
    return box.y + box.height;
  };
  const pane = await bottom('.pane-orders');
  expect(await bottom('.actions button')).toBeLessThan(pane);
  expect(await bottom('.hint')).toBeLessThan(pane);
  // The chronicle has what is left.
  expect((await page.locator('.pane-log').boundingBox())!.height).toBeGreaterThan(100);
  // Between the phases the sign stands clear of the one under way.
  const clear = await page.locator('.strip li:has([aria-current])').evaluate((here) => {
    const before = (e: Element) => parseFloat(getComputedStyle(e, '::before').marginRight);
    return Math.min(before(here), before(here.nextElementSibling!));
  });
  expect(clear).toBeGreaterThanOrEqual(3);
});

test('areas are drawn on request and named under the pointer', async ({ page, server }) => {
  await newGame(page, server, 'somebody at this screen', 'the Scots', ROBERT);
  await setUp(page);
  await expect(page.locator('.area-line')).toHaveCount(0);
  await page.getByRole('button', { name: 'Command ranges' }).click();
  await expect(page.locator('.area-line').first()).toBeVisible();
  // The map begins at one's own front.
  await page.keyboard.press('0');
  await steady(page);
  const [hex] = await hexesOf(page, 'eng-ed');
  const p = await hexPoint(page, hex!);
  await page.mouse.move(p.x, p.y);
  await expect(page.locator('.pointed-card')).toContainText(/Command ranges: (English|King Edward)/);
  await page.keyboard.press('a');
  await expect(page.locator('.area-line')).toHaveCount(0);
  await endPhase(page).click();
  await expect(prompt(page)).not.toContainText('Scots: move units');
});
