/** Conversations are put into folders and taken out, by menu, by hand and by key. */
import { AxeBuilder } from '@axe-core/playwright';
import { begin, converse, openedId, statusLine } from './desk';
import { expect, test } from './fixtures';

test('a folder is made, filled by menu, by dragging and by key, and remembers whether it is open', async ({
  rehearsal,
  page,
}) => {
  await page.goto(rehearsal.url);
  await converse(page, 1, 'Keep the harbour');
  await page.getByRole('button', { name: 'New conversation', exact: true }).click();
  await converse(page, 1, 'Sell the lighthouse');
  const lighthouse = await openedId(page);
  const recent = page.locator('.loose > ul');
  const harbourRow = page.getByRole('link', { name: /harbour/ });

  await page.getByRole('button', { name: 'New folder' }).click();
  await page.getByRole('textbox', { name: 'Name of the folder' }).fill('Sea');
  await page.keyboard.press('Enter');
  const sea = page.getByRole('button', { name: /^Sea/ });
  await expect(sea).toHaveAttribute('aria-expanded', 'false');
  await sea.click();
  await expect(page.getByText('Nothing lies here yet.')).toBeVisible();

  await harbourRow.hover();
  await page.getByRole('button', { name: /^More for .*harbour/ }).click();
  await page.getByRole('menuitem', { name: 'Move to a folder…' }).click();
  await page.getByRole('option', { name: 'Sea' }).click();
  await expect(statusLine(page)).toContainText('The conversation lies in Sea now.');
  await expect(recent.getByRole('link', { name: /harbour/ })).toHaveCount(0);
  await expect(sea).toHaveText(/1/);

  await page.getByRole('link', { name: /lighthouse/ }).dragTo(sea);
  await expect(recent.getByRole('link')).toHaveCount(0);
  await expect(sea).toHaveText(/2/);
  await page.reload();
  await expect(sea).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('link', { name: /harbour/ })).toBeVisible();

  // The open one, by key: to a folder that is not there yet, and out again.
  await page.keyboard.press('Alt+o');
  await page.keyboard.type('Land');
  await expect(page.getByRole('option', { name: 'New folder: Land' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Land/ })).toHaveText(/1/);
  const { folder_id } = (
    await rehearsal.ask<{ items: { id: string; folder_id: string }[] }>('GET', '/v1/conversations')
  ).items.find((each) => each.id === lighthouse) ?? { folder_id: '' };
  expect(folder_id).toMatch(/^f_/);
  await page.keyboard.press('Alt+o');
  await page.keyboard.type('No fold');
  await page.keyboard.press('Enter');
  await expect(recent.getByRole('link', { name: /lighthouse/ })).toBeVisible();
  await expect(statusLine(page)).toContainText('in no folder');
  await harbourRow.dragTo(page.getByRole('heading', { name: 'Recent' }));
  await expect(recent.getByRole('link')).toHaveCount(2);
});

test('a removed folder leaves its conversations and comes back with undo; a branch lies with its origin', async ({
  rehearsal,
  page,
}) => {
  await page.goto(rehearsal.url);
  await converse(page, 1, 'Keep the harbour');
  const id = await openedId(page);
  const folder = await rehearsal.ask<{ id: string }>('POST', '/v1/folders', { name: 'Sea' });
  await rehearsal.ask('PATCH', `/v1/conversations/${id}`, { folder_id: folder.id });
  await page.reload();
  const sea = page.getByRole('button', { name: /^Sea/ });
  await sea.focus();
  await page.keyboard.press('F2');
  await page.keyboard.type('Coast');
  await page.keyboard.press('Enter');
  const coast = page.getByRole('button', { name: /^Coast/ });
  await expect(coast).toBeFocused();

  await page.keyboard.press('Delete');
  await expect(coast).toHaveCount(0);
  await expect(page.getByRole('link', { name: /harbour/ })).toBeVisible();
  await statusLine(page).getByRole('button', { name: 'Undo' }).click();
  await expect(coast).toHaveText(/1/);

  await page.getByRole('button', { name: /^More for turn 1/ }).click();
  await page.getByRole('button', { name: 'Branch from here' }).click();
  await expect(coast).toHaveText(/2/);
  await coast.click();
  await expect(page.locator('.folder').getByRole('link', { name: /harbour/ })).toHaveCount(2);
  expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);
  await coast.hover();
  await page.getByRole('button', { name: 'More for Coast' }).click();
  await expect(page.getByText('a topic is what turns are about', { exact: false })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the open conversation is moved by touch', async ({ rehearsal, page }) => {
    await rehearsal.ask('POST', '/v1/folders', { name: 'Sea' });
    await page.goto(`${rehearsal.url}/c/${await begin(rehearsal, 'Keep the harbour')}`);
    await page.getByRole('button', { name: 'Library' }).first().tap();
    await page.getByRole('button', { name: /^More for Keep the harbour/ }).tap();
    await page.getByRole('menuitem', { name: 'Move to a folder…' }).tap();
    await page.getByRole('option', { name: 'Sea' }).tap();
    await page.getByRole('button', { name: /^Sea/ }).tap();
    await expect(page.locator('.folder').getByRole('link', { name: /harbour/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'More for Sea' })).toBeInViewport();
  });
});

test('another tab sees at once what happens to folders and to what lies in them, also without a conversation', async ({
  rehearsal,
  page,
  context,
}) => {
  const id = await begin(rehearsal, 'Keep the harbour');
  await page.goto(rehearsal.url);
  const other = await context.newPage();
  await other.goto(`${rehearsal.url}/c/${id}`);
  await expect(page.getByRole('link', { name: /harbour/ })).toBeVisible();

  const folder = await rehearsal.ask<{ id: string }>('POST', '/v1/folders', { name: 'Sea' });
  for (const tab of [page, other]) await expect(tab.getByRole('button', { name: /^Sea/ })).toBeVisible();
  await rehearsal.ask('PATCH', `/v1/conversations/${id}`, { folder_id: folder.id });
  for (const tab of [page, other]) await expect(tab.getByRole('button', { name: /^Sea/ })).toHaveText(/1/);
  await expect(page.locator('.loose').getByRole('link', { name: /harbour/ })).toHaveCount(0);
  await rehearsal.ask('PATCH', `/v1/folders/${folder.id}`, { name: 'Coast' });
  for (const tab of [page, other]) await expect(tab.getByRole('button', { name: /^Coast/ })).toBeVisible();
  await rehearsal.ask('DELETE', `/v1/folders/${folder.id}`);
  for (const tab of [page, other]) await expect(tab.getByRole('link', { name: /harbour/ })).toBeVisible();
  await rehearsal.ask('DELETE', `/v1/conversations/${id}`);
  await expect(page.getByRole('link', { name: /harbour/ })).toHaveCount(0);
});
