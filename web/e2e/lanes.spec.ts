// Whom horse could charge, on the maps of hexes; lessons have it for Edward, and the tables have tests of their own.
import type { Page } from '@playwright/test';
import type { Lane } from '../src/api/types';
import { begun, clickHex, drive, expect, hexPoint, hexesOf, kind, test } from './table';

/** The first piece of a seat that could charge somebody, with all whom it could. */
async function charger(page: Page, game: string, token: string): Promise<{ piece: string; targets: string[] }> {
  return page.evaluate(
    ([g, t]) =>
      new Promise<{ piece: string; targets: string[] }>((found, lost) => {
        const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/games/${g}/live`);
        let asked: string[] = [];
        const ask = (ref: number) =>
          asked[ref] ? socket.send(JSON.stringify({ ref, do: 'lanes', piece: asked[ref] })) : lost(new Error('nobody'));
        socket.onopen = () => socket.send(JSON.stringify({ hello: { token: t } }));
        socket.onmessage = (event) => {
          const m = JSON.parse(String(event.data)) as {
            type: string;
            ref: number;
            ok: Lane[];
            offers: { role: string; piece?: string }[];
          };
          if (m.type === 'state' && !asked.length) {
            asked = [...new Set(m.offers.filter((o) => o.role === 'open').flatMap((o) => o.piece ?? []))];
            ask(0);
          } else if (m.type === 'answer') {
            if (!m.ok?.length) return ask(m.ref + 1);
            socket.close();
            found({ piece: asked[m.ref]!, targets: m.ok.map((lane) => lane.target) });
          }
        };
      }),
    [game, token] as const,
  );
}

for (const [scenario, phase] of [
  ['quad/robert', 'two movement'],
  ['medieval/stirling', 'two 5 cavalry movement'],
  ['medieval/falkirk', 'two 1 cavalry movement'],
  ['medieval/prelude', 'two 1 cavalry movement'],
] as const) {
  test(`whom English horse could charge is shown before it moves, and a click does it: ${scenario}`, async ({
    page,
    server,
  }) => {
    // The Scots stay where they are.
    const { game, seats } = await begun(page, server, scenario, { kind: 'here' }, 1);
    const scots = drive(page, game, seats[0], [], new RegExp(phase));
    await kind(page, 'ready').click();
    await scots;
    await expect(page.locator('.piece.able').first()).toBeAttached();
    const { piece, targets } = await charger(page, game, seats[1]);
    const from = await hexesOf(page, piece);
    const hex = from.join();
    await page.keyboard.press('0');
    await clickHex(page, from[0]!);
    // Somebody else may stand there too.
    await expect(page.locator('.piece.selected')).toHaveAttribute('data-piece', piece);
    await expect(page.locator('.lane')).toHaveCount(targets.length);
    await expect(page.locator('.lane-end')).toHaveCount(targets.length);
    const name = (await page.locator('.piece-card h2').textContent())!;
    const foe = (await hexesOf(page, targets[0]!))[0]!;
    await clickHex(page, foe);
    // He has gone at him, or at least has left for him: before dice fall the chronicle may tell only that.
    await expect(page.getByRole('log')).toContainText(name);
    const charges = page.getByRole('log').locator('.role-charge').filter({ hasText: name });
    await expect
      .poll(async () => (await hexesOf(page, piece)).join() !== hex || (await charges.count()) > 0)
      .toBe(true);
    await expect(page.locator('.notice')).toHaveCount(0);
  });
}

test('a click on an enemy rides the whole charge to him, and one undo takes it back', async ({ page, server }) => {
  await begun(page, server, 'lesson/charge', { kind: 'captain', name: 'random' });
  await kind(page, 'ready').click();
  await expect(kind(page, 'end')).toBeVisible();
  const from = (await hexesOf(page, 'keith'))[0]!;
  await clickHex(page, from);
  await expect(page.locator('.lane').first()).toBeAttached();
  const foe = (await hexesOf(page, 'wales'))[0]!;
  const at = await hexPoint(page, foe);
  await page.mouse.move(at.x, at.y);
  const words = page.getByTestId('popover');
  await expect(words).toContainText('Charge');
  // What is said of it does not lie on its line.
  const [box, start] = [(await words.boundingBox())!, await hexPoint(page, from)];
  const halfway = { x: (at.x * 3 + start.x) / 4, y: (at.y * 3 + start.y) / 4 };
  const isOn =
    halfway.x > box.x && halfway.x < box.x + box.width && halfway.y > box.y && halfway.y < box.y + box.height;
  expect(isOn).toBe(false);
  await page.mouse.click(at.x, at.y);
  await expect(page.getByRole('button', { name: 'End this move' })).toBeVisible();
  await expect.poll(() => hexesOf(page, 'keith')).toEqual(['0304']);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(() => hexesOf(page, 'keith')).toEqual([from]);
});
