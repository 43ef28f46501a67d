import { chromium } from 'playwright';
const [,, url, out, width, height, dark, ...steps] = process.argv;
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const p = await b.newPage({ viewport: { width: +width, height: +height }, colorScheme: dark === 'dark' ? 'dark' : 'light' });
p.on('pageerror', e => console.log('PAGEERROR', e.message));
await p.goto(url); await p.waitForTimeout(2500);
for (const s of steps) {
  const [kind, arg] = [s.slice(0, s.indexOf(':')), s.slice(s.indexOf(':') + 1)];
  try {
    if (kind === 'click') await p.locator(arg).first().click({ timeout: 4000 });
    if (kind === 'key') await p.keyboard.press(arg);
    if (kind === 'wait') await p.waitForTimeout(+arg);
    if (kind === 'xy') { const [x, y] = arg.split(',').map(Number); await p.mouse.click(x, y); }
    if (kind === 'shot') await p.screenshot({ path: arg });
    if (kind === 'html') console.log((await p.locator(arg).allInnerTexts()).join('\n---\n'));
    await p.waitForTimeout(700);
  } catch (e) { console.log('STEP', s, e.message.split('\n')[0]); }
}
await p.screenshot({ path: out }); console.log(await p.url());
await b.close();
