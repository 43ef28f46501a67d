import type { Page } from '@playwright/test';
import type { Side, StoryEntry } from '../src/api/types';
import { come, type How } from './coming';
import { goOn, lookClosely, recentInSight } from './looking';
import { openMadeUp } from './made-up';
import { musterBattle } from './scenes';
import {
  begin,
  begun,
  endPhase,
  expect,
  kind,
  MISCOUNTED,
  newGame,
  noViolations,
  pressIf,
  pressOn,
  prompt,
  sceneOf,
  steady,
  test,
  until,
  witness,
} from './table';

/** Lets the other side's turn go by until it is turn 2. */
async function untilTurnTwo(page: Page): Promise<void> {
  await until(
    async () => (await page.locator('.turn-no').innerText()).includes('Turn 2'),
    () => pressOn(page, endPhase(page)),
  );
}

/**
 * How long the captains of a side are made to wait, in all: for each of their entries the pause that the page has asked for, and no
 * more than has passed. On a busy machine entries come late and several at once, after a pause of which they know nothing yet.
 */
function waits(page: Page, side: Side): () => number {
  let [pause, sum, known, last] = [400, 0, 0, Date.now()];
  page.on('websocket', (line) => {
    line.on('framesent', ({ payload }) => {
      const asked = JSON.parse(String(payload)) as { do?: string; ms?: number };
      if (asked.do === 'pace') pause = asked.ms!;
    });
    line.on('framereceived', ({ payload }) => {
      const told = JSON.parse(String(payload)) as { type: string; from: number; story: StoryEntry[] };
      if (told.type !== 'state') return;
      const many = told.story.filter((entry, i) => told.from + i >= known && entry.side === side).length;
      sum += Math.min(pause * many, Date.now() - last);
      last = Date.now();
      known = Math.max(known, told.from + told.story.length);
    });
  });
  return () => sum;
}

for (const scenario of ['medieval/stirling', 'elements/bannockburn']) {
  test(`a turn of a captain who plans takes less than twenty seconds, his thinking counted: ${scenario}`, async ({
    page,
    server,
  }) => {
    test.setTimeout(120_000);
    const waited = waits(page, 'two');
    await begun(page, server, scenario, { kind: 'captain', name: 'medium' });
    // Where an army is set up, the captain may be first.
    await expect(kind(page, 'ready').or(kind(page, 'end'))).toBeVisible();
    await pressIf(kind(page, 'ready'));
    await expect(kind(page, 'end')).toBeVisible();
    const before = server.laboured();
    const { turn: first } = await sceneOf(page);
    // Whatever is asked is let pass, until the reader has a turn of his own again.
    await until(
      async () => {
        const { turn, player, to_act } = await sceneOf(page);
        return turn > first && player === 'one' && to_act.includes('one');
      },
      () => goOn(page),
      45_000,
    );
    expect(waited()).toBeGreaterThan(500);
    expect(waited() + server.laboured() - before).toBeLessThan(20_000);
  });
}

test('before the first decision in the largest battle a captain takes less than twenty seconds', async ({
  page,
  server,
}) => {
  test.setTimeout(120_000);
  const waited = waits(page, 'two');
  await begun(page, server, 'medieval/bannockburn', { kind: 'captain', name: 'greedy' });
  await kind(page, 'ready').click();
  await expect(page.locator('.phase')).toContainText('English');
  // The English are many. What the Scots are asked first, a question or a turn of their own, is the first decision.
  await expect(page.locator('.prompt.mine')).toBeVisible({ timeout: 90_000 });
  expect(waited()).toBeGreaterThan(500);
  expect(waited()).toBeLessThan(20_000);
});

test('a captain’s turn is told in lines that lead to the map, and can be watched again', async ({
  page,
  server,
}, info) => {
  test.setTimeout(150_000);
  await page.setViewportSize({ width: 1440, height: 900 });
  const waited = waits(page, 'two');
  const heralds = await witness(page, '[data-testid="herald"]');
  await newGame(page, server, 'the computer');
  await page.getByRole('button', { name: 'Set-up finished' }).click();
  await expect(prompt(page)).toContainText('Scots: move units');
  await endPhase(page).click();
  await expect(page.locator('.trail').first()).toBeAttached();
  await page.screenshot({ path: info.outputPath('captain.png') });
  await untilTurnTwo(page);
  expect(waited()).toBeGreaterThan(500);
  expect(waited()).toBeLessThan(20_000);
  // That it is one's own turn again is said where one looks.
  await expect.poll(async () => (await heralds()).map(({ text }) => text)).toEqual(['Turn 2: your turn']);
  const account = page.getByTestId('account');
  await expect(account).toContainText(/English: \d+ moved/);
  await page.screenshot({ path: info.outputPath('account.png') });
  await noViolations(page, 'account');

  const seen = () => page.locator('.world').evaluate((w) => getComputedStyle(w).transform);
  await page.keyboard.press('0');
  await steady(page);
  const before = await seen();
  await account.getByRole('button', { name: /English: \d+ moved/ }).click();
  await expect.poll(seen).not.toBe(before);
  await expect(page.locator('.piece.recent').first()).toBeAttached();

  await account.getByRole('button', { name: 'Watch' }).click();
  await expect(page.locator('.game')).toHaveClass(/replaying/);
  const at = page.locator('.replay output');
  const first = await at.innerText();
  await expect(at).not.toHaveText(first);
  await page.getByRole('button', { name: 'Back to the game' }).click();
  // The trails stay until the reader takes something up.
  await expect(page.locator('.trail').first()).toBeAttached();
  const board = (await page.getByTestId('board').boundingBox())!;
  await page.mouse.click(board.x + 500, board.y + 400);
  await expect(page.locator('.trail')).toHaveCount(0);
  // Whoever comes back later is told as well.
  await page.reload();
  await expect(account).toContainText(/moved/);
  await account.getByRole('button', { name: 'Dismiss' }).click();
  await expect(account).toHaveCount(0);
});

for (const [scenario, roles, how] of [
  ['edward/bannockburn', ['charge', 'loss'], {}],
  ['quad/robert', ['loss'], { rash: true }],
  ['medieval/prelude', ['charge', 'loss'], {}],
  ['elements/bannockburn', ['charge', 'loss'], { side: 1 }],
] as [string, string[], How][]) {
  test(`what has befallen both sides in a real battle is told, and leads there: ${scenario}`, async ({
    page,
    server,
  }) => {
    test.setTimeout(120_000);
    const found = await come(page, server.url, scenario, { told: roles }, how);
    await page.goto(`${server.url}/g/${found.game}#${found.token}`);
    const lines = page.getByTestId('account').getByRole('listitem').getByRole('button');
    const own = await page.locator('.piece').first().getAttribute('data-piece');
    const told = [/^\w+ (?!charged|weakened)[a-z ]+: \w/, / [+−]\d+ points$/];
    if (roles.includes('charge')) told.push(/ charged: \w/);
    for (const words of told) {
      const line = lines.filter({ hasText: words }).first();
      await expect(line).toBeVisible();
      await lookClosely(page, own!);
      await line.click();
      await expect.poll(() => recentInSight(page)).toBeGreaterThan(0);
    }
  });
}

for (const scenario of ['quad/robert', 'medieval/stirling', 'elements/bannockburn', 'retinue/mill']) {
  test(`what the other side has done is told, and its lines lead to the map: ${scenario}`, async ({ page, server }) => {
    await begun(page, server, scenario, { kind: 'captain', name: 'random' });
    await page.locator('.pace select').selectOption({ label: 'at once' });
    // Whoever has moved is still there to be found.
    const lines = page.getByTestId('account').getByRole('listitem').getByRole('button').filter({ hasText: 'moved' });
    await until(
      async () => (await lines.count()) > 0,
      () => goOn(page),
    );
    // All that was told meanwhile, with rules and sums; nobody reads as much at once.
    await page.getByRole('button', { name: 'In full' }).click();
    expect(await page.locator('main').innerText()).not.toMatch(MISCOUNTED);
    // Where all move at once it is shown tick by tick instead.
    const trail = page.locator('.trail').first();
    if (scenario !== 'retinue/mill') await expect(trail).toBeAttached();
    // The reader looks closely at his own men, and is led away from them. Units in inches may have nothing to do meanwhile.
    const own = await page
      .locator('.piece.one')
      .evaluateAll((all) => all.map((e) => (e as SVGElement).dataset['piece']!));
    if (scenario !== 'elements/bannockburn') await lookClosely(page, own[0]!);
    await lines.first().click();
    await expect(page.locator('.piece.recent').first()).toBeAttached();
    await expect.poll(() => recentInSight(page)).toBeGreaterThan(0);
    // Until he takes something up; in the other battles a click there might be an order.
    if (scenario === 'quad/robert' || scenario === 'elements/bannockburn') {
      await expect(trail).toBeAttached();
      const board = (await page.getByTestId('board').boundingBox())!;
      await page.mouse.click(board.x + board.width / 2, board.y + 20);
      await expect(trail).not.toBeAttached();
    }
    // Somebody may have stood there, and his card is where the account was.
    const watch = page.getByTestId('account').getByRole('button', { name: 'Watch' });
    if (!(await watch.isVisible())) await page.keyboard.press('Escape');
    await watch.click();
    await expect(page.locator('.game')).toHaveClass(/replaying/);
    // It ends by itself where the game is; units in inches have done so in a few steps.
    if (scenario === 'elements/bannockburn')
      await expect(page.locator('.game')).not.toHaveClass(/replaying/, { timeout: 30_000 });
  });
}

for (const scenario of ['edward/bannockburn', 'quad/robert']) {
  test(`a captain’s turn can be skipped: ${scenario}`, async ({ page, server }) => {
    await begun(page, server, scenario, { kind: 'captain', name: 'random' });
    await page.getByLabel('Captain').selectOption({ label: 'slow' });
    await page.getByRole('button', { name: 'Set-up finished' }).click();
    await expect(prompt(page)).toContainText('Scots: move units');
    await endPhase(page).click();
    await page.getByRole('button', { name: 'Skip to my turn' }).click();
    await untilTurnTwo(page);
    await expect(page.getByLabel('Captain')).toHaveValue('1500');
  });
}

for (const scenario of ['medieval/stirling', 'elements/bannockburn']) {
  test(`a captain’s turn in a battle of many phases can be skipped: ${scenario}`, async ({ page, server }) => {
    await begun(page, server, scenario, { kind: 'captain', name: 'random' });
    await expect(kind(page, 'ready').or(kind(page, 'end'))).toBeVisible();
    await page.getByLabel('Captain').selectOption({ label: 'slow' });
    // Slow enough to be met before it is over.
    const skip = page.getByRole('button', { name: 'Skip to my turn' });
    await until(
      () => skip.isVisible(),
      () => goOn(page),
    );
    const before = await page.getByRole('log').innerText();
    await skip.click();
    await expect(page.locator('.prompt.mine')).toBeVisible({ timeout: 10_000 });
    await expect(page.getByLabel('Captain')).toHaveValue('1500');
    // What he has done meanwhile is told.
    expect(await page.getByRole('log').innerText()).not.toBe(before);
  });
}

test('dice tumble and are heard, unless that is unwanted', async ({ page, server }) => {
  await page.addInitScript(() => {
    const heard: number[] = [];
    const made = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
      heard.push(Date.now());
      return made.call(this);
    };
    Object.assign(window, { heard });
  });
  const heard = () => page.evaluate(() => (window as unknown as { heard: number[] }).heard.length);
  const game = musterBattle();
  const answer = game.answer;
  game.story = [];
  game.answer = (request, now) => {
    if (request.do === 'choose' && request.choice.startsWith('against')) {
      const roll = {
        kind: 'combat',
        role: 'event' as const,
        text: 'Ross against Hereford: 8.',
        cites: [],
        dice: [3, 5],
      };
      now.story = [...now.story!, { side: 'one', choice: 'go', dice: [3, 5], events: [roll] }];
    }
    return answer(request, now);
  };
  const casts = await witness(page, '[data-testid="cast"]');
  const dice = await witness(page, '[data-testid="cast"] svg');
  const tumbled = async () => (await dice()).map((die) => die.moves);
  await openMadeUp(page, server.url, game);
  const targets = page.getByRole('group', { name: 'Targets' }).getByRole('button');
  await targets.first().click();
  const cast = page.getByTestId('cast');
  await expect.poll(async () => (await casts())[0]?.text).toContain('Ross against Hereford');
  expect(await tumbled()).toEqual(['tumble']);
  expect(await heard()).toBeGreaterThan(3);
  await expect(cast).toHaveCount(0);

  // Muted, and remembered; and nothing moves for whoever does not want it.
  await page.getByRole('button', { name: 'Mute' }).click();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const before = await heard();
  await targets.last().click();
  await expect.poll(tumbled).toEqual(['tumble', 'none']);
  expect(await heard()).toBe(before);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Mute' })).toHaveAttribute('aria-pressed', 'true');
});

test('rolls that follow at once stand below each other until they can be read', async ({ page, server }) => {
  const game = musterBattle();
  game.story = [];
  game.answer = (request, now) => {
    if (request.do !== 'choose') return request.do === 'odds' ? null : [];
    const roll = (text: string) => ({ kind: 'combat', role: 'event' as const, text, cites: [], dice: [3, 5] });
    const entry = { side: 'one' as const, choice: request.choice, dice: [3, 5] };
    const more = [
      { ...entry, events: [roll('First.'), roll('Second.')] },
      { ...entry, events: [roll('Third.')] },
    ];
    now.story = [...now.story!, ...more];
    return null;
  };
  await openMadeUp(page, server.url, game);
  await page.getByRole('group', { name: 'Targets' }).getByRole('button').first().click();
  const casts = page.getByTestId('cast').locator('.cast-text');
  await expect(casts).toHaveText(['First.', 'Second.', 'Third.']);
  await expect(casts).toHaveCount(0);

  // Whoever presses on the map wants to see what lies below them.
  await page.clock.install();
  await page.reload();
  await page.getByRole('group', { name: 'Targets' }).getByRole('button').first().click();
  await expect(casts).toHaveText(['First.', 'Second.', 'Third.']);
  await page.clock.pauseAt(Date.now() + 300);
  await expect(casts).toHaveCount(3);
  const map = (await page.getByTestId('board').boundingBox())!;
  await page.mouse.click(map.x + 20, map.y + 20);
  await expect(casts).toHaveCount(0);
});

for (const [battle, side, on] of [
  [/24 June 1314/, 'the Scots', /^End the/],
  [/The king's axe/, 'the English', /^Ready/],
] as const) {
  test(`at a real table dice fall before one's eyes, and whose they are is told by name: ${battle.source}`, async ({
    page,
    server,
  }) => {
    const casts = await witness(page, '[data-testid="cast"]');
    await begin(page, server, 'the computer', side, battle);
    await until(
      async () => (await casts()).length > 0,
      async () =>
        (await pressIf(page.getByRole('button', { name: 'Try to stay' }))) ||
        pressOn(page, page.getByRole('button', { name: on })),
    );
    for (const { text } of await casts()) expect(text).not.toMatch(/\b[A-Z]{1,2}\d/);
  });
}

test('what is said for a moment only can be read by everybody as well', async ({ page, server }) => {
  // It stays here, so that there is time to look at it.
  await page.addInitScript(() => {
    const later = window.setTimeout.bind(window);
    const stays = (todo: () => void, ms = 0) => (ms > 2000 ? 0 : later(todo, ms));
    Object.assign(window, { setTimeout: stays });
  });
  const game = musterBattle();
  game.story = [];
  game.answer = (request, now) => {
    if (request.do !== 'choose') return request.do === 'odds' ? null : [];
    const text = 'Ross against Hereford: 8.';
    const roll = { kind: 'combat', role: 'event' as const, text, cites: [], dice: [3, 5] };
    now.story = [...now.story!, { side: 'one', choice: request.choice, dice: [3, 5], events: [roll] }];
    return null;
  };
  game.offers = [
    { choice: 'rally Ross', kind: 'rally', role: 'act', label: 'Rally', piece: 'Ross', rolls: true },
    { choice: 'end', kind: 'end', role: 'finish', label: 'End this phase', rolls: true },
  ];
  await openMadeUp(page, server.url, game);
  await endPhase(page).click();
  await expect(page.locator('.whisper')).toContainText('Press again');
  await noViolations(page, 'a whisper', '.whisper');
  await page.locator('.mains [data-doubted]').click();
  const cast = page.getByTestId('cast');
  await expect(cast).toContainText('Ross against Hereford');
  // It is for the eye alone, and axe looks only at what is for everybody.
  await cast.evaluate((e) => e.parentElement!.removeAttribute('aria-hidden'));
  await noViolations(page, 'dice that are cast', '[data-testid="cast"]');
  // Somebody who is named, but is no longer there.
  game.pieces = game.pieces.map(({ at: _, ...p }) =>
    p.id === 'Hereford' ? { ...p, gone: 'eliminated' } : game.pieces.find((o) => o.id === p.id)!,
  );
  await endPhase(page).click();
  await pressIf(page.locator('.mains [data-doubted]'));
  await expect(page.locator('[data-piece="Hereford"]')).toHaveCount(0);
  await page.getByRole('log').getByRole('button', { name: 'Hereford' }).first().click();
  await expect(page.locator('.notice')).toContainText('Hereford is not on the map.');
  await noViolations(page, 'a notice', '.notice');
});
