// The odds of blows in real battles: the useful chance beside the target, below it every outcome, the best first, in percents that come
// to a hundred.
import type { Page } from '@playwright/test';
import { type How, come } from './coming';
import { begun, endAfterAll, expect, middle, noViolations, own, prompt, shownPercents, test } from './table';

/** The useful chance beside the first target that has one, below it every outcome. */
async function adds(page: Page, useful: RegExp, chance = page.locator('.chance')): Promise<void> {
  const row = page.locator('.target-row').filter({ has: chance }).first();
  const told = await row.locator('.chance').innerText();
  expect(told).toMatch(useful);
  await row.getByRole('button', { name: /^Odds of/ }).click();
  const odds = row.locator('.odds');
  expect(await shownPercents(odds)).toBe(10_000);
  const outcomes = await odds.locator('tr:not(.part)').evaluateAll((rows) =>
    rows.map((tr) => ({
      words: tr.querySelector('th')!.textContent!.trim(),
      percent: parseFloat(tr.querySelector('td.num')!.textContent!),
    })),
  );
  // What is worth having comes first, and is what the headline adds up.
  const idle = outcomes.findIndex(({ words }) => /^(miss|no effect|no harm|nothing|0 |none)/.test(words));
  const sum = outcomes.slice(0, idle).reduce((all, { percent }) => all + percent, 0);
  expect(idle).toBeGreaterThan(0);
  expect(Math.abs(sum - parseFloat(/[\d.]+(?= %)/.exec(told)![0]))).toBeLessThanOrEqual(1);
}

for (const [scenario, kind, how, useful] of [
  ['edward/bannockburn', 'attack', { rash: true, captain: 'random' }, /^(rout|eliminated)/],
  ['quad/robert', 'attack', { rash: true, captain: 'random' }, /^(rout|eliminated)/],
  ['elements/bannockburn', 'shoot', { side: 1 }, /^(1 casualty|casualties) /],
] as [string, string, How, RegExp][]) {
  test(`the useful chance stands beside its target, the best outcome first: ${scenario}`, async ({
    page,
    server,
  }, info) => {
    test.setTimeout(120_000);
    const found = await come(page, server.url, scenario, { some: [kind] }, how);
    const blow = found.offers.find((o) => o.kind === kind && o.target && o.piece)!;
    await page.goto(`${server.url}/g/${found.game}#${found.token}`);
    await expect(prompt(page)).not.toBeEmpty();
    const name = (await page.locator(`[data-piece="${blow.piece}"]`).getAttribute('aria-label'))!.split(',')[0]!;
    const inHand = page.locator('.piece-card h2').filter({ hasText: name });
    // Whoever alone can do something is in hand already.
    if (!(await inHand.isVisible())) {
      const list = page.locator('.able-list');
      if (!(await list.evaluate((e) => (e as HTMLDetailsElement).open))) await list.locator('summary').click();
      await list.getByRole('button', { name, exact: true }).first().click();
    }
    await adds(page, useful);
    await page.screenshot({ path: info.outputPath('odds.png') });
    await noViolations(page, 'odds', '.target-row');
  });
}

test('the useful chance of a shot stands beside its target where both sides name them in secret', async ({
  page,
  server,
}, info) => {
  test.setTimeout(120_000);
  const scenario = 'retinue/bruce-and-de-bohun';
  const near = (id: string, y: number) => (text: string) =>
    text.replace(new RegExp(`(id = "${id}"[^]*?\\nx = )\\d+\\ny = \\d+`), `$124000\ny = ${y}`);
  const bowshot = await own(page, server, scenario, (text) => near('E20', 11_700)(near('S01', 22_300)(text)));
  await begun(page, server, scenario, { kind: 'captain', name: 'random' }, 0, bowshot);
  const ready = page.getByRole('button', { name: /^Ready/ });
  await expect(ready).toContainText('the chits lie');
  const takeUp = async () => {
    const { x, y } = await middle(page, 'E20');
    await page.mouse.click(x, y);
  };
  await takeUp();
  await page
    .getByRole('group', { name: /^Actions of/ })
    .getByRole('button', { name: 'shoot', exact: true })
    .click();
  await endAfterAll(ready);
  await expect(prompt(page)).toContainText('Name a target', { timeout: 30_000 });
  await takeUp();
  // A shot at a lord may befall so many that each of them is told by himself.
  await adds(page, /^harm /, page.locator('.chance', { hasText: 'harm' }));
  // Whom it would befall is named, and not by the sign that he has in orders.
  const befalls = page.locator('.target-row .odds .part th');
  await expect(befalls.first()).toContainText(/[a-z]{3,}.* hit/);
  await expect(befalls.filter({ hasText: /\b[ES]\d\d\b/ })).toHaveCount(0);
  await page.screenshot({ path: info.outputPath('shot.png') });
  await noViolations(page, 'odds of a shot', '.target-row');
});
