import type { Offer, PieceView } from '../src/api/types';
import { meet } from './meeting';
import { openMadeUp } from './made-up';
import { musterBattle } from './scenes';
import {
  begun,
  clickHex,
  endPhase,
  expect,
  hexOf,
  hexPoint,
  kind,
  middle,
  newGame,
  noViolations,
  piece,
  pressOn,
  prompt,
  sceneOf,
  setUp,
  steady,
  test,
} from './table';

const MORAY = 'sco-schiltrom-moray';

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
  // Gone, and not only closed: until then keys are not for the map.
  await expect(page.locator('dialog')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.locator('.piece-card')).toHaveCount(0);
  await clickHex(page, at);
  await expect(page.locator('.reach').first()).toBeVisible();
  await clickHex(page, to);
  await expect(page.getByRole('group', { name: 'Who goes along?' })).toBeVisible();
  await noViolations(page, 'who goes along', '.side');
});

test('a leader goes along with a unit that runs, unless he is told to stay', async ({ page, server }) => {
  const game = musterBattle();
  const ross = game.pieces.find((p) => p.id === 'Ross')!;
  const goal = { hexes: ['0406'], facing: 'S' };
  game.pieces.push({
    ...ross,
    id: 'Buchan',
    name: 'Buchan',
    at: { hexes: (ross.at as { hexes: string[] }).hexes },
    role: 'leader',
    picture: 'leader',
    face: 'leader',
    ratings: [],
  });
  // The run has begun by itself: who goes along is asked before the first step and never after it.
  const step = { kind: 'rout', role: 'act' as const, piece: 'Ross', rolls: false };
  const offers = (): Offer[] => [
    { ...step, choice: 'run 0406', label: 'Run', to: goal },
    { ...step, choice: 'run 0306', label: 'Run', to: { hexes: ['0306'], facing: 'S' } },
  ];
  const along = { ...step, kind: 'with', choice: 'with Buchan', label: 'Buchan goes along', target: 'Buchan' };
  const sent: string[] = [];
  game.offers = [...offers(), along];
  game.answer = (request, now) => {
    if (request.do === 'destinations') return [{ to: goal, cost: '1', path: [ross.at, goal], plan: ['run 0406'] }];
    if (request.do !== 'choose' && request.do !== 'plan') return request.do === 'odds' ? null : [];
    sent.push(...(request.do === 'choose' ? [request.choice] : request.choices));
    now.offers = offers();
    return null;
  };
  await openMadeUp(page, server.url, game);
  const leave = page.getByRole('button', { name: 'Leave Buchan here' });
  await expect(leave).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByRole('button', { name: 'Buchan goes along' })).toHaveCount(0);
  const run = async () => {
    await steady(page);
    const box = (await page.locator('.cost').first().boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  };
  await run();
  await expect.poll(() => sent).toEqual(['with Buchan', 'run 0406']);

  sent.length = 0;
  game.offers = [...offers(), along];
  await page.reload();
  await leave.click();
  await expect(leave).toHaveAttribute('aria-pressed', 'true');
  await run();
  await expect.poll(() => sent).toEqual(['run 0406']);
});

test('a leader of another game goes along with his unit by default', async ({ page, server }) => {
  await begun(page, server, 'quad/robert', { kind: 'captain', name: 'random' });
  await kind(page, 'ready').click();
  await expect(prompt(page)).toContainText('Scots: move units');
  const { pieces } = await sceneOf(page);
  const hexesAt = (p: PieceView) => (p.at && 'hexes' in p.at ? p.at.hexes : []);
  const isUnder = (leader: PieceView) =>
    pieces.some((p) => p.role === 'unit' && hexesAt(p).includes(hexesAt(leader)[0] ?? ''));
  const leader = pieces.find((p) => p.side === 'one' && p.role === 'leader' && isUnder(p))!;
  const at = hexesAt(leader)[0]!;
  await clickHex(page, at);
  await expect(page.locator('.reach').first()).toBeVisible();
  const goal = (await page.locator('.cost').first().boundingBox())!;
  await page.mouse.click(goal.x + goal.width / 2, goal.y + goal.height / 2);
  await expect.poll(() => hexOf(page, leader.id)).not.toBe(at);
  await expect(page.getByRole('group', { name: 'Who goes along?' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(() => hexOf(page, leader.id)).toBe(at);
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

test('what asks where to go is begun for one after the other, and the button says so', async ({ page, server }) => {
  const game = musterBattle();
  const rout = { kind: 'rout', role: 'owed' as const, rolls: false };
  game.offers = ['Ross', 'Lennox'].map((piece) => ({ ...rout, choice: `rout ${piece}`, label: 'Rout', piece }));
  const sent: string[] = [];
  game.answer = (request, now) => {
    if (request.do !== 'choose') return request.do === 'odds' ? null : [];
    sent.push(request.choice);
    const step = {
      kind: 'step',
      role: 'act' as const,
      piece: request.choice.split(' ')[1]!,
      rolls: false,
      label: 'Run',
    };
    // Each is asked where to; then it is the turn of the other.
    now.offers = request.choice.startsWith('rout')
      ? ['0305', '0405'].map((hex) => ({ ...step, choice: `run ${step.piece} ${hex}`, to: { hexes: [hex] } }))
      : sent.length < 3
        ? [{ ...rout, choice: 'rout Lennox', label: 'Rout', piece: 'Lennox' }]
        : [{ choice: 'end', kind: 'end', role: 'finish', label: 'End this phase', rolls: false }];
    return null;
  };
  await openMadeUp(page, server.url, game);
  const all = page.getByTestId('all');
  await expect(all).toHaveText('Rout: one after the other (2)');
  await all.click();
  await expect.poll(() => sent).toEqual(['rout Ross']);
  await expect(all).toHaveCount(0);
});

test('routed units with one way each run by themselves, and wait where the way or the order is a choice', async ({
  page,
  server,
}) => {
  const game = musterBattle();
  const rout = { kind: 'rout', role: 'owed' as const, rolls: false };
  const runs: Record<string, string[][]> = { Ross: [['0404', '0405']], Angus: [['0804', '0805']] };
  const at = (hex: string) => ({ hexes: [hex], facing: 'N' });
  const reset = () => {
    game.offers = Object.keys(runs).map((piece) => ({ ...rout, choice: `rout ${piece}`, label: 'Rout', piece }));
    game.pieces = game.pieces.map((p) => (runs[p.id] ? { ...p, at: at(runs[p.id]![0]![0]!) } : p));
  };
  const sent: string[] = [];
  game.answer = (request, now) => {
    if (request.do === 'destinations')
      return (runs[request.piece] ?? []).map((path) => ({
        to: at(path.at(-1)!),
        cost: '1',
        plan: [`rout ${request.piece}`, `step ${request.piece} ${path.at(-1)}`],
        path: path.map(at),
      }));
    if (request.do !== 'choose') return request.do === 'odds' ? null : [];
    sent.push(request.choice);
    const [what, piece = ''] = request.choice.split(' ');
    if (what === 'rout')
      now.offers = [
        { kind: 'step', role: 'act', rolls: false, label: 'Run', piece, choice: `step ${piece}`, to: at('0101') },
      ];
    else if (sent.length < 4) now.offers = [{ ...rout, choice: 'rout Angus', label: 'Rout', piece: 'Angus' }];
    else
      now.offers = [
        { choice: 'rally', kind: 'rally', role: 'act', label: 'Rally', piece: 'Lennox', rolls: true },
        { choice: 'end', kind: 'end', role: 'finish', label: 'End this phase', rolls: false },
      ];
    return null;
  };
  reset();
  await openMadeUp(page, server.url, game);
  await expect.poll(() => sent).toEqual(['rout Ross', 'step Ross', 'rout Angus', 'step Angus']);

  // Side by side: who goes first is for the reader to say.
  sent.length = 0;
  runs.Angus = [['0504', '0505']];
  reset();
  await page.reload();
  const all = page.getByTestId('all');
  await expect(all).toHaveText('Rout: one after the other (2)');
  runs.Angus = [
    ['0804', '0805'],
    ['0804', '0705'],
  ];
  reset();
  await page.reload();
  await expect(all).toHaveText('Rout: one after the other (2)');
  // Longer than it takes where nothing is to be decided.
  await page.waitForTimeout(1200);
  expect(sent).toEqual([]);
});

test('attacks of a real battle that are named wait for their dice, and are rolled one after the other', async ({
  page,
  server,
}) => {
  const { game, token } = await meet(page, server.url, 'edward/bannockburn', 'named');
  await page.goto(`${server.url}/g/${game}#${token}`);
  const many = /(\d+) attacks are still to be rolled for/;
  const list = page.getByTestId('pending');
  await expect(list).toContainText(many);
  const [, count] = many.exec(await list.innerText())!;
  await expect(list.locator('.target-row')).toHaveCount(Number(count));
  const all = page.getByTestId('all');
  await expect(all).toHaveText(`Roll all (${count})`);
  const told = page.getByRole('log').locator('.dice');
  const before = await told.count();
  await all.click();
  await expect(list).toHaveCount(0);
  await expect.poll(() => told.count()).toBeGreaterThanOrEqual(before + Number(count));
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

for (const [scenario, before] of [
  ['quad/robert', 0],
  // Horse moves first; the divisions are on foot.
  ['medieval/stirling', 1],
] as const) {
  test(`a division is moved together and taken back at once: ${scenario}`, async ({ page, server }) => {
    await begun(page, server, scenario, { kind: 'captain', name: 'random' });
    await kind(page, 'ready').click();
    await expect(kind(page, 'end')).toBeVisible();
    for (let i = 0; i < before; i++) await pressOn(page, kind(page, 'end'));
    const together = page.getByRole('button', { name: /^Move the whole division \(\d+\)$/ });
    await expect(async () => {
      await page.keyboard.press('n');
      await expect(together).toBeVisible({ timeout: 500 });
    }).toPass();
    await together.click();
    await expect(together).toHaveAttribute('aria-pressed', 'true');
    const id = (await page.locator('.piece.selected').getAttribute('data-piece'))!;
    const start = await hexOf(page, id);
    // One hex on, wherever he can go.
    const ghosts = page.locator('.under .ghost');
    await expect(async () => {
      const goals = page.locator('.cost');
      const box = (await goals.nth(Math.floor(Math.random() * (await goals.count()))).boundingBox())!;
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await expect.poll(() => ghosts.count(), { timeout: 3000 }).toBeGreaterThan(1);
    }).toPass();
    await page.mouse.down();
    await page.mouse.up();
    await expect.poll(() => hexOf(page, id)).not.toBe(start);
    await expect(page.locator('.piece.one.moved').nth(1)).toBeAttached();
    // When all have gone, nobody is in hand.
    await expect(page.locator('.piece.selected')).toHaveCount(0);
    await expect(kind(page, 'end')).toBeVisible();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(() => hexOf(page, id)).toBe(start);
    await expect(page.locator('.piece.one.moved')).toHaveCount(0);
  });
}

test('who only chooses how to start is not moved with his division', async ({ page, server }) => {
  await begun(page, server, 'quad/robert', { kind: 'here' });
  await page.keyboard.press('n');
  await expect(page.getByRole('button', { name: 'Keith 1 starts dismounted' })).toBeVisible();
  // Beside it stands what it could do as well, had it anywhere to go.
  await page.waitForTimeout(300);
  await expect(page.getByRole('button', { name: /the whole division/ })).toHaveCount(0);
});

test('who of a division cannot go as far is named before, and why is told', async ({ page, server }) => {
  const game = musterBattle();
  const own = ['Ross', 'Lennox', 'Angus'];
  game.pieces = game.pieces.map((p) => (own.includes(p.id) ? { ...p, group: 'Randolph' } : p));
  const start = (id: string) => game.pieces.find((p) => p.id === id)!.at as { hexes: string[] };
  const goal = (id: string) => ({ hexes: [`${start(id).hexes[0]!.slice(0, 2)}06`], facing: 'N' });
  game.offers = own.map((piece) => ({
    choice: `move ${piece}`,
    kind: 'move',
    role: 'open',
    label: `Move ${piece}`,
    piece,
    rolls: false,
  }));
  const sent: string[] = [];
  game.answer = (request, now) => {
    if (request.do === 'destinations')
      return request.piece === 'Angus'
        ? []
        : [
            {
              to: goal(request.piece),
              cost: '2',
              path: [start(request.piece), goal(request.piece)],
              plan: [`move ${request.piece}`],
            },
          ];
    if (request.do === 'why_not') return { code: 'Far', why: 'That is further than it can go.', cite: '' };
    if (request.do === 'plan') {
      sent.push(...request.choices);
      now.offers = now.offers.filter((o) => !sent.includes(o.choice));
    }
    return request.do === 'odds' ? null : [];
  };
  await openMadeUp(page, server.url, game);
  const ross = await middle(page, 'Ross');
  await page.mouse.click(ross.x, ross.y);
  await page.getByRole('button', { name: 'Move the whole division (3)' }).click();
  const box = (await page.locator('.cost').first().boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await expect(page.getByText('Not so far that way: Angus.')).toBeVisible();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect.poll(() => sent).toEqual(['move Ross', 'move Lennox']);
  await expect(page.locator('.notice')).toContainText('Staying behind: Angus. That is further than it can go.');
});

test('all the horse that has to charge goes at the enemy by three presses, with a preview, and one undo', async ({
  page,
  server,
}, info) => {
  test.setTimeout(150_000);
  await begun(page, server, 'medieval/bannockburn', { kind: 'captain', name: 'greedy' }, 1);
  await page.locator('.pace select').selectOption({ label: 'at once' });
  await kind(page, 'ready').click();
  await expect(prompt(page)).toContainText('the horse bound to charge on its first turn must', { timeout: 60_000 });
  expect(await page.locator('.piece.two.able').count()).toBeGreaterThan(40);
  const near = page.getByRole('button', { name: 'As near to the enemy as they come' });
  // Whoever is taken up by key has his ways in sight.
  await page.keyboard.press('n');
  const goals = page.locator('.cost');
  await expect(goals.first()).toBeAttached();
  await steady(page);
  const map = (await page.getByTestId('board').boundingBox())!;
  const seen = await goals.evaluateAll(
    (all, top) => all.filter((e) => e.getBoundingClientRect().top > top).length * 2 >= all.length,
    map.y,
  );
  expect(seen).toBe(true);
  await page.getByRole('button', { name: /^Move the whole division \(\d+\)$/ }).click();
  const everybody = page.getByRole('button', { name: /^Everybody who can \(\d+\)$/ });
  const all = Number(/\d+/.exec((await everybody.textContent())!)![0]);
  await everybody.click();
  await expect(everybody).toHaveAttribute('aria-pressed', 'true');
  await near.hover();
  const ghosts = page.locator('.under .ghost');
  // Those behind find a way when the others have gone.
  await expect.poll(() => ghosts.count()).toBeGreaterThan(all / 2);
  await page.screenshot({ path: info.outputPath('closing.png') });
  await noViolations(page, 'closing with the enemy', '.side');
  await near.click();
  // Everybody has done what he had to: the phase may be ended.
  await expect(prompt(page)).toContainText('or end the phase', { timeout: 60_000 });
  await expect.poll(() => page.locator('.piece.two.moved').count()).toBeGreaterThanOrEqual(all * 0.9);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.locator('.piece.two.moved')).toHaveCount(0, { timeout: 60_000 });
  await expect(prompt(page)).toContainText('the horse bound to charge on its first turn must');
});
