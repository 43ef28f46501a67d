// What only comes when armies meet, in real battles: who has to run begins it by himself, who is asked something is in sight, and the
// guide speaks of what is asked.
import type { Page } from '@playwright/test';
import { type Come, come } from './coming';
import { clickHex, expect, hexOf, hexesFrom, noViolations, piece, prompt, steady, test } from './table';

async function open(page: Page, url: string, { game, token }: Come): Promise<void> {
  await page.goto(`${url}/g/${game}#${token}`);
  await expect(prompt(page)).not.toBeEmpty();
}

/** All of a piece is on the map as it is shown, and nothing of it under its edge. */
async function inSight(page: Page, id: string): Promise<void> {
  await expect(async () => {
    await steady(page);
    const [box, map] = [await piece(page, id).boundingBox(), await page.getByTestId('board').boundingBox()];
    expect(box!.x).toBeGreaterThanOrEqual(map!.x);
    expect(box!.y).toBeGreaterThanOrEqual(map!.y);
    expect(box!.x + box!.width).toBeLessThanOrEqual(map!.x + map!.width);
    expect(box!.y + box!.height).toBeLessThanOrEqual(map!.y + map!.height);
  }).toPass({ timeout: 15_000 });
}

const guide = (page: Page) => page.getByTestId('guide');

/** Whose counters have been on their way as somebody's who flees, from the next page on. */
async function runners(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const ran: string[] = [];
    Object.assign(window, { ran });
    document.addEventListener('transitionrun', ({ target, propertyName }) => {
      const flees = target instanceof SVGElement && propertyName === 'transform' && target.matches('.piece.fleeing');
      if (flees) ran.push(target.dataset['piece']!);
    });
  });
  return () => page.evaluate(() => (window as unknown as { ran: string[] }).ran);
}

for (const scenario of ['edward/bannockburn', 'quad/robert']) {
  test(`the only one who has to run begins it by himself: ${scenario}`, async ({ page, server }, info) => {
    test.setTimeout(150_000);
    const found = await come(page, server.url, scenario, { only: 'owed' });
    const id = found.offers[0]!.piece!;
    const ran = await runners(page);
    await open(page, server.url, found);
    // Nothing has been pressed. He is in hand and asked where to, or has run already where there was one way only.
    const asked = page.locator(`.piece.selected[data-piece="${id}"]`);
    const told = page.getByRole('log');
    await expect(async () => {
      const runs = (await asked.count()) > 0 && /runs\.?$/.test((await prompt(page).innerText()).trim());
      const name = (await piece(page, id).getAttribute('aria-label'))?.split(',')[0] ?? '';
      expect(runs || new RegExp(`${name} (runs|could not run)`).test(await told.innerText())).toBe(true);
    }).toPass({ timeout: 15_000 });
    // Whoever is shut in stands.
    const stands = page.locator('.mains button.main');
    const ways = page.locator('.reach.hatched');
    await expect(asked.or(ways).or(stands).first()).toBeAttached();
    if (!(await asked.count()) || (await stands.count())) return;
    await inSight(page, id);
    await expect(ways).toBeAttached();
    await expect(guide(page)).not.toContainText('to attack');
    // In his own turn it is told beside it why he has to: it is what the other side has done. In theirs it may be what he has.
    if (/Scots/.test(await page.locator('.turn').innerText())) await expect(page.getByTestId('account')).toBeVisible();
    await page.screenshot({ path: info.outputPath('runs.png') });
    await noViolations(page, 'a rout', '.side');
    // One of the shaded hexes, and he goes there.
    const from = await hexOf(page, id);
    await expect(async () => {
      for (const hex of (await hexesFrom(page, from)).slice(1, 7)) {
        await clickHex(page, hex);
        if ((await hexOf(page, id)) !== from) return;
      }
      expect(await hexOf(page, id)).not.toBe(from);
    }).toPass();
    await expect.poll(ran).toContain(id);
  });
}

test('who may pursue is in sight, each answer is drawn, and nobody is told to click an enemy', async ({
  page,
  server,
}, info) => {
  test.setTimeout(150_000);
  const how = { rash: true, captain: 'random' };
  const found = await come(page, server.url, 'medieval/prelude', { kinds: ['pursue'], about: 'several' }, how);
  await open(page, server.url, found);
  await expect(prompt(page)).toContainText('pursuit');
  await expect(guide(page)).toBeVisible();
  await expect(guide(page)).not.toContainText('to attack');
  for (const { piece: id } of found.offers) await inSight(page, id!);
  const drawn = page.locator('.answer');
  await expect(drawn).toHaveCount(found.offers.length);
  // Whither each of them could go after the enemy.
  for (let i = 0; i < found.offers.length; i++) await expect(drawn.nth(i).locator('.answer-way')).not.toHaveCount(0);
  const answers = page.getByRole('group', { name: 'Answers' }).getByRole('button');
  await expect(answers).toHaveCount(found.offers.length);
  await answers.first().hover();
  await expect(page.locator('.answer.chosen')).toHaveCount(1);
  await page.screenshot({ path: info.outputPath('pursuit.png') });
  await noViolations(page, 'pursuit', '.side');
});

test('who retreats first is asked, and whither each of them could go is drawn', async ({ page, server }, info) => {
  test.setTimeout(150_000);
  const how = { rash: true, captain: 'marshal' };
  const found = await come(page, server.url, 'medieval/prelude', { kinds: ['retreat'], about: 'several' }, how);
  await open(page, server.url, found);
  await expect(page.locator('.answer')).toHaveCount(found.offers.length);
  const ways = found.offers.flatMap(({ to }) => (to && 'hexes' in to ? to.hexes : []));
  expect(ways).not.toEqual([]);
  await expect(page.locator('.answer-way')).toHaveCount(ways.length);
  await page.screenshot({ path: info.outputPath('retreat.png') });
});

test('one who may pursue is in sight, and is asked whether he does', async ({ page, server }, info) => {
  test.setTimeout(150_000);
  const how = { rash: true, captain: 'random' };
  const found = await come(page, server.url, 'medieval/prelude', { each: ['pursue', 'stop'], about: 'one' }, how);
  await open(page, server.url, found);
  await expect(prompt(page)).toContainText(/does .+ pursue\?/);
  // How it is said that he does, and that he does not.
  await expect(guide(page)).toContainText(/Follow .+: click the red edge\. Otherwise: Stay\./);
  await expect(guide(page)).not.toContainText('to attack');
  await inSight(page, found.offers.find((o) => o.piece)!.piece!);
  const follow = page.getByRole('button', { name: /^Follow/ }).first();
  await expect(follow).toBeVisible();
  // Where he would come to, and that he would stay where he is.
  const ghost = page.locator('.under .ghost');
  await expect(ghost).toHaveCount(0);
  await follow.hover();
  await expect(ghost).toHaveCount(1);
  await expect(page.locator('.answer-way')).not.toHaveCount(0);
  await page.screenshot({ path: info.outputPath('follow.png') });
  await page.getByRole('button', { name: 'Stay', exact: true }).hover();
  await expect(ghost).toHaveCount(0);
  await expect(page.locator('.stays')).toHaveCount(1);
  await page.screenshot({ path: info.outputPath('stay.png') });
  await page.mouse.move(5, 5);
  await expect(page.locator('.stays')).toHaveCount(0);
});

test('a unit on a table that may pursue is seen whole, and its guide says what is asked', async ({
  page,
  server,
}, info) => {
  test.setTimeout(150_000);
  // Not all of the table has room.
  await page.setViewportSize({ width: 1280, height: 720 });
  const found = await come(page, server.url, 'elements/bannockburn', { some: ['pursue'] }, { rash: true });
  await open(page, server.url, found);
  await expect(prompt(page)).toContainText('pursue with');
  await expect(guide(page)).toContainText('who follows up');
  await expect(guide(page)).not.toContainText('to attack');
  await inSight(page, found.offers[0]!.piece!);
  const actions = page.getByRole('group', { name: /^Actions of/ }).getByRole('button');
  await expect(actions).toHaveCount(found.offers.length);
  // That is answered, and not dragged.
  await expect(page.getByText('Drag it')).toHaveCount(0);
  // Whither it goes, at the least, and that it stays.
  await expect(page.locator('.answer-way')).not.toHaveCount(0);
  await page.getByRole('button', { name: 'Pursue', exact: true }).hover();
  await expect(page.locator('.under .ghost')).not.toHaveCount(0);
  await page.screenshot({ path: info.outputPath('pursue.png') });
  await page.getByRole('button', { name: 'Try to stay' }).hover();
  await expect(page.locator('.under .ghost')).toHaveCount(0);
  await expect(page.locator('.stays')).toHaveCount(1);
  await page.screenshot({ path: info.outputPath('stay.png') });
});

for (const [scenario, how] of [
  ['medieval/prelude', { rash: true, captain: 'random' }],
  ['edward/bannockburn', { rash: true, captain: 'random' }],
] as const) {
  test(`who has to be turned is in sight, and the guide says how it is done: ${scenario}`, async ({ page, server }) => {
    test.setTimeout(150_000);
    const found = await come(page, server.url, scenario, { kinds: ['face'] }, how);
    const id = found.offers[0]!.piece!;
    await open(page, server.url, found);
    // Where there is one side only he is turned by himself.
    if (found.offers.length === 1) return;
    await expect(guide(page)).toContainText('the side it is to face');
    await expect(guide(page)).not.toContainText('to attack');
    await inSight(page, id);
    const sides = page.getByRole('group', { name: 'Turn to face' }).getByRole('button');
    await expect(sides).toHaveCount(found.offers.length);
    await expect(page.locator('.handle')).toHaveCount(found.offers.length);
    const before = await prompt(page).innerText();
    await sides.last().click();
    await expect(prompt(page)).not.toHaveText(before);
  });
}
