/** A conversation is branched: from a turn, and with an older question in other words. */
import { converse, message, openedId, picture, readTurns, send, turn, untilQuiet } from './desk';
import { expect, test } from './fixtures';

test('a branch goes on from a turn and leads back; an older question is worded anew in one', async ({
  house,
  page,
}) => {
  await page.goto(house.url);
  await converse(page, 1, 'Shall I go?');
  await converse(page, 2, 'And then?');
  const first = await openedId(page);

  await turn(page, 1).getByRole('button', { name: 'More for turn 1' }).click();
  await page.getByRole('button', { name: 'Branch from here' }).click();
  await expect(page.getByText('Branched from')).toBeVisible();
  const second = await openedId(page);
  expect(second).not.toBe(first);
  await expect(turn(page, 1)).toContainText('Shall I go?');
  await expect(turn(page, 2)).toHaveCount(0);
  await picture(page, 'branch');
  await send(page, 'And otherwise?');
  await untilQuiet(page);
  expect((await readTurns(house, second)).map((each) => each.text)).toEqual(['Shall I go?', 'And otherwise?']);
  expect((await readTurns(house, first)).map((each) => each.text)).toEqual(['Shall I go?', 'And then?']);

  await page.getByRole('link', { name: /, turn 1$/ }).click();
  await expect(turn(page, 2)).toContainText('And then?');
  await converse(page, 3, 'Late.');
  await turn(page, 2).getByRole('button', { name: 'More for turn 2' }).click();
  await page.getByRole('button', { name: 'Edit in a branch' }).click();
  await expect(message(page)).toHaveValue('And then?');
  expect((await readTurns(house, await openedId(page))).map((each) => each.text)).toEqual(['Shall I go?']);
});
