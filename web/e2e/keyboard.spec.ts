// Every game by keyboard alone: a piece is taken up and does something, and the turn is played to its end.
import type { Locator, Page } from '@playwright/test';
import { come, type How } from './coming';
import { begun, expect, opened, sceneOf, test, until } from './table';

interface Game {
  scenario: string;
  /** Takes something up and does something with it; what the chronicle or the card says then. */
  act: (page: Page) => Promise<void>;
}

const log = (page: Page) => page.getByRole('log');

/** A step over hexes: the next piece that can act, an arrow in whichever direction it can go, Enter. */
async function march(page: Page): Promise<void> {
  await page.keyboard.press('n');
  await expect(page.locator('.reach').first()).toBeAttached();
  for (const arrow of ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft']) {
    await page.keyboard.press(arrow);
    const goes = expect(page.getByTestId('spoken')).toContainText(/Enter: .* goes here/, { timeout: 700 });
    if (
      await goes.then(
        () => true,
        () => false,
      )
    )
      break;
    // Back to where it stands, and another way.
    await page.keyboard.press('p');
    await page.keyboard.press('n');
  }
  await expect(page.getByTestId('spoken')).toContainText(/Enter: .* goes here/);
  await page.keyboard.press('Enter');
  await expect(log(page)).toContainText(/(enters|to) \d{4}/);
  await page.keyboard.press('d');
}

/** The phase is ended; where it is asked whether that is meant, it is. */
async function end(page: Page): Promise<void> {
  await page.keyboard.press('e');
  if (await page.locator('.mains [data-doubted]').count()) await page.keyboard.press('e');
}

/** A quarter of an inch at a time. */
async function drag(page: Page): Promise<void> {
  await page.keyboard.press('n');
  await expect(page.locator('.envelope').first()).toBeAttached();
  await page.keyboard.press('g');
  await expect(page.getByTestId('spoken')).toContainText('in hand: arrow keys move it');
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight');
  await expect(page.getByTestId('popover')).toContainText(' in');
  await page.keyboard.press('Enter');
  await expect(page.locator('.ghost')).toHaveCount(0);
}

/** The steps before chits are laid are let pass. */
async function untilChits(page: Page): Promise<Locator> {
  const ready = page.getByRole('button', { name: /^Ready/ });
  for (let words; !/the chits lie/.test((words = await ready.innerText()));) {
    await page.keyboard.press('e');
    // A second press would be an answer to what comes next.
    await expect(ready).not.toHaveText(words);
  }
  return ready;
}

const GAMES: Record<string, Game> = {
  edward: { scenario: 'edward/bannockburn', act: march },
  robert: { scenario: 'quad/robert', act: march },
  medieval: { scenario: 'medieval/stirling', act: march },
  elements: {
    scenario: 'elements/bannockburn',
    act: async (page) => {
      await drag(page);
      await expect(log(page)).toContainText('moves');
    },
  },
  retinue: {
    scenario: 'retinue/bruce-and-de-bohun',
    act: async (page) => {
      const ready = await untilChits(page);
      const chits = page.getByRole('group', { name: /^Actions of/ }).getByRole('button');
      // Somebody who may go somewhere.
      let move = -1;
      const selected = page.locator('.piece.selected');
      for (let i = 0, who = ''; i < 20 && move < 0; i++) {
        await page.keyboard.press('n');
        await expect(selected).not.toHaveAttribute('data-piece', who);
        who = (await selected.getAttribute('data-piece'))!;
        await expect(chits.first()).toHaveText('hold');
        move = (await chits.allInnerTexts()).indexOf('move');
      }
      await page.keyboard.press(`${move + 1}`);
      await expect(page.locator('.piece-card')).toContainText('move chit');
      await end(page);
      await expect(ready).toContainText('the moves are declared');
      await drag(page);
      await expect(page.locator('.staged')).toContainText('move');
    },
  },
};

async function version(page: Page): Promise<number> {
  const { game, token } = opened(page);
  const about = await page.request.get(new URL(`/api/games/${game}`, page.url()).href, {
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await about.json()) as { version: number }).version;
}

/** Whether something happens within a moment. */
async function happens(page: Page, before: number): Promise<boolean> {
  return expect
    .poll(() => version(page), { timeout: 700, intervals: [30, 60, 120] })
    .not.toBe(before)
    .then(
      () => true,
      () => false,
    );
}

/** Walks with Tab to whatever has to be answered, and presses it. */
async function answer(page: Page): Promise<void> {
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press('Tab');
    const wanted = await page.evaluate(
      () => !!document.activeElement?.matches('.ask button, .strike, .turns button, .mains button, .muster button'),
    );
    if (!wanted) continue;
    await page.keyboard.press('Enter');
    return;
  }
  throw new Error('no button can be reached by Tab');
}

for (const [name, { scenario, act }] of Object.entries(GAMES)) {
  test(`${name}: a whole turn by keyboard alone`, async ({ page, server }) => {
    await page.setViewportSize({ width: 1400, height: 900 });
    await begun(page, server, scenario, { kind: 'captain', name: 'greedy' });
    await page.getByLabel('Captain').selectOption('0');
    await page.getByTestId('board').focus();
    const turn = page.locator('.turn-no');
    // The set-up is taken as it stands.
    const phase = page.locator('.phase');
    const setUp = /set-?up|Deployment/i;
    if (setUp.test(await phase.innerText())) {
      await expect(page.locator('.mains button').first()).toBeVisible();
      await page.keyboard.press('e');
      await expect(phase).not.toHaveText(setUp);
    }
    await expect(page.locator('.mains button').first()).toBeVisible();
    await act(page);
    // The first turn is not everywhere called so.
    const first = await turn.innerText();
    const over = async (): Promise<boolean> => (await turn.innerText()) !== first;
    for (let i = 0; i < 120 && !(await over()); i++) {
      // A captain waits a moment after the end of a phase, at any pace.
      await expect.poll(async () => (await over()) || (await page.locator('.prompt.mine').count()) > 0).toBe(true);
      const before = await version(page);
      await end(page);
      if (await happens(page, before)) continue;
      if (await over()) break;
      // Something else is asked: the first action of a piece, or a button.
      await page.keyboard.press('n');
      await page.keyboard.press('1');
      if (!(await happens(page, before))) await answer(page);
    }
    await expect(turn).not.toHaveText(first);
  });
}

const spoken = (page: Page) => page.getByTestId('spoken');

/** Where the cursor is by what is said of it: column and row of a hex, or half inches from the left and from the top. */
async function cursor(page: Page): Promise<[number, number]> {
  const words = await spoken(page).innerText();
  const hex = /\bhex (\d\d)(\d\d)/i.exec(words);
  if (hex) return [Number(hex[1]), Number(hex[2])];
  const [, left, top] = /([\d.]+) inch(?:es)? from the left, ([\d.]+) from the top/.exec(words)!;
  return [Number(left) * 2, Number(top) * 2];
}

/** N until this one is in hand. */
async function take(page: Page, id: string): Promise<void> {
  await page.getByTestId('board').focus();
  const inHand = page.locator('.piece.selected');
  const who = async () => ((await inHand.count()) ? inHand.getAttribute('data-piece') : undefined);
  // Whoever is in hand already is put down: it is N that brings the cursor to him.
  await page.keyboard.press('Escape');
  for (let i = 0; i < 60 && (await who()) !== id; i++) {
    const before = await who();
    await page.keyboard.press('n');
    await expect.poll(who).not.toBe(before);
  }
}

/** Walks with the arrow keys to where somebody stands. */
async function walk(page: Page, to: string): Promise<void> {
  const { at } = (await sceneOf(page)).pieces.find((p) => p.id === to)!;
  const goal: [number, number] =
    'hexes' in at!
      ? [Number(at.hexes[0]!.slice(0, 2)), Number(at.hexes[0]!.slice(2))]
      : [Math.round(at!.x / 500), Math.round(at!.y / 500)];
  // Columns are staggered: whoever has come to the right one may have to go up or down once more.
  for (let turns = 0; turns < 4; turns++) {
    for (const [axis, back, on] of [
      [0, 'ArrowLeft', 'ArrowRight'],
      [1, 'ArrowUp', 'ArrowDown'],
    ] as const) {
      const far = goal[axis] - (await cursor(page))[axis];
      for (let i = 0; i < Math.abs(far); i++) await page.keyboard.press(far < 0 ? back : on);
      await expect.poll(async () => (await cursor(page))[axis]).toBe(goal[axis]);
    }
    if ((await cursor(page))[0] === goal[0]) return;
  }
}

for (const [scenario, kind, how] of [
  ['edward/bannockburn', 'attack', { rash: true, captain: 'random' }],
  ['quad/robert', 'attack', { rash: true, captain: 'random' }],
  ['elements/bannockburn', 'shoot', { side: 1 }],
] as [string, string, How][]) {
  test(`a blow by keyboard alone: ${scenario}`, async ({ page, server }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width: 1400, height: 900 });
    const { game, token, offers } = await come(page, server.url, scenario, { some: [kind] }, how);
    const blow = offers.find((o) => o.kind === kind && o.target && o.piece)!;
    await page.goto(`${server.url}/g/${game}#${token}`);
    await expect(page.locator('.mains button').first()).toBeVisible();
    const rolled = log(page).locator('.dice');
    const before = await rolled.count();
    await take(page, blow.piece!);
    await walk(page, blow.target!);
    await expect(spoken(page)).toContainText(`Enter: ${blow.label}`);
    await page.keyboard.press('Enter');
    const target = (await page.locator(`[data-piece="${blow.target}"]`).getAttribute('aria-label'))!.split(',')[0]!;
    const told = log(page).locator('.line').filter({ hasText: kind }).filter({ hasText: target });
    await expect(told.last()).toBeVisible();
    // What was only named is rolled for when the naming is ended, and by the same key.
    await until(
      async () => (await rolled.count()) > before,
      async () => page.keyboard.press((await page.getByTestId('pending').count()) ? 'Enter' : 'e'),
      20_000,
    );
  });
}

test('a charge by keyboard alone: retinue/bruce-and-de-bohun', async ({ page, server }) => {
  await page.setViewportSize({ width: 1400, height: 900 });
  await begun(page, server, 'retinue/bruce-and-de-bohun', { kind: 'captain', name: 'random' });
  const ready = await untilChits(page);
  await take(page, 'E10');
  const chits = page.getByRole('group', { name: /^Actions of/ }).getByRole('button');
  await expect(chits.first()).toHaveText('hold');
  await page.keyboard.press(`${(await chits.allInnerTexts()).indexOf('melee') + 1}`);
  await expect(page.locator('.piece-card')).toContainText('melee chit');
  await end(page);
  await expect(ready).toContainText('the moves are declared');
  await take(page, 'E10');
  await expect(page.locator('.lane').first()).toBeAttached();
  await walk(page, 'S01');
  await expect(spoken(page)).toContainText(/Enter: (gallop|canter|trot)/);
  await page.keyboard.press('Enter');
  await expect(page.locator('.staged')).toContainText(/move .*Bohun.* at/);
});
