// Where the reader looks, whether what he is led to is there, and what he answers who does not care.
import type { Page } from '@playwright/test';
import { middle, pressIf, pressOn, steady } from './table';

async function comeNear(page: Page, at: { x: number; y: number }): Promise<void> {
  await page.mouse.move(at.x, at.y);
  for (let i = 0; i < 12; i++) await page.mouse.wheel(0, -240);
  await steady(page);
}

/** At a piece, so closely that hardly anything else is seen. */
export async function lookClosely(page: Page, id: string): Promise<void> {
  await page.keyboard.press('0');
  await comeNear(page, await middle(page, id));
}

/** At a corner of the map, where nobody stands. */
export async function lookAside(page: Page): Promise<void> {
  await page.keyboard.press('0');
  await steady(page);
  const map = (await page.getByTestId('board').boundingBox())!;
  await comeNear(page, { x: map.x + 10, y: map.y + 10 });
}

/** How many of those to whom a line has led are on the part of the map that is seen. */
export const recentInSight = (page: Page) =>
  page.locator('.piece.recent, .account-mark').evaluateAll((all) => {
    const view = document.querySelector('[data-testid="board"]')!.getBoundingClientRect();
    return all.filter((e) => {
      const box = e.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      return x > view.left && x < view.right && y > view.top && y < view.bottom;
    }).length;
  });

/** The middle of the first hex that is shaded, if any is. */
export const shaded = (page: Page) =>
  page.evaluate(() => {
    const all = document.querySelector<SVGPathElement>('path.reach');
    const numbers =
      all
        ?.getAttribute('d')
        ?.split(/z/i)[0]
        ?.match(/-?[\d.]+/g)
        ?.map(Number) ?? [];
    if (numbers.length < 6) return undefined;
    const mean = (from: number) => {
      const list = numbers.filter((_, i) => i % 2 === from);
      return list.reduce((sum, n) => sum + n, 0) / list.length;
    };
    const { x, y } = new DOMPoint(mean(0), mean(1)).matrixTransform(all!.getScreenCTM()!);
    return { x, y };
  });

/** Lets pass what can be; whatever has to be answered gets its first answer, which may be a hex only. */
export async function goOn(page: Page): Promise<void> {
  if (await pressOn(page, page.locator('.mains button.main'))) return;
  if (await pressIf(page.locator('.ask button, .turns button, .strike').first())) return;
  const place = (await page.getByText('Choose a shaded hex').isVisible()) && (await shaded(page));
  if (place) await page.mouse.click(place.x, place.y);
}
