// What is shown and heard of what happens on the map, whichever game it is: blows, routs and losses, phases that are passed
// over, and where the reader is led to.
import type { Page } from '@playwright/test';
import type { PieceView, StoryEntry, Telling } from '../src/api/types';
import { come, type How, playOn, type Wanted } from './coming';
import { openMadeUp } from './made-up';
import { musterBattle, tableBattle } from './scenes';
import { expect, finger, middle, piece, prompt, steady, test, witness } from './table';

const telling = (kind: string, role: Telling['role'], text: string): Telling => ({ kind, role, text, cites: [] });

test('a hit shakes its counter, a rout is marked, whoever falls leaves a cross and a name; each is heard', async ({
  page,
  server,
}) => {
  // Every sound begins with oscillators of pitches of its own.
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
  game.story = [];
  const change = (id: string, to: (p: PieceView) => PieceView, told: Telling) => {
    game.pieces = game.pieces.map((p) => (p.id === id ? to({ ...p }) : p));
    game.story = [...game.story!, { side: 'one', choice: 'strike', dice: [], events: [told] }];
  };
  const weaker = (p: PieceView): PieceView => ({ ...p, ratings: [{ name: 'strength', value: '2', strength: true }] });
  const routed = (p: PieceView): PieceView => ({ ...p, badges: [{ sign: 'rout', text: 'routed 2' }] });
  const gone = (p: PieceView): PieceView => {
    delete p.at;
    return { ...p, gone: 'eliminated' };
  };
  const fates = [
    () => change('Hereford', weaker, telling('melee', 'event', 'Hereford loses 2.')),
    () => change('Hereford', routed, telling('rout', 'event', 'Hereford routs.')),
    () => change('Gloucester', gone, telling('gone', 'loss', 'Gloucester is eliminated.')),
  ];
  game.answer = (request) => {
    if (request.do === 'choose') fates.shift()?.();
    return request.do === 'odds' ? null : [];
  };
  // A blow is there for a moment only.
  const shaken = await witness(page, '.piece.struck[data-piece="Hereford"] .body');
  await openMadeUp(page, server.url, game);
  const next = () => page.getByRole('button', { name: 'End this phase' }).click();

  let before = await heard();
  await next();
  await expect.poll(async () => (await shaken()).map((one) => one.moves)).toEqual(['struck']);
  expect(await heard()).toBeGreaterThan(before);
  await expect(piece(page, 'Hereford')).not.toHaveClass(/struck/);

  before = await heard();
  await next();
  await expect(piece(page, 'Hereford')).toHaveAttribute('aria-label', /rout/i);
  // He runs: his counter takes its time on its way.
  await expect(piece(page, 'Hereford')).toHaveClass(/fleeing/);
  await expect(piece(page, 'Gloucester')).not.toHaveClass(/fleeing/);
  expect(await heard()).toBeGreaterThan(before);

  before = await heard();
  await next();
  await expect(piece(page, 'Gloucester')).toHaveCount(0);
  await expect(page.locator('.fallen')).toContainText('Gloucester');
  await expect.poll(heard).toBeGreaterThan(before);
  await expect(page.getByRole('log').locator('.role-loss')).toContainText('Gloucester is eliminated');
});

test('a hit on a table flashes above the men, not under them', async ({ page, server }, info) => {
  const game = tableBattle();
  const answer = game.answer;
  game.pieces = game.pieces.map((p) =>
    p.id === 'Knights 1' ? { ...p, base: { ...p.base!, formed: { files: 4, stands: [['cavalry', 8]] } } } : p,
  );
  game.story = [];
  game.answer = (request, now) => {
    if (request.do === 'choose') {
      now.pieces = now.pieces.map((p) =>
        p.id === 'Knights 1' ? { ...p, ratings: [{ name: 'strength', value: '3', strength: true }] } : p,
      );
      const events = [telling('melee', 'event', 'Knights 1 loses.')];
      now.story = [...now.story!, { side: 'one', choice: 'end', dice: [], events }];
    }
    return answer(request, now);
  };
  const flashed = await witness(page, '.piece[data-piece="Knights 1"] .rank ~ .flash');
  await openMadeUp(page, server.url, game);
  await page.getByRole('button', { name: 'End this phase' }).click();
  await page.screenshot({ path: info.outputPath('flash.png') });
  await expect.poll(async () => (await flashed()).map((one) => one.moves)).toEqual(['flash']);
});

interface Drama {
  hits: boolean;
  falls: boolean;
}

/** Whether a counter has been shaken and a cross been left, since the page was opened. */
async function drama(page: Page): Promise<() => Promise<Drama>> {
  await page.addInitScript(() => {
    const seen: Drama = { hits: false, falls: false };
    Object.assign(window, { drama: seen });
    const at = (target: EventTarget | null, css: string) => target instanceof Element && !!target.closest(css);
    document.addEventListener('animationstart', ({ animationName, target }) => {
      seen.hits ||= animationName === 'struck' && at(target, '.piece.struck');
    });
    const isCross = (node: Node) =>
      node instanceof Element && (node.matches('.fallen') || !!node.querySelector('.fallen'));
    new MutationObserver((changes) => {
      seen.falls ||= changes.some(({ addedNodes }) => [...addedNodes].some(isCross));
    }).observe(document, { subtree: true, childList: true });
  });
  return () => page.evaluate(() => (window as unknown as { drama: Drama }).drama);
}

for (const [scenario, sought, how, wanted] of [
  ['edward/bannockburn', { some: ['attack', 'shoot'] }, { rash: true }, ['hits', 'falls']],
  ['quad/robert', { some: ['attack', 'shoot'] }, { rash: true }, ['hits', 'falls']],
  ['medieval/prelude', { some: ['against', 'shoot'] }, { rash: true }, ['hits', 'falls']],
  ['elements/bannockburn', { some: ['hold', 'pursue', 'follow'] }, { rash: true }, ['hits', 'falls']],
] as [string, Wanted, How, (keyof Drama)[]][]) {
  test(`what happens in a real battle is seen: ${wanted.join(', ')}: ${scenario}`, async ({ page, server }) => {
    test.setTimeout(120_000);
    const look = await drama(page);
    const seen = new Set<string>();
    const all = async () => {
      const now = await look();
      for (const what of wanted) if (now[what]) seen.add(what);
      return seen.size === wanted.length;
    };
    // One battle may end before all of it has happened; then there is another.
    while (seen.size < wanted.length) {
      const line = await page.context().newPage();
      const found = await come(line, server.url, scenario, sought, how);
      await page.goto(`${server.url}/g/${found.game}#${found.watch}`);
      await expect(prompt(page)).not.toBeEmpty();
      let isOver = false;
      const played = playOn(line, server.url, found, how).finally(() => (isOver = true));
      await expect.poll(async () => (await all()) || isOver, { timeout: 30_000 }).toBe(true);
      await line.close();
      await played;
    }
  });
}

test('phases in which nobody can act are passed over, and said to be', async ({ page, server }) => {
  const game = musterBattle();
  game.story = [];
  game.offers = [
    { choice: 'rally Ross', kind: 'rally', role: 'act', label: 'Rally', piece: 'Ross', rolls: true },
    { choice: 'end', kind: 'end', role: 'finish', label: 'End this phase', rolls: false },
  ];
  game.answer = (request, now) => {
    if (request.do === 'choose') {
      const entry: StoryEntry = {
        side: 'one',
        choice: 'end',
        dice: [],
        events: [
          telling('phase', 'phase', 'Scottish shooting.'),
          telling('phase', 'phase', 'English shooting.'),
          telling('phase', 'phase', 'Melee.'),
        ],
      };
      now.story = [...now.story!, entry];
    }
    return request.do === 'odds' ? null : [];
  };
  const whispers = await witness(page, '.whisper');
  await openMadeUp(page, server.url, game);
  await page.getByRole('button', { name: 'End this phase' }).click();
  await expect
    .poll(async () => (await whispers()).map(({ text }) => text.trim()))
    .toContainEqual(expect.stringContaining('Passed over, for nobody could act: Scottish and English shooting.'));
  const passed = page.getByRole('log').locator('h3').filter({ hasText: ': nobody can act' });
  await expect(passed).toHaveText([/^Scottish shooting/, /^English shooting/]);
});

/** Whether a piece is in sight, with some room around it. */
const inSight = (page: Page, id: string) =>
  piece(page, id).evaluate((e) => {
    const box = e.getBoundingClientRect();
    const view = document.querySelector('[data-testid="board"]')!.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    return x > view.left + 40 && x < view.right - 40 && y > view.top + 40 && y < view.bottom - 40;
  });

test('a question about one piece brings it into sight', async ({ page, server }) => {
  const game = tableBattle();
  const answer = game.answer;
  game.answer = (request, now) => {
    if (request.do === 'choose')
      now.offers = ['hold', 'fall back'].map((what) => ({
        choice: `${what} Keith`,
        kind: what,
        role: 'act',
        label: `Keith: ${what}`,
        piece: 'Keith',
        rolls: false,
      }));
    return answer(request, now);
  };
  await openMadeUp(page, server.url, game);
  // The reader looks closely at the other end of the field.
  const far = await middle(page, 'Schiltrom 1');
  await page.mouse.move(far.x, far.y);
  for (let i = 0; i < 12; i++) await page.mouse.wheel(0, -240);
  await steady(page);
  expect(await inSight(page, 'Keith')).toBe(false);
  await page.getByRole('button', { name: 'End this phase' }).click();
  await expect.poll(() => inSight(page, 'Keith')).toBe(true);
});

test('whoever has to go on has the places in sight where he can', async ({ page, server }) => {
  const game = musterBattle();
  const ways = ['0101', '0102', '0103'];
  game.answer = (request, now) => {
    if (request.do === 'destinations')
      return ways.map((hex) => ({
        to: { hexes: [hex] },
        cost: '1',
        plan: [`run ${hex}`],
        path: [{ hexes: ['0404'] }, { hexes: [hex] }],
      }));
    if (request.do === 'choose')
      now.offers = ways.map((hex) => ({
        choice: `run ${hex}`,
        kind: 'run',
        role: 'act',
        label: 'Run',
        piece: 'Ross',
        to: { hexes: [hex] },
        rolls: false,
      }));
    return request.do === 'areas' ? [] : null;
  };
  await openMadeUp(page, server.url, game);
  // The reader looks at him closely.
  const ross = await middle(page, 'Ross');
  await page.mouse.move(ross.x, ross.y);
  for (let i = 0; i < 8; i++) await page.mouse.wheel(0, -240);
  await steady(page);
  await page.getByRole('button', { name: 'End this phase' }).click();
  const costs = page.locator('.cost');
  await expect(costs).toHaveCount(ways.length);
  for (let i = 0; i < ways.length; i++) await expect(costs.nth(i)).toBeInViewport();
  await expect.poll(() => inSight(page, 'Ross')).toBe(true);
});

for (const [who, stays] of [
  ['may', true],
  ['must', false],
] as const)
  test(`who ${who} pursue has those in sight whom he may follow, and is told how`, async ({ page, server }) => {
    const game = musterBattle();
    const places: Record<string, string> = { Ross: '0404', Hereford: '0304', Gloucester: '0403', Angus: '0908' };
    game.pieces = game.pieces.map((p) => (places[p.id] ? { ...p, at: { hexes: [places[p.id]!], facing: 'N' } } : p));
    game.sequence = [{ name: 'Move', words: 'who has won may follow.', phases: ['movement'] }];
    // Somebody in sight can act: the map is not framed anew for the question.
    const rally = { choice: 'rally', kind: 'rally', role: 'act' as const, label: 'Rally', piece: 'Angus', rolls: true };
    game.offers = [rally, ...game.offers.filter((o) => o.role === 'finish')];
    const sent: string[] = [];
    const ask = { kind: 'pursue', role: 'act' as const, piece: 'Ross', rolls: false };
    game.answer = (request, now) => {
      if (request.do === 'choose') {
        sent.push(request.choice);
        now.offers = [
          ...['Hereford', 'Gloucester'].map((target) => ({
            ...ask,
            choice: `follow ${target}`,
            label: `Follow ${target}`,
            target,
            to: { hexes: ['0303'] },
          })),
          ...(stays ? [{ ...ask, choice: 'stay', kind: 'stop', role: 'finish' as const, label: 'Stay' }] : []),
        ];
      }
      return request.do === 'odds' ? null : [];
    };
    await openMadeUp(page, server.url, game);
    // The reader looks closely at somebody else.
    const angus = await middle(page, 'Angus');
    await page.mouse.move(angus.x, angus.y);
    for (let i = 0; i < 8; i++) await page.mouse.wheel(0, -240);
    await steady(page);
    await page.getByRole('button', { name: 'End this phase' }).click();
    for (const id of ['Ross', 'Hereford', 'Gloucester'])
      await expect
        .poll(async () => {
          const [box, map] = [await piece(page, id).boundingBox(), await page.getByTestId('board').boundingBox()];
          const isIn = (from: number, size: number, low: number, room: number) =>
            from >= low && from + size <= low + room;
          return isIn(box!.x, box!.width, map!.x, map!.width) && isIn(box!.y, box!.height, map!.y, map!.height);
        }, id)
        .toBe(true);
    const told = page.getByTestId('guide');
    await expect(told).toContainText('Follow Hereford or Follow Gloucester: click one of the red edges.');
    if (stays) await expect(told).toContainText('Otherwise: Stay.');
    else await expect(told).not.toContainText('Otherwise');
    await expect(page.getByRole('button', { name: 'Stay', exact: true })).toHaveCount(stays ? 1 : 0);
    // And it is done so.
    const foe = await middle(page, 'Hereford');
    await page.mouse.click(foe.x, foe.y);
    await expect.poll(() => sent).toEqual(['end', 'follow Hereford']);
  });

test('nothing shakes, falls or runs for whoever does not want motion', async ({ page, server }) => {
  await openMadeUp(page, server.url, musterBattle());
  // While the map is moved nobody's way is drawn out.
  await steady(page);
  // The looks of each, whenever they would be there.
  const moves = () =>
    piece(page, 'Hereford').evaluate((one) => {
      const of = (name: string, part: string) => {
        one.classList.add(name);
        const { animationName, transitionDuration } = getComputedStyle(part ? one.querySelector(part)! : one);
        one.classList.remove(name);
        return [animationName, transitionDuration];
      };
      return { struck: of('struck', '.body')[0], falling: of('falling', '')[0], fleeing: of('fleeing', '')[1] };
    });
  const lively = await moves();
  expect([lively.struck, lively.falling]).not.toContain('none');
  expect(lively.fleeing).not.toBe('0s');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await moves()).toEqual({ struck: 'none', falling: 'none', fleeing: '0s' });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });

  test('whoever can act stays in sight when the sheet below the map rises', async ({ page, server }) => {
    const game = musterBattle();
    game.offers = [
      { choice: 'rally Lennox', kind: 'rally', role: 'act', label: 'Rally', piece: 'Lennox', rolls: true },
      { choice: 'end', kind: 'end', role: 'finish', label: 'End this phase', rolls: false },
    ];
    await openMadeUp(page, server.url, game);
    await expect(piece(page, 'Lennox')).toHaveClass(/able/);
    const board = page.getByTestId('board');
    const bottom = async () => {
      const box = (await board.boundingBox())!;
      return box.y + box.height;
    };
    // Pulled down to the lower edge of the map.
    const from = await middle(page, 'Lennox');
    const far = (await bottom()) - 70 - from.y;
    const touch = await finger(page);
    await touch.drag({ x: 40, y: from.y - 60 }, { x: 40, y: from.y - 60 + far });
    expect((await middle(page, 'Lennox')).y).toBeGreaterThan(from.y + 40);
    await page.getByRole('button', { name: 'Chronicle' }).tap();
    await expect(page.getByRole('log')).toBeVisible();
    await expect.poll(async () => (await middle(page, 'Lennox')).y - (await bottom())).toBeLessThan(-20);
  });
});
