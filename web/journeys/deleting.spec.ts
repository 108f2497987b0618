/** A conversation is deleted for good, and whoever looks on is told. */
import { converse, message, openedId, picture, readTurns, statusLine, turn } from './desk';
import { expect, test } from './fixtures';

test('a conversation is deleted for good from its menu; another tab says so, and its branch goes on', async ({
  rehearsal,
  page,
  context,
}) => {
  await page.goto(rehearsal.url);
  await converse(page, 1, 'What of the quincunx?');
  const id = await openedId(page);
  const [first] = await readTurns(rehearsal, id);
  await rehearsal.ask('POST', `/v1/turns/${first?.id}/branch`);
  const other = await context.newPage();
  await other.goto(`${rehearsal.url}/c/${id}`);
  await expect(turn(other, 1)).toBeVisible();
  await message(other).fill('half a thought');

  await page.reload();
  const row = page.getByRole('link', { name: /quincunx/ }).last();
  await row.focus();
  await page.keyboard.press('Shift+Delete');
  const dialog = page.getByRole('dialog', { name: /for good\?/ });
  await expect(dialog).toContainText('Turns, with their answers');
  await expect(dialog).toContainText('Branches, with their turns and receipts');
  await picture(page, 'deleting-dialog');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('link', { name: /quincunx/ })).toHaveCount(2);

  await row.focus();
  await page.keyboard.press('Shift+Delete');
  await dialog.getByRole('button', { name: 'Delete for good' }).click();

  await expect(statusLine(page)).toContainText('Deleted for good.');
  await expect(page.getByRole('link', { name: /quincunx/ })).toHaveCount(1);
  await expect(other.getByRole('heading', { name: 'This conversation was deleted for good.' })).toBeVisible();
  await picture(other, 'deleting-told');
  await other.getByRole('button', { name: 'Start a new one' }).click();
  await expect(message(other)).toHaveValue('half a thought');
  await page.getByRole('link', { name: /quincunx/ }).click();
  await converse(page, 2, 'And now?');
});

test('an archived conversation is deleted from the archive, and the palette deletes the open one', async ({
  rehearsal,
  page,
}) => {
  await page.goto(rehearsal.url);
  await converse(page, 1, 'Keep the harbour');
  await page.getByRole('link', { name: /harbour/ }).focus();
  await page.keyboard.press('Delete');
  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  await page.getByRole('button', { name: /^Delete .*harbour.* for good$/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByText('Nothing is archived.')).toBeVisible();

  await page.getByRole('button', { name: 'New conversation', exact: true }).click();
  await converse(page, 1, 'Sell the lighthouse');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('delete this conversation');
  const found = page.getByRole('option', { name: 'Delete this conversation for good' });
  await expect(found).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await page
    .getByRole('dialog', { name: /lighthouse/ })
    .getByRole('button', { name: 'Delete for good' })
    .click();
  await expect(page.getByRole('link', { name: /lighthouse/ })).toHaveCount(0);
});
