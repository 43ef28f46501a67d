// Every game by keyboard alone: a piece is taken up and does something, and the turn is played to its end.
import type { Page } from '@playwright/test';
import { begun, expect, opened, test } from './table';

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
      const ready = page.getByRole('button', { name: /^Ready/ });
      for (let words; !/the chits lie/.test((words = await ready.innerText()));) {
        await page.keyboard.press('e');
        // A second press would be an answer to what comes next.
        await expect(ready).not.toHaveText(words);
      }
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
