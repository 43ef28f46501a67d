import { defineConfig } from '@playwright/test';

// SCHILTRON_SERVE      how the server is started; `--port` and `--data` are added (see e2e/server.ts)
// SCHILTRON_CHROMIUM   the browser, if it is not Debian's without a screen
export const BROWSER = {
  executablePath: process.env.SCHILTRON_CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
};

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // A worker has a server of its own; half of the work is the browser's.
  workers: 2,
  // Whoever is free takes the next test, so that none of them waits at the end for the other's file.
  fullyParallel: true,
  timeout: 90_000,
  // On a busy machine a test may be overtaken by the page once; what fails twice is a fault. The list names those that needed it.
  retries: 1,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    viewport: { width: 1280, height: 800 },
    // What cannot be pressed is told by its name, and not by the end of the test's time.
    actionTimeout: 20_000,
    screenshot: 'only-on-failure',
    launchOptions: BROWSER,
  },
});
