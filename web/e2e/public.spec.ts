import { expect, listen, noViolations, test } from './table';
import { Server } from './server';

test('two strangers find each other, and their browsers make the dice', async ({ page, browser, errors }) => {
  const server = new Server();
  await server.start('--public', 'http://games.example');
  try {
    await page.goto(server.url);
    await page.getByText('a friend, by link').click();
    await page.getByLabel('Your name, if you like').fill('Sir James');
    await page.getByLabel('Anybody may join').check();
    await page.getByLabel('Anybody may watch').check();
    await noViolations(page, 'who may join and watch');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect(page).toHaveURL(/\/g\//);

    const theirs = await (await browser.newContext()).newPage();
    listen(theirs, errors);
    await theirs.goto(server.url);
    await expect(theirs.getByRole('heading', { name: 'Games for everybody' })).toBeVisible();
    await noViolations(theirs, 'games for everybody');
    await theirs.getByRole('button', { name: /Sir James waits/ }).click();
    await expect(theirs).toHaveURL(/\/g\/\w+#[\w-]{22}$/);

    // Both have promised and shown their shares by themselves.
    for (const player of [page, theirs]) {
      await player.getByRole('button', { name: 'Game menu' }).click();
      const proof = player.locator('.dice-proof');
      await expect(proof.locator('summary')).toHaveText(/Dice that nobody has chosen$/);
    }
    await theirs.getByRole('button', { name: 'Resign…' }).click();
    await theirs.getByRole('button', { name: 'Yes, resign' }).click();
    // And every die is worked out again at the end.
    await expect(page.locator('.dice-proof summary')).toContainText('Dice checked');
    await expect(page.locator('.dice-proof')).toContainText(/The seed of the server: [0-9a-f]{64}/);
    // The game is over and listed no more.
    const lobby = await (await browser.newContext()).newPage();
    await lobby.goto(server.url);
    await expect(lobby.getByText('Nobody waits for somebody')).toBeVisible();
  } finally {
    await server.end();
  }
});
