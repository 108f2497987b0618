/** What somebody once asked is asked of a panel, from the menu of a conversation. */
import { converse, openedId, picture, readTurns, statusLine } from './desk';
import { expect, test } from './fixtures';

test('the questions of a conversation are asked anew in one of their own, after the cost was said', async ({
  rehearsal,
  page,
}) => {
  await page.goto(rehearsal.url);
  await converse(page, 1, 'What of the quincunx?');
  await converse(page, 2, 'And the orchard?');
  const old = await openedId(page);

  await page.reload();
  await page.getByRole('link', { name: /quincunx/ }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Ask a panel this anew…' }).click();
  const dialog = page.getByRole('dialog', { name: /what you asked in/ });
  await expect(dialog).toContainText('Questions: 2. Advisors: 5.');
  await expect(dialog).toContainText('At most $0.00');
  await picture(page, 'revisit-dialog');
  await dialog.getByRole('button', { name: 'Ask them' }).click();

  await expect(statusLine(page)).toContainText('They are being asked.');
  await expect(page).not.toHaveURL(new RegExp(old));
  const id = await openedId(page);
  await expect(async () => {
    const turns = await readTurns(rehearsal, id);
    expect(turns.map((each) => each.text)).toEqual(['What of the quincunx?', 'And the orchard?']);
  }).toPass();
  await expect(page.getByRole('link', { name: /asked anew/ })).toBeVisible();
});
