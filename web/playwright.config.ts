import { defineConfig } from '@playwright/test';
import { CHROMIUM } from './journeys/chromium';

const slow = Boolean(process.env.CI);

export default defineConfig({
  testDir: './journeys',
  testMatch: '**/*.spec.ts',
  fullyParallel: true,
  workers: 2,
  // A machine that stood still for a moment is not a defect; what needed a second try is named as flaky.
  retries: slow ? 2 : 0,
  // What is broken everywhere is told after a few.
  maxFailures: slow ? 8 : 0,
  timeout: slow ? 240_000 : 60_000,
  expect: { timeout: slow ? 30_000 : 20_000 },
  reporter: [['list']],
  outputDir: './test-results',
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Athens',
    colorScheme: 'light',
    actionTimeout: slow ? 30_000 : 10_000,
    launchOptions: {
      executablePath: CHROMIUM,
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
