import {
  clickHex,
  endPhase,
  expect,
  hexOf,
  hexPoint,
  newGame,
  phase,
  piece,
  pressIf,
  prompt,
  setUp,
  shownPercents,
  test,
  until,
} from './table';

const MORAY = 'sco-schiltrom-moray';

test('a whole game turn of two players at one screen', async ({ page, server }) => {
  await newGame(page, server, 'somebody at this screen');
  await setUp(page);
  const start = await hexOf(page, MORAY);

  // A move with the mouse: select, go, turn, done.
  await clickHex(page, start);
  await expect(page.locator('.piece-card h2')).toHaveText('Moray');
  await expect(page.locator('.reach').first()).toBeVisible();
  await clickHex(page, '1020');
  await expect(page.getByRole('button', { name: 'End this move' })).toBeVisible();
  await expect.poll(() => hexOf(page, MORAY)).toBe('1020');
  const turns = page.getByRole('group', { name: 'Turn to face' });
  await turns.getByRole('button').first().click();
  await page.keyboard.press('d');
  await expect(page.locator('.piece-card')).toHaveCount(0);

  // Another one by keyboard alone.
  await page.getByTestId('board').focus();
  await page.keyboard.press('n');
  await expect(page.locator('.piece-card')).toBeVisible();
  const name = await page.locator('.piece-card h2').textContent();
  await expect(page.locator('.reach').first()).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByTestId('spoken')).toContainText('Hex');
  await page.keyboard.press('Enter');
  // Keith stands with his horsemen and goes along without being asked.
  await expect(page.getByRole('log')).toContainText(new RegExp(`${name} (enters|to) \\d{4}`));
  await page.keyboard.press('d');

  await endPhase(page).click();
  await expect(phase(page)).not.toHaveText('Scots · movement');

  // The rest of the turn: whatever is asked, until turn 2 begins.
  await until(
    async () => (await page.locator('.turn-no').innerText()).includes('Turn 2'),
    async () => (await pressIf(page.locator('.strike'))) || (await pressIf(endPhase(page))) || page.keyboard.press('n'),
  );
  await expect(page.getByRole('log')).toContainText('Turn 2: the Scottish player turn');
});

test('undo takes a move back', async ({ page, server }) => {
  await newGame(page, server, 'somebody at this screen');
  await setUp(page);
  const start = await hexOf(page, MORAY);
  await clickHex(page, start);
  await expect(page.locator('.reach').first()).toBeVisible();
  await clickHex(page, '1020');
  await expect(page.getByRole('button', { name: 'End this move' })).toBeVisible();
  const undo = page.getByRole('button', { name: /^Undo/ });
  // One click, one undo.
  await undo.click();
  await expect(page.getByRole('button', { name: 'End this move' })).toHaveCount(0);
  await expect.poll(() => hexOf(page, MORAY)).toBe(start);
  await expect(endPhase(page)).toBeVisible();
});

test('why not: the rule that forbids it', async ({ page, server }) => {
  await newGame(page, server, 'somebody at this screen');
  await setUp(page);
  await page.keyboard.press('0');
  await clickHex(page, await hexOf(page, MORAY));
  await expect(page.locator('.reach').first()).toBeVisible();
  const far = await hexPoint(page, '1513');
  await page.mouse.move(far.x, far.y);
  const said = page.getByTestId('popover');
  await expect(said).toHaveClass(/refused/);
  const rule = page.locator('.whynot .rule');
  const id = (await rule.textContent())!.trim();
  expect(id).toMatch(/^ER?-\d+$/);
  await expect(page.getByTestId('spoken')).not.toBeEmpty();
  await rule.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { level: 2 })).toContainText(id);
  await expect(dialog.locator('.prose').first()).not.toBeEmpty();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  // By keyboard alone: the cursor far away, and W.
  await page.getByTestId('board').focus();
  for (let i = 0; i < 14; i++) await page.keyboard.press('ArrowUp');
  await page.keyboard.press('w');
  await expect(page.locator('.whynot')).toBeVisible();
  await expect(page.getByTestId('spoken')).not.toContainText('Hex');
});

test('an attack that is only being named shows its odds', async ({ page, server }) => {
  await newGame(page, server, 'somebody at this screen');
  await setUp(page);
  const id = 'sco-schiltrom-lanark';
  await clickHex(page, await hexOf(page, id));
  await expect(page.locator('.reach').first()).toBeVisible();
  await clickHex(page, '1117');
  // A leader in the same hex stays where he is.
  const alone = page.getByRole('button', { name: 'Nobody: go' });
  const end = page.getByRole('button', { name: 'End this move' });
  await expect(alone.or(end).first()).toBeVisible();
  await pressIf(alone);
  await expect.poll(() => hexOf(page, id)).toBe('1117');
  await end.click();
  for (let i = 0; i < 8 && !/melee/.test((await phase(page).textContent()) ?? ''); i++) {
    const before = (await phase(page).textContent())!;
    await endPhase(page).click();
    // A second press would end the next phase as well.
    await expect(phase(page)).not.toHaveText(before);
  }
  await expect(phase(page)).toHaveText('Scots · melee');
  await clickHex(page, '1117');
  const row = page.locator('.target-row').first();
  await expect(row.locator('.strike')).toContainText('attacks');
  await expect(row).toContainText('foreseen');
  await row.getByRole('button', { name: /^Odds of/ }).click();
  await expect(row.locator('.foreseen')).toContainText('if nothing changes until then');
  await expect(row.locator('.sum')).toContainText(/Needs \d+ or less/);
  await expect(row.locator('.sum .rule').first()).toHaveText(/^E-\d+$/);
  const whole = (await row.locator('.exact').allTextContents())
    .map((t) => t.split('/').map(Number))
    .reduce((sum, [a, b]) => sum + a! / (b ?? 1), 0);
  expect(whole).toBeCloseTo(1);
  expect(await shownPercents(row.locator('.odds'))).toBe(10_000);
});

test('replay and branch', async ({ page, server }) => {
  await newGame(page, server, 'somebody at this screen');
  await setUp(page);
  const start = await hexOf(page, MORAY);
  await clickHex(page, start);
  await expect(page.locator('.reach').first()).toBeVisible();
  await clickHex(page, '1020');
  await expect(page.getByRole('button', { name: 'End this move' })).toBeVisible();
  const moved = await piece(page, MORAY).getAttribute('style');

  await page.getByRole('button', { name: 'Replay', exact: true }).click();
  const group = page.getByRole('group', { name: 'Replay' });
  await expect(group.locator('output')).toHaveText(/^(\d+) of \1$/);
  await group.getByRole('button', { name: 'To the beginning' }).click();
  await expect(group.locator('output')).toContainText('0 of');
  await expect(piece(page, MORAY)).not.toHaveAttribute('style', moved!);
  await group.getByRole('button', { name: 'One step on' }).click();
  await group.getByRole('button', { name: 'One step on' }).click();
  await expect(group.locator('output')).toContainText('2 of');
  const old = page.url();
  await group.getByRole('button', { name: 'Play on from here' }).click();
  await expect(page).not.toHaveURL(old);
  await expect(prompt(page)).toContainText('Scots: move units');
  await expect.poll(() => hexOf(page, MORAY)).toBe(start);
  // The old game stands where it stood.
  await page.goto(old);
  await expect(page.getByRole('button', { name: 'End this move' })).toBeVisible();
});

test('a record is saved and opened again', async ({ page, server }) => {
  await newGame(page, server, 'somebody at this screen');
  await setUp(page);
  await page.getByRole('button', { name: 'Game menu' }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the record as a file' }).click();
  const file = await (await saving).path();
  await page.goto(`${server.url}/`);
  await expect(page.getByRole('heading', { name: 'Your games' })).toBeVisible();
  await page.getByLabel('somebody at this screen').check();
  await page.getByLabel('A record file').setInputFiles({
    name: 'game.json',
    mimeType: 'application/json',
    buffer: (await import('node:fs')).readFileSync(file),
  });
  await expect(prompt(page)).toContainText('Scots: move units');
  // Dice that came with a file may have been chosen by whoever wrote it.
  await page.getByRole('button', { name: 'Game menu' }).click();
  await expect(page.getByRole('dialog')).toContainText(
    /The dice of the first [1-9]\d* choices came with a record: this seed does not prove them/,
  );
  await page.goto(`${server.url}/`);
  await page
    .getByLabel('A record file')
    .setInputFiles({ name: 'bad.json', mimeType: 'application/json', buffer: Buffer.from('not a record') });
  await expect(page.getByRole('alert')).toContainText('not a record');
});
