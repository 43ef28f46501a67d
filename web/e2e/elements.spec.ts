import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import {
  begin,
  begun,
  expect,
  finger,
  middle,
  noViolations,
  own,
  piece,
  pressIf,
  pressOn,
  prompt,
  steady,
  test,
  until,
} from './table';

/** What somebody is asked about his own men in the middle of a phase. */
const answer = (page: Page) => page.getByRole('button', { name: 'Try to stay' });

test('a unit of elements is dragged with its envelope, and turns and phases are headings', async ({
  page,
  server,
}, info) => {
  await page.setViewportSize({ width: 1400, height: 900 });
  await begin(page, server, 'the computer', 'the Scots', /24 June 1314/);
  await expect(prompt(page)).toContainText('give every unit one order');
  await page.getByLabel('Captain').selectOption('0');
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
  await steady(page);
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

  // Nobody has to test: nothing is rolled, nothing is asked, and it can be taken back.
  await page.getByRole('button', { name: 'End the movement' }).click();
  await expect(page.locator('.log h3.log-phase').filter({ hasText: 'Shooting' }).first()).toBeVisible();
  // Nobody is dragged while shots are named.
  await expect(prompt(page)).toContainText('shoot');
  await page.keyboard.press('n');
  await page.keyboard.press('g');
  await expect(page.locator('.wanted')).toHaveCount(0);
  const second = page.locator('.log h3.log-turn').filter({ hasText: 'Turn 2 of the Scots' });
  await until(
    async () => (await second.count()) > 0,
    async () => (await pressIf(answer(page))) || pressOn(page, page.getByRole('button', { name: /^End the/ })),
  );
  await expect(second).toBeVisible();
  await noViolations(page, 'elements');
});

test('one dragged move is one undo, after a reload too', async ({ page, server }) => {
  await page.setViewportSize({ width: 1400, height: 900 });
  await begin(page, server, 'somebody at this screen', undefined, /24 June 1314/);
  await expect(prompt(page)).toContainText('give every unit one order');
  const at = (id: string) => piece(page, id).evaluate((e) => (e as SVGElement).style.transform);
  const drag = async (id: string) => {
    await steady(page);
    const from = await middle(page, id);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 15, from.y);
    await page.mouse.move(from.x + 50, from.y, { steps: 5 });
    await expect(page.getByTestId('popover')).toContainText(' in');
    await page.mouse.up();
  };
  const [home, before] = [await at('S4'), await at('S5')];
  await drag('S4');
  await expect.poll(() => at('S4')).not.toBe(home);
  await drag('S5');
  await expect.poll(() => at('S5')).not.toBe(before);
  await page.reload();
  await steady(page);
  const moved = await at('S4');
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await undo.click();
  await expect.poll(() => at('S5')).toBe(before);
  expect(await at('S4')).toBe(moved);
  await undo.click();
  await expect.poll(() => at('S4')).toBe(home);
});

test('a division goes straight ahead together, with a preview', async ({ page, server }) => {
  await page.setViewportSize({ width: 1400, height: 900 });
  await begin(page, server, 'the computer', 'the English', /24 June 1314/);
  await page.getByLabel('Captain').selectOption('0');
  // The Scots come first, and there may be shots to answer.
  const end = page.getByRole('button', { name: 'End the movement' });
  await until(
    () => end.isVisible(),
    async () =>
      (await pressIf(answer(page))) || pressOn(page, page.getByRole('button', { name: /^End the (?!movement)/ })),
  );
  // Whoever has others of his division with him.
  const together = page.getByRole('button', { name: /^Advance the whole division \(\d+\)$/ });
  await expect(async () => {
    await page.keyboard.press('n');
    await expect(together).toBeVisible({ timeout: 300 });
  }).toPass();
  const many = Number(/\d+/.exec((await together.textContent())!)![0]);
  const id = (await page.locator('.piece.selected').getAttribute('data-piece'))!;
  const at = () => piece(page, id).evaluate((e) => (e as SVGElement).style.transform);
  const before = await at();
  await together.click();
  await noViolations(page, 'an advance of a division', '.side');
  // The English look to the left.
  const from = await middle(page, id);
  await page.mouse.move(from.x - 60, from.y);
  await expect(page.locator('.under .ghost')).not.toHaveCount(0);
  expect(await page.locator('.under .ghost').count()).toBeLessThanOrEqual(many);
  await page.mouse.click(from.x - 60, from.y);
  await expect(page.locator('.log')).toContainText(/moves|test/);
  await expect.poll(at).not.toBe(before);
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
    .selectOption({ label: "Moray's schiltron, Pikes 16 (Bannockburn, 24 June 1314)" });
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
  // Away from it, or the browser notes on its console that nobody answers.
  await page.goto('about:blank');
  await server.kill();
  await server.start();
  await page.goto(address);
  await expect(page.locator('[data-piece="V12"]')).toBeAttached();
});

test('reserves come on where they are told to', async ({ page, server }, info) => {
  await page.setViewportSize({ width: 1400, height: 900 });
  const soon = await own(page, server, 'elements/bannockburn', (text) =>
    text.replace(/reserve = \{ turn = \d+/, 'reserve = { turn = 2'),
  );
  await begun(page, server, 'elements/bannockburn', { kind: 'captain', name: 'random' }, 0, soon);
  await page.getByLabel('Captain').selectOption('0');
  await until(
    async () => (await prompt(page).innerText()).includes('bring on reserves'),
    // The arrivals are what is waited for.
    async () =>
      (await pressIf(answer(page))) || pressOn(page, page.getByRole('button', { name: /^End the (?!arrivals)/ })),
  );
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

test('whom horse could charge is shown as soon as it is taken up, and a click on him does it', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 1400, height: 900 });
  // Keith's horse stands before the Irish kern.
  const near = await own(page, server, 'elements/bannockburn', (text) =>
    text
      .replace('zone = [0, 0, 20000, 48000]', 'zone = [0, 0, 30000, 48000]')
      .replace('at = [12000, 36000, 900]', 'at = [28000, 32000, 900]'),
  );
  await begun(page, server, 'elements/bannockburn', { kind: 'captain', name: 'random' }, 0, near);
  await expect(prompt(page)).toContainText('give every unit one order');
  const horse = await middle(page, 'S5');
  await page.mouse.click(horse.x, horse.y);
  await expect(page.locator('.lane').first()).toBeAttached();
  const ends = page.locator('.lane-end');
  const targets = await ends.count();
  expect(targets).toBeGreaterThan(0);
  // Foot that cannot come so far has none.
  const foot = await middle(page, 'S4');
  await page.mouse.click(foot.x, foot.y);
  await expect(page.locator('.piece-card h2')).toContainText('King');
  await expect(page.locator('.lane')).toHaveCount(0);
  await page.mouse.click(horse.x, horse.y);
  await expect(ends).toHaveCount(targets);
  await expect(page.getByRole('button', { name: /charge .*: Irish kern/ })).toBeVisible();
  const foe = await middle(page, 'E12');
  await page.mouse.click(foe.x, foe.y);
  await expect(page.locator('.log')).toContainText(/Keith.* (charges|meets|moves|test)/);
});

test('a unit stands in its ranks and files, each kind with its own look', async ({ page, server }, info) => {
  await page.setViewportSize({ width: 1400, height: 900 });
  await begin(page, server, 'the computer', 'the Swiss', /Murten/);
  await expect(prompt(page)).toContainText('give every unit one order');
  // Those who come later are told of.
  await page.locator('.off-map summary').click();
  await noViolations(page, 'who is not on the table yet', '.off-map');
  const ranks = (id: string) =>
    piece(page, id)
      .locator('.rank')
      .evaluateAll((all) => all.map((rank) => [rank.getAttribute('fill'), Number(rank.getAttribute('width')) / 60]));
  // The main battle has two ranks of pikes before two of polearms, six files each.
  expect(await ranks('V4')).toEqual([
    ['url(#stand-one-pikes)', 6],
    ['url(#stand-one-pikes)', 6],
    ['url(#stand-one-polearms)', 6],
    ['url(#stand-one-polearms)', 6],
  ]);
  // Its plate does not lie upon what says where it looks.
  const plate = (await piece(page, 'V4').locator('.plate').boundingBox())!;
  const noses = piece(page, 'V4').locator('.nose');
  await expect(noses).toHaveCount(2);
  for (const nose of await noses.all()) {
    const box = (await nose.boundingBox())!;
    expect(box.y > plate.y + plate.height || box.y + box.height < plate.y).toBe(true);
  }
  // Whatever stands there is painted.
  const unpainted = await page.locator('.piece .rank').evaluateAll((all) => {
    const named = (rank: Element) => /#([\w-]+)/.exec(rank.getAttribute('fill')!)![1]!;
    return all.map(named).filter((id) => document.getElementById(id)?.tagName !== 'pattern');
  });
  expect(unpainted).toEqual([]);
  await page.screenshot({ path: info.outputPath('murten.png') });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });

  test('a unit is tapped and then dragged by a finger; elsewhere a finger moves the map', async ({
    page,
    server,
  }, info) => {
    await begin(page, server, 'the computer', 'the Scots', /24 June 1314/);
    await expect(piece(page, 'S4')).toHaveClass(/able/);
    const touch = await finger(page);
    const scale = () => page.locator('.world').evaluate((w) => new DOMMatrix(getComputedStyle(w).transform).a);
    // Nobody is selected: the map goes with the finger, and the unit stays where it is on it.
    const first = await middle(page, 'S4');
    await touch.drag(first, { x: first.x + 30, y: first.y + 20 });
    await expect(page.locator('.ghost')).toHaveCount(0);
    const moved = await middle(page, 'S4');
    expect(moved.x).toBeGreaterThan(first.x + 10);

    await touch.press(moved, 60);
    await expect(piece(page, 'S4')).toHaveClass(/selected/);
    await expect(page.locator('.envelope').first()).toBeAttached();
    const from = await middle(page, 'S4');
    // Two inches straight on.
    const on = 80 * (await scale());
    await touch.drag(from, { x: from.x + Math.max(12, on), y: from.y }, async () => {
      await expect(page.locator('.ghost')).toHaveCount(1);
      await expect(page.getByTestId('popover')).toContainText(/\d(\.\d+)? of \d+(\.\d)? in/);
      await page.screenshot({ path: info.outputPath('finger.png') });
    });
    await expect(page.locator('.ghost')).toHaveCount(0);
    await expect(page.locator('.log')).toContainText('moves');
    await expect(piece(page, 'S4').locator('.tick')).toBeAttached();
  });
});

test('at a real table: ranges, arcs, the ruler, the chance of a test and an order in words', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 1400, height: 900 });
  await begin(page, server, 'the computer', 'the Swiss', /Murten/);
  await expect(prompt(page)).toContainText('give every unit one order');
  const lines = page.locator('.area-line');
  const shown = async (what: string) => {
    const before = await lines.count();
    await page.getByRole('button', { name: what }).click();
    await expect.poll(() => lines.count()).toBeGreaterThan(before);
  };
  await shown('Command ranges');
  await shown('Firing arcs');
  await page.keyboard.press('l');
  const from = await middle(page, 'V4');
  await page.mouse.click(from.x, from.y);
  await page.mouse.move(from.x + 150, from.y, { steps: 3 });
  await expect(page.locator('.sight-text')).toHaveText(/^\d+(\.\d+)? in$/);
  await page.keyboard.press('Escape');

  // Straight ahead is free; aside is a wheel, and its test is told with its chance.
  const shot = await middle(page, 'V3');
  await page.mouse.move(shot.x, shot.y);
  await page.mouse.down();
  await page.mouse.move(shot.x + 15, shot.y);
  await page.mouse.move(shot.x + 20, shot.y + 60, { steps: 5 });
  await expect(page.getByTestId('popover')).toContainText(/Manoeuvre: \d+ or less .*\d+ %/);
  await page.keyboard.press('Escape');
  await page.mouse.up();

  const words = page.getByLabel('An order in words');
  await words.fill('move V4 forward 90.0');
  await words.press('Enter');
  await expect(page.locator('.notice, .typed .no').first()).toBeVisible();
  await words.fill('move V4 forward 3.0');
  await words.press('Enter');
  await expect(page.locator('.log')).toContainText('moves');
});
