/** The first five minutes, without any key. */
import {
  card,
  FIVE,
  inspector,
  message,
  openedId,
  picture,
  readReceipts,
  readReplies,
  send,
  shownHash,
  turn,
  untilQuiet,
} from './desk';
import { expect, test } from './fixtures';

test('somebody without a key asks, five scripted voices answer, and one click shows what each was sent', async ({
  rehearsal,
  page,
}) => {
  await page.goto(rehearsal.url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ask them something you have not decided.');
  await expect(
    page.getByRole('heading', { name: 'No provider answered, so five scripted voices will.' }),
  ).toBeVisible();
  await expect(message(page)).toHaveAttribute('placeholder', 'Ask all five…');
  await picture(page, 'first-welcome');

  await send(page, 'Should I take the offer by Friday, or ask for two more weeks?');
  await expect(turn(page, 1).getByText('speaking', { exact: true }).first()).toBeVisible();
  await picture(page, 'first-streaming');
  await untilQuiet(page);
  for (const name of FIVE) {
    await expect(card(page, 1, name)).toContainText('rehearsal');
    await expect(card(page, 1, name)).toContainText('complete');
  }

  const replies = await readReplies(rehearsal, await openedId(page), 1);
  await card(page, 1, 'The Historian')
    .getByRole('button', { name: /^Sent / })
    .click();
  for (const name of ['The Historian', 'The Skeptic']) {
    await card(page, 1, name).getByRole('heading', { name }).click();
    await expect(inspector(page).getByRole('heading', { name: `What ${name} was sent` })).toBeVisible();
    const [receipt] = await readReceipts(rehearsal, replies.get(name)?.id ?? '');
    await expect(inspector(page).getByText(receipt?.sha256 ?? 'none')).toBeVisible();
    expect(await shownHash(page)).toBe(receipt?.sha256);
    await expect(inspector(page).getByText('it fits the bytes shown')).toBeVisible();
  }
  await picture(page, 'first-inspector');
});

test('before anything is sent, the welcome page shows what would be (I-26)', async ({ rehearsal, page }) => {
  await page.goto(rehearsal.url);
  await page.getByRole('button', { name: /^What am I not seeing/ }).click();
  await expect(message(page)).toHaveValue(/^What am I not seeing/);
  await page.getByRole('button', { name: 'Show what would be sent' }).click();
  await expect(inspector(page).getByRole('heading', { name: 'What The Skeptic would be sent' })).toBeVisible();
  await expect(inspector(page)).toContainText('What am I not seeing');
  const promised = await shownHash(page);
  await picture(page, 'first-would-be-sent');

  await message(page).press('Enter');
  await expect(turn(page, 1)).toBeVisible();
  await untilQuiet(page);

  const replies = await readReplies(rehearsal, await openedId(page), 1);
  const [receipt] = await readReceipts(rehearsal, replies.get('The Skeptic')?.id ?? '');
  expect(receipt?.sha256).toBe(promised);
});
