/** How much advisors think: chosen beside the message or for one voice, sent, and folded beside the answer. */
import type { Page } from '@playwright/test';
import { card, converse, FIVE, picture, send, statusLine, untilQuiet, words } from './desk';
import { expect, test } from './fixtures';
import { inPieces, type Provider } from './provider';

const [FIRST, SECOND] = FIVE;

/** What each voice was last asked for. */
function effortOf(provider: Provider, name: string): unknown {
  const request = provider.received.findLast(({ json }) => json.messages[0]?.content.includes(name));
  return (request?.json as { reasoning_effort?: string } | undefined)?.reasoning_effort;
}

async function choose(page: Page, level: string): Promise<void> {
  await page.getByRole('button', { name: /^Who is asked/ }).click();
  await page.getByRole('menuitemradio', { name: level, exact: true }).click();
  await page.keyboard.press('Escape');
}

test('thinking is chosen beside the message, grows on the card, and folds when the words begin (P45)', async ({
  house,
  provider,
  page,
}) => {
  provider.voices = Object.fromEntries(
    FIVE.map((name) => [name, { says: inPieces(`${name} says no.`, 3), thinks: ['Let me ', 'weigh it.'], holdsAt: 0 }]),
  );
  await page.goto(house.url);
  await choose(page, 'High');
  await expect(page.getByRole('button', { name: /much thinking/ })).toBeVisible();
  await send(page, 'Do I sign?');

  const shown = card(page, 1, FIRST);
  await expect(shown.getByRole('button', { name: 'Thinking…' })).toHaveAttribute('aria-expanded', 'true');
  await expect(shown.getByText('Let me weigh it.')).toBeVisible();
  await picture(page, 'thinking-live');
  provider.release();
  await untilQuiet(page);

  const folded = shown.getByRole('button', { name: 'Thought first' });
  await expect(folded).toHaveAttribute('aria-expanded', 'false');
  await expect(shown.getByText('Let me weigh it.')).toBeHidden();
  await expect(words(page, 1, FIRST)).toHaveText(`${FIRST} says no.`);
  await folded.click();
  await expect(shown.getByText('Let me weigh it.')).toBeVisible();
  await shown.getByRole('button', { name: `More for ${FIRST}` }).click();
  await expect(page.getByRole('menuitem', { name: 'Edit', exact: true })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Make a test of it' })).toBeVisible();
  await page.keyboard.press('Escape');
  for (const name of FIVE) expect(effortOf(provider, name)).toBe('high');

  provider.voices = {};
  await converse(page, 2, 'And now?');
  for (const name of FIVE) expect(effortOf(provider, name), 'it was for one message').toBeUndefined();
  expect(provider.received.at(-1)?.body, 'nobody is sent what was thought').not.toContain('weigh it');
});

test('an advisor and its panel keep how much they think, and the nearest choice counts', async ({
  house,
  provider,
  page,
}) => {
  await page.goto(`${house.url}/panels`);
  await page.getByRole('link', { name: /First five/ }).click();
  await page.getByRole('combobox', { name: 'Thinking' }).selectOption('Low');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(statusLine(page)).toContainText('Saved');
  await page.goto(`${house.url}/advisors/skeptic`);
  const field = page.getByRole('combobox', { name: 'Thinking' });
  await field.selectOption('A number of tokens…');
  await page.getByRole('textbox', { name: 'Most tokens for thinking' }).fill('12');
  await expect(page.getByText('A whole number from 1,024 to 128,000.')).toBeVisible();
  await field.selectOption('Medium');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(statusLine(page)).toContainText('Saved as version 2.');

  await page.goto(house.url);
  await converse(page, 1, 'Which way?');
  expect([effortOf(provider, FIRST), effortOf(provider, SECOND)]).toEqual(['medium', 'low']);

  await choose(page, 'Off');
  await converse(page, 2, 'And now?');
  expect([effortOf(provider, FIRST), effortOf(provider, SECOND)]).toEqual(['none', 'none']);
});
