/** A question is asked in other words; what was asked first is looked at and brought back. */
import {
  card,
  converse,
  message,
  openedId,
  picture,
  readTurns,
  send,
  statusLine,
  turn,
  untilQuiet,
  words,
} from './desk';
import { expect, test } from './fixtures';
import { inPieces } from './provider';

test('the newest question is edited and asked again, stepped through, and brought back', async ({
  house,
  provider,
  page,
}) => {
  provider.otherwise = { says: inPieces('Where to?') };
  await page.goto(house.url);
  await converse(page, 1, 'Shall I go?');

  provider.otherwise = { says: inPieces('Then go.') };
  await turn(page, 1).getByRole('button', { name: 'More for turn 1' }).click();
  await page.getByRole('button', { name: 'Edit and ask again' }).click();
  await expect(message(page)).toHaveValue('Shall I go?');
  await expect(page.getByText('In place of turn 1.')).toBeVisible();
  await send(page, 'Shall I go home?');
  await untilQuiet(page);
  await expect(turn(page, 1)).toHaveCount(0);
  await expect(words(page, 2, 'The Builder')).toHaveText('Then go.');
  await expect(turn(page, 2)).toContainText('2 of 2 wordings');
  await expect(statusLine(page)).toContainText('The question was worded anew.');
  const sent = provider.received.at(-1);
  expect(JSON.stringify(sent)).not.toContain('Where to?');

  await turn(page, 2).getByRole('button', { name: 'Previous wording' }).click();
  await expect(turn(page, 2)).toContainText('Shall I go?');
  await expect(turn(page, 2).getByRole('article', { name: 'The Builder' })).toContainText('Where to?');
  await picture(page, 'wordings-earlier');
  await turn(page, 2).getByRole('button', { name: 'Bring this wording back' }).click();
  await expect(turn(page, 2)).toHaveCount(0);
  await expect(words(page, 1, 'The Builder')).toHaveText('Where to?');
  await picture(page, 'wordings-back');
  expect((await readTurns(house, await openedId(page))).map((each) => each.text)).toEqual(['Shall I go?']);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(words(page, 2, 'The Builder')).toHaveText('Then go.');
  await expect(card(page, 2, 'The Skeptic')).toBeVisible();
});
