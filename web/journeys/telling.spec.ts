/** One notification per question, for who asked for it, while the page is out of sight. */
import type { Page } from '@playwright/test';
import { converse, send, turn, untilQuiet } from './desk';
import { expect, test } from './fixtures';

interface Told {
  asked: number;
  shown: { title: string; body: string }[];
}

/** What the browser would show, and how often it was asked for leave. */
async function watchTold(page: Page, leave: 'granted' | 'denied'): Promise<void> {
  await page.addInitScript((answer) => {
    const told: Told = { asked: 0, shown: [] };
    Object.assign(window, { told });
    Object.defineProperty(Notification, 'permission', {
      get: () => (told.asked > 0 || localStorage.asked ? answer : 'default'),
    });
    Notification.requestPermission = async () => {
      told.asked += 1;
      localStorage.asked = '1';
      return answer;
    };
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
      told.shown.push({ title, body: options?.body ?? '' });
    };
  }, leave);
}

const readTold = (page: Page) => page.evaluate(() => (window as unknown as { told: Told }).told);

function hide(page: Page, hidden: boolean): Promise<void> {
  return page.evaluate((now) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => now });
  }, hidden);
}

test('whoever chose it is told once per question, only while the page is out of sight', async ({ house, page }) => {
  test.slow();
  await watchTold(page, 'granted');
  await page.goto(house.url);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await converse(page, 1, 'Before anybody chose.');
  expect(await readTold(page)).toEqual({ asked: 0, shown: [] });
  const talk = page.url();

  await page.goto(`${house.url}/settings`);
  await page.getByText('That they are there').click();
  expect((await readTold(page)).asked).toBe(1);
  await page.goto(talk);
  await expect(turn(page, 1)).toBeVisible();
  await converse(page, 2, 'While I look.');
  expect((await readTold(page)).shown).toEqual([]);

  await hide(page, true);
  await send(page, 'While I am elsewhere.');
  await expect(turn(page, 3)).toBeVisible();
  await untilQuiet(page);
  await expect
    .poll(async () => (await readTold(page)).shown)
    .toEqual([{ title: 'Antiphon', body: '5 have answered.' }]);
});

test('a browser that does not allow it is said to, and nothing is switched on', async ({ house, page }) => {
  await watchTold(page, 'denied');
  await page.goto(`${house.url}/settings`);
  await page.getByText('With the first words').click();

  await expect(page.getByText('This browser does not allow it.')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'No', exact: true })).toBeChecked();
});
