/** The installed app: what it says of itself, and what other apps share with it. */
import { message, statusLine } from './desk';
import { expect, test } from './fixtures';

test('what another app shares stands in the box of a new conversation, and nothing is sent', async ({
  house,
  provider,
  page,
}) => {
  await page.goto(house.url);
  await message(page).fill('Half a thought');

  await page.goto(`${house.url}/share?title=A+lease&text=Is+this+fair%3F&url=https%3A%2F%2Flease.example%2F14`);

  await expect(message(page)).toHaveValue('Half a thought\n\nA lease\nIs this fair?\nhttps://lease.example/14');
  await expect(statusLine(page).getByText('Nothing was sent.')).toBeVisible();
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/');
  await page.reload();
  await expect(message(page)).toHaveValue('Half a thought\n\nA lease\nIs this fair?\nhttps://lease.example/14');
  expect(provider.received).toHaveLength(0);
});

test('with its worker the app shares while the server is away, and the server never hears the words', async ({
  house,
  page,
}) => {
  await page.goto(house.url);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  const asked: string[] = [];
  page.context().on('request', (request) => {
    if (request.serviceWorker()) asked.push(request.url());
  });
  await page.goto(`${house.url}/share?text=Between+us`);
  await expect(message(page)).toHaveValue('Between us');
  expect(asked.filter((each) => each.includes('Between'))).toEqual([]);

  await house.kill();
  await page.goto(`${house.url}/share?text=On+the+train`);
  await expect(message(page)).toHaveValue('Between us\n\nOn the train');
  await expect(statusLine(page).getByText('The server cannot be reached. Your words are kept here.')).toBeVisible();
});

test('the app can be installed: names, icons that are there, shortcuts and a way to share', async ({ house }) => {
  const manifest = await (await fetch(`${house.url}/manifest.webmanifest`)).json();

  const purposes = manifest.icons.map((icon: { purpose: string }) => icon.purpose);
  expect(new Set(purposes)).toEqual(new Set(['any', 'maskable']));
  for (const icon of manifest.icons) {
    const answer = await fetch(house.url + icon.src);
    expect(answer.headers.get('content-type')).toBe(icon.type);
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (icon.type === 'image/png') expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(icon.sizes);
  }
  for (const { url } of manifest.shortcuts) expect((await fetch(house.url + url)).status).toBe(200);
  expect(manifest.share_target).toMatchObject({ action: '/share', method: 'GET' });
});
