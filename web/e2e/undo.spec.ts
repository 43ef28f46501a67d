// What can be taken back, and what is said and asked at the end of a phase.
import type { Offer } from '../src/api/types';
import { goOn } from './looking';
import { openMadeUp } from './made-up';
import { musterBattle } from './scenes';
import {
  begun,
  clickHex,
  endPhase,
  expect,
  hexOf,
  kind,
  middle,
  newGame,
  noViolations,
  own,
  pressIf,
  prompt,
  setUp,
  test,
  until,
  witness,
} from './table';

const MORAY = 'sco-schiltrom-moray';

test('one click is one undo, a phase is begun anew, and its end can be taken back', async ({ page, server }) => {
  await newGame(page, server, 'somebody at this screen');
  await setUp(page);
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  const start = await hexOf(page, MORAY);
  const end = page.getByRole('button', { name: 'End this move' });
  const go = async (hex: string) => {
    await clickHex(page, await hexOf(page, MORAY));
    await expect(page.locator('.reach').first()).toBeVisible();
    await clickHex(page, hex);
    await expect(end).toBeVisible();
  };
  for (const reloads of [false, true]) {
    await go('1020');
    // It is known after a reload too.
    if (reloads) await page.reload();
    await undo.click();
    await expect(endPhase(page)).toBeVisible();
    await expect.poll(() => hexOf(page, MORAY)).toBe(start);
  }

  await go('1020');
  await end.click();
  await expect(endPhase(page)).toBeVisible();
  await page.getByRole('button', { name: 'Restart' }).click();
  await expect.poll(() => hexOf(page, MORAY)).toBe(start);
  await expect(prompt(page)).toContainText('Scots: move units');
  await expect(page.getByRole('button', { name: 'Restart' })).toHaveCount(0);

  // Nobody has moved: that is said, and the end of the phase can be taken back until the English have acted.
  await endPhase(page).click();
  await expect(page.locator('.whisper')).toContainText('could still have acted');
  await undo.click();
  await expect(prompt(page)).toContainText('Scots: move units');
});

test('what is passed over is said with its reason', async ({ page, server }, info) => {
  await newGame(page, server, 'somebody at this screen');
  await setUp(page);
  // Far from the enemy: nobody can shoot or strike.
  await endPhase(page).click();
  const said = page.locator('.whisper');
  await expect(said).toContainText(
    /^\d+ could still have acted\..*Passed over, for nobody could act: Scottish and English shooting; Scottish and English melee/,
  );
  await expect(page.locator('.phase')).toContainText('English');
  await page.screenshot({ path: info.outputPath('passed.png') });
  // On a phone all of it finds room.
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await said.evaluate((p) => p.scrollHeight - p.clientHeight)).toBeLessThanOrEqual(0);
  await page.screenshot({ path: info.outputPath('passed-phone.png') });
  await page.setViewportSize({ width: 1280, height: 800 });
  const passed = page.getByRole('log').locator('h3').filter({ hasText: ': nobody can act' });
  await expect(passed.filter({ hasText: 'Scottish melee' })).toBeAttached();
  // Taken back, it is not said any longer.
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(prompt(page)).toContainText('Scots: move units');
  await expect(said).toHaveCount(0);
});

for (const scenario of ['quad/robert', 'medieval/stirling', 'elements/bannockburn']) {
  test(`what is passed over in a real battle is said with its reason: ${scenario}`, async ({ page, server }) => {
    const whispers = await witness(page, '.whisper');
    await begun(page, server, scenario, { kind: 'captain', name: 'random' });
    await page.locator('.pace select').selectOption({ label: 'at once' });
    await until(
      async () => (await whispers()).some(({ text }) => /Passed over, for nobody could act: \w/.test(text)),
      () => goOn(page),
    );
    // And it is kept where all that has happened is told.
    await expect(page.getByRole('log').locator('h3').filter({ hasText: ': nobody can act' }).first()).toBeAttached();
  });
}

test('whoever names attacks and begins anew has moved all the same', async ({ page, server }) => {
  // Somebody to strike at from the beginning.
  const more = await own(page, server, 'edward/bannockburn', (text) =>
    text.replace(/(id = "eng-foot-ches-staffs-1"[^[]*?hex = )"\d+"/, '$1"1021"'),
  );
  await begun(page, server, 'edward/bannockburn', { kind: 'captain', name: 'random' }, 0, more);
  await kind(page, 'ready').click();
  await expect(prompt(page)).toContainText('Scots: move units');
  const id = 'sco-schiltrom-inverness';
  const start = await hexOf(page, id);
  await clickHex(page, start);
  await expect(page.locator('.reach').first()).toBeVisible();
  await clickHex(page, '1221');
  await page.getByRole('button', { name: 'End this move' }).click();
  await expect.poll(() => hexOf(page, id)).toBe('1221');
  const names = page.locator('.phase').filter({ hasText: /melee/i });
  await until(
    async () => (await names.count()) > 0,
    () => pressIf(endPhase(page)),
  );
  const restart = page.getByRole('button', { name: 'Restart' });
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  const attack = page.locator('.strike').first();
  await clickHex(page, await hexOf(page, MORAY));
  await attack.click();
  await expect(undo).toBeEnabled();
  await restart.click();
  await expect(names).toBeVisible();
  await expect.poll(() => hexOf(page, id)).toBe('1221');
  // The attack alone was taken back: it can be named again.
  await clickHex(page, await hexOf(page, MORAY));
  await expect(attack).toBeVisible();
});

test('where dice follow the end of a phase, it is asked before who could still act; a change is asked about anew', async ({
  page,
  server,
}) => {
  const game = musterBattle();
  const sent: string[] = [];
  const end: Offer = { choice: 'end', kind: 'ready', role: 'finish', label: 'Ready', rolls: true };
  const rally = (piece: string): Offer => ({
    choice: `rally ${piece}`,
    kind: 'rally',
    role: 'act',
    label: 'Rally',
    piece,
    rolls: true,
  });
  game.offers = [rally('Ross'), rally('Angus'), end];
  game.answer = (request, now) => {
    if (request.do !== 'choose') return request.do === 'odds' ? null : [];
    sent.push(request.choice);
    now.offers = now.offers.filter((o) => o.choice !== request.choice || o === end);
    return null;
  };
  await openMadeUp(page, server.url, game);
  const button = kind(page, 'ready');
  const whisper = page.locator('.whisper');
  await button.click();
  await expect(whisper).toContainText('Press again to end it: 2 could still act, and dice may follow');
  await expect(button).toHaveText('Ready after all');
  // Ross rallies instead: the first press is forgotten.
  const ross = await middle(page, 'Ross');
  await page.mouse.click(ross.x, ross.y);
  await page.locator('.orders').getByRole('button', { name: 'Rally', exact: true }).click();
  await expect(button).toHaveText('Ready');
  await page.getByTestId('board').focus();
  await page.keyboard.press('e');
  await expect(whisper).toContainText('1 could still act');
  expect(sent).toEqual(['rally Ross']);
  await noViolations(page, 'a doubted end', '.side');
  await page.keyboard.press('e');
  await expect.poll(() => sent).toEqual(['rally Ross', 'end']);
  // Whoever sets up has nothing to do.
  game.scene = { phase: 'set-up' };
  await page.reload();
  await button.click();
  await expect.poll(() => sent).toEqual(['rally Ross', 'end', 'end']);
});

test('figures without a chit are asked about before the chits are turned up', async ({ page, server }) => {
  await begun(page, server, 'retinue/mill', { kind: 'captain', name: 'random' });
  await page.getByRole('combobox', { name: 'Captain' }).selectOption({ label: 'at once' });
  const button = page.getByRole('button', { name: /^Ready/ });
  await expect(button).toContainText('the chits lie');
  await button.click();
  const whisper = page.locator('.whisper');
  await expect(whisper).toContainText(/\d+ could still act, and dice may follow/);
  const many = Number(/(\d+) could/.exec(await whisper.innerText())![1]);
  await expect(button).toHaveText('Ready after all');
  // Who can act has a bright edge, who is in hand a ring; and who has got a chit is no longer counted.
  await expect(page.locator('.piece.able .glow')).toHaveCount(many);
  await page.keyboard.press('n');
  await expect(page.locator('.piece.selected .glow')).toHaveCount(1);
  await page
    .getByRole('group', { name: /^Actions of/ })
    .getByRole('button', { name: 'hold', exact: true })
    .click();
  await expect(page.locator('.staged')).toBeVisible();
  await button.click();
  await expect(whisper).toContainText(`${many - 1} could still act`);
  await button.click();
  await expect(page.locator('.turn-no')).toContainText('Turn 2');
});

test('a captain waits a moment after the end of a phase, and it is taken back meanwhile', async ({ page, server }) => {
  // That moment is made as long as the server lets it be, so that it is enough on a busy machine, and all other pauses are left out.
  await page.routeWebSocket(/\/live$/, (ws) => {
    const there = ws.connectToServer();
    ws.onMessage((message) => {
      const request = JSON.parse(String(message)) as { do?: string; ms?: number };
      const ms = request.ms! > 2000 ? 5000 : 0;
      there.send(request.do === 'pace' ? JSON.stringify({ ...request, ms }) : message);
    });
  });
  await begun(page, server, 'edward/bannockburn', { kind: 'captain', name: 'greedy' });
  await page.getByRole('button', { name: 'Set-up finished' }).click();
  await expect(prompt(page)).toContainText('Scots: move units');
  // Also for whoever wants no pauses else.
  for (const pace of ['normal', 'at once']) {
    await page.getByRole('combobox', { name: 'Captain' }).selectOption({ label: pace });
    await endPhase(page).click();
    await expect(page.locator('.phase')).toContainText('English');
    await expect(page.getByRole('log')).toContainText('the English player turn');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(prompt(page)).toContainText('Scots: move units');
    await expect(page.getByRole('log')).not.toContainText('the English player turn');
  }
});
