import { begin, expect, noViolations, piece, test } from './table';

for (const light of ['light', 'dark'] as const) {
  test(`a skirmish: chits face down, moves drawn up, both sides at once, ${light}`, async ({ page, server }, info) => {
    await page.emulateMedia({ colorScheme: light });
    await page.setViewportSize({ width: 1400, height: 900 });
    await begin(page, server, 'the computer', 'the English', /The king's axe/);
    const ready = page.getByRole('button', { name: /^Ready/ });
    await expect(ready).toContainText('the chits lie');

    // Its chit by a number.
    await page.waitForTimeout(600);
    const squire = (await piece(page, 'E12').boundingBox())!;
    await page.mouse.click(squire.x + squire.width / 2, squire.y + squire.height / 2);
    const card = page.locator('.piece-card');
    await expect(card).toBeVisible();
    const chits = page.getByRole('group', { name: /^Actions of/ }).getByRole('button');
    await expect(chits.first()).toHaveText('hold');
    const move = (await chits.allInnerTexts()).indexOf('move');
    await page.keyboard.press(`${move + 1}`);
    await expect(card).toContainText('move chit');
    await page.screenshot({ path: info.outputPath('skirmish-chits.png') });
    await noViolations(page, 'a skirmish');

    // A mind may be changed before both are ready.
    await page.keyboard.press('u');
    await expect(card).not.toContainText('move chit');
    await page.keyboard.press(`${move + 1}`);
    await expect(card).toContainText('move chit');
    await ready.click();

    // The chits are turned up; now the moves of those with one for it.
    await expect(ready).toContainText('the moves are declared');
    await page.keyboard.press('n');
    await expect(page.locator('.envelope').first()).toBeAttached();
    await page.screenshot({ path: info.outputPath('skirmish-moves.png') });
    await ready.click();
    await expect(page.locator('.log, .chronicle').first()).toContainText(/Turn 2|Phase: (shots|strikes)/, {
      timeout: 30_000,
    });
  });
}
