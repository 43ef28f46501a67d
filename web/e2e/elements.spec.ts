import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { begin, expect, noViolations, piece, prompt, test } from './table';

async function middle(page: Page, id: string): Promise<{ x: number; y: number }> {
  const box = (await piece(page, id).boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('a unit of elements is dragged with its envelope, and turns and phases are headings', async ({
  page,
  server,
}, info) => {
  await page.setViewportSize({ width: 1400, height: 900 });
  await begin(page, server, 'the computer', 'the Scots', /24 June 1314/);
  await expect(prompt(page)).toContainText('give every unit one order');
  await page.getByLabel('Captain').selectOption('0');
  await page.waitForTimeout(600);
  const from = await middle(page, 'S4');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 15, from.y);
  await page.mouse.move(from.x + 70, from.y, { steps: 5 });
  const popover = page.getByTestId('popover');
  await expect(popover).toContainText(/\d(\.\d+)? of \d+(\.\d)? in/);
  await expect(page.locator('.envelope').first()).toBeVisible();
  await expect(page.locator('.ghost')).toHaveCount(1);
  // Further than it may go: as near as it can, and why.
  await page.mouse.move(from.x + 420, from.y, { steps: 5 });
  await expect(popover.locator('.no')).toBeVisible();
  await page.screenshot({ path: info.outputPath('elements-drag.png') });
  await page.mouse.move(from.x + 70, from.y, { steps: 3 });
  await page.mouse.up();
  await expect(page.locator('.log')).toContainText('moves');
  // Its mark stands beside its numbers and not upon them.
  const plate = (await piece(page, 'S4').locator('.plate').boundingBox())!;
  const mark = (await piece(page, 'S4').locator('.tick').boundingBox())!;
  expect(mark.y + mark.height).toBeLessThanOrEqual(plate.y + 1);

  // A commander is taken by his pennon, which flies above those he leads.
  const pennon = (await piece(page, 'douglas').boundingBox())!;
  const flag = { x: pennon.x + pennon.width * 0.55, y: pennon.y + pennon.height * 0.3 };
  await page.mouse.click(flag.x, flag.y);
  await expect(page.locator('.piece-card h2')).toContainText('Douglas');
  await page.mouse.move(flag.x, flag.y);
  await page.mouse.down();
  await page.mouse.move(flag.x + 20, flag.y);
  await page.mouse.move(flag.x + 60, flag.y - 10, { steps: 3 });
  await expect(popover).toContainText(' in');
  await page.keyboard.press('Escape');
  await page.mouse.up();

  await page.getByRole('button', { name: 'End the movement' }).click();
  await expect(page.locator('.log h3.log-phase').filter({ hasText: 'Shooting' }).first()).toBeVisible();
  // Nobody is dragged while shots are named.
  await expect(prompt(page)).toContainText('shoot');
  await page.keyboard.press('n');
  await page.keyboard.press('g');
  await expect(page.locator('.wanted')).toHaveCount(0);
  for (let i = 0; i < 8; i++) {
    if (await page.locator('.log h3.log-turn').filter({ hasText: 'Turn 2 of the Scots' }).count()) break;
    const end = page.getByRole('button', { name: /^End the/ });
    if (await end.count()) await end.click();
    await page.waitForTimeout(700);
  }
  await expect(page.locator('.log h3.log-turn').filter({ hasText: 'Turn 2 of the Scots' })).toBeVisible({
    timeout: 30_000,
  });
  await noViolations(page, 'elements');
});

test('an army is set up in its zone before the first turn', async ({ page, server }, info) => {
  await page.setViewportSize({ width: 1400, height: 900 });
  await begin(page, server, 'somebody at this screen', undefined, /24 June 1314/, { 'Armies stand as': 'free' });
  await expect(page.locator('.phase')).toContainText('Deployment');
  const own = (await page.locator('.piece.able').first().getAttribute('data-piece'))!;
  const from = await middle(page, own);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y + 14);
  await expect(page.locator('.envelope')).toHaveCount(1);
  await page.screenshot({ path: info.outputPath('zone.png') });
  // Out of the zone: not there, and why.
  await page.mouse.move(420, 500, { steps: 4 });
  await expect(page.getByTestId('popover').locator('.no')).toBeVisible();
  await page.mouse.move(from.x, from.y + 3, { steps: 4 });
  await expect(page.getByTestId('popover')).toContainText('Set up here');
  await page.mouse.up();
  await expect(page.locator('.log')).toContainText('comes on at');
  await page.keyboard.press('u');
  await expect(page.locator('.log')).not.toContainText('comes on at');
});

test('an army of one’s own is put together from the lists, counted, saved and played', async ({
  page,
  server,
}, info) => {
  await page.goto(`${server.url}/`);
  await page
    .getByRole('group', { name: 'Battle' })
    .getByRole('button', { name: /Murten/ })
    .click();
  const armies = page.getByTestId('armies');
  await armies.getByText('Armies of your own').click();
  const faults = armies.locator('.faults');
  await expect(faults).toContainText(/Sound: Swiss 15 pieces, \d+ points; Burgundians 17 pieces, \d+ points/);
  const points = async () => Number(/Swiss \d+ pieces, (\d+)/.exec(await faults.innerText())![1]);
  const first = await points();

  // Somebody of another battle joins them, where there is room.
  await armies
    .getByLabel('From the lists')
    .selectOption({ label: "Moray's schiltron, Pikes 12 (Bannockburn, 24 June 1314)" });
  await armies.getByRole('button', { name: 'Add to the Swiss' }).click();
  await expect(faults).toContainText('Swiss 16 pieces');
  const more = await points();
  expect(more).toBeGreaterThan(first);

  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.screenshot({ path: info.outputPath('armies-phone.png'), fullPage: true });
  await page.setViewportSize({ width: 1280, height: 800 });

  // It may not cost more than was agreed.
  const limit = armies.getByLabel('may cost').first();
  await limit.fill(`${more - 1}`);
  await limit.press('Enter');
  await expect(faults).toContainText(/costs \d+ points, 1 more than it may/);
  await page.screenshot({ path: info.outputPath('armies.png'), fullPage: true });
  await noViolations(page, 'armies');
  await armies.getByRole('button', { name: 'Leave out Free companions' }).click();
  await expect(faults).toContainText(/Sound: Swiss 15 pieces/);

  // Kinds, numbers and whatever else is chosen, with their points; what is wrong stands beside the row.
  const horse = armies.getByTestId('army-V7');
  await expect(horse).toContainText('54 points');
  await horse.getByRole('button', { name: 'One less of SuperiorCavalry' }).click();
  await expect(horse).toContainText('45 points');
  await horse.getByLabel('Kind of Lorraine horse').selectOption('Knights');
  await expect(horse).toContainText('50 points');
  await horse.locator('summary').click();
  await horse.getByLabel('quality').selectOption('"D"');
  await expect(horse).toContainText('40 points');
  await horse.getByLabel('files side by side').fill('9');
  await horse.getByLabel('files side by side').press('Enter');
  await expect(horse.getByRole('alert')).toContainText('cannot stand in that many files');
  await noViolations(page, 'a fault of an army');
  await horse.getByLabel('files side by side').fill('3');
  await horse.getByLabel('files side by side').press('Enter');
  await expect(faults).toContainText(/Sound: Swiss 15 pieces/);
  await limit.fill('');
  await limit.press('Enter');
  await armies.getByLabel('From the lists').selectOption('Longbow');
  await armies.getByRole('button', { name: 'Add to the Swiss' }).click();
  await expect(faults).toContainText(/Sound: Swiss 16 pieces/);
  await armies.getByRole('button', { name: 'Leave out Longbow' }).click();
  await expect(faults).toContainText(/Sound: Swiss 15 pieces/);

  const saving = page.waitForEvent('download');
  await armies.getByRole('button', { name: 'Save as a file' }).click();
  const file = await (await saving).path();
  expect(readFileSync(file, 'utf8')).toContain('id = "my/murten"');
  await armies.getByRole('button', { name: 'As on the shelf' }).click();
  await expect(faults).toContainText('Swiss 15 pieces');
  await armies.getByLabel('Open a file').setInputFiles(file);
  await expect(armies.getByLabel('Name of V12')).toHaveValue("Moray's schiltron");
  await expect(faults).toContainText('Sound');

  await page.getByLabel('somebody at this screen').check();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  // The wood hides somebody: the screen is handed over.
  await page.getByTestId('curtain').getByRole('button').click();
  await expect(page.locator('.piece').first()).toBeVisible();
  await expect(page.locator('[data-piece="V12"]')).toBeAttached();
  await expect(page.locator('[data-piece="V9"]')).toHaveCount(0);
  // It goes on after the server has been away.
  const address = page.url();
  await server.kill();
  await server.start();
  await page.goto(address);
  await expect(page.locator('[data-piece="V12"]')).toBeAttached();
});

test('reserves come on where they are told to', async ({ page, server }, info) => {
  await page.setViewportSize({ width: 1400, height: 900 });
  const answer = await page.request.get(`${server.url}/api/scenarios/elements/bannockburn`);
  const { text } = (await answer.json()) as { text: string };
  const made = await page.request.post(`${server.url}/api/games`, {
    data: {
      scenario: 'elements/bannockburn',
      text: text.replace(/reserve = \{ turn = \d+/, 'reserve = { turn = 2').replace(/^id = "elements/m, 'id = "my'),
      options: {},
      seats: [{ kind: 'here' }, { kind: 'captain', name: 'random' }],
    },
  });
  const { game, seats } = (await made.json()) as { game: string; seats: [string, null] };
  await page.goto(`${server.url}/g/${game}#${seats[0]}`);
  await page.getByLabel('Captain').selectOption('0');
  for (let i = 0; i < 40 && !(await prompt(page).innerText()).includes('bring on reserves'); i++) {
    const end = page.getByRole('button', { name: /^End the/ });
    const hold = page.getByRole('button', { name: 'Try to stay' });
    if (await hold.count()) await hold.first().click();
    else if (await end.count()) await end.click();
    await page.waitForTimeout(500);
  }
  await expect(prompt(page)).toContainText('bring on reserves');
  await page.locator('.able-list').getByRole('button', { name: 'Small folk' }).click();
  const places = page.getByRole('group', { name: 'Manoeuvres of Small folk' }).getByRole('button');
  await expect(places.first()).toContainText('Come on at');
  await expect(page.locator('.reach').first()).toBeAttached();
  await places.nth(1).hover();
  await expect(page.locator('.ghost')).toHaveCount(1);
  await page.screenshot({ path: info.outputPath('reserves.png') });
  await places.nth(1).click();
  await expect(page.locator('[data-piece="S8"]')).toBeAttached();
});
