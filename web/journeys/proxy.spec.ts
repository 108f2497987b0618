/** Through the proxy of the how-to, as a team comes in: nginx runs the text of the page. */
import { test as base, expect } from '@playwright/test';
import { Beside } from './beside';
import { CHROMIUM } from './chromium';
import { message, send, turn, untilQuiet } from './desk';
import { freePort, House } from './house';

const NAME = 'antiphon.internal';

const test = base.extend<{ address: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the pattern.
  address: async ({}, use) => {
    const port = await freePort();
    const house = new House({ ANTIPHON_PUBLIC_URL: `https://${NAME}:${port}` });
    await house.start();
    const proxy = await Beside.module('tests.fakes.proxy', NAME, String(port), String(house.port));
    await use(`https://${NAME}:${port}`);
    await proxy.stop();
    await house.stop();
  },
});

test('somebody of the team asks through the proxy, and the answers stream in', async ({ browserName, address }) => {
  test.skip(browserName !== 'chromium');
  const { chromium } = await import('@playwright/test');
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', `--host-resolver-rules=MAP ${NAME} 127.0.0.1`],
  });
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    httpCredentials: { username: 'ana', password: 'open sesame' },
  });
  const page = await context.newPage();
  const refused: string[] = [];
  page.on('response', (answer) => answer.status() >= 400 && refused.push(`${answer.status()} ${answer.url()}`));

  await page.goto(address);
  await expect(message(page)).toBeVisible();
  await send(page, 'Should we move the office?');
  await expect(turn(page, 1).getByText('speaking', { exact: true }).first()).toBeVisible();
  await untilQuiet(page);

  expect(refused.filter((each) => !each.startsWith('401'))).toEqual([]);
  await browser.close();
});
