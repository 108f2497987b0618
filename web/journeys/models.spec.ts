/** Another model than the usual one: for one message, for one voice, for one answer. */
import { AxeBuilder } from '@axe-core/playwright';
import {
  card,
  converse,
  inspector,
  message,
  openedId,
  picture,
  readReceipts,
  readReplies,
  readTurns,
  sendButton,
  shownHash,
  turn,
  untilQuiet,
  words,
} from './desk';
import { expect, test } from './fixtures';
import { House } from './house';
import { inPieces } from './provider';

const REFUSED = { status: 402, body: { error: { message: 'No credit left.', code: 'insufficient_quota' } } };

test('a message goes to another model, one voice to a third, and it stays until it is as usual again', async ({
  provider,
  page,
}) => {
  test.slow();
  const house = await openHouse(await provider.start());
  await page.goto(house.url);
  await converse(page, 1, 'First.');

  await message(page).fill('Do I sign?');
  await page.keyboard.press('Alt+M');
  const dialog = page.getByRole('dialog', { name: 'Another model', exact: true });
  await expect(dialog.getByRole('option', { name: /large/ })).toContainText('3 / 15');
  await picture(page, 'models-choose');
  const { violations } = await new AxeBuilder({ page }).include('.model-choice').analyze();
  expect(violations).toEqual([]);
  await page.keyboard.type('lar');
  await expect(dialog.getByRole('option', { name: /large/, selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('From this message on: large.')).toBeVisible();
  await expect(message(page)).toBeFocused();

  await page.getByRole('button', { name: /^Who is asked/ }).click();
  await page.getByRole('menuitem', { name: 'Another model' }).click();
  await dialog.getByRole('radio', { name: 'The Builder' }).check();
  await dialog.getByRole('combobox').fill('stage:third');
  await dialog.getByRole('combobox').press('Enter');
  await expect(page.getByText('From this message on: large. This message only: third for The Builder.')).toBeVisible();

  await page.getByRole('button', { name: 'Inspector' }).first().click();
  await expect(inspector(page).getByRole('heading', { level: 2 })).toContainText('by large');
  await inspector(page).getByRole('button', { name: 'Raw bytes' }).click();
  await expect(inspector(page)).toContainText('"model":"large"');
  const promised = await shownHash(page);
  await picture(page, 'models-message');
  await sendButton(page).click();
  await expect(turn(page, 2)).toBeVisible();
  await untilQuiet(page);
  await expect(page.getByText('As before: large.')).toBeVisible();
  await picture(page, 'models-before');

  const replies = await readReplies(house, await openedId(page), 2);
  expect(replies.get('The Skeptic')?.model).toBe('stage:large');
  expect(replies.get('The Builder')?.model).toBe('stage:third');
  const [receipt] = await readReceipts(house, replies.get('The Skeptic')?.id ?? '');
  expect(receipt?.sha256).toBe(promised);
  expect(provider.received.slice(5).map((each) => each.json.model)).toContain('third');
  await expect(card(page, 2, 'The Skeptic')).toContainText('by large');

  await converse(page, 3, 'And now?');
  const third = await readReplies(house, await openedId(page), 3);
  expect([...third.values()].map((each) => each.model)).toEqual(Array(5).fill('stage:large'));
  await expect(card(page, 3, 'The Builder')).toContainText('by large');

  await page.getByRole('status').getByRole('button', { name: 'As usual' }).click();
  await expect(page.getByText('As before: large.')).toHaveCount(0);
  await converse(page, 4, 'And then?');
  expect((await readReplies(house, await openedId(page), 4)).get('The Skeptic')?.model).toBe('stage:voice');
  await expect(card(page, 4, 'The Skeptic')).not.toContainText('by ');
  await house.stop();
});

test('a failed voice is asked with another model, and one that answered beside its answer', async ({
  provider,
  page,
}) => {
  const house = await openHouse(await provider.start());
  provider.voices = { 'The Historian': { says: [], fails: REFUSED } };
  await page.goto(house.url);
  await converse(page, 1, 'Do I sign?');
  const failed = card(page, 1, 'The Historian');
  await expect(failed.getByRole('button', { name: /^Ask again|^Use another model/ })).toHaveCount(2);
  await picture(page, 'models-failed');

  provider.voices = { 'The Historian': { says: inPieces('It was tried in 1911.') } };
  await failed.getByRole('button', { name: 'Use another model' }).click();
  await expect(page.getByRole('dialog', { name: 'Another model for The Historian' })).toBeVisible();
  await page.keyboard.type('large');
  // The list is asked for when the dialog opens; Enter chooses what is seen.
  await expect(page.getByRole('option', { name: /large/, selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(words(page, 1, 'The Historian')).toHaveText('It was tried in 1911.');
  await expect(failed).toContainText('by large');
  await expect(failed).toContainText('second answer of 2');

  await card(page, 1, 'The Skeptic').getByRole('button', { name: 'More for The Skeptic' }).click();
  await page.getByRole('menuitem', { name: 'Ask again with another model' }).click();
  await page.getByRole('option', { name: /large/ }).click();
  await expect(card(page, 1, 'The Skeptic')).toContainText('second answer of 2');
  await untilQuiet(page);
  await picture(page, 'models-beside');

  const [turn] = await readTurns(house, await openedId(page));
  const kept = turn?.replies.filter((each) => each.name === 'The Skeptic').map((each) => [each.model, each.chosen]);
  expect(kept).toEqual([
    ['stage:voice', true],
    ['stage:large', false],
  ]);
  await house.stop();
});

/** A server with a second model, whose price is known. */
async function openHouse(address: string): Promise<House> {
  const house = new House({
    ANTIPHON_PROVIDERS__STAGE__BASE_URL: address,
    ANTIPHON_DEFAULT_MODEL: 'stage:voice',
    ANTIPHON_PROVIDERS__STAGE__MODELS__LARGE__INPUT_PRICE: '3',
    ANTIPHON_PROVIDERS__STAGE__MODELS__LARGE__OUTPUT_PRICE: '15',
  });
  await house.start();
  return house;
}
