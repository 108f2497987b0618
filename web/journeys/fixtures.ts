/** What every journey has: a server, a provider behind it, and a page that may speak to nobody else. */
import { test as base, expect, type Page } from '@playwright/test';
import { House, journey } from './house';
import { Provider } from './provider';

interface Fixtures {
  provider: Provider;
  /** A server whose advisors speak through `provider`. */
  house: House;
  /** A server without any model: scripted voices answer. */
  rehearsal: House;
  /** Everything that went wrong on the page: foreign requests, script errors, refused by the content security policy. */
  trouble: string[];
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the pattern.
  provider: async ({}, use) => {
    const provider = new Provider();
    await use(provider);
    provider.stop();
  },
  house: async ({ provider }, use) => {
    const house = new House({
      ANTIPHON_PROVIDERS__STAGE__BASE_URL: await provider.start(),
      ANTIPHON_DEFAULT_MODEL: 'stage:voice',
    });
    await house.start();
    await use(house);
    await house.stop();
  },
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the pattern.
  rehearsal: async ({}, use) => {
    const house = new House();
    await house.start();
    await use(house);
    await house.stop();
  },
  trouble: [
    async ({ page }, use) => {
      const trouble: string[] = [];
      journey.isOver = false;
      watch(page, trouble);
      await use(trouble);
      expect(trouble).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Note everything a page must not do. */
export function watch(page: Page, trouble: string[]): void {
  const note = (what: string) => {
    if (!journey.isOver) trouble.push(what);
  };
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol !== 'data:' && protocol !== 'blob:' && hostname !== '127.0.0.1') note(`asked ${request.url()}`);
  });
  page.on('pageerror', (error) => note(`script error: ${error.message}`));
  page.on('console', (message) => {
    const isNetwork = message.text().startsWith('Failed to load resource') || message.text().includes('ERR_');
    if (message.type() === 'error' && !isNetwork) note(`console: ${message.text()}`);
  });
}
