// What the tests do at the table.
import AxeBuilder from '@axe-core/playwright';
import { type Page, test as base, expect } from '@playwright/test';
import type { BoardView, Scene } from '../src/api/types';
import { Grid } from '../src/ground/hexes/grid';
import { Server } from './server';

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

/** Where a hex is on the screen, once the map has come to rest. */
export async function hexPoint(page: Page, hex: string): Promise<{ x: number; y: number }> {
  const centre = (await grid(page)).centre(hex);
  if (!centre) throw new Error(`no hex ${hex}`);
  return page.locator('.world').evaluate(async (world, p) => {
    const frame = () => new Promise((next) => requestAnimationFrame(next));
    const look = () =>
      `${getComputedStyle(world).transform} ${JSON.stringify(world.parentElement!.getBoundingClientRect())}`;
    for (let before = ''; before !== look(); await frame()) before = look();
    const m = new DOMMatrix(getComputedStyle(world).transform);
    const q = m.transformPoint(new DOMPoint(p.x, p.y));
    const box = world.parentElement!.getBoundingClientRect();
    return { x: box.left + q.x, y: box.top + q.y };
  }, centre);
}

export async function clickHex(page: Page, hex: string): Promise<void> {
  const p = await hexPoint(page, hex);
  await page.mouse.move(p.x, p.y);
  await page.mouse.click(p.x, p.y);
}

export const hexOf = async (page: Page, id: string): Promise<string> => (await hexesOf(page, id))[0] ?? '';

export async function hexesOf(page: Page, id: string): Promise<string[]> {
  const { game, token } = opened(page);
  const answer = await page.request.get(new URL(`/api/games/${game}/scene`, page.url()).href, {
    headers: { authorization: `Bearer ${token}` },
  });
  const at = ((await answer.json()) as Scene).pieces.find((p) => p.id === id)?.at;
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

/** Plays a seat as fast as it goes over a second line, preferring to be finished. Resolves when the game is over. */
export async function fastPlay(page: Page, game: string, token: string): Promise<void> {
  await page.evaluate(
    ([g, t]) =>
      new Promise<void>((over, lost) => {
        const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/games/${g}/live`);
        let ref = 0;
        let last = '';
        socket.onopen = () => socket.send(JSON.stringify({ hello: { token: t } }));
        socket.onerror = () => lost(new Error('the second line broke'));
        socket.onmessage = (event) => {
          const m = JSON.parse(String(event.data)) as {
            type: string;
            version: number;
            to_act: string[];
            offers?: { role: string; choice: string }[];
            error?: { code: string; why: string };
          };
          if (m.type === 'answer' && m.error?.code === 'TooFast') setTimeout(() => socket.send(last), 300);
          else if (m.type === 'answer' && m.error && m.error.code !== 'StaleVersion') lost(new Error(m.error.why));
          if (m.type !== 'state') return;
          if (m.to_act.length === 0) {
            socket.close();
            over();
            return;
          }
          const offers = m.offers ?? [];
          const offer = offers.find((o) => o.role === 'finish') ?? offers[0];
          if (!offer) return;
          last = JSON.stringify({ ref: ++ref, do: 'choose', version: m.version, choice: offer.choice });
          socket.send(last);
        };
      }),
    [game, token] as const,
  );
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

/** All of the page, or this part of it only: a map with a hundred pieces takes long to look at, and need not be looked at twice. */
export async function noViolations(page: Page, where: string, part?: string): Promise<void> {
  const all = new AxeBuilder({ page });
  const { violations } = await (part ? all.include(part) : all).analyze();
  expect(violations.map((v) => `${where}: ${v.id} ${v.nodes.map((n) => n.target.join(' ')).join(' | ')}`)).toEqual([]);
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
