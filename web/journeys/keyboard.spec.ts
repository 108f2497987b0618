/** Everything without the mouse: all three modes, marks, inspector, an opened answer, filter, help, palette, other keys. */
import type { Page } from '@playwright/test';
import { begin, card, FIVE, inspector, message, picture, turn, untilQuiet } from './desk';
import { expect, test } from './fixtures';

// Only a mode in which letters do not write has its name on the page: VIEW in the status line, COMMAND in the filter's.
const mode = (page: Page) => page.locator('.mode-name');

test('a whole conversation by keyboard: write, look, mark, filter, and back (W77)', async ({ house, page }) => {
  test.slow();
  await page.goto(house.url);
  await expect(message(page)).toBeFocused();
  await page.keyboard.type('Should we move?');
  await page.keyboard.press('Enter');
  await expect(turn(page, 1)).toBeVisible();
  await untilQuiet(page);
  await page.keyboard.type('And when?');
  await page.keyboard.press('Enter');
  await expect(turn(page, 2)).toBeVisible();
  await untilQuiet(page);

  await page.keyboard.press('Escape');
  await expect(mode(page)).toHaveText('VIEW');
  await page.keyboard.press('Shift+K');
  await page.keyboard.press('2');
  await expect(turn(page, 1).getByText('2 stars')).toBeAttached();
  await page.keyboard.press(']');
  await page.keyboard.press(']');
  await expect(card(page, 1, 'The Builder')).toBeFocused();
  await page.keyboard.press('i');
  await expect(inspector(page).getByRole('heading', { name: 'What The Builder was sent' })).toBeVisible();
  await expect(inspector(page).getByText('it fits the bytes shown')).toBeVisible();
  await picture(page, 'keyboard-inspector');
  await page.keyboard.press('i');
  await expect(inspector(page)).toHaveCount(0);

  await page.keyboard.press('r');
  const voices = page.getByRole('navigation', { name: 'Voices of this turn' });
  await expect(voices.getByRole('button', { name: /^The Builder/ })).toHaveAttribute('aria-current', 'true');
  await expect(card(page, 1, 'The Builder')).toBeVisible();
  await expect(card(page, 1, 'The Historian')).toHaveCount(0);
  await page.keyboard.press(']');
  await expect(voices.getByRole('button', { name: /^The Historian/ })).toHaveAttribute('aria-current', 'true');
  await expect(card(page, 1, 'The Historian')).toBeFocused();
  await picture(page, 'keyboard-opened');
  await page.keyboard.press('Escape');
  await expect(voices).toHaveCount(0);
  await expect(card(page, 1, 'The Builder')).toBeVisible();
  await expect(mode(page)).toHaveText('VIEW');

  await page.keyboard.press('Escape');
  await expect(mode(page)).toHaveText('COMMAND');
  await expect(page.getByRole('textbox', { name: 'Filter line' })).toBeFocused();
  await page.keyboard.type('s2');
  await page.keyboard.press('Enter');
  await expect(turn(page, 2)).toHaveCount(0);
  await expect(mode(page)).toHaveText('VIEW');
  await page.keyboard.press(':');
  await expect(page.getByRole('textbox', { name: 'Filter line' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await expect(turn(page, 2)).toBeVisible();
  await expect(mode(page)).toHaveText('VIEW');

  await page.keyboard.press('Control+i');
  await expect(message(page)).toBeFocused();
  await expect(mode(page)).toHaveCount(0);
});

test('from the first page to five models, five answers and what one of them was sent, in 18 keys beside what is typed', async ({
  rehearsal,
  provider,
  page,
}) => {
  test.slow();
  provider.models = ['gpt-5.2', 'claude-sonnet-4.5', 'grok-4', 'gemini-3-pro', 'mistral-large'];
  const address = await provider.start();
  let pressed = 0;
  const press = (key: string) => {
    pressed += 1;
    return page.keyboard.press(key);
  };
  await page.goto(rehearsal.url);
  await expect(message(page)).toBeFocused();
  const provided = page.getByRole('radio', { name: 'OpenRouter' });
  await expect(provided).toBeVisible();
  while (!(await provided.evaluate((each) => each === document.activeElement))) await press('Shift+Tab');
  await press('ArrowUp');
  await press('Tab');
  await page.keyboard.type(address);
  await press('Enter');
  const voices = page.getByRole('dialog', { name: 'A model for each of five voices' });
  await expect(voices.getByText('heard', { exact: true })).toHaveCount(FIVE.length);
  await expect(voices.getByRole('button', { name: 'Use these five and ask' })).toBeFocused();
  await press('Enter');
  await expect(message(page)).toBeFocused();
  await page.keyboard.type('Should we move?');
  await press('Enter');
  await expect(turn(page, 1)).toBeVisible();
  await untilQuiet(page);
  const toAnswers = pressed;

  await press('Escape');
  await press(']');
  await press('i');
  await expect(inspector(page).getByRole('heading', { name: 'What The Skeptic was sent' })).toBeVisible();
  await expect(inspector(page).getByText('it fits the bytes shown')).toBeVisible();
  expect([toAnswers, pressed]).toEqual([15, 18]);
});

test('help, the palette, and a key of one’s own', async ({ house, page }) => {
  test.slow();
  const id = await begin(house, 'Should we move?');
  await page.goto(`${house.url}/c/${id}`);
  await expect(turn(page, 1)).toBeVisible();
  await page.keyboard.press('F1');
  await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible();
  await picture(page, 'keyboard-help');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.keyboard.press('Control+k');
  await page.keyboard.type('dark theme');
  await expect(page.getByRole('dialog', { name: 'Palette' }).getByRole('combobox')).toHaveValue('dark theme');
  await expect(page.getByRole('option', { name: /^Dark theme/ })).toHaveAttribute('aria-selected', 'true');
  await picture(page, 'keyboard-palette');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  await page.keyboard.press('Control+k');
  await page.keyboard.type('rename');
  await expect(page.getByRole('option', { name: 'Rename this conversation' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox')).toHaveValue('Should we move?');
  await page.keyboard.type(' To the sea');
  await expect(page.getByRole('option', { name: 'Call it Should we move? To the sea' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: /To the sea/ })).toBeVisible();

  await page.keyboard.press('Control+;');
  const keys = page.getByRole('dialog', { name: 'Change keys' });
  await keys.getByRole('searchbox').focus();
  await page.keyboard.type('Draw a line');
  await keys.getByRole('button', { name: 'Change the key of: Draw a line below the newest turn' }).focus();
  await page.keyboard.press('Enter');
  await expect(keys.getByRole('button', { name: /^New key for/ })).toBeFocused();
  await page.keyboard.press('j');
  await expect(keys.getByText('j already means: Scroll down.')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await keys.getByRole('button', { name: 'Change the key of: Draw a line below the newest turn' }).focus();
  await page.keyboard.press('Enter');
  await expect(keys.getByRole('button', { name: /^New key for/ })).toBeFocused();
  await page.keyboard.press('q');
  await expect(keys.getByText('changed')).toBeVisible();
  await picture(page, 'keyboard-keys');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(mode(page)).toHaveText('VIEW');
  await page.keyboard.press('q');
  await expect(page.getByText('Divider', { exact: true })).toBeVisible();
});
