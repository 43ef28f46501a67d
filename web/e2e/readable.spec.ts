import type { Page } from '@playwright/test';
import { openMadeUp } from './made-up';
import type { PieceView } from '../src/api/types';
import { musterBattle, tableBattle } from './scenes';
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
  piece,
  sceneOf,
  setUp,
  steady,
  test,
} from './table';

test('the chronicle is brief, its names find the piece, and in full it has rules and sums', async ({
  page,
  server,
}) => {
  await newGame(page, server, 'somebody at this screen');
  await setUp(page);
  await page.keyboard.press('n');
  await expect(page.locator('.reach').first()).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  const log = page.getByRole('log');
  await expect(log).toContainText(/(enters|to) \d{4}/);
  await expect(log).not.toContainText('spent');
  await expect(log.locator('.rule')).toHaveCount(0);
  await page.getByRole('button', { name: 'In full' }).click();
  await expect(log).toContainText('spent');
  await expect(log.locator('.rule').first()).toBeVisible();
  await noViolations(page, 'the chronicle in full', '.pane-log');
  await page.getByRole('button', { name: 'In full' }).click();
  const name = log.locator('button.name').first();
  const who = (await name.textContent())!;
  await page.keyboard.press('d');
  await endPhase(page).click();
  // The reader looks closely at another part of the field: the name brings its piece back into sight.
  await page.keyboard.press('0');
  const foes = await page
    .locator('.piece.two')
    .evaluateAll((all) => all.map((e) => (e as SVGElement).dataset['piece']!));
  const foe = await middle(page, foes[0]!);
  await page.mouse.move(foe.x, foe.y);
  for (let i = 0; i < 12; i++) await page.mouse.wheel(0, -240);
  await steady(page);
  await page.mouse.move(5, 5);
  await name.click();
  await expect(page.locator('.piece-card h2')).toHaveText(who);
  await expect(page.locator('.piece.selected')).toHaveCount(1);
  const found = page.locator(`.piece.one[aria-label^="${who},"]`);
  await expect(found).toBeInViewport({ ratio: 0.7 });
  await noViolations(page, 'chronicle');
});

test('what a division has done on a march is one line, that can be opened', async ({ page, server }) => {
  await newGame(page, server, 'somebody at this screen');
  await setUp(page);
  const { pieces } = await sceneOf(page);
  const moray = pieces.find((p) => p.id === 'sco-schiltrom-moray')!;
  const own = pieces.filter((p) => p.role === 'unit' && p.group === moray.group).slice(0, 2);
  const march = async (id: string) => {
    const start = await hexOf(page, id);
    await clickHex(page, start);
    await expect(page.locator('.reach').first()).toBeVisible();
    const goal = `${start.slice(0, 2)}${String(Number(start.slice(2)) - 2).padStart(2, '0')}`;
    await clickHex(page, goal);
    await expect.poll(() => hexOf(page, id)).toBe(goal);
    await expect(page.getByRole('button', { name: 'End this move' })).toBeVisible();
    await page.keyboard.press('d');
    await expect(endPhase(page)).toBeVisible();
  };
  for (const { id } of own) await march(id);
  const fold = page.getByRole('log').locator('.fold');
  await expect(fold.locator('summary')).toHaveText(/: 2 orders$/);
  // The newest is open; when something else has happened it is folded up.
  for (const { name } of own) await expect(fold.getByRole('button', { name, exact: true })).toBeVisible();
  await endPhase(page).click();
  await expect(fold.getByRole('button', { name: own[0]!.name, exact: true })).toBeHidden();
  await fold.locator('summary').click();
  for (const { name } of own) await expect(fold.getByRole('button', { name, exact: true })).toBeVisible();
  await noViolations(page, 'a folded march', '.pane-log');
  // In full every order stands for itself.
  await page.getByRole('button', { name: 'In full' }).click();
  await expect(fold).toHaveCount(0);
});

test('the largest battle begins at one’s own front, large enough to be read', async ({ page, server }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await newGame(page, server, 'the computer', 'the Scots', /^Bannockburn 1314/);
  await steady(page);
  const scale = () => page.locator('.world').evaluate((w) => new DOMMatrix(getComputedStyle(w).transform).a);
  expect(await scale()).toBeGreaterThan(0.65);
  await expect(page.locator('.piece.one').first()).toBeAttached();
  const seen = await page.locator('.piece.one').evaluateAll(
    (all) =>
      all.filter((e) => {
        const box = e.getBoundingClientRect();
        return box.left > 0 && box.right < innerWidth - 376 && box.top > 52 && box.bottom < innerHeight;
      }).length,
  );
  expect(seen).toBeGreaterThan(15);
});

const BATTLES = [
  'edward/bannockburn',
  'quad/robert',
  'medieval/prelude',
  'medieval/stirling',
  'medieval/falkirk',
  'medieval/bannockburn',
  'elements/bannockburn',
  'elements/murten',
  'retinue/bruce-and-de-bohun',
  'retinue/mill',
];

const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

/** In sight: how high numbers are, and how many units of each side. */
const inSight = (page: Page) =>
  page.evaluate(() => {
    const room = document.querySelector('.board')!.getBoundingClientRect();
    const inside = [...document.querySelectorAll('.piece:has(.ratings)')].filter((e) => {
      const box = e.getBoundingClientRect();
      return box.left > room.left && box.right < room.right && box.top > room.top && box.bottom < room.bottom;
    });
    const height = (e: Element) => {
      const text = e.querySelector<SVGTextElement>('.ratings')!;
      return parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM()!.d;
    };
    const of = (css: string) => inside.filter((e) => e.matches(css)).length;
    return { least: Math.min(...inside.map(height)), own: [of('.one'), of('.two')] };
  });

test('at first sight the numbers on the counters of every battle can be read, of both sides and on a phone', async ({
  page,
  server,
}) => {
  const shelf = (await (await page.request.get(`${server.url}/api/shelf`)).json()) as { scenarios: { id: string }[] };
  expect(shelf.scenarios.map(({ id }) => id).sort()).toEqual([...BATTLES].sort());
  for (const [n, scenario] of BATTLES.entries()) {
    // On tables the two sides begin at different places.
    const sides: (0 | 1)[] = /^(elements|retinue)/.test(scenario) ? [0, 1] : [n % 2 ? 1 : 0];
    for (const side of sides) {
      // Nobody moves meanwhile: the map would follow him.
      await begun(page, server, scenario, { kind: 'here' }, side);
      for (const view of side === sides[0] ? [WIDE, PHONE] : [WIDE]) {
        await page.setViewportSize(view);
        // The whole of it may have been framed for another size.
        if (view === PHONE) await page.reload();
        const where = `${scenario}, ${side}, ${view.width}`;
        await expect(page.locator('.piece').first()).toBeAttached();
        await steady(page);
        await expect.poll(async () => (await inSight(page)).own[side], { message: where }).toBeGreaterThan(1);
        expect((await inSight(page)).least, where).toBeGreaterThan(9);
      }
      await page.setViewportSize(WIDE);
    }
  }
});

test('on a phone a battle begins among one’s own, whatever a captain has done before', async ({ page, server }) => {
  await page.setViewportSize(PHONE);
  for (const scenario of BATTLES.filter((battle) => /^(quad|medieval)/.test(battle)))
    for (const side of [0, 1] as const) {
      await begun(page, server, scenario, { kind: 'captain', name: 'random' }, side);
      await expect(page.locator('.prompt.mine')).toBeVisible({ timeout: 30_000 });
      await expect(page.getByTestId('guide')).toBeVisible();
      await steady(page);
      await expect
        .poll(async () => (await inSight(page)).own[side], { message: `${scenario}, ${side}` })
        .toBeGreaterThan(3);
    }
});

test('on a phone a phase begins with a unit in sight that can act, and not with a leader only', async ({
  page,
  server,
}) => {
  await page.setViewportSize(PHONE);
  await begun(page, server, 'medieval/stirling', { kind: 'captain', name: 'random' });
  // Horse moves first, and stands apart from the foot that the set-up began with.
  await kind(page, 'ready').click();
  await expect(page.locator('.phase')).toContainText('cavalry movement');
  await expect(kind(page, 'end')).toBeVisible();
  await steady(page);
  const seen = () =>
    page.locator('.piece.able:not(.leader)').evaluateAll((all) => {
      const room = document.querySelector('.board')!.getBoundingClientRect();
      return all.filter((e) => {
        const box = e.getBoundingClientRect();
        return box.left > room.left && box.right < room.right && box.top > room.top && box.bottom < room.bottom;
      }).length;
    });
  await expect.poll(seen).toBeGreaterThan(0);
});

test('on a table no leader stands on the numbers of a unit, and the hint is of a table', async ({
  page,
  server,
}, info) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await newGame(page, server, 'the computer', 'the Scots', /Bannockburn, 24 June/);
  await steady(page);
  const covered = await page.evaluate(() => {
    const boxes = (css: string) => [...document.querySelectorAll(css)].map((e) => e.getBoundingClientRect());
    const plates = boxes('.piece .plate');
    return boxes('.piece.leader .body').filter((a) =>
      plates.some((b) => a.left < b.right - 2 && b.left < a.right - 2 && a.top < b.bottom - 2 && b.top < a.bottom - 2),
    ).length;
  });
  expect(covered).toBe(0);
  await page.keyboard.press('n');
  await expect(page.locator('.hint')).toContainText('Drag it');
  await expect(page.locator('.hint')).not.toContainText('Choose a shaded place');
  await page.screenshot({ path: info.outputPath('table.png') });
  await expect(piece(page, 'S1')).toBeAttached();
});

test('no two kinds of arms have pictures that are alike', async ({ page, server }) => {
  await openMadeUp(page, server.url, musterBattle());
  /** Each as ink on paper, so small as on a counter; in how many of its points two of them differ, the closest first. */
  const alike = await page.evaluate(async () => {
    const SIZE = 48;
    const symbols = [...document.querySelectorAll<SVGSymbolElement>('symbol[id^="sym-"]')];
    const ink = async (symbol: SVGSymbolElement) => {
      const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
      for (const [name, value] of Object.entries({ viewBox: '-14 -14 28 28', width: `${SIZE}`, height: `${SIZE}` }))
        svg.setAttribute(name, value);
      svg.setAttribute('color', 'black');
      svg.innerHTML = symbol.innerHTML;
      for (const e of svg.querySelectorAll('.cut')) e.setAttribute('fill', 'white');
      for (const e of svg.querySelectorAll('.cutline')) {
        e.setAttribute('fill', 'none');
        e.setAttribute('stroke', 'white');
        e.setAttribute('stroke-width', '1.1');
      }
      const picture = new Image();
      picture.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
      await picture.decode();
      const canvas = new OffscreenCanvas(SIZE, SIZE).getContext('2d')!;
      canvas.fillStyle = 'white';
      canvas.fillRect(0, 0, SIZE, SIZE);
      canvas.drawImage(picture, 0, 0);
      const { data } = canvas.getImageData(0, 0, SIZE, SIZE);
      return Array.from({ length: SIZE * SIZE }, (_, i) => data[i * 4]! < 128);
    };
    const pictures: (readonly [string, boolean[]])[] = [];
    for (const symbol of symbols) pictures.push([symbol.id, await ink(symbol)]);
    const pairs = pictures.flatMap(([one, a], i) =>
      pictures.slice(i + 1).map(([two, b]) => {
        const covered = a.filter((on, n) => on || b[n]).length;
        return { pair: `${one} ${two}`, differ: a.filter((on, n) => on !== b[n]).length / Math.max(1, covered) };
      }),
    );
    return { many: pictures.length, blank: pictures.filter(([, p]) => !p.includes(true)).map(([id]) => id), pairs };
  });
  expect(alike.many).toBeGreaterThan(15);
  expect(alike.blank).toEqual([]);
  // Of what is inked in either of two, at least a quarter is so in one of them only.
  expect(alike.pairs.filter(({ differ }) => differ < 0.25)).toEqual([]);
});

test('a counter shows where it looks, its kind by a picture of its own, and how far it has routed beside any flag', async ({
  page,
  server,
}, info) => {
  const game = musterBattle();
  const kinds = ['spears', 'cavalry', 'longbow', 'crossbow', 'pikes'] as const;
  game.pieces = game.pieces.map((p, i) => ({
    ...p,
    picture: kinds[i]!,
    badges: p.side === 'one' ? [{ sign: 'rout', text: `Rout ${i + 1}` }] : [],
  }));
  const { badges: _, ...ross } = game.pieces[0]!;
  game.pieces.push({ ...ross, id: 'Moray', name: 'Moray', role: 'leader', picture: 'leader', ratings: [], badges: [] });
  await openMadeUp(page, server.url, game);
  await steady(page);
  const box = (css: string) => page.locator(css).first().boundingBox();
  const [flag, level] = [(await box('[data-piece="Moray"] .body'))!, (await box('[data-piece="Ross"] .rout'))!];
  expect(
    level.x >= flag.x + flag.width - 1 || level.y >= flag.y + flag.height - 1 || level.x + level.width <= flag.x + 1,
  ).toBe(true);
  // Its nose stands out of it, on the side to which it looks.
  const nose = (await box('[data-piece="Lennox"] .nose'))!;
  const body = (await box('[data-piece="Lennox"] .body'))!;
  expect(body.y - nose.y).toBeGreaterThan(4);
  const foe = (await box('[data-piece="Hereford"] .nose'))!;
  const other = (await box('[data-piece="Hereford"] .body'))!;
  expect(foe.y + foe.height - other.y - other.height).toBeGreaterThan(4);
  const drawn = await page
    .locator('.piece:not(.leader) use')
    .evaluateAll((all) => all.map((use) => document.querySelector(use.getAttribute('href')!)!.innerHTML));
  expect(drawn).toHaveLength(kinds.length);
  expect(new Set(drawn).size).toBe(kinds.length);
  await page.screenshot({ path: info.outputPath('counters.png') });
});

/** Where two parts of the picture lie over each other, in pixels each way. */
const overlap = async (page: Page, a: string, b: string) => {
  const [one, two] = [(await page.locator(a).boundingBox())!, (await page.locator(b).boundingBox())!];
  return Math.min(
    Math.min(one.x + one.width, two.x + two.width) - Math.max(one.x, two.x),
    Math.min(one.y + one.height, two.y + two.height) - Math.max(one.y, two.y),
  );
};

test('how far a long counter or a base has routed lies under no pennon, wherever its leader is', async ({
  page,
  server,
}, info) => {
  const game = musterBattle();
  const { badges: _, ...ross } = game.pieces[0]!;
  const lord = (id: string, hex: string): PieceView => ({
    ...ross,
    id,
    name: id,
    at: { hexes: [hex] },
    role: 'leader',
    picture: 'leader',
    ratings: [],
    badges: [],
  });
  // Along each of the three axes, with a leader in either half.
  const longs: [string, string][] = [
    ['0203', '0303'],
    ['0503', '0603'],
    ['0206', '0207'],
    ['0505', '0506'],
  ];
  const rout = (i: number) => [{ sign: i % 2 ? 'rout' : 'pending', text: `Rout ${i + 1}` }] as PieceView['badges'];
  game.pieces = longs.flatMap((hexes, i) => [
    { ...ross, id: `long ${i}`, name: `long ${i}`, at: { hexes, facing: 'N' }, badges: rout(i) },
    ...hexes.map((hex, j) => lord(`lord ${i}${j}`, hex)),
  ]);
  const axes = new Set<string>();
  await openMadeUp(page, server.url, game);
  await steady(page);
  for (const i of longs.keys()) {
    const turned = await page.locator(`[data-piece="long ${i}"] .body`).getAttribute('transform');
    axes.add(String(Math.round(Math.abs(Number(/-?[\d.]+/.exec(turned!)![0])))));
    for (const j of [0, 1]) {
      const over = await overlap(page, `[data-piece="long ${i}"] .rout`, `[data-piece="lord ${i}${j}"] .body`);
      expect(over, `${i}, ${j}`).toBeLessThanOrEqual(0);
    }
  }
  expect([...axes].sort()).toEqual(['30', '90']);
  await page.screenshot({ path: info.outputPath('long.png') });
});

test('nor does that of a base lie under the pennon of who leads it', async ({ page, server }, info) => {
  const table = tableBattle();
  table.pieces = table.pieces.map((p) => ({
    ...p,
    badges: p.role === 'unit' ? [{ sign: 'rout', text: 'Rout 2' }] : [],
  }));
  const [knights, edward] = ['Knights 2', 'King Edward'].map((id) => table.pieces.find((p) => p.id === id)!);
  edward!.at = knights!.at!;
  await openMadeUp(page, server.url, table);
  await steady(page);
  expect(await overlap(page, '[data-piece="Knights 2"] .rout', '[data-piece="King Edward"] .body')).toBeLessThanOrEqual(
    0,
  );
  await page.screenshot({ path: info.outputPath('bases.png') });
});

test('on a phone compass and scale give way to who stands there', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await begun(page, server, 'lesson/move', { kind: 'here' });
  await steady(page);
  const legend = page.locator('.legend');
  await expect(legend).toBeVisible();
  const corner = (await legend.boundingBox())!;
  const ross = (await piece(page, 'ross').boundingBox())!;
  // The map is drawn until he stands in the corner.
  await page.mouse.move(ross.x + 10, ross.y - 40);
  await page.mouse.down();
  await page.mouse.move(corner.x + 40, corner.y - 30, { steps: 6 });
  await page.mouse.up();
  await expect(legend).toHaveCount(0);
});
