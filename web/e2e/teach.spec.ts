// The page explains itself: where in the turn we are, what a word means, the rules with their tables, sight in words.
import { type Page } from '@playwright/test';
import { toSheet } from '../src/ground/table/shapes';
import { sheetPoint } from './made-up';
import {
  begun,
  blocked,
  clickHex,
  expect,
  hexOf,
  hexPoint,
  newGame,
  noViolations,
  opened,
  prompt,
  sceneOf,
  setUp,
  setUpMedieval,
  test,
} from './table';

const shot = (page: Page, name: string) =>
  process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/${name}.png` }) : undefined;

test('the strip shows where we are, the goal stands beside the score, words explain themselves', async ({
  page,
  server,
}) => {
  await newGame(page, server, 'somebody at this screen');
  await setUp(page);
  const strip = page.getByRole('navigation', { name: 'Sequence of play' });
  await expect(strip.locator('[aria-current="step"]')).toHaveText('Move');
  await expect(page.getByTestId('goal')).toHaveText('Scots need a lead of 20, else English win; now 0');
  await strip.getByRole('button', { name: 'Shoot' }).click();
  await expect(strip.getByRole('status')).toContainText('Both sides shoot');
  await shot(page, 'strip');
  await noViolations(page, 'the strip, open');
  await strip.getByRole('button', { name: 'Shoot' }).click();
  await page.keyboard.press('n');
  await page.locator('.piece-card').getByRole('button', { name: 'morale' }).click();
  await expect(page.locator('.explained')).toContainText('A is best');
  await shot(page, 'terms');
  await noViolations(page, 'a word explained');
  await page.locator('.explained .rule').first().click();
  await expect(page.getByRole('dialog')).toContainText('E-109');
});

test('what is typed into the search moves nothing, a click beside it loses nothing, and stray letters are no orders', async ({
  page,
  server,
}) => {
  await newGame(page, server, 'somebody at this screen');
  await setUp(page);
  await page.getByRole('button', { name: 'Rules', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByLabel('Search');
  await expect(dialog.getByRole('heading', { name: 'Victory', exact: true })).toBeVisible();
  const before = await field.boundingBox();
  await field.fill('zebra');
  await expect(dialog.getByRole('status')).toContainText('0 entries');
  await expect(dialog).toContainText('Try a single word');
  expect(await field.boundingBox()).toEqual(before);
  await page.mouse.click(8, 400);
  await expect(field).toHaveValue('zebra');
  // With nothing in it the click closes it; who goes on typing then ends no phase.
  await field.fill('');
  await page.mouse.click(8, 400);
  await page.keyboard.type('retreat');
  await expect(dialog).toHaveCount(0);
  await expect(prompt(page)).toContainText('Scots: move units');
});

test('rules, tables and words are read and searched in the page, a table beside its rule', async ({ page, server }) => {
  await newGame(page, server, 'somebody at this screen');
  await page.getByRole('button', { name: 'Rules', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'Victory', exact: true })).toBeVisible();
  await shot(page, 'reader');
  await noViolations(page, 'the rules', 'dialog');
  await dialog.getByLabel('Search').fill('charge lance');
  await expect(dialog.getByRole('status')).toContainText('entries');
  await expect(dialog.locator('.reader-entry').first()).toContainText(/lance/i);
  // What is too long for a line says that it goes on, and no word of it is cut.
  const begins = await dialog.locator('.reader-entry > .quiet').allInnerTexts();
  expect(begins.some((text) => text.endsWith(' …'))).toBe(true);
  expect(begins.filter((text) => text.length > 109 && !text.endsWith(' …'))).toEqual([]);
  await shot(page, 'reader-search');
  // Words of every day, and words that are not quite right.
  await dialog.getByLabel('Search').fill('chrage');
  await dialog.getByRole('button', { name: 'charge', exact: true }).click();
  await expect(dialog.getByLabel('Search')).toHaveValue('charge');
  await dialog.getByLabel('Search').fill('win');
  await expect(dialog.getByRole('button', { name: 'victory', exact: true })).toBeVisible();
  await noViolations(page, 'near words', 'dialog');
  await dialog.getByLabel('Search').fill('E-97');
  await dialog.locator('.reader-entry').first().click();
  await expect(dialog.getByRole('complementary', { name: 'Tables of this rule' })).toContainText('plate cavalry');
  await shot(page, 'reader-table');
  await noViolations(page, 'a rule with its table', 'dialog');
  await dialog.getByRole('button', { name: 'Search the rules' }).click();
  await dialog.getByRole('combobox').selectOption('table');
  await dialog.getByLabel('Search').fill('marsh');
  await expect(dialog.getByRole('button', { name: /Movement costs/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
});

test('line of sight answers in words', async ({ page, server }) => {
  await newGame(page, server, 'somebody at this screen', 'the Scots', /Stirling/);
  await setUpMedieval(page);
  await page.getByRole('button', { name: 'Sight', exact: true }).click();
  const at = await page.locator('.piece.two').first().getAttribute('data-piece');
  const from = await hexOf(page, at!);
  await clickHex(page, from);
  const q = await hexPoint(page, from);
  await page.mouse.move(q.x + 90, q.y);
  await expect(page.getByTestId('sight')).toContainText(/: \d+ hex(es)?\. Clear\./);
  await expect(page.getByTestId('sight').locator('.rule')).toHaveText('M-154');
  await shot(page, 'sight');
});

test('on a table sight is told in words too, and a table stands beside its rule', async ({ page, server }, info) => {
  await page.setViewportSize({ width: 1400, height: 900 });
  await newGame(page, server, 'somebody at this screen', 'the Scots', /24 June 1314/);
  await page.keyboard.press('0');
  await page.getByRole('button', { name: 'Sight', exact: true }).click();
  // Somebody sees an enemy, and another has one of his own men before him.
  const { game, token } = opened(page);
  const { pieces } = await sceneOf(page);
  const units = pieces.flatMap(({ role, side, at }) =>
    role === 'unit' && at && !('hexes' in at) ? [{ side, at }] : [],
  );
  const foes = units.filter(({ side }) => side === 'two');
  const lines = units.flatMap((own) => (own.side === 'one' ? foes.map((foe) => [own.at, foe.at] as const) : []));
  const stopped = await blocked(page, game, token, lines);
  expect(stopped.line.words).toMatch(/^Blocked by \w+/);
  const sight = page.getByTestId('sight');
  for (const [place, act] of [
    [stopped.from, 'click'],
    [stopped.to, 'move'],
  ] as const) {
    if ('hexes' in place) throw new Error('a table has no hexes');
    const p = await sheetPoint(page, toSheet([place.x, place.y]));
    await page.mouse[act](p.x, p.y);
  }
  await expect(sight).toContainText(` in. ${stopped.line.words}.`);
  await expect(sight.locator('.rule')).toHaveText('LR-36');
  await expect(page.locator('.sight-stop')).toHaveCount(1);
  await page.screenshot({ path: info.outputPath('table-sight.png') });
  await page.keyboard.press('Escape');

  // A table beside its rule.
  await page.getByRole('button', { name: 'Rules', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Search').fill('L-93');
  await dialog.locator('.reader-entry').first().click();
  await expect(dialog.getByRole('complementary', { name: 'Tables of this rule' })).toContainText(
    'the army is demoralised',
  );
  await noViolations(page, 'a rule of a table game with its table', 'dialog');
});

for (const [scenario, rule, words] of [
  ['quad/robert', 'Q-06', 'a hex of clear'],
  ['medieval/stirling', 'M-81', 'must pursue'],
  ['retinue/mill', 'T-10', 'Melee skills'],
] as const) {
  test(`a table stands beside its rule: ${scenario}`, async ({ page, server }) => {
    await begun(page, server, scenario, { kind: 'captain', name: 'random' });
    await page.getByRole('button', { name: 'Rules', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Search').fill(rule);
    await dialog.locator('.reader-entry').first().click();
    await expect(dialog.getByRole('complementary', { name: 'Tables of this rule' })).toContainText(words);
  });
}
