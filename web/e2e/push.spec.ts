import { BROWSER } from '../playwright.config';
import { expect, newGame, noViolations, test } from './table';
import { Server } from './server';

// Notifications belong to the whole browser; the one without a screen has none.
test.use({ launchOptions: { ...BROWSER, executablePath: process.env.SCHILTRON_CHROMIUM ?? '/usr/bin/chromium' } });

test('a browser tells of the turn with no page open, where the host has set that up', async ({
  page,
  context,
  browserName,
}) => {
  expect(browserName).toBe('chromium');
  const server = new Server();
  await server.start('--push', 'http://127.0.0.1:9/');
  try {
    await context.grantPermissions(['notifications'], { origin: server.url });
    // No push service is reached from here; all else is real.
    await page.addInitScript(() => {
      const made = {
        endpoint: 'https://fcm.googleapis.com/fcm/send/abc:def',
        unsubscribe: () => Promise.resolve(true),
      };
      let kept: typeof made | null = null;
      PushManager.prototype.getSubscription = () => Promise.resolve(kept as unknown as PushSubscription | null);
      PushManager.prototype.subscribe = (options) => {
        if (typeof options?.applicationServerKey !== 'string' || options.applicationServerKey.length !== 87)
          throw new Error('no key');
        kept = made;
        return Promise.resolve(made as unknown as PushSubscription);
      };
    });
    await newGame(page, server, 'a friend, by link');
    await page.getByRole('button', { name: 'Game menu' }).click();
    const here = page.getByLabel('Tell this browser when it is my turn, with no page open');
    await here.check();
    await expect(page.getByText('This browser will tell you.')).toBeVisible();
    await expect(here).toBeChecked();
    await noViolations(page, 'to be told by the browser', 'dialog');
    // The message comes as from a push service, and is shown.
    const devtools = await context.newCDPSession(page);
    const registered = new Promise<string>((found) =>
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [first] = registrations;
        if (first) found(first.registrationId);
      }),
    );
    // What is pushed to a worker that is still being set up is lost.
    await page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready;
      while (active!.state !== 'activated') await new Promise((changed) => setTimeout(changed, 20));
    });
    await devtools.send('ServiceWorker.enable');
    await devtools.send('ServiceWorker.deliverPushMessage', {
      origin: server.url,
      registrationId: await registered,
      data: '',
    });
    const shown = () =>
      page.evaluate(async () => {
        const worker = await navigator.serviceWorker.ready;
        return (await worker.getNotifications()).map((notice) => `${notice.title}: ${notice.body}`);
      });
    await expect.poll(shown).toEqual(['Schiltron: It is your turn.']);
    await here.uncheck();
    await expect(page.getByText('You are told nowhere.')).toBeVisible();
  } finally {
    await server.end();
  }
});
