// Whoever plays for the first time: what is done in a phase is said where it stands, and a phone is enough.
import type { Page } from '@playwright/test';
import { shaded } from './looking';
import { type MadeUp, openMadeUp } from './made-up';
import { musterBattle, tableBattle } from './scenes';
import {
  begun,
  endPhase,
  expect,
  finger,
  hexOf,
  hexPoint,
  kind,
  middle,
  newGame,
  noViolations,
  piece,
  pressIf,
  pressOn,
  steady,
  test,
  until,
} from './table';
import type { Server } from './server';

const guide = (page: Page) => page.getByTestId('guide');

for (const [scenario, phase, how, goal] of [
  [
    'edward/bannockburn',
    'Set-up',
    'Click a counter with a bright ring',
    /^Scots need a lead of \d+, else English win; now 0$/,
  ],
  [
    'quad/robert',
    'Set-up',
    'Click a counter with a bright ring',
    /^Scots need a lead of \d+, else English win; now 0$/,
  ],
  [
    'medieval/stirling',
    'Set-up',
    'Click a counter with a bright ring',
    /^Most points after turn \d+ win; now nobody leads$/,
  ],
  [
    'elements/bannockburn',
    'Move',
    'Drag whoever has a bright edge',
    /^Ahead by \d+ after turn \d+ wins; now nobody leads$/,
  ],
  ['retinue/mill', 'Chits', 'Take a chit from below the map', /^A lead of \d+ wins; now nobody leads$/],
] as const) {
  test(`a phase that is new is explained, the strip shows it, the goal stands beside the score: ${scenario}`, async ({
    page,
    server,
  }) => {
    await begun(page, server, scenario, { kind: 'captain', name: 'random' });
    await expect(guide(page)).toContainText(`${phase}:`);
    await expect(guide(page)).toContainText(how);
    await expect(guide(page)).toContainText('When you have finished:');
    const strip = page.getByRole('navigation', { name: 'Sequence of play' });
    await expect(strip.locator('[aria-current="step"]')).toHaveText(phase);
    await expect(page.getByTestId('goal')).toHaveText(goal);
    await noViolations(page, 'the guide', '.guide');
  });
}

/** Ross may ride at Hereford as soon as a phase is ended; Lennox and Angus stand apart. */
function interruption(two: Record<string, string>): MadeUp {
  const game = musterBattle();
  const places: Record<string, string> = { ...two, Lennox: '0906', Angus: '0907' };
  game.pieces = game.pieces.map((p) => (places[p.id] ? { ...p, at: { hexes: [places[p.id]!], facing: 'N' } } : p));
  const answer = game.answer;
  game.answer = (request, now) => {
    const ride = { choice: 'ride', kind: 'charge', role: 'act' as const, label: 'Ross countercharges', rolls: true };
    if (request.do === 'choose')
      now.offers = [
        { ...ride, piece: 'Ross', target: 'Hereford' },
        { choice: 'pass', kind: 'pass', role: 'pass', label: 'Let Hereford pass', rolls: false },
      ];
    return request.do === 'choose' ? null : answer(request, now);
  };
  return game;
}

/** Who has an interruption to answer sees both whom it is about: neither lies under the answers. */
async function neitherIsCovered(page: Page): Promise<void> {
  const pop = page.getByTestId('window-pop');
  await expect(pop).toBeVisible();
  await steady(page);
  const asked = (await pop.boundingBox())!;
  const map = (await page.getByTestId('board').boundingBox())!;
  for (const id of ['Ross', 'Hereford']) {
    const box = (await piece(page, id).boundingBox())!;
    expect(box.x, id).toBeGreaterThanOrEqual(map.x);
    expect(box.x + box.width, id).toBeLessThanOrEqual(map.x + map.width);
    const { x, y } = await middle(page, id);
    const isCovered = x > asked.x && x < asked.x + asked.width && y > asked.y && y < asked.y + asked.height;
    expect(isCovered, id).toBe(false);
  }
}

for (const [where, theirs] of [
  ['at its right', '0705'],
  ['below it', '0506'],
] as const)
  test(`the answers to an interruption lie on neither of the two, the enemy ${where}`, async ({ page, server }) => {
    await openMadeUp(page, server.url, interruption({ Ross: '0504', Hereford: theirs }));
    await endPhase(page).click();
    await neitherIsCovered(page);
  });

test('what is done in a phase is told once, and not to those who do not want it', async ({ page, server }) => {
  await newGame(page, server, 'somebody at this screen');
  await expect(guide(page)).toContainText('Set-up:');
  for (const side of ['Scots', 'English']) {
    await expect(page.getByTestId('prompt')).toContainText(`${side}: choose starting modes`);
    await page.getByRole('button', { name: 'Set-up finished' }).click();
  }
  await expect(guide(page)).toContainText('Move:');
  await endPhase(page).click();
  await expect(guide(page).filter({ hasText: 'Move:' })).toHaveCount(0);
  // Another game: these two are known.
  await newGame(page, server, 'somebody at this screen');
  await expect(guide(page)).toHaveCount(0);

  // There the English set up first.
  await begun(page, server, 'medieval/stirling', { kind: 'here' }, 1);
  await expect(guide(page)).toBeVisible();
  await guide(page).getByRole('button', { name: 'Do not tell me again' }).click();
  await expect(guide(page)).toHaveCount(0);
  await page.reload();
  await expect(kind(page, 'ready')).toBeVisible();
  await expect(guide(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Game menu' }).click();
  await expect(page.getByLabel(/Tell\s+what is done in a phase that is new to me/)).not.toBeChecked();
});

/** The middle of the first of these that is seen on the map and lies under nothing else; nothing if none is. */
const inSight = (page: Page, css: string) =>
  page.locator(css).evaluateAll((all) => {
    for (const e of all) {
      const box = e.getBoundingClientRect();
      const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      if (document.elementFromPoint(at.x, at.y)?.closest('.world, .board > canvas')) return at;
    }
    return undefined;
  });

test('a first turn is played by what the page says, and nothing else is needed', async ({ page, server }, info) => {
  test.setTimeout(120_000);
  // What a first visit proposes is taken.
  await page.goto(`${server.url}/`);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(guide(page)).toBeVisible();
  await page.screenshot({ path: info.outputPath('first.png') });
  await page.getByLabel('Captain').selectOption({ label: 'at once' });
  const done: string[] = [];
  const told: string[] = [];
  const account = page.getByTestId('account').getByRole('listitem');
  await until(
    async () => (await page.locator('.turn-no').innerText()).includes('Turn 2') && (await account.count()) > 0,
    async () => {
      const read = async () => ((await guide(page).isVisible()) ? await guide(page).innerText() : '');
      const says = await read();
      const phase = await page.locator('.phase').innerText();
      if (says && !told.includes(says)) told.push(says);
      // A counter with a bright ring is clicked, once in a phase, and then a place where it can go.
      if (/Click a counter with a bright ring/.test(says) && !done.includes(phase)) {
        const counter = await inSight(page, '.piece.able');
        // The game may have gone on while this was read: then it is read again.
        if (!counter && says !== (await read().catch(() => ''))) return;
        expect(counter, `somebody with a bright ring is in sight: ${phase}`).toBeTruthy();
        await page.mouse.click(counter!.x, counter!.y);
        await expect(page.locator('.piece-card')).toBeVisible();
        done.push(phase);
        const moves = /^Move:/.test(says);
        if (moves) {
          await expect(page.locator('.reach').first()).toBeAttached();
          // What is said goes on with what is done.
          await expect(guide(page)).toContainText('Click a shaded hex, and it goes there.');
        }
        const place = await inSight(page, '.cost');
        if (place) await page.mouse.click(place.x, place.y);
        if (moves) await expect(page.locator('.piece.one.moved, .piece.one.moving').first()).toBeAttached();
        await page.screenshot({ path: info.outputPath(`${done.length}.png`) });
      }
      await pressIf(kind(page, 'done'));
      // Somebody has to go on, as a unit that routs: there is no button until he has.
      if (!(await page.locator('.mains button.main').count())) {
        if (!(await pressIf(page.locator('.ask button, .turns button')))) {
          const place = (await page.getByText('Choose a shaded hex').isVisible()) && (await shaded(page));
          if (place) await page.mouse.click(place.x, place.y);
        }
        return;
      }
      // A phase ends by itself when the last unit has run: the button is then that of the next, which has not been read yet.
      if (says !== (await read())) return;
      const named = /When you have finished: (.+)\./.exec(says)?.[1];
      if (named) await pressOn(page, page.getByRole('button', { name: named, exact: true }));
      else await pressOn(page, page.locator('.mains button.main'));
    },
    90_000,
  );
  // Somebody was moved, each new phase was explained, and what the other side has done is told.
  expect(told.map((says) => says.split(':')[0])).toEqual(expect.arrayContaining(['Set-up', 'Move']));
  expect(done.length).toBeGreaterThan(1);
  await expect(account.first()).toBeVisible();
  await expect(page.locator('.notice')).toHaveCount(0);
  await page.screenshot({ path: info.outputPath('second-turn.png') });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });

  const coach = (page: Page) => page.getByTestId('coach');
  const said = (page: Page, words: string) => expect(coach(page)).toContainText(words);
  const tap = async (page: Page, id: string) => {
    const at = await hexPoint(page, await hexOf(page, id));
    await page.touchscreen.tap(at.x, at.y);
  };
  async function take(page: Page, server: Server, lesson: string): Promise<void> {
    await page.goto(`${server.url}/`);
    await page.getByRole('button', { name: lesson }).click();
    await expect(page.locator('.piece').first()).toBeVisible();
    await expect(coach(page)).toBeVisible();
  }

  test('the first lesson is taken with a finger, and no tap presses what comes under it', async ({ page, server }) => {
    await take(page, server, 'Move and face');
    // All of it is in sight, and nobody lies under the buttons of the map.
    await steady(page);
    for (const id of ['ross', 'mar', 'york']) {
      const p = await middle(page, id);
      expect(
        await page.evaluate(({ x, y }) => !!document.elementFromPoint(x, y)?.closest('.board'), p),
        `${id} is in sight`,
      ).toBe(true);
    }
    await tap(page, 'ross');
    await said(page, 'Tap the marked hex');
    const goal = await hexPoint(page, '0606');
    await page.touchscreen.tap(goal.x, goal.y);
    await expect(page.getByTestId('popover')).toContainText('Tap again to do it.');
    await page.touchscreen.tap(goal.x, goal.y);
    await said(page, 'turn them to him');
    await page.getByRole('button', { name: 'Orders' }).tap();
    await page
      .getByRole('group', { name: 'Turn to face' })
      .getByRole('button', { name: /\bE\b|east/i })
      .first()
      .tap();
    await said(page, 'End this move');
    await kind(page, 'done').tap();
    await said(page, 'Tap Mar');
    // The sheet is still open: what is said above the map changes with the tap, and all below it moves.
    await tap(page, 'mar');
    await said(page, 'any shaded hex');
    await expect(page.locator('.piece-card h2')).toHaveText('Mar');
    await expect(page.locator('.turn-no')).toContainText('Turn 1');
    await expect(page.locator('.phase')).toContainText('movement');
    const ahead = await hexPoint(page, '0907');
    await page.touchscreen.tap(ahead.x, ahead.y);
    await expect(page.getByTestId('popover')).toContainText('Tap again');
    await page.touchscreen.tap(ahead.x, ahead.y);
    await said(page, 'ends the phase');
    await kind(page, 'done').tap();
    await kind(page, 'end').tap();
    await said(page, 'The strip above the map');
    // A new phase is looked at on the map.
    await expect(page.locator('.side')).toHaveClass(/show-low/);
    await page.getByRole('button', { name: 'Go on' }).tap();
    await said(page, 'That was the lesson');
    await noViolations(page, 'a lesson on a phone');
  });

  test('a window leaves the map in sight, with its answers beside the piece', async ({ page, server }, info) => {
    await take(page, server, 'Reactions, and an attack together');
    await expect(page.getByTestId('your-turn')).toHaveCount(0);
    await kind(page, 'ready').tap();
    await said(page, 'end this phase');
    await expect(page.locator('.whisper')).toHaveCount(0);
    await kind(page, 'end').tap();
    await said(page, 'Make ready to shoot');
    await tap(page, 's-xbow-1');
    await page.getByRole('button', { name: 'Orders' }).tap();
    await page.getByRole('button', { name: /^Activate/ }).tap();
    await page.getByRole('button', { name: 'Make ready to shoot' }).tap();
    await said(page, 'the English are coming');
    await kind(page, 'done').tap();
    await kind(page, 'end').tap();
    const pop = page.getByTestId('window-pop');
    await expect(pop).toBeVisible();
    const board = (await page.getByTestId('board').boundingBox())!;
    expect(board.height).toBeGreaterThan(200);
    // Neither who may shoot nor whom at is covered by the question.
    const asked = (await pop.boundingBox())!;
    for (const id of ['s-xbow-1', 'e-cav0-1']) {
      const { x, y } = await hexPoint(page, await hexOf(page, id));
      const isCovered = x > asked.x && x < asked.x + asked.width && y > asked.y && y < asked.y + asked.height;
      expect(isCovered, id).toBe(false);
    }
    await page.screenshot({ path: info.outputPath('window.png') });
    await noViolations(page, 'a window on a phone');
    await pop.getByRole('button', { name: 'Let it pass' }).tap();
    await expect.poll(() => hexOf(page, 'e-cav0-1')).not.toBe('');
  });

  test('whom one could interrupt is in sight at the left as well, and not under the answers', async ({
    page,
    server,
  }) => {
    const game = interruption({ Ross: '0504', Hereford: '0204' });
    await openMadeUp(page, server.url, game);
    // Not all of the field finds room.
    const touch = await finger(page);
    const board = (await page.getByTestId('board').boundingBox())!;
    await touch.pinch({ x: board.x + board.width / 2, y: board.y + board.height / 2 }, 40, 90);
    await endPhase(page).tap();
    await neitherIsCovered(page);
  });

  test('a question about one piece has its answers in sight', async ({ page, server }) => {
    const game = tableBattle();
    const answer = game.answer;
    game.answer = (request, now) => {
      if (request.do === 'choose')
        now.offers = ['Pursue', 'Try to stay'].map((label) => ({
          choice: label,
          kind: label,
          role: 'act',
          label,
          piece: 'Keith',
          rolls: true,
        }));
      return answer(request, now);
    };
    await openMadeUp(page, server.url, game);
    await endPhase(page).tap();
    const answers = page.getByRole('group', { name: 'Actions of Keith' }).getByRole('button');
    await expect(answers).toHaveText(['Pursue', 'Try to stay']);
    for (const one of await answers.all()) await expect(one).toBeInViewport();
  });

  test('above an open sheet the chances of an attack find room, the useful one first', async ({ page, server }) => {
    const game = musterBattle();
    const answer = game.answer;
    // What is told of the phase takes its room above the map.
    const words = 'foot with an enemy in its zone of control must attack, and whoever has won may follow.';
    game.sequence = [{ name: 'Foot attacks', words, phases: ['movement'] }];
    const outcomes = ['defender retreats', 'both lose', 'no effect', 'attacker loses', 'attacker retreats'];
    game.answer = (request, now) =>
      request.do === 'odds'
        ? {
            choice: request.choice,
            reckoning: {
              of: 'ratio',
              base: 1,
              cite: 'M-69',
              modifiers: ['strength', 'leader', 'banner', 'rear', 'weary', 'uphill', 'marsh', 'bridge', 'armour'].map(
                (name, i) => ({ name, value: i % 2 ? -1 : 1, cite: 'M-135' }),
              ),
              total: 2,
            },
            certain: false,
            throws: [{ dice: 2, sides: 6 }],
            outcomes: outcomes.map((outcome, i) => ({ outcome, exact: '1/5', basis_points: 2000, fails: i > 2 })),
          }
        : answer(request, now);
    await openMadeUp(page, server.url, game);
    const targets = page.getByRole('group', { name: 'Targets' }).getByRole('button');
    await page.getByRole('button', { name: 'Orders' }).tap();
    await targets.first().tap();
    await steady(page);
    const ross = await middle(page, 'Ross');
    await page.touchscreen.tap(ross.x, ross.y);
    const odds = page.getByTestId('popover');
    await expect(odds.locator('tr')).toHaveCount(outcomes.length);
    const map = (await page.getByTestId('board').boundingBox())!;
    expect(map.height).toBeLessThan(300);
    for (const part of [odds.locator('strong'), odds.locator('.chance'), odds.locator('tr').last()]) {
      const box = (await part.boundingBox())!;
      expect(box.y).toBeGreaterThanOrEqual(map.y);
      expect(box.y + box.height).toBeLessThanOrEqual(map.y + map.height);
    }
    await noViolations(page, 'chances above a sheet', '.popover');
  });

  test('talk and review are read on a phone, by day and by night', async ({ page, server }, info) => {
    test.setTimeout(120_000);
    await newGame(page, server, 'a friend, by link');
    await page.getByText('English: not here').click();
    await page.getByLabel('Say something to the other player').fill('Are you there?');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByLabel('What was said')).toContainText('Are you there?');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.screenshot({ path: info.outputPath('talk.png') });
    await noViolations(page, 'talk on a phone', '.side');

    await newGame(page, server, 'the computer');
    await page.getByRole('button', { name: 'Set-up finished' }).click();
    await expect(page.getByTestId('prompt')).toContainText('Scots: move units');
    await page.getByRole('button', { name: 'Game menu' }).click();
    await page.getByRole('button', { name: 'Resign…' }).click();
    await page.getByRole('button', { name: 'Yes, resign' }).click();
    await page.keyboard.press('Escape');
    const ending = page.getByTestId('ending');
    await expect(ending).toBeInViewport();
    await ending.getByRole('button', { name: 'For the Scots' }).click();
    await expect(ending).toContainText(/\d+ of \d+ decisions looked at/, { timeout: 60_000 });
    await page.getByTestId('review').scrollIntoViewIfNeeded();
    await page.screenshot({ path: info.outputPath('review.png') });
    await noViolations(page, 'review on a phone', '.side');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});
