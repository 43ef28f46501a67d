import type { Page } from '@playwright/test';
import { toSheet } from '../src/ground/table/shapes';
import { sheetPoint } from './made-up';
import {
  begin,
  endAfterAll,
  expect,
  fastPlay,
  middle,
  noViolations,
  opened,
  piece,
  pressIf,
  pressOn,
  prompt,
  steady,
  test,
  until,
  witness,
} from './table';

const ready = (page: Page) => page.getByRole('button', { name: /^Ready/ });
const tray = (page: Page) => page.getByTestId('chits');
const ticks = (page: Page) => page.getByTestId('ticks');

/** Drags a chit from the tray to a figure. */
async function lay(page: Page, chit: string, id: string): Promise<void> {
  const from = (await tray(page).getByRole('button', { name: chit, exact: true }).boundingBox())!;
  const to = await middle(page, id);
  await page.mouse.move(from.x + 12, from.y + 12);
  await page.mouse.down();
  await page.mouse.move(from.x + 30, from.y - 10);
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
}

for (const light of ['light', 'dark'] as const) {
  test(`a skirmish: chits face down, moves drawn up, both sides at once, ${light}`, async ({ page, server }, info) => {
    await page.emulateMedia({ colorScheme: light });
    await page.setViewportSize({ width: 1400, height: 900 });
    await begin(page, server, 'the computer', 'the English', /The king's axe/);
    await expect(ready(page)).toContainText('the chits lie');
    await expect(page.locator('.phase')).toContainText('Both sides');

    // Its chit by a number.
    const squire = await middle(page, 'E12');
    await page.mouse.click(squire.x, squire.y);
    const card = page.locator('.piece-card');
    await expect(card).toBeVisible();
    // Everything about him: what he has in hand, and his horse.
    await expect(card).toContainText(/weapons .*sword/);
    await expect(card).toContainText(/horse \w+, stamina \d+/);
    const chits = page.getByRole('group', { name: /^Actions of/ }).getByRole('button');
    await expect(chits.first()).toHaveText('hold');
    const move = (await chits.allInnerTexts()).indexOf('move');
    await page.keyboard.press(`${move + 1}`);
    await expect(card).toContainText('move chit');
    await page.screenshot({ path: info.outputPath('skirmish-chits.png') });
    await noViolations(page, 'a skirmish');

    // A mind may be changed before both are ready.
    await page.keyboard.press('u');
    await expect(card).not.toContainText('move chit');
    await page.keyboard.press(`${move + 1}`);
    await expect(card).toContainText('move chit');
    await endAfterAll(ready(page));

    // The chits are turned up; now the moves of those with one for it.
    await expect(ready(page)).toContainText('the moves are declared');
    await page.keyboard.press('n');
    await expect(page.locator('.envelope').first()).toBeAttached();
    await page.screenshot({ path: info.outputPath('skirmish-moves.png') });
    await endAfterAll(ready(page));
    await expect(page.locator('.log, .chronicle').first()).toContainText(/Turn 2|Shots|Strikes/, {
      timeout: 30_000,
    });
  });
}

test('chits are dragged to figures, and the movement is seen tick by tick', async ({ page, server }, info) => {
  const played = await witness(page, '[data-testid="ticks"] output');
  await page.setViewportSize({ width: 1400, height: 900 });
  await begin(page, server, 'the computer', 'the English', /The king's axe/);
  await expect(tray(page)).toBeVisible();
  // Both sides are seen.
  await page.keyboard.press('0');

  await lay(page, 'move', 'E10');
  await expect(piece(page, 'E10').locator('.chit')).toHaveText('Mo');
  await expect(page.locator('.staged')).toContainText(/chit .*\S move/);
  // Whoever cannot have it is told why, by the rule; nothing is laid on an enemy.
  await lay(page, 'move', 'S01');
  await expect(page.locator('.notice')).toBeVisible();
  await expect(piece(page, 'S01').locator('.chit')).toHaveCount(0);
  await page.locator('.notice').getByRole('button', { name: 'Dismiss' }).click();

  // Taken up once and put down on several, by clicks and by keys; Escape puts it away.
  const melee = tray(page).getByRole('button', { name: 'melee', exact: true });
  await melee.click();
  await expect(melee).toHaveAttribute('aria-pressed', 'true');
  for (const id of ['E11', 'E12']) {
    const at = await middle(page, id);
    await page.mouse.click(at.x, at.y);
    await expect(piece(page, id).locator('.chit')).toHaveText('Me');
  }
  await page.screenshot({ path: info.outputPath('chits.png') });
  await page.keyboard.press('Escape');
  await expect(melee).toHaveAttribute('aria-pressed', 'false');
  await pressOn(page, ready(page));

  // He rides as far as he is dragged.
  await expect(ready(page)).toContainText('the moves are declared');
  await expect(tray(page)).toBeHidden();
  const from = await middle(page, 'E10');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y - 20);
  await page.mouse.move(from.x, from.y - 60, { steps: 4 });
  await expect(page.getByTestId('popover')).toContainText(' in');
  await page.mouse.up();
  await expect(page.locator('.staged')).toContainText('move');
  // His way stays in sight until he goes it.
  await expect(page.locator('.declared')).toHaveCount(1);
  await pressOn(page, ready(page));

  // All go at once, tick by tick.
  await expect(page.locator('.declared')).toHaveCount(0);
  await expect(ticks(page)).toContainText(/Tick \d+ of 24|See the movement again/, { timeout: 30_000 });
  // On a busy machine it may have come to its end meanwhile: then it is seen again.
  await until(
    () => ticks(page).getByRole('button', { name: 'Play on' }).isVisible(),
    () => page.keyboard.press('t'),
  );
  const tick = async () => Number(/Tick (\d+)/.exec(await ticks(page).innerText())![1]);
  // He goes a short way only: from its beginning.
  await until(
    async () => (await tick()) <= 2,
    () => page.keyboard.press(','),
  );
  const now = await tick();
  const place = () => piece(page, 'E10').evaluate((e) => (e as SVGElement).style.transform);
  const before = await place();
  await ticks(page).getByRole('button', { name: 'One tick on' }).click();
  await expect.poll(tick).toBe(now + 1);
  await expect.poll(place).not.toBe(before);
  await page.keyboard.press(',');
  await expect.poll(tick).toBe(now);
  await expect.poll(place).toBe(before);
  await page.screenshot({ path: info.outputPath('ticks.png') });
  await noViolations(page, 'ticks');
  await ticks(page).getByRole('button', { name: 'To the game' }).click();
  await expect(ticks(page)).toContainText('See the movement again');
  await page.keyboard.press('t');
  await expect.poll(async () => (await played()).map(({ text }) => text)).toContain('Tick 24 of 24');
  // By itself it ends where the game is.
  await expect(ticks(page)).toContainText('See the movement again', { timeout: 10_000 });
});

test('whom a rider could come upon is shown, and what he sees is told by the rule', async ({ page, server }) => {
  await page.setViewportSize({ width: 1400, height: 900 });
  await begin(page, server, 'the computer', 'the English', /The king's axe/);
  await expect(tray(page)).toBeVisible();

  // From de Bohun straight ahead to the king, and into the depth of a wood: far from where the battle begins to be seen.
  await page.keyboard.press('0');
  const from = await middle(page, 'E10');
  const king = await middle(page, 'S01');
  await page.getByRole('button', { name: 'Sight', exact: true }).click();
  await page.mouse.click(from.x, from.y);
  await page.mouse.move(king.x, king.y);
  const told = page.getByTestId('sight');
  await expect(told).toContainText(/ in\. (Clear|Seen, but obstructed by)/);
  await expect(told.locator('.rule')).toHaveText('TR-37');
  const wood = await sheetPoint(page, toSheet([9000, 2000]));
  await page.mouse.move(wood.x, wood.y);
  await expect(told).toContainText('Blocked by west wood');
  await page.keyboard.press('Escape');

  // Begun anew: all that was laid face down is taken up again.
  for (const id of ['E10', 'E11', 'E12']) {
    await lay(page, 'move', id);
    await expect(piece(page, id).locator('.chit')).toHaveText('Mo');
  }
  await page.getByRole('button', { name: 'Restart' }).click();
  await expect(page.locator('.piece .chit')).toHaveCount(0);
  // A whole unit at once, and taken back at once.
  await tray(page).getByRole('button', { name: 'Whole unit' }).click();
  await lay(page, 'move', 'E10');
  await expect(page.locator('.piece .chit')).toHaveText(['Mo', 'Mo', 'Mo', 'Mo', 'Mo']);
  await expect(piece(page, 'E14').locator('.chit')).toHaveText('Mo');
  await noViolations(page, 'chits of a whole unit', '.field');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.locator('.piece .chit')).toHaveCount(0);
  await tray(page).getByRole('button', { name: 'Whole unit' }).click();
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeDisabled();

  await lay(page, 'melee', 'E10');
  await expect(piece(page, 'E10').locator('.chit')).toHaveText('Me');
  await endAfterAll(ready(page));
  await expect(ready(page)).toContainText('the moves are declared');
  // The chits are turned up, and the map may be another part of the table.
  await page.keyboard.press('0');
  const bohun = await middle(page, 'E10');
  await page.mouse.click(bohun.x, bohun.y);
  await expect(page.locator('.lane').first()).toBeAttached();
  const ends = await page.locator('.lane-end').count();
  expect(ends).toBeGreaterThan(0);
  // What he has left; what is too far for him says why.
  await expect(page.locator('.piece-card')).toContainText(/stamina/i);
  await page.getByRole('button', { name: 'Command ranges' }).click();
  await expect(page.locator('.area-line').first()).toBeAttached();
  await page.mouse.move(bohun.x, bohun.y);
  await page.mouse.down();
  await page.mouse.move(bohun.x + 15, bohun.y);
  await page.mouse.move(bohun.x - 440, bohun.y - 520, { steps: 5 });
  await expect(page.getByTestId('popover').locator('.no')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.mouse.up();
  const goal = await middle(page, 'S01');
  await page.mouse.click(goal.x, goal.y);
  await expect(page.locator('.staged')).toContainText(/move .*Bohun.* at/);
});

test('a figure’s card tells what has befallen him', async ({ page, server }) => {
  test.setTimeout(300_000);
  await page.setViewportSize({ width: 1400, height: 900 });
  const hits = page.locator('.log').getByText(/loses \d+ stamina/);
  // Nobody does anything; the others come on and shoot. A whole battle in which they hit nobody is rare; then there is another.
  for (let game = 0; game < 5 && !(await hits.count()); game++) {
    await begin(page, server, 'the computer', 'the English', /The king's axe/);
    await expect(ready(page)).toBeVisible();
    await page.getByLabel('Captain').selectOption('0');
    for (let i = 0; i < 100 && !(await hits.count()); i++) {
      if (await page.getByTestId('ending').isVisible()) break;
      // The second press is for what is asked: whether that is meant.
      await page.keyboard.press('e');
      await page.keyboard.press('e');
      await page.waitForTimeout(400);
    }
  }
  const told = page.locator('.log .line').filter({ hasText: /loses \d+ stamina/ });
  await told.first().getByRole('button').first().click();
  await page.locator('.fate summary').click();
  await noViolations(page, 'what has befallen him', '.fate');
  await expect(
    page
      .locator('.fate li')
      .filter({ hasText: /loses \d+ stamina/ })
      .first(),
  ).toBeVisible();
  await expect(page.locator('.piece-card')).toContainText(/wounds \d+ of \d+/);
});

test('a step in which there is nothing to decide passes by itself, and says so', async ({ page, server }) => {
  const whispers = await witness(page, '.whisper');
  await begin(page, server, 'the computer', 'the Hired', /affray at the mill/);
  await expect(ready(page)).toContainText('the chits lie');
  expect((await whispers()).map(({ text }) => text.trim())).toContain(
    'Ready: shooters and signals are named: nothing else can be done.',
  );
});

test('what a captain would have everybody do is done with one press', async ({ page, server }) => {
  await begin(page, server, 'the computer', 'the Hired', /affray at the mill/);
  await expect(ready(page)).toContainText('the chits lie');
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  // The best captain takes his time.
  await page.getByRole('button', { name: 'Do all that' }).click({ timeout: 60_000 });
  await expect(prompt(page)).not.toContainText('Lay a chit for every figure');
});

test('a retinue of one’s own: kinds, weapons and horses are picked', async ({ page, server }, info) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${server.url}/`);
  await page
    .getByRole('group', { name: 'Battle' })
    .getByRole('button', { name: /affray at the mill/ })
    .click();
  const armies = page.getByTestId('armies');
  await armies.getByText('Armies of your own').click();
  const faults = armies.locator('.faults');
  await expect(faults).toContainText('Sound');
  await armies.getByLabel('From the lists').selectOption('Peasant');
  await armies.getByRole('button', { name: 'Add to the Raiders' }).click();
  await expect(faults).toContainText('Sound');
  const man = armies.getByTestId('army-H02');
  await man.locator('summary').click();
  await man.getByLabel('One more of weapons').selectOption('"dagger"');
  await expect(man.getByRole('button', { name: 'Without dagger' })).toBeVisible();
  await man.getByLabel('horse').selectOption({ label: 'nag, stamina 10, armour 3' });
  await expect(faults).toContainText('Sound');
  await man.getByLabel('armour', { exact: true }).fill('2');
  await man.getByLabel('armour', { exact: true }).press('Enter');
  await expect(man.getByRole('alert')).toContainText('Armour is 3 to 12');
  await page.screenshot({ path: info.outputPath('retinue-armies.png'), fullPage: true });
  await noViolations(page, 'a retinue of one’s own');
});

for (const own of [false, true]) {
  test(`a series goes on with the same men, ${own ? 'a retinue of one’s own' : 'a battle of the shelf'}`, async ({
    page,
    server,
  }) => {
    await page.goto(`${server.url}/`);
    await page
      .getByRole('group', { name: 'Battle' })
      .getByRole('button', { name: /affray at the mill/ })
      .click();
    await page.getByLabel('the computer').check();
    // A script is quick.
    const captain = page.getByLabel('Captain');
    await captain.selectOption(await captain.locator('optgroup option').last().getAttribute('value'));
    if (own) {
      const armies = page.getByTestId('armies');
      await armies.getByText('Armies of your own').click();
      await armies.getByLabel('From the lists').selectOption('Peasant');
      await armies.getByRole('button', { name: 'Add to the Raiders' }).click();
      await expect(armies.locator('.faults')).toContainText(/Sound.*Raiders 10 pieces/);
    }
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect(page.locator('.piece').first()).toBeVisible();
    const first = opened(page);
    await fastPlay(page, first.game, first.token);
    if (!own) await noViolations(page, 'the end, and the next battle');
    await page.getByTestId('next').click();
    // The server may still be reckoning how lucky the dice were. Whatever else it says would be a fault.
    const goes = async () => ({
      on: opened(page).game !== first.game,
      said: await page.locator('.notice').allInnerTexts(),
    });
    await expect.poll(goes, { timeout: 60_000 }).toEqual({ on: true, said: [] });
    await expect(page.locator('.turn')).toContainText('1');
    await expect(ready(page)).toBeVisible();
    await expect(piece(page, 'M01').or(piece(page, 'M02')).first()).toBeAttached();
  });
}

test('two at one screen hand it over behind a curtain, and see nothing of each other’s chits', async ({
  page,
  server,
}, info) => {
  await page.setViewportSize({ width: 1400, height: 900 });
  await begin(page, server, 'somebody at this screen', undefined, /The king's axe/);
  const curtain = page.getByTestId('curtain');
  await expect(curtain).toContainText('Scots');
  await page.screenshot({ path: info.outputPath('curtain.png') });
  await curtain.getByRole('button').click();
  await expect(curtain).toBeHidden();
  // They alone are asked first, for a signal; then both lay chits.
  await ready(page).click();
  await expect(ready(page)).toContainText('the chits lie');
  await page.keyboard.press('0');
  await lay(page, 'move', 'S01');
  await expect(piece(page, 'S01').locator('.chit')).toHaveText('Mo');
  await endAfterAll(ready(page));

  await expect(curtain).toContainText('English');
  // Nothing behind it can be reached.
  await expect(page.locator('main.game')).toHaveAttribute('inert', '');
  await noViolations(page, 'the curtain');
  await curtain.getByRole('button').click();
  await expect(ready(page)).toContainText('the chits lie');
  await expect(piece(page, 'S01').locator('.chit')).toHaveCount(0);
  await expect(page.locator('.staged')).toHaveCount(0);
  await page.keyboard.press('0');
  await lay(page, 'move', 'E10');
  await endAfterAll(ready(page));

  // Both have committed: the chits are turned up, for everybody.
  await expect(page.locator('.phase')).toContainText('movement');
  await pressIf(curtain.getByRole('button'));
  await expect(piece(page, 'E10').locator('.chit')).toHaveText('Mo');
  await expect(piece(page, 'S01').locator('.chit')).toHaveText('Mo');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  test('a chit is taken up and put down by taps', async ({ page, server }, info) => {
    await begin(page, server, 'the computer', 'the English', /The king's axe/);
    await expect(tray(page)).toBeVisible();
    await steady(page);
    // The first of them is not pushed out of sight.
    expect((await tray(page).getByRole('button').first().boundingBox())!.x).toBeGreaterThanOrEqual(0);
    await tray(page).getByRole('button', { name: 'move', exact: true }).tap();
    // Somebody who is in sight.
    const id = await page.locator('.piece.able').evaluateAll((list) => {
      const seen = list.find((p) => {
        const { x, y, right, bottom } = p.getBoundingClientRect();
        return x > 20 && right < 320 && y > 120 && bottom < 660;
      });
      return (seen as SVGElement | undefined)?.dataset['piece'];
    });
    const at = await middle(page, id!);
    await page.touchscreen.tap(at.x, at.y);
    await expect(piece(page, id!).locator('.chit')).toHaveText('Mo');
    await page.screenshot({ path: info.outputPath('phone-chits.png') });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});
