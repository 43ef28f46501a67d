// How much of the page is touched: what a large battle costs is counted in changes, for time would tell of the machine.
import type { Page } from '@playwright/test';
import { begun, drive, expect, hexesOf, kind, steady, test } from './table';

/** From now on: which counters are changed in the document, each as often as it is; `drawn` anew, without the rings of those who can act. */
async function touched(page: Page, drawn = false): Promise<() => Promise<string[]>> {
  await page.getByRole('group', { name: 'Counters' }).evaluate((layer, withoutRings) => {
    const ids: string[] = [];
    const of = (node: Node) => (node instanceof Element ? node : node.parentElement)?.closest<SVGElement>('.piece');
    const isRing = (node: Node) => node instanceof Element && node.matches('.glow');
    new MutationObserver((changes) => {
      for (const { target, addedNodes, removedNodes, attributeName } of changes) {
        const nodes = [...addedNodes, ...removedNodes];
        if (withoutRings && (attributeName === 'class' || nodes.some(isRing))) continue;
        // A counter itself, or one that comes or goes.
        for (const node of of(target) ? [target] : nodes) ids.push(...(of(node) ? [of(node)!.dataset['piece']!] : []));
      }
    }).observe(layer, { subtree: true, childList: true, attributes: true, characterData: true });
    Object.assign(window, { touched: ids });
  }, drawn);
  return () => page.evaluate(() => (window as unknown as { touched: string[] }).touched);
}

test('in the largest battle a look elsewhere changes no counter, and a move only those who move', async ({
  page,
  server,
}) => {
  const { game, seats } = await begun(page, server, 'medieval/bannockburn', { kind: 'here' }, 1);
  const scots = drive(page, game, seats[0], [], /two 1 cavalry movement/);
  await kind(page, 'ready').click();
  await scots;
  await expect(page.locator('.piece.able').first()).toBeAttached();
  expect(await page.locator('.piece').count()).toBeGreaterThan(180);
  await steady(page);

  // The map is dragged, and looked at from near and far.
  const looked = await touched(page);
  const world = page.locator('.world');
  const before = await world.getAttribute('style');
  const box = (await page.getByTestId('board').boundingBox())!;
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(middle.x, middle.y);
  const pointed = (await looked()).length;
  await page.mouse.down();
  await page.mouse.move(middle.x - 200, middle.y - 120, { steps: 12 });
  await page.mouse.up();
  for (const way of [-240, -240, 240, 240, 240]) await page.mouse.wheel(0, way);
  await page.keyboard.press('+');
  await page.keyboard.press('0');
  await steady(page);
  expect(await world.getAttribute('style')).not.toBe(before);
  expect((await looked()).slice(pointed)).toEqual([]);

  // Somebody goes.
  await page.keyboard.press('n');
  await expect(page.locator('.reach').first()).toBeAttached();
  const id = (await page.locator('.piece.selected').getAttribute('data-piece'))!;
  const start = (await hexesOf(page, id))[0]!;
  await steady(page);
  // Not far: on his way the other side might interrupt.
  const at = await page.locator('.cost').evaluateAll((goals) => {
    const centre = (e: Element) => {
      const { x, y, width, height } = e.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    };
    const from = centre(document.querySelector('.piece.selected')!);
    const far = (p: { x: number; y: number }) => Math.hypot(p.x - from.x, p.y - from.y);
    return goals.map(centre).sort((p, q) => far(p) - far(q))[0]!;
  });
  const moved = await touched(page, true);
  await page.mouse.click(at.x, at.y);
  await expect.poll(async () => (await hexesOf(page, id))[0]).not.toBe(start);
  await expect.poll(moved).toContain(id);
  await steady(page);
  // Whoever stands on his way makes room, and the rest of the army is left as it is.
  expect(new Set(await moved()).size).toBeLessThan(10);
});
