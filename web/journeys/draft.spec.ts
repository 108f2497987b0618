/** What is being written is not lost, and is not sent twice. */
import { message, openedId, picture, readTurns, sendButton, turn, untilQuiet } from './desk';
import { expect, test } from './fixtures';

test('a draft survives a reload, in a new conversation and in an old one', async ({ house, page }) => {
  await page.goto(house.url);
  await message(page).fill('Half a thought');
  await page.reload();
  await expect(message(page)).toHaveValue('Half a thought');
  await message(page).press('Enter');
  await expect(turn(page, 1)).toBeVisible();
  await untilQuiet(page);

  await message(page).fill('The other\nhalf');
  await page.reload();
  await expect(message(page)).toHaveValue('The other\nhalf');
  await picture(page, 'draft-kept');
  await page.goto(house.url);
  await expect(message(page)).toHaveValue('');
});

test('what is written in one tab stands in the other, and what was sent is gone there', async ({ house, page }) => {
  await page.goto(house.url);
  const other = await page.context().newPage();
  await other.goto(house.url);
  await message(page).fill('Only one of me');

  await expect(message(other)).toHaveValue('Only one of me');
  await message(page).press('Enter');
  await expect(turn(page, 1)).toBeVisible();
  await expect(message(other)).toHaveValue('');
});

test('while the network is away the words stay, and its return is seen without another letter', async ({
  house,
  page,
}) => {
  const foreseen = page.waitForResponse((answer) => answer.url().endsWith('/preview') && answer.ok());
  await page.goto(house.url);
  await message(page).fill('Half');
  // What loads beside the page would break off with the network.
  await foreseen;
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const unreachable = page.getByText('The server cannot be reached.').first();
  await page.context().setOffline(true);
  await message(page).fill('Half a thought');
  await expect(unreachable).toBeVisible();

  await page.context().setOffline(false);

  await expect(unreachable).toBeHidden();
  await expect(message(page)).toHaveValue('Half a thought');
});

test('two clicks on Send make one turn (XC04)', async ({ house, provider, page }) => {
  await page.goto(house.url);
  await message(page).fill('Only once.');
  await sendButton(page).dblclick();
  await expect(turn(page, 1)).toBeVisible();
  await untilQuiet(page);
  expect(await readTurns(house, await openedId(page))).toHaveLength(1);
  expect(provider.received).toHaveLength(5);

  await message(page).fill('And only once again.');
  await message(page).press('Enter');
  await message(page).press('Enter');
  await expect(turn(page, 2)).toBeVisible();
  await untilQuiet(page);
  expect(await readTurns(house, await openedId(page))).toHaveLength(2);
  expect(provider.received).toHaveLength(10);
});
