/** A conversation that is not kept. */
import { converse, message, openedId, picture, statusLine, turn } from './desk';
import { expect, test } from './fixtures';

test('a conversation that is not kept is in no list, survives a reload, and is kept with one click', async ({
  rehearsal,
  page,
}) => {
  await page.goto(rehearsal.url);
  await page.getByRole('button', { name: 'New, not kept' }).click();
  await expect(page.getByRole('note')).toContainText('This one is not kept');
  await converse(page, 1, 'What of the quincunx?');
  await expect(page.getByRole('note')).toContainText('Not kept. Deleted for good when you leave it');
  await expect(page.getByRole('link', { name: /quincunx/ })).toHaveCount(0);
  await picture(page, 'unkept');

  await page.reload();
  await expect(turn(page, 1)).toBeVisible();
  await page.getByRole('link', { name: 'Settings', exact: true }).first().click();
  await page.getByRole('link', { name: 'The open conversation, not kept' }).click();
  await page.getByRole('button', { name: 'Keep it' }).click();

  await expect(statusLine(page)).toContainText('It is kept from now on.');
  await expect(page.getByRole('note')).toHaveCount(0);
  await expect(page.getByRole('link', { name: /quincunx/ })).toHaveCount(1);
});

test('one that is left is on its way out, and Undo brings it back', async ({ rehearsal, page }) => {
  await page.goto(rehearsal.url);
  await expect(message(page)).toBeVisible();
  await page.keyboard.press('Alt+Shift+N');
  await expect(page.getByRole('note')).toBeVisible();
  await converse(page, 1, 'Sell the lighthouse?');
  const id = await openedId(page);
  const until = async () =>
    new Date((await rehearsal.ask<{ kept_until: string }>('GET', `/v1/conversations/${id}`)).kept_until).getTime();

  await page.getByRole('button', { name: 'New conversation', exact: true }).click();

  await expect(statusLine(page)).toContainText('deleted for good in a minute');
  expect((await until()) - Date.now()).toBeLessThan(61_000);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(turn(page, 1)).toBeVisible();
  await expect.poll(async () => (await until()) - Date.now()).toBeGreaterThan(3_600_000);
});
