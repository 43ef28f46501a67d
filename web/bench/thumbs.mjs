// Small pictures of the battles as they begin, for the lobby: public/battles/SYSTEM-NAME.webp. Run it against a server whose
// page is up to date when a map or a set-up has changed: node bench/thumbs.mjs http://127.0.0.1:8080
import { mkdirSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

const url = process.argv[2] ?? 'http://127.0.0.1:8080';
const into = new URL('../public/battles/', import.meta.url).pathname;
const WIDTH = 360;
/** Only the map, without anything that lies over it. */
const BARE = `.top, .side, .overlays, .notice, .whisper, .glow { display: none !important }
.game { display: block !important } .field { position: fixed !important; inset: 0 !important }`;

mkdirSync(into, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.SCHILTRON_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await (await browser.newContext({ viewport: { width: 1080, height: 600 }, bypassCSP: true })).newPage();
await page.goto(url);
const { scenarios } = await page.evaluate(() => fetch('/api/shelf').then((answer) => answer.json()));
for (const { id } of scenarios) {
  const game = await page.evaluate(async (scenario) => {
    const seats = [{ kind: 'here' }, { kind: 'here' }];
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ scenario, seats });
    return (await fetch('/api/games', { method: 'POST', headers, body })).json();
  }, id);
  await page.goto(`${url}/g/${game.game}#${game.watch}`);
  await page.waitForSelector('.piece');
  await page.addStyleTag({ content: BARE });
  await page.waitForTimeout(500);
  await page.keyboard.press('0');
  await page.waitForTimeout(1200);
  // As near as both armies allow.
  await page.evaluate((room) => {
    const boxes = [...document.querySelectorAll('.piece')].map((piece) => piece.getBoundingClientRect());
    const [left, right] = [Math.min(...boxes.map((b) => b.left)) - room, Math.max(...boxes.map((b) => b.right)) + room];
    const [top, bottom] = [Math.min(...boxes.map((b) => b.top)) - room, Math.max(...boxes.map((b) => b.bottom)) + room];
    const scale = Math.min(innerWidth / (right - left), innerHeight / (bottom - top));
    const world = document.querySelector('.world');
    const sheet = world.getBoundingClientRect();
    const whole = world.querySelector('svg').getBoundingClientRect();
    const most = Math.max(scale, innerWidth / whole.width);
    const m = new DOMMatrix(getComputedStyle(world).transform);
    const hold = (offset, length, view) => Math.min(0, Math.max(view - length, offset));
    const x = innerWidth / 2 - ((left + right) / 2 - sheet.left) * most;
    const y = innerHeight / 2 - ((top + bottom) / 2 - sheet.top) * most;
    document.querySelector('.sharp').style.display = 'none';
    const held = [hold(x, whole.width * most, innerWidth), hold(y, whole.height * most, innerHeight)];
    world.style.transform = `translate(${held[0]}px, ${held[1]}px) scale(${m.a * most})`;
  }, 30);
  await page.waitForTimeout(500);
  const shot = (await page.screenshot()).toString('base64');
  const webp = await page.evaluate(
    async ([png, width]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${png}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = width;
      canvas.height = Math.round((width * image.height) / image.width);
      const ctx = canvas.getContext('2d');
      ctx.imageSmoothingQuality = 'high';
      ctx.drawImage(image, 0, 0, canvas.width, canvas.height);
      return canvas.toDataURL('image/webp', 0.72);
    },
    [shot, WIDTH],
  );
  const file = `${id.replace('/', '-')}.webp`;
  const data = Buffer.from(webp.split(',')[1], 'base64');
  writeFileSync(`${into}${file}`, data);
  console.log(`${file.padEnd(30)} ${data.length} B`);
}
await browser.close();
