// The page against a real server: first paint, how long the server takes to say where a selected unit can go, how long a
// command takes to show on the map, and frames a second over the largest battle; on tables how long the envelope of a piece
// and the answer to a drag take, and frames a second while it is dragged. Needs `npm run build` and a server:
// `SCHILTRON_URL=http://127.0.0.1:8420 npm run bench:live`. It fails below 58 frames a second in any of them, and where half
// of the envelopes or of the answers to a drag take more than 30 ms. Only a machine with nothing else to do measures that.
import { chromium } from '@playwright/test';

const base = process.env.SCHILTRON_URL ?? 'http://127.0.0.1:8420';
const scenarios = (
  process.env.SCENARIOS ??
  'edward/bannockburn quad/robert medieval/bannockburn elements/bannockburn elements/murten retinue/bruce-and-de-bohun'
).split(' ');
const here = { kind: 'here' };
const browser = await chromium.launch({
  executablePath: process.env.SCHILTRON_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? NaN;
const ms = (n) => `${n.toFixed(0)} ms`;
const FRAMES = 58;
const ANSWER = 30;
const faults = [];
const least = (what, frames) => frames < FRAMES && faults.push(`${what}: ${frames.toFixed(1)} frames/s, not ${FRAMES}`);
const most = (what, time) => time > ANSWER && faults.push(`${what}: ${time.toFixed(1)} ms, not ${ANSWER}`);

/** The first figures get a chit to move by, where there are any. */
async function layChits(page) {
  const chit = page.getByTestId('chits').getByRole('button', { name: 'move', exact: true });
  if (!(await chit.count())) return;
  await chit.click();
  for (const box of await page
    .locator('.piece.able')
    .evaluateAll((l) => l.slice(0, 8).map((p) => p.getBoundingClientRect())))
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.keyboard.press('Escape');
}

/** Frames a second while a piece is dragged about; nothing where pieces are not dragged. */
async function drag(page, frames) {
  await page.keyboard.press('Escape');
  await page.keyboard.press('0');
  await page.waitForTimeout(400);
  for (let i = 0; i < 6; i++) {
    await page.keyboard.press('n');
    await page.waitForTimeout(200);
    if (await page.locator('.envelope').count()) break;
  }
  if (!(await page.locator('.envelope').count())) return undefined;
  const box = await page.locator('.piece.selected').first().boundingBox();
  if (!box) return undefined;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 10, y);
  const rate = await frames(async () => {
    for (let i = 0; i < 200; i++) await page.mouse.move(x + 140 * Math.sin(i / 15), y + 90 * Math.cos(i / 11));
  });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  return rate;
}

for (const scenario of scenarios) {
  const made = await (
    await fetch(`${base}/api/games`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ scenario, options: {}, seats: [here, here] }),
    })
  ).json();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  // Every question over the socket and its answer, and every command and the state that follows it.
  await page.addInitScript(
    (kept) => {
      localStorage.setItem('schiltron.games', kept);
      const times = { destinations: [], choose: [], envelope: [], drag: [] };
      const asked = new Map();
      window.lineTimes = times;
      // From the key that takes a piece up to its envelope on the map.
      let pressed = 0;
      addEventListener('keydown', (e) => e.key === 'n' && (pressed = performance.now()), true);
      addEventListener('DOMContentLoaded', () =>
        new MutationObserver((changes) => {
          const isNew = (c) => [...c.addedNodes].some((n) => n.classList?.contains('envelope'));
          if (
            !pressed ||
            !changes.some((c) => (c.attributeName === 'd' ? c.target.classList.contains('envelope') : isNew(c)))
          )
            return;
          times.envelope.push(performance.now() - pressed);
          pressed = 0;
        }).observe(document.body, { childList: true, subtree: true, attributeFilter: ['d'] }),
      );
      const Plain = window.WebSocket;
      window.WebSocket = class extends Plain {
        constructor(url) {
          super(url);
          let chosen = 0;
          const plainSend = this.send.bind(this);
          this.send = (text) => {
            const m = JSON.parse(text);
            if (m.ref) asked.set(m.ref, { what: m.do === 'drag' && !m.to ? 'survey' : m.do, at: performance.now() });
            if (m.do === 'choose' || m.do === 'plan') chosen = performance.now();
            plainSend(text);
          };
          this.addEventListener('message', (e) => {
            const m = JSON.parse(e.data);
            const known = m.type === 'answer' ? asked.get(m.ref) : undefined;
            if (known && known.what !== 'choose') times[known.what]?.push(performance.now() - known.at);
            if (m.type === 'state' && chosen) {
              const from = chosen;
              chosen = 0;
              requestAnimationFrame(() => requestAnimationFrame(() => times.choose.push(performance.now() - from)));
            }
          });
        }
      };
    },
    JSON.stringify([{ game: made.game, seats: { one: made.seats[0], two: made.seats[1] }, opened: 1 }]),
  );
  await page.goto(`${base}/g/${made.game}#${made.seats[0]}`);
  await page.waitForSelector('.piece', { state: 'attached' });
  await page.waitForTimeout(1200);
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0);
  const pieces = await page.locator('.piece').count();
  // Both seats are at this screen: whoever is asked sits down. Chits for moving are laid by the first action that is one.
  const sit = () =>
    page
      .getByTestId('curtain')
      .getByRole('button')
      .click({ timeout: 800 })
      .catch(() => undefined);
  await sit();
  for (let i = 0; i < 3; i++) {
    const ready = page.locator('.mains [data-kind="ready"]');
    if (!(await ready.count())) break;
    await layChits(page);
    await ready.click();
    await page.waitForTimeout(600);
    await sit();
  }
  for (let i = 0; i < 8; i++) {
    await page.keyboard.press('n');
    await page.waitForTimeout(350);
  }
  for (let i = 0; i < 3; i++) {
    await page.keyboard.press('Escape');
    await page.keyboard.press('n');
    await page.waitForTimeout(250);
    await page
      .locator('.actions [data-kind="move"], .actions [data-kind="halt"], .actions [data-kind="leave"]')
      .first()
      .click({ timeout: 1500 })
      .catch(() => undefined);
    await page.waitForTimeout(250);
    await page.keyboard.press('u');
    await page.waitForTimeout(250);
  }
  const times = await page.evaluate(() => window.lineTimes);

  const frames = async (act) => {
    await page.evaluate(() => {
      const list = [];
      let on = true;
      const tick = (t) => (list.push(t), on && requestAnimationFrame(tick));
      requestAnimationFrame(tick);
      window.stopFrames = () => ((on = false), list);
    });
    await act();
    const list = await page.evaluate(() => window.stopFrames());
    return ((list.length - 1) * 1000) / (list.at(-1) - list[0]);
  };
  const pan = await frames(async () => {
    await page.mouse.move(700, 450);
    await page.mouse.down();
    for (let i = 0; i < 150; i++) await page.mouse.move(500 + 250 * Math.sin(i / 12), 450 + 150 * Math.cos(i / 9));
    await page.mouse.up();
  });
  const zoom = await frames(async () => {
    for (let i = 0; i < 120; i++) await page.mouse.wheel(0, i % 40 < 20 ? -60 : 60);
  });
  const dragged = await drag(page, frames);
  least(`${scenario}, pan`, pan);
  least(`${scenario}, zoom`, zoom);
  console.log(
    `${scenario.padEnd(22)} ${pieces} counters; first paint ${ms(paint)}; destinations ${ms(median(times.destinations))} (worst ${ms(Math.max(...times.destinations))}); command to board ${ms(median(times.choose))}; pan ${pan.toFixed(0)} and zoom ${zoom.toFixed(0)} frames/s`,
  );
  if (dragged !== undefined) {
    const asked = await page.evaluate(() => window.lineTimes);
    least(`${scenario}, dragging`, dragged);
    most(`${scenario}, envelope`, median(asked.envelope));
    most(`${scenario}, answers to a drag`, median(asked.drag));
    console.log(
      `${''.padEnd(22)} dragging ${dragged.toFixed(0)} frames/s; envelope ${ms(median(asked.envelope))} (worst ${ms(Math.max(...asked.envelope))}); answers to a drag ${ms(median(asked.drag))} (worst ${ms(Math.max(...asked.drag))})`,
    );
  }
  await context.close();
}
await browser.close();
for (const fault of faults) console.error(`too slow: ${fault}`);
if (faults.length) process.exitCode = 1;
