// How battles end, what waits to be rolled for, what goes by itself, and what the ground and the signs mean: in every game.
import type { Odds, Offer, PieceView, Place, Telling } from '../src/api/types';
import { keepsake } from './keepsake';
import { lookClosely, recentInSight } from './looking';
import { openMadeUp } from './made-up';
import { musterBattle, tableBattle } from './scenes';
import {
  begun,
  blocked,
  clickHex,
  endPhase,
  expect,
  fastPlay,
  hexOf,
  hexesOf,
  hexPoint,
  hexesFrom,
  middle,
  MISCOUNTED,
  noViolations,
  opened,
  pressIf,
  sceneOf,
  short,
  test,
  witness,
} from './table';

for (const [scenario, captain, why] of [
  ['retinue/mill', 'random', /(was the last|ready to fight any more|tired for good).+ lead (by|of) \d+/],
  [
    'elements/bannockburn',
    'greedy',
    /(was the last\. Scots \d+, English \d+|demoralised and have lost \d+ of \d+|no unit left)/,
  ],
  ['medieval/prelude', 'greedy', /more points win: Scots \d+, English \d+\. So the \w+ win|Automatic/],
  [
    'quad/robert',
    'greedy',
    /The game ends with (an? (Scottish|English) lead of \d+|the points equal).+need a lead of \d+/,
  ],
] as const) {
  test(`the end of ${scenario}: who won and why, the points, losses and luck, a link, a picture`, async ({
    page,
    server,
  }, info) => {
    test.setTimeout(180_000);
    // So many dice fall in a skirmish that to reckon with all of them takes half a minute.
    const more = scenario === 'retinue/mill' ? await short(page, server, scenario, 4) : {};
    // Horse may not dare to touch spears that stand; spears come upon horse that does.
    const own = scenario === 'elements/bannockburn' ? 1 : 0;
    await begun(page, server, scenario, { kind: 'captain', name: captain }, own, more);
    const { game, token } = opened(page);
    await fastPlay(page, game, token);
    const ending = page.getByTestId('ending');
    const heading = ending.getByRole('heading', { level: 2 });
    await expect(heading).toHaveText(/^(The \w+ win|Nobody wins), \d+ to \d+\.$/);
    await expect(ending).toContainText(why);
    const lines = ending.locator('.score-line');
    if (!/ 0 to 0/.test(await heading.innerText())) {
      await expect(lines).toHaveCount(2, { timeout: 60_000 });
      const drawn = await lines.evaluateAll((all) => all.map((line) => line.getAttribute('d')));
      expect(drawn[0]).not.toBe(drawn[1]);
    }
    // Who does nothing is beaten by a captain who does something; at random it may come to nothing.
    if (captain === 'greedy') {
      await expect(heading).not.toHaveText(/ 0 to 0/);
      await expect(ending.getByRole('heading', { name: 'Where it turned' })).toBeVisible();
      await expect(ending.getByRole('table').getByRole('row')).not.toHaveCount(1);
    }
    // On a table it is only reckoned for who asks, but at the end for everybody.
    const asked = page.getByRole('button', { name: /How lucky were the dice|Reckoning/ });
    await expect(asked).toHaveCount(0, { timeout: 90_000 });
    // In a skirmish so many dice fall together that only a few of them are reckoned with.
    if (captain === 'greedy')
      await expect(ending.getByRole('heading', { name: 'Luck', exact: true })).toBeVisible({ timeout: 60_000 });
    if (scenario === 'quad/robert' || scenario === 'medieval/prelude')
      await expect(ending).toContainText(/Luckiest for the \w+, who rolled: .+Unluckiest for the \w+, who rolled: .+/);
    await expect(ending.getByLabel('Share the replay')).toHaveValue(new RegExp(`/g/${game}#[\\w-]{22}$`));
    if (scenario === 'elements/bannockburn') await keepsake(page, info.outputPath('field.png'));
    // What was told last, with rules and sums.
    await page.getByRole('button', { name: 'In full' }).click();
    expect(await page.locator('main').innerText()).not.toMatch(MISCOUNTED);
    await page.screenshot({ path: info.outputPath('end.png') });
    await noViolations(page, scenario, '.ending');
    // Nothing scrolls the page around it away, not even a search for words in it.
    expect(await page.locator('.game').evaluate((around) => ((around.scrollTop = 50), around.scrollTop))).toBe(0);
  });
}

test('a skirmish tells its luck by single dice, where too many fall together', async ({ page, server }, info) => {
  test.setTimeout(180_000);
  const more = await short(page, server, 'retinue/mill', 8);
  await begun(page, server, 'retinue/mill', { kind: 'captain', name: 'greedy' }, 0, more);
  const { game, token } = opened(page);
  await fastPlay(page, game, token);
  const ending = page.getByTestId('ending');
  await expect(ending.getByRole('heading', { name: 'Luck', exact: true })).toBeVisible({ timeout: 60_000 });
  const side = String.raw`\d+ of \d+, \d+\.\d to be expected`;
  await expect(ending).toContainText(new RegExp(`hecks that came off:\\s+Hired ${side}; Raiders ${side}\\.`));
  await page.screenshot({ path: info.outputPath('luck.png') });
});

test('attacks that wait for their dice are listed with their chances, the best outcome first', async ({
  page,
  server,
}, info) => {
  const game = musterBattle();
  const attack = (who: string): Offer => ({
    choice: `resolve ${who}`,
    kind: 'resolve',
    role: 'act',
    label: `Resolve the attack of ${who}`,
    piece: who,
    target: 'Hereford',
    rolls: true,
  });
  const decline: Offer = {
    choice: 'decline',
    kind: 'decline',
    role: 'act',
    label: 'Decline',
    piece: 'Ross',
    rolls: false,
  };
  game.offers = [attack('Ross'), attack('Lennox'), decline];
  const odds: Omit<Odds, 'choice'> = {
    reckoning: null,
    certain: false,
    throws: [{ dice: 2, sides: 6 }],
    outcomes: [
      { outcome: 'miss', exact: '', basis_points: 5867, fails: true },
      { outcome: 'no effect', exact: '', basis_points: 417, fails: false },
      { outcome: 'rout +1', exact: '', basis_points: 2478, fails: false },
      { outcome: 'rout +2', exact: '', basis_points: 1238, fails: false },
    ],
  };
  game.answer = (request) => (request.do === 'odds' ? { ...odds, choice: request.choice } : []);
  await openMadeUp(page, server.url, game);
  const list = page.getByTestId('pending');
  await expect(list).toContainText('2 attacks are still to be rolled for');
  await expect(list.locator('.target-row').first()).toContainText(/Ross.*Hereford.*rout 37 %/);
  await expect(page.getByTestId('all')).toHaveText('Roll all (2)');
  await list
    .getByRole('button', { name: /^Odds of/ })
    .first()
    .click();
  await expect(list.locator('.odds th')).toHaveText(['rout +2', 'rout +1', 'no effect', 'miss']);
  const shown = await list.locator('.odds td.num:not(.exact)').allInnerTexts();
  expect(shown).toEqual(['12 %', '25 %', '4 %', '59 %']);
  await page.screenshot({ path: info.outputPath('pending.png') });
  await noViolations(page, 'pending attacks', '.orders');
});

test('the only unit that has to run runs by itself; where there is a choice of ways it waits', async ({
  page,
  server,
}) => {
  const game = musterBattle();
  const sent: string[] = [];
  const rout: Offer = {
    choice: 'rout Ross',
    kind: 'rout',
    role: 'owed',
    label: 'Ross runs',
    piece: 'Ross',
    rolls: false,
  };
  const step = (way: string): Offer => ({
    choice: `step ${way}`,
    kind: 'step',
    role: 'act',
    label: `Run ${way}`,
    piece: 'Ross',
    to: { hexes: [way] },
    rolls: false,
  });
  game.offers = [rout];
  game.answer = (request, now) => {
    if (request.do !== 'choose') return request.do === 'odds' ? null : [];
    sent.push(request.choice);
    now.offers = sent.length === 1 ? [step('0405')] : [step('0406'), step('0306')];
    return null;
  };
  const whispers = await witness(page, '.whisper');
  await openMadeUp(page, server.url, game);
  await expect.poll(() => sent).toEqual(['rout Ross', 'step 0405']);
  expect((await whispers()).map(({ text }) => text).join()).toContain('there is no other way');
  // Long enough for another step to be taken, if it were.
  await page.waitForTimeout(1500);
  expect(sent).toHaveLength(2);
  await expect(endPhase(page)).toHaveCount(0);
});

for (const [scenario, ground] of [
  ['edward/bannockburn', ['Clear', 'Marsh', 'Burn', 'Slope', 'Road']],
  ['quad/robert', ['Clear', 'Marsh', 'River', 'Slope']],
  ['medieval/stirling', ['Clear', 'Swamp', 'River', 'Bridge', 'Gate']],
  ['elements/bannockburn', ['Clear', 'Marsh']],
  ['retinue/mill', ['Clear', 'Wall']],
] as const) {
  test(`the key of the ground: ${scenario}`, async ({ page, server }, info) => {
    await begun(page, server, scenario, { kind: 'here' });
    const curtain = page.getByRole('button', { name: /^I am/ });
    const opens = page.getByRole('button', { name: 'Key of the ground' });
    await expect(curtain.or(opens).first()).toBeVisible();
    await pressIf(curtain);
    await opens.click();
    const key = page.getByTestId('ground-key');
    for (const name of ground) await expect(key.getByText(name, { exact: true })).toBeVisible();
    const told = await key.locator('dd').allInnerTexts();
    expect(told.length).toBeGreaterThanOrEqual(ground.length);
    for (const words of told) expect(words.length).toBeGreaterThan(10);
    // Each is a piece of the map, and no two are alike.
    const pictures = await key
      .locator('canvas')
      .evaluateAll((all) => all.map((c) => (c as HTMLCanvasElement).toDataURL()));
    expect(new Set(pictures).size).toBe(told.length);
    await page.screenshot({ path: info.outputPath('key.png') });
    await noViolations(page, 'the key', 'dialog');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Search the rules' }).click();
    // It is searched as well.
    const searched = ground[1];
    await dialog.getByLabel('Search').fill(searched.toLowerCase());
    const found = dialog.locator('.reader-word').filter({ has: page.getByText(searched, { exact: true }) });
    await expect(found.first()).toContainText(/: .*\w{3,} \w+/);
    await dialog.getByLabel('Search').fill('');
    await dialog.getByRole('button', { name: /^The ground/ }).click();
    await expect(key).toBeVisible();
  });
}

test('what an answer would do is drawn before it is given', async ({ page, server }, info) => {
  const game = tableBattle();
  const asked: Offer = {
    choice: 'follow',
    kind: 'follow',
    role: 'act',
    label: 'Follow up',
    piece: 'Schiltrom 1',
    to: { x: 17_000, y: 30_000, angle: 0 },
    rolls: false,
  };
  const { to: _, ...stay } = asked;
  game.offers = [asked, { ...stay, choice: 'hold', kind: 'hold', label: 'Try to stay', rolls: true }];
  await openMadeUp(page, server.url, game);
  const answers = page.getByRole('group', { name: 'Actions of Schiltrom 1' }).getByRole('button');
  await expect(answers).toHaveText(['Follow up', 'Try to stay']);
  await answers.last().hover();
  await expect(page.locator('.ghost')).toHaveCount(0);
  await answers.first().hover();
  await expect(page.locator('.ghost')).toHaveCount(1);
  await page.screenshot({ path: info.outputPath('follow.png') });
});

test('a question about several: who, where to, or that he loses is drawn, and all of them are in sight', async ({
  page,
  server,
}, info) => {
  const game = musterBattle();
  const retreat = (piece: string, ...hexes: string[]): Offer => ({
    choice: `retreat ${piece}`,
    kind: 'retreat',
    role: 'act',
    label: `${piece} retreats first`,
    piece,
    to: { hexes },
    rolls: false,
  });
  const lose = (piece: string): Offer => ({
    choice: `lose ${piece}`,
    kind: 'lose',
    role: 'act',
    label: `${piece} takes the loss`,
    piece,
    rolls: false,
  });
  game.answer = (request, now) => {
    if (request.do !== 'choose') return request.do === 'odds' ? null : [];
    now.offers = request.choice === 'end' ? [retreat('Ross', '0405', '0305'), retreat('Angus', '0605')] : [];
    if (request.choice.startsWith('retreat')) now.offers = [lose('Ross'), lose('Lennox'), lose('Angus')];
    return null;
  };
  await openMadeUp(page, server.url, game);
  // The reader looks closely at somebody else.
  const at = await middle(page, 'Gloucester');
  await page.mouse.move(at.x, at.y);
  for (let i = 0; i < 8; i++) await page.mouse.wheel(0, -240);
  await endPhase(page).click();
  const answers = page.getByRole('group', { name: 'Answers' }).getByRole('button');
  await expect(answers).toHaveText(['Ross retreats first', 'Angus retreats first']);
  await expect(page.locator('.answer')).toHaveCount(2);
  await expect(page.locator('.answer-way')).toHaveCount(3);
  const view = (await page.getByTestId('board').boundingBox())!;
  for (const id of ['Ross', 'Angus']) {
    const p = await middle(page, id);
    expect(p.x > view.x && p.x < view.x + view.width && p.y > view.y && p.y < view.y + view.height, id).toBe(true);
  }
  await answers.first().hover();
  await expect(page.locator('.answer.chosen .answer-way')).toHaveCount(2);
  await page.screenshot({ path: info.outputPath('retreat.png') });
  await noViolations(page, 'answers', '.side');
  await answers.first().click();
  await expect(page.locator('.answer-loss')).toHaveCount(3);
  await answers.last().focus();
  await expect(page.locator('.answer.chosen .answer-loss')).toHaveCount(1);
  await page.screenshot({ path: info.outputPath('loss.png') });
});

test('a click that could mean several things asks which one', async ({ page, server }) => {
  const game = musterBattle();
  const shot = (kind: string, piece: string): Offer => ({
    choice: `${kind} ${piece}`,
    kind,
    role: 'act',
    label: `${kind} at Hereford`,
    piece,
    target: 'Hereford',
    rolls: true,
  });
  const end: Offer = { choice: 'end', kind: 'end', role: 'finish', label: 'End this phase', rolls: false };
  game.offers = [shot('shoot', 'Ross'), shot('throw', 'Ross'), shot('shoot', 'Angus'), end];
  await openMadeUp(page, server.url, game);
  const foe = await middle(page, 'Hereford');
  await page.mouse.click(foe.x, foe.y);
  const which = page.getByRole('group', { name: 'Which one?' });
  await expect(which.locator('.target-row')).toHaveCount(3);
  await noViolations(page, 'which one', '.side');
  await page.keyboard.press('Escape');
  await expect(which).toHaveCount(0);
  const own = await middle(page, 'Ross');
  await page.mouse.click(own.x, own.y);
  await page.mouse.click(foe.x, foe.y);
  await expect(which.locator('.target-row')).toHaveCount(2);
});

test('the account tells losses, routs, charges, hits and points, and nothing of horse that only turned', async ({
  page,
  server,
}) => {
  const game = musterBattle();
  const rated = (strength: string, charge: string): PieceView['ratings'] => [
    { name: 'strength', value: strength, strength: true },
    { name: 'charge', value: charge },
  ];
  const pieces = game.pieces.map((p) => ({ ...p, ratings: rated('4', '3') }));
  game.past = { pieces, score: [0, 5] };
  const now: Record<string, (p: PieceView) => PieceView> = {
    Ross: ({ at: _, ...p }) => ({ ...p, gone: 'eliminated' }),
    Lennox: (p) => ({ ...p, badges: [{ sign: 'rout', text: 'Rout 2' }] }),
    Hereford: (p) => ({ ...p, ratings: rated('3', '3') }),
    Gloucester: (p) => ({ ...p, ratings: rated('4', '0') }),
  };
  game.pieces = pieces.map((p) => now[p.id]?.(p) ?? p);
  game.scene = { score: [0, 15] };
  const told = (kind: string, role: Telling['role'], text: string): Telling => ({ kind, role, text, cites: [] });
  game.story = [
    { side: 'one', choice: 'end', dice: [], events: [] },
    { side: 'two', choice: 'go', dice: [], events: [told('contact', 'charge', 'Hereford charges the front of Ross.')] },
    {
      side: 'two',
      choice: 'strike',
      dice: [3, 5],
      events: [{ ...told('melee', 'event', 'Hereford strikes Ross, rolls 8: a hit.'), dice: [3, 5] }],
    },
    { side: 'two', choice: 'end', dice: [], events: [told('gone', 'loss', 'Ross is eliminated.')] },
  ];
  await openMadeUp(page, server.url, game);
  const account = page.getByTestId('account');
  for (const line of [
    'Scots eliminated: Ross',
    'Scots routed: Lennox',
    'English weakened: Hereford',
    'English charged: Hereford',
    'Rolls: 1 × melee',
    'English +10 points',
  ])
    await expect(account).toContainText(line);
  await expect(account).not.toContainText('Gloucester');
  // Every line leads somewhere.
  const lines = account.getByRole('listitem');
  await expect(lines.getByRole('button')).toHaveCount(await lines.count());
  await lines.getByRole('button', { name: 'Rolls: 1 × melee' }).click();
  await expect(page.locator('.piece.recent')).toHaveAttribute('data-piece', 'Hereford');
});

test('a line about some who fell far apart leads to where one of them did, and not in between', async ({
  page,
  server,
}) => {
  const game = musterBattle();
  const { ground } = game.board;
  if (ground.kind !== 'hexes') throw new Error('it is a map of hexes');
  // So wide that not both of them find room.
  await page.setViewportSize({ width: 1000, height: 600 });
  const [columns, rows] = [60, 40];
  const two = (n: number) => String(n).padStart(2, '0');
  const hexes = Array.from({ length: columns * rows }, (_, i) => {
    const [column, row] = [1 + (i % columns), 1 + Math.floor(i / columns)];
    return { ...ground.hexes[0]!, id: two(column) + two(row), column, row };
  });
  game.board.ground = { ...ground, columns, rows, hexes };
  const far: Record<string, string> = { Ross: '0202', Angus: '5938' };
  game.pieces = game.pieces.map((p) => (far[p.id] ? { ...p, at: { hexes: [far[p.id]!], facing: 'N' } } : p));
  game.past = { pieces: game.pieces, score: [0, 0] };
  const gone = ({ at: _, ...p }: PieceView): PieceView => ({ ...p, gone: 'eliminated' });
  game.pieces = game.pieces.map((p) => (far[p.id] ? gone(p) : p));
  game.story = [
    { side: 'one', choice: 'end', dice: [], events: [] },
    { side: 'two', choice: 'end', dice: [], events: [] },
  ];
  await openMadeUp(page, server.url, game);
  await lookClosely(page, 'Hereford');
  expect(await recentInSight(page)).toBe(0);
  await page.getByTestId('account').getByRole('button', { name: 'Scots eliminated: Ross, Angus' }).click();
  await expect(page.locator('.account-mark')).toHaveCount(2);
  await expect.poll(() => recentInSight(page)).toBe(1);
});

for (const [scenario, rule] of [
  ['edward/bannockburn', /^E-\d+$/],
  ['quad/robert', /^Q-\d+$/],
  ['medieval/prelude', /^M-\d+$/],
] as const) {
  test(`line of sight answers in words, what blocks it and where: ${scenario}`, async ({ page, server }, info) => {
    const { game, seats } = await begun(page, server, scenario, { kind: 'here' });
    await page.keyboard.press('0');
    await page.getByRole('button', { name: 'Sight', exact: true }).click();
    // Not everybody has something in his way.
    const lines: (readonly [Place, Place])[] = [];
    await expect(page.locator('.piece').first()).toBeAttached();
    const units = await page.locator('.piece').all();
    for (const unit of units.filter((_, i) => i % 5 === 0)) {
      const at = await hexOf(page, (await unit.getAttribute('data-piece'))!);
      if (!at) continue;
      // Some in every direction.
      const around = (await hexesFrom(page, at)).slice(7, 80);
      lines.push(
        ...around.filter((_, i) => i % 6 === 0).map((hex): [Place, Place] => [{ hexes: [at] }, { hexes: [hex] }]),
      );
    }
    const found = await blocked(page, game, seats[0], lines);
    const [from, hex] = [found.from, found.to].map((place) => ('hexes' in place ? place.hexes[0]! : ''));
    const { line } = found;
    await clickHex(page, from!);
    const q = await hexPoint(page, hex!);
    await page.mouse.move(q.x, q.y);
    const sight = page.getByTestId('sight');
    expect(line.words).toMatch(/^Blocked by .+ in \d{4}/);
    await expect(sight).toContainText(`From ${from} to ${hex}:`);
    await expect(sight).toContainText(`${line.words}.`);
    await expect(sight.locator('.rule')).toHaveText(rule);
    await expect(page.locator('.sight-stop')).toHaveCount(1);
    await page.screenshot({ path: info.outputPath('sight.png') });
  });
}

test('kinds and signs on a card explain themselves', async ({ page, server }) => {
  await begun(page, server, 'retinue/bruce-and-de-bohun', { kind: 'captain', name: 'random' });
  const at = await middle(page, 'E12');
  await page.mouse.click(at.x, at.y);
  const card = page.locator('.piece-card');
  const words = card.locator('p.quiet button.term');
  await expect(words).toHaveCount(2);
  await words.last().click();
  await expect(card.locator('.explained')).toContainText('worth');
  // Somebody who leads has a sign of it.
  const leads = await middle(page, 'E10');
  await page.mouse.click(leads.x, leads.y);
  await expect(card.locator('.badges')).toContainText('Leads its unit');
  const badges = card.locator('.badges .tagged');
  await expect(badges).not.toHaveCount(0);
  for (const badge of await badges.all()) await expect(badge.getByRole('button')).toBeVisible();
  await badges.first().getByRole('button').click();
  await expect(card.locator('.explained')).toContainText(/^Command/);
});

for (const [scenario, sign] of [
  ['edward/bannockburn', 'Lance'],
  ['quad/robert', 'Lance'],
  ['medieval/prelude', 'Shiltron'],
] as const) {
  test(`a sign on a card explains itself: ${scenario}`, async ({ page, server }) => {
    await begun(page, server, scenario, { kind: 'here' });
    const { pieces } = await sceneOf(page);
    const signed = pieces.filter((p) => p.at && p.badges.some(({ text }) => text.includes(sign)));
    await page.keyboard.press('0');
    await clickHex(page, (await hexesOf(page, signed[0]!.id))[0]!);
    const card = page.locator('.piece-card');
    await card
      .locator('.badges')
      .getByRole('button', { name: new RegExp(sign) })
      .click();
    await expect(card.locator('.explained')).toContainText(/\w{3,}.*\w{3,}/);
  });
}

for (const scenario of ['quad/robert', 'medieval/stirling', 'elements/bannockburn']) {
  test(`a word on a card explains itself: ${scenario}`, async ({ page, server }) => {
    await begun(page, server, scenario, { kind: 'captain', name: 'random' });
    await page.keyboard.press('0');
    if (scenario === 'medieval/stirling') await clickHex(page, await hexOf(page, 's-cav0-1'));
    else await page.keyboard.press('n');
    const card = page.locator('.piece-card');
    await card.locator('button.term').first().click();
    await expect(card.locator('.explained')).toContainText(/\w{3,}.*\w{3,}/);
  });
}
