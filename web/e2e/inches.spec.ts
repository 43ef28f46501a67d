import { fromSheet, toSheet } from '../src/ground/table/shapes';
import { openMadeUp, sheetPoint } from './made-up';
import { musterBattle, tableBattle } from './scenes';
import { expect, middle, noViolations, piece, steady, test, witness } from './table';

const at = (x: number, y: number) => toSheet([x * 1000, y * 1000]);

for (const light of ['light', 'dark'] as const) {
  test(`a table in inches: bases, ways, the ruler and the cursor, ${light}`, async ({ page, server }, info) => {
    await page.emulateMedia({ colorScheme: light });
    await page.setViewportSize({ width: 1400, height: 900 });
    await openMadeUp(page, server.url, tableBattle());
    await page.keyboard.press('0');
    await steady(page);
    await page.screenshot({ path: info.outputPath('table-wide.png') });

    // A base is chosen anywhere on it: this is its far corner.
    const corner = await sheetPoint(page, at(18.9, 33.4));
    await page.mouse.move(corner.x, corner.y);
    await page.mouse.click(corner.x, corner.y);
    await expect(page.locator('.piece-card h2')).toHaveText('Schiltrom 1');
    await expect(page.locator('.envelope').first()).toBeVisible();
    await expect(piece(page, 'Knights 1')).toHaveClass(/target/);

    // Pointing near a place means it, and shows the base there.
    const goal = await sheetPoint(page, at(20.2, 30.1));
    await page.mouse.move(goal.x, goal.y);
    await expect(page.getByTestId('popover')).toContainText('5 points, facing 45°');
    await expect(page.locator('.ghost')).toHaveCount(1);
    await expect(page.locator('.pointed-card')).toContainText('from the top, hill');
    const far = await sheetPoint(page, at(60, 10));
    await page.mouse.move(far.x, far.y);
    await expect(page.getByTestId('popover')).toContainText('further than it can march');
    const foe = await sheetPoint(page, at(18, 16));
    await page.mouse.move(foe.x, foe.y);
    await expect(page.getByTestId('popover')).toContainText('33 %');
    await page.screenshot({ path: info.outputPath('table-chosen.png') });
    await page.getByRole('button', { name: /^Odds of/ }).click();
    await expect(page.locator('.target-row .part')).toHaveCount(2);

    await page.getByRole('button', { name: 'Command ranges' }).click();
    await page.getByRole('button', { name: 'Arcs of shooting' }).click();
    await expect(page.locator('.area-line')).toHaveCount(2);
    await page.keyboard.press('Escape');

    // The ruler.
    await page.keyboard.press('l');
    const from = await sheetPoint(page, at(30, 10));
    await page.mouse.move(from.x, from.y);
    await page.mouse.click(from.x, from.y);
    const to = await sheetPoint(page, at(33, 14));
    await page.mouse.move(to.x, to.y);
    await expect(page.locator('.sight-text')).toHaveText(/^(4\.9\d?|5(\.\d+)?) in$/);
    await expect(page.locator('.notice')).toContainText(/^From .* in to .* in: \d(\.\d+)? in\.$/);
    await page.screenshot({ path: info.outputPath('table-areas.png') });
    await page.keyboard.press('Escape');

    // The cursor, by half an inch.
    await page.getByTestId('board').focus();
    const spoken = async () => (await page.getByTestId('spoken').textContent())!;
    await page.keyboard.press('ArrowRight');
    await expect.poll(spoken).toMatch(/^3\d(\.5)? inches from the left, 1\d(\.5)? from the top, open ground\.$/);
    const before = await spoken();
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => parseFloat(await spoken()) - parseFloat(before)).toBe(0.5);
    await page.keyboard.press('n');
    await expect.poll(spoken).toContain('Schiltrom 1, Scots schiltrom, open, facing up the table');
    await noViolations(page, 'table');
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  for (const light of ['light', 'dark'] as const) {
    test(`a base is tapped, ${light}`, async ({ page, server }, info) => {
      await page.emulateMedia({ colorScheme: light });
      await openMadeUp(page, server.url, tableBattle());
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      await steady(page);
      await page.screenshot({ path: info.outputPath('table-phone.png') });
      await page.keyboard.press('n');
      await expect(page.locator('.envelope').first()).toBeAttached();
      await steady(page);
      await page.screenshot({ path: info.outputPath('table-phone-chosen.png') });
      expect(fromSheet(at(17, 33))).toEqual([17_000, 33_000]);
    });
  }
});

test('a base is dragged by hand and by keys, and an order is typed', async ({ page, server }, info) => {
  const sent: string[] = [];
  const battle = tableBattle();
  await page.setViewportSize({ width: 1400, height: 900 });
  await openMadeUp(page, server.url, {
    ...battle,
    answer(request, game) {
      if (request.do === 'choose') sent.push(request.choice);
      return battle.answer(request, game);
    },
  });
  await page.keyboard.press('0');
  await steady(page);
  const popover = page.getByTestId('popover');
  const from = await sheetPoint(page, at(17, 33));
  const near = await sheetPoint(page, at(17, 31));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y - 12);
  await page.mouse.move(near.x, near.y, { steps: 4 });
  await expect(popover).toContainText('2 of 6 in');
  await expect(popover).toContainText('Control test, 8 or less 72 %');
  await expect(page.locator('.envelope')).toHaveCount(2);
  await expect(page.locator('.ghost')).toHaveCount(1);
  await noViolations(page, 'dragging');
  // Too far: as near as it may come, and why.
  const far = await sheetPoint(page, at(17, 20));
  await page.mouse.move(far.x, far.y, { steps: 6 });
  await expect(popover).toContainText('It can go no further.');
  await page.screenshot({ path: info.outputPath('dragging.png') });
  await page.mouse.up();
  await expect.poll(() => sent).toEqual(['go to 17000 27400']);

  // By keys: a quarter of an inch at a time. What has been done comes back from the server, and until then takes everything out of hand.
  const spoken = page.getByTestId('spoken');
  const grab = () =>
    expect(async () => {
      // Once for what is dragged, once for what is selected: else a second try would take up the next piece.
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await page.keyboard.press('n');
      await page.keyboard.press('g');
      await expect(spoken).toContainText('in hand: arrow keys move it', { timeout: 1000 });
      await page.keyboard.press('ArrowUp');
      await expect(popover).toContainText(/0\.[23] of 6 in/, { timeout: 1000 });
    }).toPass();
  await grab();
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowUp');
  await expect(popover).toContainText(/^1 of 6 in/);
  await page.keyboard.press('Escape');
  await expect(page.locator('.ghost')).toHaveCount(0);
  expect(sent).toHaveLength(1);
  await grab();
  await page.keyboard.press('Enter');
  await expect.poll(() => sent).toEqual(['go to 17000 27400', 'go to 17000 32750']);

  // In words.
  const order = page.getByLabel('An order in words');
  await order.fill('fly away');
  await expect(page.locator('#typed-why')).toContainText('That is no order.');
  await expect(page.getByRole('button', { name: 'Do it' })).toBeDisabled();
  await order.fill('go  to 1 2');
  await expect(page.locator('#typed-why')).toBeEmpty();
  await order.press('Enter');
  await expect.poll(() => sent.at(-1)).toBe('go to 1 2');
  await expect(order).toHaveValue('');
});

test('an attack is put together by clicks, and its odds follow', async ({ page, server }, info) => {
  await openMadeUp(page, server.url, musterBattle());
  const panel = page.getByTestId('muster');
  await expect(panel).toContainText('Whom to attack?');
  const click = async (id: string) => {
    const p = await middle(page, id);
    await page.mouse.move(p.x, p.y);
    await page.mouse.click(p.x, p.y);
  };
  await click('Hereford');
  await expect(panel).toContainText('0503: Hereford');
  await click('Ross');
  await expect(panel.locator('.exact').first()).toHaveText('2500/10000');
  await expect(piece(page, 'Ross')).toHaveClass(/selected/);
  await click('Lennox');
  await expect(panel.locator('.exact').first()).toHaveText('5000/10000');
  await expect(panel.getByRole('button', { name: 'Attack with 2' })).toBeVisible();
  await page.screenshot({ path: info.outputPath('muster.png') });
  // A second click takes him out again; so does his name in the list.
  await click('Ross');
  await expect(panel.locator('.exact').first()).toHaveText('2500/10000');
  await panel.getByRole('button', { name: 'Angus' }).click();
  await expect(panel.locator('.exact').first()).toHaveText('5000/10000');
  await noViolations(page, 'muster');
  await panel.getByRole('button', { name: 'Attack with 2' }).click();
  await expect(panel).toContainText('Whom to attack?');
});

test('what is committed in secret is shown, and that it can be taken back', async ({ page, server }) => {
  await openMadeUp(page, server.url, { ...tableBattle(), offers: [], staged: ['shoot Archers 1 at Knights 1'] });
  await expect(page.locator('.staged')).toContainText('shoot Archers 1 at Knights 1');
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeEnabled();
  await noViolations(page, 'staged');
});

test('a step that has to be taken is taken by itself, and said', async ({ page, server }) => {
  const sent: string[] = [];
  const battle = tableBattle();
  const step = {
    choice: 'step',
    kind: 'step',
    role: 'act',
    label: 'Step back',
    piece: 'Schiltrom 1',
    rolls: false,
  } as const;
  const whispers = await witness(page, '.whisper');
  await openMadeUp(page, server.url, {
    ...battle,
    offers: [step],
    answer(request, game) {
      if (request.do !== 'choose') return battle.answer(request, game);
      sent.push(request.choice);
      game.offers = battle.offers;
      return null;
    },
  });
  await expect(page.getByRole('button', { name: 'End this phase' })).toBeVisible();
  expect((await whispers()).map(({ text }) => text.trim())).toContain('Step back: there is no other way.');
  expect(sent).toEqual(['step']);
});
