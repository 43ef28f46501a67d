import { openMadeUp, sheetPoint } from './made-up';
import { musterBattle, tableBattle } from './scenes';
import { begin, clickHex, expect, hexOf, hexPoint, kind, newGame, noViolations, setUp, steady, test } from './table';
import { toSheet } from '../src/ground/table/shapes';

test('the chronicle follows while the pointer moves over counters, until the reader scrolls', async ({
  page,
  server,
}) => {
  const line = (n: number) => ({
    side: 'two' as const,
    choice: `step ${n}`,
    dice: [],
    events: [{ kind: `k${n}`, role: 'event' as const, text: `Something has happened for the ${n}th time.`, cites: [] }],
  });
  const battle = tableBattle();
  battle.story = Array.from({ length: 90 }, (_, n) => line(n));
  const answer = battle.answer;
  battle.answer = (request, game) => {
    if (request.do === 'choose') game.story = [...game.story!, line(game.story!.length)];
    return answer(request, game);
  };
  await page.setViewportSize({ width: 1280, height: 720 });
  await openMadeUp(page, server.url, battle);
  const log = page.getByRole('log');
  const fromEnd = () => log.evaluate((e) => e.scrollHeight - e.scrollTop - e.clientHeight);
  await expect.poll(fromEnd).toBeLessThan(3);
  await page.keyboard.press('0');
  await steady(page);
  for (let i = 0; i < 30; i++) {
    const p = await sheetPoint(page, toSheet([(8 + i * 1.3) * 1000, (i % 2 ? 33 : 16) * 1000]));
    await page.mouse.move(p.x, p.y);
    await page.waitForTimeout(20);
  }
  await expect.poll(fromEnd).toBeLessThan(3);
  // A line that comes while the pointer is there is followed as well.
  await page.keyboard.press('e');
  await expect(log).toContainText('for the 90th time');
  await expect.poll(fromEnd).toBeLessThan(3);
  // Whoever reads further up is left in peace.
  await log.hover();
  await page.mouse.wheel(0, -400);
  await expect.poll(fromEnd).toBeGreaterThan(200);
  await page
    .getByRole('button', { name: /^(End|Finish)/ })
    .first()
    .click();
  await expect(log).toContainText('for the 91th time');
  expect(await fromEnd()).toBeGreaterThan(200);
});

test('nobody is asked to hand over to the computer, on reload neither', async ({ page, server }) => {
  await begin(page, server, 'the computer', 'the English', /^Bannockburn 1314/, { 'wolf pits': 'on' });
  await expect(page.locator('.piece').first()).toBeVisible();
  await expect(page.getByTestId('curtain')).toHaveCount(0);
  await expect(kind(page, 'ready')).toBeVisible();
  await page.reload();
  await expect(kind(page, 'ready')).toBeVisible();
  await expect(page.getByTestId('curtain')).toHaveCount(0);
});

test('the rule in a popover is reached with the pointer', async ({ page, server }) => {
  await newGame(page, server, 'somebody at this screen');
  await setUp(page);
  await page.keyboard.press('0');
  const from = await hexOf(page, 'sco-schiltrom-moray');
  await clickHex(page, from);
  await expect(page.locator('.reach').first()).toBeVisible();
  const far = '1513';
  const p = await hexPoint(page, far);
  await page.mouse.move(p.x, p.y);
  const popover = page.getByTestId('popover');
  const link = popover.getByRole('button', { name: /^Rule E-/ });
  await expect(link).toBeVisible();
  // What is wrong on the way is not told of the hex pointed at.
  await expect(popover).toContainText(/On the way there, at \d{4}:/);
  const box = (await link.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 25 });
  await expect(link).toBeVisible();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect(page.getByRole('dialog')).toContainText(/^E-\d+/);
});

test('links that lead nowhere get a page, not an answer for programs', async ({ page, server, errors }) => {
  await page.goto(`${server.url}/g/abcdefghjkmn`);
  await expect(page.getByRole('heading', { name: 'This link is not complete' })).toBeVisible();
  await noViolations(page, 'no token');
  await page.goto(`${server.url}/battles/hastings`);
  await expect(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible();
  await noViolations(page, 'nothing here');
  // The browser notes on its console that the program has answered with 404.
  errors.splice(0, errors.length, ...errors.filter((error) => !error.includes('404')));
  await page.getByRole('button', { name: 'To the lobby' }).click();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  // A game that was played in this browser opens without its secret.
  await newGame(page, server, 'somebody at this screen');
  await page.goto(new URL(new URL(page.url()).pathname, page.url()).href);
  await expect(page.getByRole('button', { name: 'Set-up finished' })).toBeVisible();
});

test('what goes wrong in the lobby is told in sight, and the signs of a replay need no font', async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  const field = page.getByLabel('A link, to play or to watch');
  await field.scrollIntoViewIfNeeded();
  await field.fill('not a link');
  await field.press('Enter');
  await expect(page.getByRole('alert')).toBeInViewport();
  await expect(page.getByRole('alert')).toContainText('not a link to a game');
  await noViolations(page, 'what has gone wrong in the lobby', '.trouble');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);

  await newGame(page, server, 'somebody at this screen');
  await page.keyboard.press('r');
  for (const name of ['To the beginning', 'One step back', 'Play on', 'One step on', 'To the end']) {
    const button = page.getByRole('button', { name, exact: true });
    await expect(button.locator('svg.icon')).toHaveCount(1);
    await expect(button).toHaveText('');
  }
});

test('over a slow line a press is not refused before the ways are known', async ({ page, server }) => {
  let slow = false;
  await page.routeWebSocket(/\/live$/, (ws) => {
    const there = ws.connectToServer();
    there.onMessage((message) => setTimeout(() => ws.send(message), slow ? 600 : 0));
  });
  await newGame(page, server, 'somebody at this screen');
  await setUp(page);
  slow = true;
  const id = 'sco-schiltrom-moray';
  await clickHex(page, await hexOf(page, id));
  await expect(page.locator('.piece-card')).toBeVisible();
  await clickHex(page, '1020');
  await expect(page.locator('.reach')).toHaveCount(0);
  await expect.poll(() => hexOf(page, id)).toBe('1020');
});

test('luck may be expected to harm oneself, and the winner’s points stand first', async ({ page, server }) => {
  const game = musterBattle();
  const entry = { side: 'one' as const, choice: 'strike', dice: [6, 6], events: [] };
  game.story = [entry, { ...entry, side: 'two' as const }];
  // What Scots and English suffered, in thousandths; of an attack that should have harmed the attacker.
  game.answer = (request) =>
    request.do === 'luck'
      ? {
          from: 0,
          entries: [
            { got: [0, 0], expected: [0, -4000] },
            { got: [-9000, 0], expected: [-4000, 0] },
          ],
        }
      : [];
  game.scene = {
    score: [5, 216],
    verdict: { winner: 'two', level: 'Decisive English', score: [5, 216], cite: '' },
    to_act: [],
  };
  await openMadeUp(page, server.url, game);
  await expect(page.getByTestId('ending').getByRole('heading', { level: 2 })).toHaveText('The English win, 216 to 5.');
  const luck = page.locator('.luck');
  await expect(luck).toContainText(/Scots: very lucky/);
  await expect(luck).toContainText(/English: very unlucky/);
  // A game of which it is not known how it counts is told of as well.
  await expect(luck).toContainText('Harm done');
  // The needles stay on their scale.
  const needles = await luck
    .locator('.needle')
    .evaluateAll((all) =>
      all.map(
        (e) =>
          new DOMMatrix(getComputedStyle(e).transform).e ||
          Number(/translate\((-?[\d.]+)/.exec(e.getAttribute('transform') ?? '')?.[1]),
      ),
    );
  expect(needles).toHaveLength(2);
  for (const at of needles) expect(Math.abs(at)).toBeLessThanOrEqual(46);
});
