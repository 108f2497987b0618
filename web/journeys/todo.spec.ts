/** What is to be done stands beside the conversation, and goes along with every message until it is left out. */
import { begin, converse, inspector, message, openAlong, openedId, picture, statusLine, turn } from './desk';
import { expect, test } from './fixtures';

test('a todo list is written beside the conversation, and a removal is taken back', async ({ house, page }) => {
  await page.goto(`${house.url}/c/${await begin(house, 'Shall we move the office?')}`);
  await page.getByRole('button', { name: 'Todo', exact: true }).click();
  const panel = page.getByRole('region', { name: 'Todo' });
  await expect(panel.getByText(/Nothing yet/)).toBeVisible();

  const title = panel.getByRole('textbox', { name: 'What is to be done?' });
  for (const each of ['Ask for two quotes', 'Compare them', 'Sign the lease']) {
    await title.fill(each);
    await title.press('Enter');
    await expect(panel.getByText(each)).toBeVisible();
  }
  await panel.getByRole('combobox', { name: 'State of Ask for two quotes' }).selectOption('in_progress');
  await panel.getByRole('button', { name: 'Edit Compare them' }).click();
  await panel.getByRole('combobox', { name: 'Priority' }).selectOption('high');
  await panel.getByRole('checkbox', { name: '#1 Ask for two quotes' }).check();
  await expect(panel.getByText('high · after #1')).toBeVisible();
  await panel.getByRole('button', { name: 'Edit Compare them' }).click();
  await panel.getByRole('combobox', { name: 'State of Sign the lease' }).selectOption('blocked');
  await panel.getByRole('textbox', { name: 'Why is Sign the lease blocked?' }).fill('The owner is away');
  await panel.getByRole('button', { name: 'Blocked' }).click();
  await expect(panel.getByText('The owner is away')).toBeVisible();
  await picture(page, 'todo');

  await panel.getByRole('button', { name: 'Edit Sign the lease' }).click();
  await panel.getByRole('button', { name: 'Remove Sign the lease' }).click();
  await expect(panel.getByText('Sign the lease')).toBeHidden();
  await statusLine(page).getByRole('button', { name: 'Undo' }).click();
  await expect(panel.getByText('Sign the lease')).toBeVisible();
  const kept = await house.ask<{ items: { title: string }[] }>(
    'GET',
    `/v1/conversations/${await openedId(page)}/todos`,
  );
  expect(kept.items.map((each) => each.title)).toEqual(['Ask for two quotes', 'Compare them', 'Sign the lease']);
});

test('a todo list is told to everybody, and left out for once', async ({ house, provider, page }) => {
  const id = await begin(house, 'Shall we move the office?');
  await house.ask('POST', `/v1/conversations/${id}/todos`, { title: 'Ask for two quotes', status: 'in_progress' });
  await house.ask('POST', `/v1/conversations/${id}/todos`, { title: 'Sign the lease', depends_on: [1] });
  await page.goto(`${house.url}/c/${id}`);

  // R1: what the chip counts is what the bytes say.
  await openAlong(page);
  const chip = page.getByRole('button', { name: 'Todo 2 sent along' });
  await expect(chip).toBeVisible();
  await converse(page, 2, 'What now?');
  const told = JSON.stringify(provider.received.at(-1));
  expect(told).toContain('2 items: 1 in progress, 1 not started.');
  expect(told).toContain('#2 Sign the lease (after #1)');

  await chip.click();
  await picture(page, 'todo-chip');
  await page.getByRole('checkbox', { name: 'Not this time' }).check();
  await page.keyboard.press('Escape');
  await converse(page, 3, 'Forget the list for a moment.');
  expect(JSON.stringify(provider.received.at(-1))).not.toContain('Not started:');
});

test('instructions are written beside the conversation, and one is left out for one voice', async ({ house, page }) => {
  await page.goto(`${house.url}/c/${await begin(house, 'Shall we move?')}`);
  await expect(turn(page, 1)).toBeVisible();
  await page.keyboard.press('Control+.');
  await page.getByRole('combobox').fill('your instructions');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('region', { name: 'Your instructions' });
  const text = panel.getByRole('textbox', { name: 'New instruction' });
  await text.fill('Answer in three sentences.');
  await panel.getByRole('button', { name: 'Add' }).click();
  await expect(panel.getByRole('checkbox', { name: 'Send Answer in three sentences. along' })).toBeChecked();
  await text.fill('Mind the cat.');
  await panel.getByRole('checkbox', { name: 'For this conversation only' }).check();
  await panel.getByRole('button', { name: 'Add' }).click();
  await expect(panel.getByRole('region', { name: 'This conversation only' })).toContainText('Mind the cat.');
  await picture(page, 'instructions');
  await expect(page.getByRole('button', { name: /^Goes along: .*your instructions/ })).toBeVisible();
  await openAlong(page);
  await expect(page.getByRole('button', { name: 'Your instructions 2 sent along' })).toBeVisible();

  await message(page).fill('Well?');
  await page.getByRole('button', { name: 'Inspector', exact: true }).first().click();
  const block = inspector(page).getByRole('listitem').filter({ hasText: 'Your instructions' });
  await expect(block).toContainText('Mind the cat.');
  await block.getByText('Leave some of it out for The Skeptic, this time').click();
  await block.getByRole('checkbox', { name: 'Mind the cat.' }).uncheck();
  await expect(block.locator('pre, .words').first()).not.toContainText('Mind the cat.');
  await picture(page, 'instructions-left-out');

  await page.goto(`${house.url}/instructions`);
  await expect(page.getByRole('heading', { name: 'Your instructions' })).toBeVisible();
  await expect(page.getByText('Answer in three sentences.').first()).toBeVisible();
  await expect(page.getByText('Mind the cat.')).toBeHidden();
});
