import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { meet } from './meeting';
import { ROOT } from './server';
import {
  begin,
  begun,
  clickHex,
  drive,
  expect,
  finger,
  hexesOf,
  hexPoint,
  kind,
  newGame,
  noViolations,
  phase,
  piece,
  pressIf,
  prompt,
  setUpMedieval,
  shownPercents,
  test,
  until,
} from './table';

test('the set-up is taken as it stands, a unit moves, axe', async ({ page, server }) => {
  await newGame(page, server, 'somebody at this screen', 'the Scots', /Stirling/);
  await expect(phase(page)).toContainText('set-up');
  await setUpMedieval(page);
  await expect(phase(page)).toContainText('cavalry movement');

  const id = 's-cav0-1';
  const start = (await hexesOf(page, id))[0]!;
  await page.getByTestId('board').focus();
  await page.keyboard.press('n');
  await expect(page.locator('.piece-card')).toBeVisible();
  await clickHex(page, start);
  await expect(piece(page, id)).toHaveAttribute('aria-label', /facing (north|south)/);
  await expect(page.locator('.reach').first()).toBeVisible();
  // Several steps off: each of them is a choice of its own.
  const box = (await page.locator('.cost').filter({ hasText: /^3$/ }).first().boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect.poll(async () => (await hexesOf(page, id))[0]).not.toBe(start);
  // What it is to do in the other's turn can be settled before that is asked for the first time.
  await page.getByText('When it may interrupt the other side').click();
  await page.getByLabel(/^Standing order: .*, charge$/).selectOption('never');
  await noViolations(page, 'medieval');
  await page.getByRole('button', { name: 'Game menu' }).click();
  const orders = page.getByRole('dialog').getByRole('group', { name: 'Standing orders of the Scots' });
  await expect(orders.locator('.standing-row').last()).toContainText(/, charge never/);
  await orders.getByLabel('Standing order: all units of the Scots, shoot').selectOption('hold');
  await noViolations(page, 'standing orders in the menu', 'dialog');
  await orders.getByRole('button', { name: 'Ask again' }).click();
  await expect(orders.getByRole('button', { name: 'Ask again' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByRole('button', { name: 'Game menu' }).click();
  await expect(orders.getByLabel('Standing order: all units of the Scots, shoot')).toHaveValue('hold');
  await page.keyboard.press('Escape');
  // It was one thing, also after a reload.
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(async () => (await hexesOf(page, id))[0]).toBe(start);
  await expect(piece(page, id)).toBeVisible();
});

test('two at one screen with secrets: a curtain between them', async ({ page, server }) => {
  await begin(page, server, 'somebody at this screen', 'the Scots', /^Bannockburn 1314/, { 'wolf pits': 'on' });
  const curtain = page.getByTestId('curtain');
  await expect(curtain).toContainText('Hand over to the Scots');
  await expect(page.locator('.game')).toBeHidden();
  await curtain.getByRole('button').click();
  await kind(page, 'ready').click();
  await expect(curtain).toContainText('Hand over to the English');
  await expect(page.locator('.game')).toBeHidden();
  await curtain.getByRole('button').click();
  await expect(curtain).toHaveCount(0);
  await expect(phase(page)).toContainText('set-up');
  await expect(prompt(page)).toContainText('English');
  await page.reload();
  await expect(curtain).toContainText('Hand over to the English');
  await expect(page.locator('.game')).toBeHidden();
  // The record would tell: it is kept until the end, and so are games that begin from it.
  await curtain.getByRole('button').click();
  await page.getByRole('button', { name: 'Game menu' }).click();
  await expect(page.getByRole('button', { name: /^Save the record/ })).toBeDisabled();
  await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
  await expect(page.getByRole('button', { name: 'Play on from here' })).toBeDisabled();
});

test('alone against a captain, by a link: no curtain, and wolf pits are moved by clicks', async ({
  page,
  server,
}, info) => {
  const captain = { kind: 'captain', name: 'random' };
  await begun(page, server, 'medieval/prelude', captain, 0, { options: { wolf_pits: 'on' } });
  await expect(kind(page, 'ready')).toBeVisible();
  await expect(page.getByTestId('curtain')).toHaveCount(0);
  await page.keyboard.press('0');
  await clickHex(page, '1221');
  await page.screenshot({ path: info.outputPath('pit.png') });
  await clickHex(page, '1120');
  await expect(page.getByRole('log')).toContainText('1120');
});

test('a window is answered by a pass, then by a standing order', async ({ page, server }) => {
  test.setTimeout(120_000);
  await newGame(page, server, 'the computer', 'the English', /Prelude/);
  await page.getByLabel('Captain').selectOption({ label: 'at once' });
  const open = page.getByTestId('window');
  // Whatever else is asked gets the first answer, until there is something to interrupt.
  const other = page
    .locator(
      '.mains button.main:not([data-kind^="pass"]), .ask button, .turns button, .strike:not([data-kind="charge"])',
    )
    .first();
  await until(
    () => open.isVisible(),
    () => pressIf(other),
    90_000,
  );
  await expect(open).toContainText('You may interrupt');
  await expect(page.locator('.mains [data-kind="pass"]')).not.toHaveCount(0);
  await noViolations(page, 'window');
  await open
    .getByLabel(/^Standing order: (Charge|Shoot)$/)
    .first()
    .selectOption('never');
  // If nothing else was to be asked about, it is passed already.
  await pressIf(kind(page, 'pass'));
  await expect(page.getByRole('log')).not.toBeEmpty();
  await page.getByRole('button', { name: 'Game menu' }).click();
  await expect(page.getByRole('dialog')).toContainText('Standing orders of the English');
});

test('a company is put together by clicks and by keys, its odds follow, and it goes', async ({
  page,
  server,
}, info) => {
  test.setTimeout(180_000);
  const { game, token, hex, unit } = await meet(page, server.url, 'medieval/prelude');
  await page.goto(`${server.url}/g/${game}#${token}`);
  const panel = page.getByTestId('muster');
  await expect(panel).toContainText('Whom to attack?');

  // By clicks: a target, then who takes part. The one pointed at shows what would come of it.
  await clickHex(page, hex);
  await expect(panel).toContainText(new RegExp(`^${hex}: `));
  const at = (await hexesOf(page, unit))[0]!;
  const p = await hexPoint(page, at);
  await page.mouse.move(p.x, p.y);
  await expect(page.getByTestId('popover')).toContainText(/joins in.*Dice: 2d6/s);
  const useful = /^(defender (loses or retreats|loses|retreats)|succeeds) [0-9.]+ %$/;
  await expect(page.getByTestId('popover').locator('.chance')).toHaveText(useful);
  await page.mouse.click(p.x, p.y);
  await expect(panel.locator('.strike')).toBeVisible();
  await expect(panel.locator('.odds')).toContainText('Dice: 2d6');
  await expect(panel.locator('.chance')).toHaveText(useful);
  expect(await shownPercents(panel.locator('.odds'))).toBe(10_000);
  await expect(piece(page, unit)).toHaveClass(/selected/);
  await page.screenshot({ path: info.outputPath('company.png') });
  await noViolations(page, 'company');
  // Out again, and everything taken back.
  await page.mouse.click(p.x, p.y);
  await expect(panel.locator('.strike')).toHaveCount(0);
  await expect(async () => {
    // A key that is pressed too soon is passed over: it is pressed until all is taken back.
    if (!(await panel.textContent())!.includes('Whom to attack?')) await page.keyboard.press('u');
    await expect(panel).toContainText('Whom to attack?', { timeout: 300 });
  }).toPass();

  // By keys: N walks over targets and units, Enter takes the step.
  const spoken = page.getByTestId('spoken');
  const walk = async (words: string) => {
    await page.getByTestId('board').focus();
    await until(
      async () => (await spoken.innerText()).includes(words),
      () => page.keyboard.press('n'),
    );
    await page.keyboard.press('Enter');
  };
  await walk(`on hex ${hex}`);
  await expect(panel).toContainText(new RegExp(`^${hex}: `));
  await walk(`on hex ${at}`);
  await expect(panel.locator('.strike')).toBeVisible();
  const told = page.getByRole('log');
  await panel.locator('.strike').press('Enter');
  await expect(told.locator('.dice').last()).toBeAttached();
  await expect(told).toContainText(`against ${hex}`);
});

for (const condition of [false, true]) {
  test(`a standing order${condition ? ' against one kind of enemies' : ''} is followed by the server while nobody has the page open`, async ({
    page,
    server,
    browser,
  }, info) => {
    const { game, seats } = await begun(page, server, 'lesson/react', { kind: 'here' });
    // The English are played from elsewhere.
    const away = await (await browser.newContext()).newPage();
    await away.goto(server.url);
    const english = drive(away, game, seats[1], ['ready'], /^one 3 infantry movement$/);
    await kind(page, 'ready').click();
    await expect(phase(page)).toContainText('cavalry movement');
    await kind(page, 'end').click();
    await expect(phase(page)).toContainText('infantry movement');
    await english;
    await clickHex(page, (await hexesOf(page, 's-xbow-1'))[0]!);
    await page.getByRole('button', { name: /^Activate/ }).click();
    await page.getByRole('button', { name: 'Make ready to shoot' }).click();
    await page.getByText('When it may interrupt the other side').click();
    const order = page.getByLabel(/^Standing order: .*, shoot$/);
    await order.selectOption(condition ? 'never' : 'take');
    await expect(order).toHaveValue(condition ? 'never' : 'take');
    if (condition) {
      // Never, but against such horse always: the narrower order holds.
      await page.getByLabel('Shoot, but against any').selectOption({ label: 'cavalry' });
      const against = page.getByLabel(/^Standing order: .*, shoot, against any cavalry$/);
      await expect(against).toHaveValue('never');
      await against.selectOption('take');
      await expect(against).toHaveValue('take');
      await expect(order).toHaveValue('never');
      await page.screenshot({ path: info.outputPath('beforehand.png') });
      await noViolations(page, 'orders with a condition', '.side');
    }
    await kind(page, 'done').click();
    const told = page.getByRole('log');
    await expect(told).toContainText('crossbows');
    await kind(page, 'end').click();
    await expect(phase(page)).toContainText('English');
    const address = page.url();
    await page.goto('about:blank');

    await drive(away, game, seats[1], ['activate e-cav0-1', 'enter hold'], /^two/);
    // Nobody was there, and it was shot all the same.
    await page.goto(address);
    const shot = told.locator('.line').filter({ hasText: /Scottish crossbows 1\s+shoots at\s+English light horse 1/ });
    await expect(shot).not.toHaveCount(0);
    await expect(page.getByTestId('window')).toHaveCount(0);
  });
}

test('a countercharge is settled beforehand against one kind of enemies, and ridden while nobody has the page open', async ({
  page,
  server,
  browser,
}) => {
  // The lesson's heath, with horse where the crossbows were.
  const text = readFileSync(join(ROOT, 'data/lessons/react-battle.toml'), 'utf8')
    .replace('id = "lesson/react"', 'id = "my/countercharge"')
    .replace('type = "XBOW"', 'type = "CAV0"')
    .replace('{ hex = "0606"', '{ hex = "0706"');
  const { game, seats } = await begun(page, server, 'lesson/react', { kind: 'here' }, 0, { text });
  const away = await (await browser.newContext()).newPage();
  await away.goto(server.url);
  const english = drive(away, game, seats[1], ['ready'], /^one 1 cavalry movement$/);
  await kind(page, 'ready').click();
  await english;
  await expect(phase(page)).toContainText('cavalry movement');
  await clickHex(page, '0706');
  await page.getByText('When it may interrupt the other side').click();
  const order = page.getByLabel(/^Standing order: .*, charge$/);
  await order.selectOption('never');
  await expect(order).toHaveValue('never');
  await page.getByLabel('Charge, but against any').selectOption({ label: 'cavalry' });
  const against = page.getByLabel(/^Standing order: .*, charge, against any cavalry$/);
  await against.selectOption('take');
  await expect(against).toHaveValue('take');
  for (const next of ['infantry movement', 'English']) {
    await kind(page, 'end').click();
    await expect(phase(page)).toContainText(next);
  }
  const address = page.url();
  await page.goto('about:blank');

  await drive(away, game, seats[1], ['activate e-cav0-1', 'enter hold', 'enter hold'], /^two/);
  await page.goto(address);
  await expect(page.getByRole('log').locator('.role-charge')).toContainText('Scottish light horse 1');
  await expect(page.getByTestId('window')).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });

  test('the map is pinched, a long press asks why not', async ({ page, server }) => {
    await newGame(page, server, 'somebody at this screen', 'the Scots', /Stirling/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await setUpMedieval(page);
    const scale = () => page.locator('.world').evaluate((w) => new DOMMatrix(getComputedStyle(w).transform).a);
    const before = await scale();
    const touch = await finger(page);
    await touch.pinch({ x: 195, y: 300 }, 40, 120);
    await expect.poll(scale).toBeGreaterThan(before * 1.5);
    await touch.pinch({ x: 195, y: 300 }, 140, 40);

    await page.keyboard.press('n');
    await expect(page.locator('.reach').first()).toBeAttached();
    // Twelve hexes behind him is too far: a finger held there is told so, with the rule.
    const id = (await page.locator('.piece.selected').getAttribute('data-piece'))!;
    const start = (await hexesOf(page, id))[0]!;
    const far = `${start.slice(0, 2)}${String(Number(start.slice(2)) + 12).padStart(2, '0')}`;
    await page.keyboard.press('0');
    await touch.press(await hexPoint(page, far), 800);
    await expect(page.getByTestId('popover')).toHaveClass(/refused/);
    await expect(page.getByTestId('popover')).toContainText(/M-\d+/);
    await noViolations(page, 'medieval phone');
  });
});
