import type { Offer } from '../src/api/types';
import { openMadeUp } from './made-up';
import { musterBattle } from './scenes';
import {
  clickHex,
  endPhase,
  expect,
  hexOf,
  hexPoint,
  newGame,
  noViolations,
  piece,
  prompt,
  setUp,
  test,
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
  await go('1020');
  await undo.click();
  await expect(endPhase(page)).toBeVisible();
  await expect.poll(() => hexOf(page, MORAY)).toBe(start);

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

test('a leader goes along by default, and is asked about by those who want that', async ({ page, server }) => {
  await newGame(page, server, 'somebody at this screen');
  await setUp(page);
  await expect(piece(page, 'sco-ran')).toBeAttached();
  const at = await hexOf(page, 'sco-ran');
  await clickHex(page, at);
  await expect(page.locator('.reach').first()).toBeVisible();
  const to = `${at.slice(0, 2)}${String(Number(at.slice(2)) - 2).padStart(2, '0')}`;
  await clickHex(page, to);
  await expect(page.getByRole('button', { name: 'End this move' })).toBeVisible();
  await expect.poll(() => hexOf(page, 'sco-ran')).toBe(to);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(() => hexOf(page, 'sco-ran')).toBe(at);

  await page.getByRole('button', { name: 'Game menu' }).click();
  await page.getByLabel(/Leaders\s+go\s+along/).uncheck();
  // Closes the menu, and lets go of the unit.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.locator('.piece-card')).toHaveCount(0);
  await clickHex(page, at);
  await expect(page.locator('.reach').first()).toBeVisible();
  await clickHex(page, to);
  await expect(page.getByRole('group', { name: 'Who goes along?' })).toBeVisible();
  await noViolations(page, 'who goes along', '.side');
});

test('attacks that only have to be resolved are rolled one after the other', async ({ page, server }) => {
  const game = musterBattle();
  const left = ['Ross', 'Lennox', 'Angus'];
  const offers = (): Offer[] =>
    left.length
      ? left.map((piece) => ({
          choice: `resolve ${piece}`,
          kind: 'resolve',
          role: 'act',
          label: `Resolve the attack of ${piece}`,
          piece,
          target: 'Hereford',
          rolls: true,
        }))
      : [{ choice: 'end', kind: 'end', role: 'finish', label: 'End this phase', rolls: false }];
  game.offers = offers();
  game.story = [];
  game.answer = (request, now) => {
    if (request.do !== 'choose') return request.do === 'odds' ? null : [];
    const who = left.splice(left.indexOf(request.choice.split(' ')[1]!), 1)[0]!;
    const text = `${who} strikes Hereford.`;
    now.story = [
      ...now.story!,
      {
        side: 'one',
        choice: request.choice,
        dice: [2, 3],
        events: [{ kind: 'melee', role: 'event', text, cites: [], dice: [2, 3] }],
      },
    ];
    now.offers = offers();
    return null;
  };
  await openMadeUp(page, server.url, game);
  await page.getByTestId('all').click();
  await expect(endPhase(page)).toBeVisible();
  for (const who of ['Ross', 'Lennox', 'Angus']) await expect(page.getByRole('log')).toContainText(`${who} strikes`);
});

test('a division is moved together, with a preview, and taken back at once', async ({ page, server }, info) => {
  await newGame(page, server, 'somebody at this screen');
  await setUp(page);
  const start = await hexOf(page, MORAY);
  await clickHex(page, start);
  const together = page.getByRole('button', { name: /^Move the whole division \(\d\)$/ });
  await together.click();
  await expect(together).toHaveAttribute('aria-pressed', 'true');
  const to = `${start.slice(0, 2)}${String(Number(start.slice(2)) - 2).padStart(2, '0')}`;
  const p = await hexPoint(page, to);
  await page.mouse.move(p.x, p.y);
  // The ways of everybody come one after the other.
  const ghosts = page.locator('.under .ghost');
  await expect(ghosts).toHaveCount(Number(/\d/.exec((await together.textContent())!)![0]));
  const many = await ghosts.count();
  expect(many).toBeGreaterThan(2);
  await page.screenshot({ path: info.outputPath('division.png') });
  await noViolations(page, 'a division', '.side');
  await page.mouse.click(p.x, p.y);
  await expect.poll(() => hexOf(page, MORAY)).toBe(to);
  await expect(endPhase(page)).toBeVisible();
  await expect(page.locator('.piece.one.moved')).toHaveCount(many);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(() => hexOf(page, MORAY)).toBe(start);
  await expect(page.locator('.piece.one.moved')).toHaveCount(0);
});
