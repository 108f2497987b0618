import { defineConfig } from '@playwright/test';

const slow = Boolean(process.env.CI);

export default defineConfig({
  testDir: './journeys',
  testMatch: '**/*.spec.ts',
  fullyParallel: true,
  workers: 2,
  // A machine that stood still for a moment is not a defect; what needed a second try is named as flaky.
  retries: slow ? 1 : 0,
  timeout: slow ? 60_000 : 40_000,
  expect: { timeout: slow ? 15_000 : 8_000 },
  reporter: [['list']],
  outputDir: './test-results',
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Athens',
    colorScheme: 'light',
    actionTimeout: 10_000,
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
});
