/** Looks at a conversation in the inspector: every kind, every request, byte for byte. */
import { AxeBuilder } from '@axe-core/playwright';
import { begin, inspector, picture } from './desk';
import { expect, test } from './fixtures';
import { inPieces } from './provider';

// The first words of the instructions of a scan.
const SCANNER = 'You read a conversation between one person and several advisors';
const FOUND = { answer: [{ kind: 'fact', text: 'Lives in Athens.', quote: 'We live in Athens', turn: 1 }] };

test('R1: a look at the conversation is in the inspector with its receipts', async ({ house, provider, page }) => {
  provider.voices = { [SCANNER]: { says: inPieces(JSON.stringify(FOUND)) } };
  const id = await begin(house, 'We live in Athens and keep bees.');
  await page.goto(`${house.url}/c/${id}`);
  await page.getByRole('button', { name: 'Inspector' }).click();
  await inspector(page).getByRole('button', { name: 'Readings of this conversation' }).click();
  await expect(inspector(page).getByText(/No model has read this conversation yet/)).toBeVisible();
  await picture(page, 'looks-none');

  await house.ask('POST', `/v1/conversations/${id}/memories/scan`, {});
  const list = inspector(page).getByRole('navigation', { name: 'Readings of this conversation' });
  await expect(list.getByRole('button', { name: /^Things to remember turn 1/ })).toBeVisible();
  const sheet = inspector(page).getByRole('article', { name: 'Things to remember, turn 1' });
  await expect(sheet.getByText('Answered')).toBeVisible();
  await expect(sheet.getByText('Worked out again in this browser: it fits the bytes shown.')).toBeVisible();
  await expect(sheet.getByText('response_format')).toBeVisible();
  await picture(page, 'looks-request');
  expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);

  await sheet.getByRole('button', { name: 'Exact bytes' }).click();
  const asked = provider.received.find((each) => each.body.includes(SCANNER));
  const shown = sheet.getByRole('region', { name: 'The request' });
  expect(await shown.textContent(), 'the bytes on the screen are those the model got').toBe(asked?.body);
  await sheet.getByRole('button', { name: 'Answer', exact: true }).click();
  await expect(sheet.getByRole('region', { name: 'Answer' })).toHaveText(JSON.stringify(FOUND));
  await picture(page, 'looks-answer');
});

test('a look that failed says why, on a phone too', async ({ house, provider, page }) => {
  provider.voices = { [SCANNER]: { says: inPieces('I would rather not.') } };
  const id = await begin(house, 'We live in Athens.');
  await house.ask('POST', `/v1/conversations/${id}/memories/scan`, {});
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${house.url}/c/${id}`);
  await page.getByRole('button', { name: 'Inspector' }).click();
  await inspector(page).getByRole('button', { name: 'Readings of this conversation' }).click();

  const sheet = inspector(page).getByRole('article', { name: 'Things to remember, turn 1' });
  await expect(
    sheet
      .getByText('The model’s answer could not be read')
      .or(sheet.getByText(/could not be read/))
      .first(),
  ).toBeVisible();
  await expect(sheet.getByText('Not in the form that was asked for')).toHaveCount(2);
  await picture(page, 'looks-phone');
});
