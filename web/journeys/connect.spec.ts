/** From the rehearsal to a real answer: a key in the browser, tested, kept, used at once. */
import { AxeBuilder } from '@axe-core/playwright';
import { card, converse, FIVE, message, picture } from './desk';
import { expect, test } from './fixtures';

const KEY = 'sk-journey-1a2b3c4d5e6f7a8b';

test('a wrong key is named in words, the right one answers the next message without a restart', async ({
  rehearsal,
  provider,
  page,
}) => {
  test.slow();
  provider.key = KEY;
  const address = await provider.start();
  await page.goto(rehearsal.url);
  await expect(page.locator('.compose')).toContainText('rehearsal');
  const form = page.getByRole('region', { name: /scripted voices/ });
  await picture(page, 'connect');
  await form.getByText('any OpenAI-like server').click();
  await form.getByLabel('Its address').fill(address);
  await form.getByLabel('Its key').fill('sk-journey-wrong');
  await form.getByRole('button', { name: 'Test the key' }).click();
  await expect(form.getByText(`${new URL(address).host} does not know this key.`)).toBeVisible();
  await expect(form.getByText('No auth credentials found')).toBeVisible();
  await picture(page, 'connect-wrong');
  expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);

  await form.getByLabel('Its key').fill(KEY);
  await form.getByRole('button', { name: 'Test the key' }).click();
  const voices = page.getByRole('dialog', { name: 'A model for each of five voices' });
  await expect(voices.getByText(`One model found at ${new URL(address).host}.`)).toBeVisible();
  await expect(voices.getByText('this one is mine:')).toBeVisible();
  await expect(voices.getByText('heard')).toHaveCount(5);
  await expect(voices.getByText('What a question costs is not known')).toBeVisible();
  await voices.getByRole('button', { name: 'Use these five and ask' }).click();
  await expect(voices).toBeHidden();
  await expect(page.getByRole('heading', { name: /scripted voices/ })).toBeHidden();
  await expect(message(page)).toBeFocused();
  await expect(page.locator('.compose')).not.toContainText('rehearsal');

  await converse(page, 1, 'Should I sign?');
  for (const name of FIVE) await expect(card(page, 1, name)).toContainText('I would sleep on it.');

  await page.getByRole('link', { name: 'Settings' }).click();
  const row = page.locator('.connected > li');
  await expect(row).toContainText(`key ends in ${KEY.slice(-4)}`);
  expect(await page.content()).not.toContain(KEY);
  await expect(row).toContainText('Works. Last answer:');
  await row.getByRole('button', { name: 'Test mine' }).click();
  await expect(row).toContainText('It answers, with one model.');
  await picture(page, 'connect-settings');
  await row.getByRole('button', { name: 'Remove mine' }).click();
  await row.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(row).toHaveCount(0);
  await expect(page.getByText('No provider answered, so scripted voices do.')).toBeVisible();
});

test('five different models in one click, heard before they are kept, changed and taken back', async ({
  rehearsal,
  provider,
  page,
}) => {
  test.slow();
  provider.models = [
    'gpt-5.2',
    'claude-sonnet-4.5',
    'grok-4',
    'gemini-3-pro',
    'mistral-large',
    'qwen3-max',
    'text-embedding-3',
  ];
  provider.silent = 'grok-4';
  const address = await provider.start();
  await page.goto(rehearsal.url);
  await page.getByText('any OpenAI-like server').click();
  await page.getByLabel('Its address').fill(address);
  await page.getByRole('button', { name: 'Test the key' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText('heard', { exact: true })).toHaveCount(5);
  await expect(sheet.getByText('grok-4 did not answer; another took its place.')).toBeVisible();
  await expect(sheet.getByText('A question is free')).toBeVisible();
  const chosen = await sheet
    .getByRole('combobox')
    .evaluateAll((all) => all.map((each) => (each as HTMLSelectElement).value));
  expect(new Set(chosen).size).toBe(5);
  await picture(page, 'connect-voices');
  expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);

  await sheet.getByLabel('Model of The Skeptic').selectOption('grok-4');
  await expect(sheet.getByText('grok-4 is listed and cannot be asked.')).toBeVisible();
  await expect(sheet.getByText('No endpoints found.')).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Use these five and ask' })).toBeDisabled();
  await sheet.getByText('Five different models').click();
  await sheet.getByRole('button', { name: 'Use these five and ask' }).click();
  await expect(sheet).toBeHidden();
  provider.received.length = 0;
  await converse(page, 1, 'Should I sign?');
  const asked = provider.received.filter(({ json }) =>
    json.messages.some((each) => each.content.includes('Should I sign?')),
  );
  expect(new Set(asked.map(({ json }) => json.model))).toEqual(new Set(chosen));

  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Give models of mine to the advisors' }).click();
  await sheet.getByText('One model for all').click();
  await sheet.getByRole('button', { name: 'Use these five and ask' }).click();
  await expect(page.getByText('Everybody speaks with one model of mine now.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The advisors have the models they had before.')).toBeVisible();
  const advisors = await (await page.request.get(`${rehearsal.url}/v1/advisors`)).json();
  expect(new Set(advisors.items.map((each: { model: string }) => each.model)).size).toBe(5);
});

test('the keyboard is enough, and on a phone nothing is cut off', async ({ rehearsal, provider, page }) => {
  provider.models = ['gpt-5.2', 'claude-sonnet-4.5'];
  const address = await provider.start();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(rehearsal.url);
  await page.getByRole('radio', { name: 'OpenRouter' }).focus();
  const sheet = page.getByRole('dialog');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Tab');
  await page.keyboard.type(address);
  await picture(page, 'connect-phone');
  await page.keyboard.press('Enter');
  await expect(sheet.getByText('heard', { exact: true })).toHaveCount(5);
  await picture(page, 'connect-voices-phone');
  expect(await sheet.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
  await expect(sheet.getByRole('button', { name: 'Use these five and ask' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(sheet).toBeHidden();
});
