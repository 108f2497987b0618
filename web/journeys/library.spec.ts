/** Advisors, panels, settings and search. */
import { begin, card, converse, message, openedId, picture, readTurns, statusLine, turn } from './desk';
import { expect, test } from './fixtures';

test('a new advisor is written from its name, changed, and taken back to its first version', async ({
  rehearsal,
  page,
}) => {
  await page.goto(rehearsal.url);
  await page.getByRole('link', { name: 'Advisors & panels' }).click();
  await page.getByRole('link', { name: 'New advisor' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('The Gardener');
  await page.getByRole('button', { name: 'Write a description from the name' }).click();
  await expect(page.getByRole('textbox', { name: 'Description' })).not.toHaveValue('');
  await expect(statusLine(page)).toContainText('This is a rehearsal');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(statusLine(page)).toContainText('The Gardener is ready.');

  await page.getByRole('textbox', { name: 'Tagline' }).fill('roots and seasons');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(statusLine(page)).toContainText('Saved as version 2.');
  await page.getByRole('button', { name: /^Version 1/ }).click();
  await picture(page, 'library-versions');
  const height = await page.evaluate(() => document.documentElement.scrollHeight - globalThis.innerHeight);
  expect(height, 'only parts of the page scroll, never the page').toBe(0);
  await page.getByRole('button', { name: 'Make this the current one' }).click();
  await expect(statusLine(page)).toContainText('Version 1 is back, as version 3.');
  await expect(page.getByRole('textbox', { name: 'Tagline' })).toHaveValue('');
  await expect(page.getByRole('link', { name: /The Gardener/ })).toBeVisible();
});

test('a new advisor is ticked onto a panel and asked with the others', async ({ rehearsal, page }) => {
  await page.goto(`${rehearsal.url}/advisors`);
  await page.getByRole('link', { name: 'New advisor' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('The Gardener');
  await page.getByRole('textbox', { name: 'Description' }).fill('You think in seasons.');
  const seat = page.getByRole('checkbox', { name: 'First five' });
  await seat.check();
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(statusLine(page)).toContainText('The Gardener is ready.');
  await expect(page.getByText('on First five', { exact: false })).toBeVisible();
  await picture(page, 'library-seat');

  await seat.click();
  await expect(page.getByText('On no panel yet')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(seat).toBeChecked();

  await page.goto(rehearsal.url);
  await converse(page, 1, 'What grows here?');
  const [asked] = await readTurns(rehearsal, await openedId(page));
  expect(asked?.replies.map((each) => each.name)).toContain('The Gardener');
});

test('a panel of two is made and asked', async ({ rehearsal, page }) => {
  await page.goto(`${rehearsal.url}/panels`);
  await page.getByRole('link', { name: 'New panel' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('The two of us');
  await page.getByRole('button', { name: 'Add The Historian' }).click();
  await page.getByRole('button', { name: 'Add The Skeptic' }).click();
  await page.getByRole('button', { name: 'Move The Skeptic up' }).click();
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(statusLine(page)).toContainText('The two of us is ready.');
  await picture(page, 'library-panel');

  await page.getByRole('button', { name: 'New conversation', exact: true }).click();
  await page.getByRole('button', { name: /^Who is asked/ }).click();
  await page.getByRole('menuitemradio', { name: 'The two of us' }).click();
  await expect(message(page)).toHaveAttribute('placeholder', 'Ask both…');
  await converse(page, 1, 'Which way?');
  await expect(card(page, 1, 'The Skeptic')).toBeVisible();
  await expect(card(page, 1, 'The Historian')).toBeVisible();
  const [asked] = await readTurns(rehearsal, await openedId(page));
  expect(asked?.replies.map((each) => each.name)).toEqual(['The Skeptic', 'The Historian']);
  await picture(page, 'library-two');
});

test('a setting is changed here, says so, and is put back', async ({ rehearsal, page }) => {
  await page.goto(`${rehearsal.url}/settings`);
  const field = page.getByRole('textbox', { name: 'Longest quote' });
  const row = page.getByRole('listitem').filter({ has: field });
  await expect(row).toContainText('default');
  await field.fill('40');
  await field.press('Enter');
  await expect(row).toContainText('set here');
  await picture(page, 'library-settings');
  await page.reload();
  await expect(field).toHaveValue('40');
  await expect(row).toContainText('set here');
  await row.getByRole('button', { name: /^Longest quote: back to/ }).click();
  await expect(row).not.toContainText('set here');
  await expect(field).not.toHaveValue('40');
});

test('a word said in another conversation is found, and one click goes to it', async ({ house, page }) => {
  const id = await begin(house, 'Nothing of note.', 'We painted the fence heliotrope.', 'And then it rained.');
  await begin(house, 'Something else entirely.');
  await page.goto(house.url);
  await page.getByRole('searchbox', { name: 'Search everything that was said' }).fill('heliotrope');
  const hit = page.getByRole('link', { name: /We painted the fence heliotrope/ }).last();
  await expect(hit).toBeVisible();
  await picture(page, 'library-search');
  await hit.click();
  await expect(page).toHaveURL(new RegExp(`/c/${id}/t/`));
  await expect(turn(page, 2)).toBeInViewport();
  await expect(turn(page, 2)).toHaveClass(/focused/);
});
