/** Why an answer came out as it did: what it may take is seen first, then what made the difference is painted. */
import { AxeBuilder } from '@axe-core/playwright';
import { begin, card, inspector, picture } from './desk';
import { expect, test } from './fixtures';
import { House } from './house';

test('one click on a reply foresees, finds and paints what made the difference', async ({ page }) => {
  // A voice whose view turns with one sentence, and whose words change with every answer.
  const house = new House({ ANTIPHON_DEFAULT_MODEL: 'scripted:weathervane' });
  await house.start();
  const settles = 'I keep thinking about the garden. What settles it: the letter from the bank.';
  const id = await begin(house, settles, 'So what should I do?');
  await page.goto(`${house.url}/c/${id}`);

  const reply = card(page, 2, 'The Skeptic');
  await reply.hover();
  await reply.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Why this answer?' }).click();
  const pane = inspector(page).getByRole('region', { name: 'Why this answer?' });
  await expect(pane.getByText(/^At most \d+ calls, \d+ if nothing stands out\./)).toBeVisible();
  await expect(pane).toBeInViewport();
  await expect(pane.getByRole('list', { name: 'What is tried, in this order' }).getByRole('listitem')).toHaveCount(5);
  await picture(page, 'why-forecast');
  expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);

  await pane.getByRole('button', { name: 'Send and find out' }).click();
  await expect(pane.getByRole('listitem').filter({ hasText: 'flips the answer' })).toContainText('Turn 1', {
    timeout: 60_000,
  });
  await expect(inspector(page).getByText('flips the answer')).toHaveCount(3);
  await picture(page, 'why-found');
  expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);

  await page.reload();
  await expect(page.getByRole('article', { name: /turn 3/i })).toHaveCount(0);
  await reply.hover();
  await reply.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Why this answer?' }).click();
  await expect(pane.getByText('flips the answer')).toBeVisible();
  await pane.getByRole('button', { name: 'Throw away' }).click();
  await pane.getByRole('button', { name: 'Throw away' }).last().click();
  await expect(pane.getByText('flips the answer')).toHaveCount(0);
  await house.stop();
});
