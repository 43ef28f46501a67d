// The picture of the field that a reader can keep.
import { readFile } from 'node:fs/promises';
import { type Page, expect } from '@playwright/test';

/** Saves it, and looks at it: it is large, and whoever is left stands on it in his colours. */
export async function keepsake(page: Page, path: string): Promise<void> {
  const saving = page.waitForEvent('download');
  await page.getByTestId('ending').getByRole('button', { name: 'Picture of the field' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/\.png$/);
  await file.saveAs(path);
  const bytes = (await readFile(path)).toString('base64');
  const seen = await page.evaluate(async (data) => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${data}`;
    await picture.decode();
    const { naturalWidth: width, naturalHeight: height } = picture;
    const canvas = new OffscreenCanvas(width, height).getContext('2d')!;
    canvas.drawImage(picture, 0, 0);
    const points = new Uint32Array(canvas.getImageData(0, 0, width, height).data.buffer);
    // Red, green and blue, from the lowest byte on.
    const of = (colour: number) => points.reduce((sum, point) => sum + ((point & 0xffffff) === colour ? 1 : 0), 0);
    return { width, one: of(0x8f5933), two: of(0x30349c), colours: new Set(points).size };
  }, bytes);
  expect(seen.width).toBeGreaterThan(1000);
  expect(seen.colours).toBeGreaterThan(100);
  expect(
    [seen.one, seen.two].some((many) => many > 50),
    JSON.stringify(seen),
  ).toBe(true);
}
