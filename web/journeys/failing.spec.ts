/** What a person can do when voices fail. */
import type { Page } from '@playwright/test';
import {
  card,
  converse,
  FIVE,
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

const REFUSED = { status: 401, body: { error: { message: 'The key does not fit.', code: 'invalid_api_key' } } };
const BROKE = {
  status: 429,
  body: { error: { message: 'You exceeded your current quota.', code: 'insufficient_quota' } },
};
const LATER = {
  status: 429,
  body: { error: { message: 'Rate limit reached.', code: 'rate_limit_exceeded' } },
  headers: { 'Retry-After': '600' },
};
const BROKEN = { status: 400, body: { error: { message: 'The model does not exist.', code: 'model_not_found' } } };

/** A voice that failed says so in words; the class of its failure is told to who points at them. */
async function expectCause(page: Page, name: string, code: string): Promise<void> {
  const said = card(page, 1, name).getByRole('button', { name: `${name} did not answer.` });
  await said.hover();
  await expect(page.getByRole('tooltip')).toContainText(code);
  await page.mouse.move(0, 0);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
}

test('four fail in four ways and say so; one is asked again in its place (W24, W70)', async ({
  house,
  provider,
  page,
}) => {
  provider.voices = {
    'The Skeptic': { says: [], fails: REFUSED },
    'The Builder': { says: [], fails: BROKE },
    'The Historian': { says: [], fails: LATER },
    'The Confidant': { says: [], fails: BROKEN },
  };
  await page.goto(house.url);
  await converse(page, 1, 'Who has the key?');
  await expectCause(page, 'The Skeptic', 'auth');
  await expectCause(page, 'The Builder', 'quota');
  await expect(card(page, 1, 'The Historian').getByText('rate limited', { exact: true })).toBeVisible();
  await expectCause(page, 'The Confidant', 'model');
  await expect(card(page, 1, 'The Contrarian').getByText('complete', { exact: true })).toBeVisible();
  await expect(page.getByText('not affected')).toHaveCount(0);
  await picture(page, 'failing-four');

  provider.voices = {};
  await card(page, 1, 'The Skeptic')
    .getByRole('button', { name: /^Ask again/ })
    .click();
  await expect(words(page, 1, 'The Skeptic')).toHaveText('I would sleep on it.');
  await expect(card(page, 1, 'The Skeptic')).not.toContainText('did not answer');
  await expectCause(page, 'The Builder', 'quota');
  const [asked] = await readTurns(house, await openedId(page));
  expect(asked?.replies.filter((each) => each.chosen)).toHaveLength(5);
});

test('a provider that breaks down is asked again by itself before the card says so', async ({
  house,
  provider,
  page,
}) => {
  provider.voices = {
    'The Confidant': {
      says: [],
      fails: { status: 500, body: { error: { message: 'Oh no.' } }, headers: { 'Retry-After': '0' } },
    },
  };
  await page.goto(house.url);
  await converse(page, 1, 'Again?');
  await expectCause(page, 'The Confidant', 'provider');
  await expect(card(page, 1, 'The Confidant')).toContainText('The other four are not affected.');
  expect(provider.received.length).toBeGreaterThan(FIVE.length);
});

test('when all fail, the question goes back to the composer and replaces the turn (W16, W71, D26)', async ({
  house,
  provider,
  page,
}) => {
  provider.otherwise = { says: [], fails: REFUSED };
  await page.goto(house.url);
  await converse(page, 1, 'Does anybody hear me?');
  for (const name of FIVE) await expectCause(page, name, 'auth');

  await card(page, 1, 'The Builder')
    .getByRole('button', { name: /^Ask again/ })
    .click();
  await expect(message(page)).toHaveValue('Does anybody hear me?');
  await expect(message(page)).toBeFocused();
  await expect(page.getByText('In place of turn 1.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^0 of 0 turns are sent/ })).toBeVisible();
  await expect(turn(page, 1)).toContainText('did not answer.');
  await picture(page, 'failing-all');

  provider.otherwise = { says: inPieces('Loud and clear.') };
  await send(page, 'Does anybody hear me now?');
  await expect(turn(page, 1)).toHaveCount(0);
  for (const name of FIVE) await expect(words(page, 2, name)).toHaveText('Loud and clear.');
  await untilQuiet(page);
  const turns = await readTurns(house, await openedId(page));
  expect(turns.map((each) => each.text)).toEqual(['Does anybody hear me now?']);
  await expect(page.getByText('did not answer.')).toHaveCount(0);
});

test('a failed turn is deleted without a question, and brought back by Undo (W27)', async ({
  house,
  provider,
  page,
}) => {
  await page.goto(house.url);
  await converse(page, 1, 'First.');
  provider.otherwise = { says: [], fails: REFUSED };
  await converse(page, 2, 'Second.');

  await card(page, 2, 'The Skeptic').getByRole('button', { name: 'More for The Skeptic' }).click();
  await page.getByRole('menuitem', { name: 'Delete turn' }).click();
  await expect(turn(page, 2)).toHaveCount(0);
  await expect(statusLine(page)).toContainText('Turn deleted.');
  await picture(page, 'failing-deleted');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(turn(page, 2)).toContainText('Second.');
  await expect(turn(page, 2)).toContainText('did not answer.');
});
