// What the tests do at the table.
import { type Locator, type Page, test as base, expect } from '@playwright/test';
import axe from 'axe-core';
import type { BoardView, Scene } from '../src/api/types';
import { Grid } from '../src/ground/hexes/grid';
import { Server } from './server';

export { blocked, drive, fastPlay } from './lines';
export { expect };

/** One server for all tests of a worker; any error in the browser's console fails the test. */
export const test = base.extend<{ errors: string[] }, { server: Server }>({
  server: [
    async ({}, use) => {
      const server = new Server();
      await server.start();
      await use(server);
      await server.end();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  errors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      listen(page, errors);
      await use(errors);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});

export function listen(page: Page, errors: string[]): void {
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
}

export type Opponent = 'the computer' | 'somebody at this screen' | 'a friend, by link';

/** Chosen in the lobby and begun; nothing is waited for. */
export async function begin(
  page: Page,
  server: Server,
  against: Opponent,
  side = 'the Scots',
  battle?: RegExp,
  options: Record<string, string> = {},
): Promise<void> {
  await page.goto(`${server.url}/`);
  if (battle) {
    await page.getByRole('group', { name: 'Battle' }).getByRole('button', { name: battle }).click();
  }
  await page.getByLabel(against).check();
  // On a first visit an easy one is proposed.
  const captain = page.getByLabel('Captain');
  if (against === 'the computer' && (await captain.count())) {
    // A script is quick; the levels have tests of their own.
    const scripts = captain.locator('optgroup option');
    await captain.selectOption(await scripts.last().getAttribute('value'));
  }
  if (against !== 'somebody at this screen') await page.getByRole('radio', { name: side }).check();
  if (Object.keys(options).length) await page.getByText('Rulings and options').click();
  for (const [words, value] of Object.entries(options)) await page.getByLabel(words).selectOption(value);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
}

export async function newGame(...game: Parameters<typeof begin>): Promise<void> {
  await begin(...game);
  const page = game[0];
  await expect(page.locator('.piece').first()).toBeVisible();
  await expect(page.getByTestId('prompt')).not.toBeEmpty();
}

export const prompt = (page: Page) => page.getByTestId('prompt');
export const phase = (page: Page) => page.locator('.phase');
export const piece = (page: Page, id: string) => page.locator(`[data-piece="${id}"]`);
export const endPhase = (page: Page) => page.getByRole('button', { name: 'End this phase' });

const grids = new Map<string, Grid>();

async function grid(page: Page): Promise<Grid> {
  const { game, token } = opened(page);
  let known = grids.get(game);
  if (!known) {
    const answer = await page.request.get(new URL(`/api/games/${game}/board`, page.url()).href, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { ground } = (await answer.json()) as BoardView;
    if (ground.kind !== 'hexes') throw new Error('a table has no hexes');
    known = new Grid(ground);
    grids.set(game, known);
  }
  return known;
}

export function opened(page: Page): { game: string; token: string } {
  const url = new URL(page.url());
  return { game: url.pathname.split('/')[2]!, token: url.hash.slice(1) };
}

/** Until the map and all that is on it has come to rest: nothing is where it was looked for while it still moves. */
export async function steady(page: Page): Promise<void> {
  await page.locator('.world').evaluate(async (world) => {
    const frame = () => new Promise((next) => requestAnimationFrame(next));
    const look = () =>
      `${getComputedStyle(world).transform} ${JSON.stringify(world.parentElement!.getBoundingClientRect())}`;
    const moves = () =>
      world.classList.contains('moving') ||
      document.getAnimations().some((a) => a instanceof CSSTransition && a.playState === 'running');
    for (let before = '', same = 0; same < 4; await frame()) {
      same = before === look() && !moves() ? same + 1 : 0;
      before = look();
    }
  });
}

/** Where a hex is on the screen, once the map has come to rest. */
export async function hexPoint(page: Page, hex: string): Promise<Spot> {
  const centre = (await grid(page)).centre(hex);
  if (!centre) throw new Error(`no hex ${hex}`);
  await steady(page);
  const found = await page.locator('.world').evaluate((world, p) => {
    const m = new DOMMatrix(getComputedStyle(world).transform);
    const q = m.transformPoint(new DOMPoint(p.x, p.y));
    const box = world.parentElement!.getBoundingClientRect();
    const inside = q.x > 0 && q.y > 0 && q.x < box.width && q.y < box.height;
    return { x: box.left + q.x, y: box.top + q.y, inside };
  }, centre);
  // A press there would be one on something else.
  if (!found.inside) throw new Error(`hex ${hex} is out of sight`);
  return { x: found.x, y: found.y };
}

/**
 * One of something is one: no '1 boxes', and no lead of less than nothing. Words that are also done are left out: a unit may be
 * called "horse 1", and attacks.
 */
export const MISCOUNTED =
  /\b1 (boxes|hexes|points|pieces|units|figures|men|dice|decisions|entries|losses)\b|(lead|ahead|leads) (of|by) [-−]/;

/** All hexes of the map, those next to this one first. */
export async function hexesFrom(page: Page, hex: string): Promise<string[]> {
  const map = await grid(page);
  const from = map.centre(hex)!;
  const away = (id: string) => Math.hypot(map.centre(id)!.x - from.x, map.centre(id)!.y - from.y);
  return [...map.hexes.keys()].sort((a, b) => away(a) - away(b));
}

/** The middle of a piece on the screen, once the map has come to rest. */
export async function middle(page: Page, id: string): Promise<Spot> {
  await steady(page);
  const box = (await piece(page, id).boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Presses a button that may be taken away meanwhile; whether it was there. */
export async function pressIf(button: Locator): Promise<boolean> {
  if (!(await button.first().isVisible())) return false;
  return button
    .first()
    .click({ timeout: 2000 })
    .then(
      () => true,
      () => false,
    );
}

/**
 * Presses a button that goes on, and waits until the page has: it is the same button for the next phase, and a second press would end
 * that too.
 */
export async function pressOn(page: Page, button: Locator): Promise<boolean> {
  const told = async () => `${await page.locator('.turn').innerText()} ${await prompt(page).innerText()}`;
  const before = await told();
  if (!(await pressIf(button))) return false;
  // Where somebody could still act and dice follow, it is asked once whether that is meant.
  const doubted = page.locator('.mains [data-doubted]');
  await expect
    .poll(async () => (await told()) !== before || (await pressIf(doubted)), { timeout: 5000 })
    .toBe(true)
    .catch(() => undefined);
  await expect
    .poll(told, { timeout: 5000 })
    .not.toBe(before)
    .catch(() => undefined);
  return true;
}

/** Ends a phase in which somebody could still act and after which dice fall: the first press is asked about. */
export async function endAfterAll(button: Locator): Promise<void> {
  await button.click();
  await expect(button).toHaveAttribute('data-doubted', '');
  await button.click();
}

/** Does something until it has come to pass: `step` is taken again and again, and may find nothing to do. */
export async function until(
  isDone: () => Promise<boolean>,
  step: () => Promise<unknown>,
  timeout = 60_000,
): Promise<void> {
  await expect(async () => {
    if (!(await isDone())) await step();
    expect(await isDone()).toBe(true);
  }).toPass({ timeout, intervals: [120] });
}

/**
 * Whatever was ever to be seen of a part of the page, its words and how it moved, from the next page on: what is there for a moment
 * only may be gone on a busy machine before it is looked for.
 */
export async function witness(page: Page, css: string): Promise<() => Promise<Seen[]>> {
  await page.addInitScript((wanted) => {
    const all = window as unknown as { seen?: Record<string, Seen[]> };
    const seen: Seen[] = ((all.seen ??= {})[wanted] = []);
    const look = () => {
      for (const e of document.querySelectorAll(wanted)) {
        const now = { text: e.textContent ?? '', moves: getComputedStyle(e).animationName };
        if (!seen.some((s) => s.text === now.text && s.moves === now.moves)) seen.push(now);
      }
    };
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
  }, css);
  return () => page.evaluate((wanted) => (window as unknown as { seen: Record<string, Seen[]> }).seen[wanted]!, css);
}

/** What the percents come to that are shown of an attack's outcomes, in hundredths. */
export async function shownPercents(odds: Locator): Promise<number> {
  const shown = odds.locator('tr:not(.part) td.num:not(.exact)');
  await expect(shown.nth(1)).toHaveText(/^\d+(\.\d+)? %$/);
  const told = await shown.allInnerTexts();
  return told.reduce((sum, text) => sum + Math.round(parseFloat(text) * 100), 0);
}

interface Seen {
  text: string;
  moves: string;
}

/** A game begun without the lobby: one side is played here. */
export async function begun(
  page: Page,
  server: Server,
  scenario: string,
  other: object,
  side: 0 | 1 = 0,
  more: object = {},
): Promise<{ game: string; seats: [string, string] }> {
  const here = { kind: 'here' };
  const answer = await page.request.post(`${server.url}/api/games`, {
    data: { scenario, options: {}, seats: side ? [other, here] : [here, other], ...more },
  });
  const made = (await answer.json()) as { game: string; seats: [string, string] };
  await page.goto(`${server.url}/g/${made.game}#${made.seats[side]}`);
  await expect(page.locator('.piece').first()).toBeAttached();
  await expect(prompt(page)).not.toBeEmpty();
  return made;
}

/** A battle of the shelf that is somewhat different, as `more` of `begun`. */
export async function own(page: Page, server: Server, scenario: string, change: (text: string) => string) {
  const file = await page.request.get(`${server.url}/api/scenarios/${scenario}`);
  const { text } = (await file.json()) as { text: string };
  return { text: change(text.replace(/^id = "\w+/m, 'id = "my')) };
}

/** The same over so many turns only. */
export const short = (page: Page, server: Server, scenario: string, turns: number) =>
  own(page, server, scenario, (text) => text.replace(/^turns = \d+/m, `turns = ${turns}`));

export async function clickHex(page: Page, hex: string): Promise<void> {
  const p = await hexPoint(page, hex);
  await page.mouse.move(p.x, p.y);
  await page.mouse.click(p.x, p.y);
}

export const hexOf = async (page: Page, id: string): Promise<string> => (await hexesOf(page, id))[0] ?? '';

/** How it stands, as the server tells it to this seat. */
export async function sceneOf(page: Page): Promise<Scene> {
  const { game, token } = opened(page);
  const answer = await page.request.get(new URL(`/api/games/${game}/scene`, page.url()).href, {
    headers: { authorization: `Bearer ${token}` },
  });
  return (await answer.json()) as Scene;
}

export async function hexesOf(page: Page, id: string): Promise<string[]> {
  const at = (await sceneOf(page)).pieces.find((p) => p.id === id)?.at;
  return at && 'hexes' in at ? at.hexes : [];
}

/** Ends both set-ups in a hot-seat game, and waits for the first movement. */
export async function setUp(page: Page): Promise<void> {
  for (const side of ['Scots', 'English']) {
    await expect(prompt(page)).toContainText(`${side}: choose starting modes`);
    await page.getByRole('button', { name: 'Set-up finished' }).click();
  }
  await expect(prompt(page)).toContainText('Scots: move units');
  await expect(endPhase(page)).toBeVisible();
}

/** The button of a choice of a kind that no piece makes, or that ends a move: what it says is the game's own affair. */
export const kind = (page: Page, name: string) => page.locator(`.mains [data-kind="${name}"]`).first();

/** Takes both armies as they stand. */
export async function setUpMedieval(page: Page): Promise<void> {
  for (let i = 0; i < 2; i++) {
    const before = (await phase(page).textContent())!;
    await kind(page, 'ready').click();
    // The other side is asked now: a press before that would still be the first one's.
    if (i === 0) await expect(phase(page)).not.toHaveText(before);
    else await expect(kind(page, 'end')).toBeVisible();
  }
}

/**
 * By day and by night. All of the page, or this part of it only. The page has no frames, so axe runs in it and is put into it once:
 * its own way through a second, blank page takes ten times as long.
 */
export async function noViolations(page: Page, where: string, part?: string): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const look = async (light: string, rules?: string[]) => {
    const told = await page.evaluate(
      async ([within, only]) => {
        // Colours that are still changing are nobody's colours.
        const changing = document.getAnimations().filter((a) => a instanceof CSSTransition);
        await Promise.allSettled(changing.map((a) => a.finished));
        const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(within ?? document, {
          resultTypes: ['violations'],
          ...(only && { runOnly: only }),
        });
        return violations.map((v) => `${v.id} ${v.nodes.map((n) => n.target.join(' ')).join(' | ')}`);
      },
      [part, rules] as const,
    );
    expect(told, `${where}, ${light}`).toEqual([]);
  };
  const { theme } = await page.evaluate(() => document.documentElement.dataset);
  await look(theme ?? 'light');
  // By night only the colours are others.
  const other = theme === 'dark' ? 'light' : 'dark';
  await page.emulateMedia({ colorScheme: other });
  await expect(page.locator('html')).toHaveAttribute('data-theme', other);
  await look(other, ['color-contrast']);
  await page.emulateMedia({ colorScheme: theme === 'dark' ? 'dark' : 'light' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme === 'dark' ? 'dark' : 'light');
}

interface Spot {
  x: number;
  y: number;
}

/** Fingers on the glass, by the browser's own input. */
export async function finger(page: Page) {
  const line = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Spot[]) =>
    line.send('Input.dispatchTouchEvent', { type, touchPoints: points.map((p, id) => ({ ...p, id })) });
  return {
    async pinch(middle: Spot, from: number, to: number): Promise<void> {
      const pair = (d: number) => [
        { x: middle.x - d, y: middle.y },
        { x: middle.x + d, y: middle.y },
      ];
      await touch('touchStart', pair(from));
      for (let i = 1; i <= 8; i++) await touch('touchMove', pair(from + ((to - from) * i) / 8));
      await touch('touchEnd', []);
    },
    /** `before` the finger is lifted something can be looked at. */
    async drag(from: Spot, to: Spot, before?: () => Promise<void>): Promise<void> {
      await touch('touchStart', [from]);
      for (let i = 1; i <= 8; i++) {
        await touch('touchMove', [{ x: from.x + ((to.x - from.x) * i) / 8, y: from.y + ((to.y - from.y) * i) / 8 }]);
        await page.waitForTimeout(30);
      }
      await before?.();
      await touch('touchEnd', []);
    },
    async press(at: Spot, ms: number): Promise<void> {
      await touch('touchStart', [at]);
      await page.waitForTimeout(ms);
      await touch('touchEnd', []);
    },
  };
}
