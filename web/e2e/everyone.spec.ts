import { begun, endPhase, expect, hexOf, hexPoint, newGame, noViolations, setUp, test } from './table';

test('axe finds nothing, by day and by night', async ({ page, server }) => {
  test.setTimeout(240_000);
  await page.goto(`${server.url}/`);
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await page.getByText('Rulings and options').click();
  await noViolations(page, 'lobby');
  await newGame(page, server, 'somebody at this screen');
  await setUp(page);
  await page.keyboard.press('n');
  await expect(page.locator('.reach').first()).toBeVisible();
  await noViolations(page, 'game');
  // What is laid over the map, and what stands beside it.
  await page.keyboard.press('a');
  await page.keyboard.press('l');
  await expect(page.getByTestId('sight')).toBeVisible();
  await page.keyboard.press('w');
  await noViolations(page, 'areas, sight and why not');
  await page.keyboard.press('Escape');
  // The best captain takes his time.
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await expect(page.getByTestId('hint')).toBeVisible({ timeout: 60_000 });
  await noViolations(page, 'hint', '.hint');
  // It is drawn where it would be done, from the piece that would do it.
  await expect(page.locator('[data-hinted] .hinted-way').first()).toBeVisible();
  // Dialogs.
  const dialog = page.locator('dialog');
  await page.keyboard.press('?');
  await expect(dialog).toBeVisible();
  await noViolations(page, 'help', 'dialog');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Rules', exact: true }).click();
  await expect(dialog.getByRole('heading', { level: 2 })).toBeVisible();
  await noViolations(page, 'rules', 'dialog');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Game menu' }).click();
  await page.locator('.dice-proof summary').click();
  await page.getByRole('button', { name: 'Resign…' }).click();
  await noViolations(page, 'menu', 'dialog');
  await page.getByRole('button', { name: 'Links, recovery code' }).click();
  await expect(page.getByLabel('Watch')).toBeVisible();
  await noViolations(page, 'links', 'dialog');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press('r');
  await expect(page.getByRole('group', { name: 'Replay' })).toBeVisible();
  await noViolations(page, 'replay');
  await page.goto(`${server.url}/`);
  await expect(page.getByRole('heading', { name: 'Your games' })).toBeVisible();
  await noViolations(page, 'lobby with games');
});

test('the help of a table speaks of what is done there, and axe finds nothing in it', async ({ page, server }) => {
  await begun(page, server, 'elements/bannockburn', { kind: 'here' });
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('take hold of the piece in hand');
  await expect(dialog).not.toContainText('hex');
  await noViolations(page, 'help at a table', 'dialog');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });

  test('dialogs fit into it, and axe finds nothing in them', async ({ page, server }) => {
    await newGame(page, server, 'somebody at this screen');
    const dialog = page.getByRole('dialog');
    const fits = async (what: string) => {
      await noViolations(page, what, 'dialog');
      const box = (await dialog.boundingBox())!;
      expect(box.x, what).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width, what).toBeLessThanOrEqual(360);
      // Nothing in it is cut off at its side.
      expect(await dialog.evaluate((e) => e.scrollWidth - e.clientWidth), what).toBe(0);
    };
    await page.getByRole('button', { name: 'Game menu' }).tap();
    await expect(dialog.getByRole('button', { name: 'Resign…' })).toBeVisible();
    await fits('the menu on a phone');
    await dialog.getByRole('button', { name: 'Rules, tables, terrain' }).tap();
    await expect(dialog.getByRole('heading', { name: 'Victory', exact: true })).toBeVisible();
    await fits('the rules on a phone');
  });

  test('a move by touch, the sheet, nothing cut off', async ({ page, server }) => {
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    await page.goto(server.url);
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeInViewport();
    expect(await width()).toBeLessThanOrEqual(360);
    await newGame(page, server, 'somebody at this screen');
    await setUp(page);
    expect(await width()).toBeLessThanOrEqual(360);
    await expect(endPhase(page)).toBeInViewport();
    const id = 'sco-schiltrom-moray';
    const start = await hexPoint(page, await hexOf(page, id));
    await page.touchscreen.tap(start.x, start.y);
    await expect(page.locator('.reach').first()).toBeVisible();
    const goal = await hexPoint(page, '1020');
    await page.touchscreen.tap(goal.x, goal.y);
    // The first tap only shows the way.
    await expect(page.getByTestId('popover')).toContainText('point');
    await page.touchscreen.tap(goal.x, goal.y);
    await expect(page.getByRole('button', { name: 'End this move' })).toBeVisible();
    expect(await hexOf(page, id)).toBe('1020');
    await page.getByRole('button', { name: 'Orders' }).tap();
    await expect(page.locator('.piece-card')).toBeVisible();
    await page.getByRole('button', { name: 'Chronicle' }).tap();
    await expect(page.getByRole('log')).toContainText(/Moray to \d{4}/);
    await noViolations(page, 'phone');
  });
});
