// Frames a second while panning and zooming over a map with 250 counters, the time to first paint, and how long a scene
// with every piece changed takes; on hexes and on a table. Needs `npm run build` and Chromium, but no server: the answers are
// made up here.
import { chromium } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/** More may be asked for, not fewer. */
const PIECES = Math.max(250, Number(process.env.PIECES ?? 250));
/** Counts as the sixty a second that a screen shows: a browser without one does not keep its time so exactly. */
const ENOUGH = 58;
const dist = new URL('../dist/', import.meta.url).pathname;
const origin = 'http://bench.invalid';
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };

const id = (c, r) => `${String(c).padStart(2, '0')}${String(r).padStart(2, '0')}`;
const hexes = [];
for (let column = 1; column <= 31; column++) {
  for (let row = 1; row <= 38; row++) {
    const wave = Math.sin(column * 0.6) + Math.cos(row * 0.45 + column * 0.2);
    const terrain = wave > 1.45 ? 'pool' : wave > 1.05 ? 'marsh' : wave < -1.2 ? 'wooded' : 'clear';
    hexes.push({ id: id(column, row), column, row, terrain, elevation: row > 26 ? 2 : row > 15 ? 1 : 0 });
  }
}
const spots = (...list) => list.map(([x, y]) => [x * 1000, y * 1000]);
const BOARDS = {
  hexes: {
    kind: 'hexes',
    columns: 31,
    rows: 38,
    pushed_down: 'even',
    metres_per_hex: 64,
    hexes,
    sides: [],
    roads: [Array.from({ length: 30 }, (_, i) => id(10, i + 1))],
    streams: [{ name: 'Burn', sides: Array.from({ length: 30 }, (_, i) => [id(i + 1, 10), id(i + 1, 11)]) }],
    places: [{ name: 'Somewhere', hex: id(20, 20) }],
    edges: [],
  },
  table: {
    kind: 'table',
    width: 72_000,
    depth: 48_000,
    areas: [
      { name: 'Hill', terrain: 'hill', cover: 'clear', level: 1, outline: spots([8, 30], [30, 30], [30, 45], [8, 45]) },
      { name: 'Wood', terrain: 'wood', cover: 'wood', level: 0, outline: spots([2, 2], [16, 2], [16, 14], [2, 14]) },
      {
        name: 'Marsh',
        terrain: 'marsh',
        cover: 'marsh',
        level: 0,
        outline: spots([50, 4], [70, 4], [70, 20], [50, 20]),
      },
    ],
    lines: [{ name: 'Burn', kind: 'stream', run: 'stream', points: spots([0, 15], [30, 24], [72, 24]) }],
    labels: [],
  },
};
const KINDS = [
  ['cavalry', 'mounted', 'cavalry'],
  ['schiltrom', 'close', 'ring'],
  ['infantry', 'disorganised', 'rabble'],
  ['longbow', 'ranged', 'longbow'],
  ['leader', 'leader', 'leader'],
];
/** Who stand on a base, in four files: some mixed, some with an incomplete last rank. */
const STANDS = [
  [['knights', 12]],
  [
    ['pikes', 8],
    ['polearms', 4],
  ],
  [['levy', 11]],
  [['longbow', 10]],
  [],
];
const FACINGS = ['NNE', 'E', 'SSE', 'SSW', 'W', 'NNW'];
const places = {
  hexes: (i, turn, facing) => {
    const at = i * 5 + turn;
    return { hexes: [id(1 + (at % 31), 2 + (Math.floor(at / 31) % 36))], ...facing };
  },
  table: (i, turn) => ({
    x: 3000 + (i % 20) * 3400,
    y: 2500 + Math.floor(i / 20) * 4400 + turn * 100,
    angle: (i * 70) % 3600,
  }),
};
const pieces = (turn, ground) =>
  Array.from({ length: PIECES }, (_, i) => {
    const [symbol, face, picture] = KINDS[i % 5];
    const facing = symbol === 'leader' ? {} : { facing: FACINGS[(i + turn) % 6] };
    return {
      id: `p${i}`,
      name: `Piece ${i}`,
      side: i % 2 ? 'two' : 'one',
      at: places[ground](i, turn, facing),
      ...(ground === 'table' && symbol !== 'leader'
        ? { base: { width: 6000, depth: 2250, round: false, formed: { files: 4, stands: STANDS[i % 5] } } }
        : {}),
      symbol,
      role: symbol === 'leader' ? 'leader' : 'unit',
      picture,
      face,
      ratings: [
        { name: 'armour', value: 'L' },
        { name: 'movement', value: '6' },
        { name: 'morale', value: 'B' },
      ],
      group: 'north-wing',
      badges:
        i % 3
          ? [{ sign: 'lance', text: 'Lance' }]
          : [
              { sign: 'rout', text: 'Rout 2' },
              { sign: 'command', text: 'Direct Command' },
            ],
    };
  });
const scene = (turn, ground) => ({
  turn: 1,
  turns: 10,
  player: 'one',
  phase: 'movement',
  to_act: ['one'],
  prompt: 'Bench.',
  score: [0, 0],
  verdict: null,
  whole: true,
  pieces: pieces(turn, ground),
});
const state = (version, ground) => ({
  type: 'state',
  version,
  viewer: 'one',
  to_act: ['one'],
  undoable: 0,
  entries: 0,
  from: 0,
  story: [],
  scene: scene(version, ground),
  offers: [
    ...Array.from({ length: 40 }, (_, i) => ({
      choice: `move p${i * 2}`,
      kind: 'move',
      role: 'open',
      label: 'Move',
      piece: `p${i * 2}`,
      rolls: false,
    })),
    { choice: 'end', kind: 'end', role: 'finish', label: 'End', rolls: false },
  ],
});

const browser = await chromium.launch({
  executablePath: process.env.SCHILTRON_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
/** What was slower than that. */
const slow = [];
const ANSWERS = { destinations: [], areas: [], luck: { from: 0, entries: [] } };

async function frames(page, name, act) {
  await page.evaluate(() => {
    const times = [];
    let on = true;
    const tick = (t) => {
      times.push(t);
      if (on) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    window.stopFrames = () => ((on = false), times);
  });
  await act();
  const times = await page.evaluate(() => window.stopFrames());
  const gaps = times
    .slice(1)
    .map((t, i) => t - times[i])
    .sort((a, b) => a - b);
  const mean = gaps.reduce((a, b) => a + b, 0) / gaps.length;
  const p95 = gaps[Math.floor(gaps.length * 0.95)];
  console.log(
    `${name.padEnd(24)} ${(1000 / mean).toFixed(1)} frames/s   p95 ${p95.toFixed(1)} ms   worst ${gaps.at(-1).toFixed(1)} ms   (${gaps.length} frames)`,
  );
  if (1000 / mean < ENOUGH) slow.push(name);
}

for (const ground of Object.keys(BOARDS)) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  let push;
  await page.routeWebSocket(/\/live$/, (ws) => {
    push = (version) => ws.send(JSON.stringify(state(version, ground)));
    ws.onMessage((text) => {
      const message = JSON.parse(text);
      if (message.hello) push(1);
      else ws.send(JSON.stringify({ type: 'answer', ref: message.ref, ok: ANSWERS[message.do] ?? null }));
    });
  });
  await page.route(`${origin}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    const json = (body) => route.fulfill({ contentType: 'application/json', body: JSON.stringify(body) });
    if (pathname.endsWith('/board')) return json({ title: 'Bench', source: '', ground: BOARDS[ground] });
    if (pathname.startsWith('/api/games/')) {
      return json({
        game: 'bench',
        title: 'Bench',
        system: 'x',
        scenario: 'x/y',
        source: '',
        options: {},
        sides: ['North', 'South'],
        seats: [{ kind: 'here' }, { kind: 'here' }],
        viewer: 'one',
        commitment: '',
        version: 1,
        entries: 0,
        over: false,
      });
    }
    if (pathname.startsWith('/api/rules/'))
      return json({ rules: [], rulings: [], tables: [], sequence: [], terms: [] });
    const file = pathname.startsWith('/g/') ? 'index.html' : pathname.slice(1);
    return route.fulfill({
      contentType: TYPES[extname(file)] ?? 'text/plain',
      body: readFileSync(join(dist, file)),
      headers: { 'content-security-policy': "default-src 'self'; img-src 'self' blob:" },
    });
  });

  await page.goto(`${origin}/g/bench#token`);
  await page.waitForSelector('.piece');
  await page.waitForTimeout(1500);
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0);
  const shown = await page.evaluate(() => document.querySelectorAll('.piece').length);
  console.log(`${ground}: ${shown} counters; first contentful paint ${paint.toFixed(0)} ms`);

  await frames(page, `${ground}: pan`, async () => {
    await page.mouse.move(700, 450);
    await page.mouse.down();
    for (let i = 0; i < 180; i++) await page.mouse.move(500 + 250 * Math.sin(i / 12), 450 + 150 * Math.cos(i / 9));
    await page.mouse.up();
  });
  await frames(page, `${ground}: zoom by wheel`, async () => {
    await page.mouse.move(500, 450);
    for (let i = 0; i < 160; i++) await page.mouse.wheel(0, i % 40 < 20 ? -60 : 60);
  });
  await page.keyboard.press('0');
  await frames(page, `${ground}: pointing about`, async () => {
    for (let i = 0; i < 160; i++) await page.mouse.move(300 + i * 3, 300 + 100 * Math.sin(i / 10));
  });
  const where = () => page.evaluate(() => document.querySelector('[data-piece="p0"]').style.transform);
  const begun = performance.now();
  for (let v = 2; v < 12; v++) {
    const before = await where();
    push(v);
    await page.waitForFunction((x) => document.querySelector('[data-piece="p0"]').style.transform !== x, before);
  }
  console.log(
    `a scene with every piece moved: ${((performance.now() - begun) / 10).toFixed(0)} ms each, the script's own waiting included`,
  );
  await page.close();
}
await browser.close();
console.log(slow.length ? `Below 60 frames a second: ${slow.join(', ')}.` : '60 frames a second throughout.');
if (slow.length) process.exitCode = 1;
// Real battles, where there is a server to play them on.
if (process.env.SCHILTRON_URL) await import('./live.mjs');
