/** The journal: a decision is written from a turn, keeps the words it rested on, and is looked back on. */
import { readFile } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { begin, message, picture, readReceipts, readReplies, readTurns, statusLine, turn } from './desk';
import { expect, test } from './fixtures';
import { decide, tellAYear } from './year';

const DAY = 86_400_000;

async function expectNoViolations(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations, colorScheme).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

test('a decision is written from a turn, and its words stay whatever becomes of the turn (U-11)', async ({
  house,
  page,
}) => {
  const id = await begin(house, 'Should we drop the free tier?');
  const [first] = await readTurns(house, id);
  await page.goto(`${house.url}/c/${id}`);
  await turn(page, 1).hover();
  await turn(page, 1).getByRole('button', { name: 'More for turn 1' }).click();
  await page.getByRole('button', { name: 'Write to journal' }).click();

  await expect(page.getByRole('textbox', { name: 'The question' })).toHaveValue('Should we drop the free tier?');
  await page.getByRole('button', { name: 'Write it down' }).click();
  await expect(page.getByRole('alert')).toHaveText('Write at least one option and mark the one you choose.');
  await page.getByRole('textbox', { name: 'Option 1' }).fill('Drop it in May');
  await page.getByRole('textbox', { name: 'Option 2' }).fill('Keep it');
  await page.getByRole('radio', { name: 'I choose option 1' }).check();
  await page.getByRole('slider', { name: 'How sure' }).fill('85');
  await expect(page.getByText('85%: of twenty decisions like this, about 17 turn out right')).toBeVisible();
  await page
    .getByRole('textbox', { name: 'What would change your mind?' })
    .fill('Two customers of the size of Norrvik leave.');
  await page.getByRole('group', { name: 'The Skeptic' }).getByRole('radio', { name: 'against' }).check();
  await page.getByRole('group', { name: 'The Builder' }).getByRole('radio', { name: 'for' }).check();
  await expect(page.getByRole('combobox', { name: 'Who asks' })).toHaveValue('skeptic');
  await picture(page, 'journal-write');
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Write it down' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Should we drop the free tier?' })).toBeVisible();
  await expect(statusLine(page)).toContainText('Written down.');
  const against = page.getByRole('region', { name: 'Against it' });
  await expect(against.getByText('I would sleep on it.')).toBeVisible();
  await against.getByText('Proof').click();
  const reply = (await readReplies(house, id, 1)).get('The Skeptic');
  const [receipt] = await readReceipts(house, reply?.id ?? '');
  await expect(against.getByText(`sha256 ${receipt?.sha256}`)).toBeVisible();
  await picture(page, 'journal-one');
  await expectNoViolations(page);

  await house.ask('PATCH', `/v1/replies/${reply?.id}`, { text: 'I always said yes.' });
  await house.ask('DELETE', `/v1/conversations/${id}`);
  await page.reload();
  await expect(page.getByText('The turn it was made in is gone; what was said is kept below.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Against it' }).getByText('I would sleep on it.')).toBeVisible();
  expect(first?.id).toBeTruthy();
});

test('what happened is said, undone, and taken back', async ({ house, page }) => {
  const id = await begin(house, 'Should we drop the free tier?');
  const [first] = await readTurns(house, id);
  const review = new Date(Date.now() - DAY).toISOString();
  await decide(house, first?.id ?? '', { review_at: review, stances: { skeptic: 'against' } });
  await page.goto(`${house.url}/c/${id}`);

  await page.getByRole('link', { name: /One decision to look back on/ }).click();
  const happened = page.getByRole('region', { name: 'What happened' });
  await expect(happened.getByText('It is time to say what happened.')).toBeVisible();
  await picture(page, 'journal-due');
  await expectNoViolations(page);
  await happened.getByRole('radio', { name: 'It was wrong' }).check();
  await happened.getByRole('textbox', { name: 'In a few words' }).fill('Norrvik left in June.');
  await happened.getByRole('button', { name: 'Save the outcome' }).click();
  await expect(happened.getByText('Norrvik left in June.')).toBeVisible();
  await expect(page.getByRole('link', { name: /to look back on/ })).toHaveCount(0);

  await statusLine(page).getByRole('button', { name: 'Undo' }).click();
  await expect(happened.getByRole('button', { name: 'Save the outcome' })).toBeVisible();
  await expect(page.getByRole('link', { name: /One decision to look back on/ })).toBeVisible();

  await page.getByRole('button', { name: 'Take it out of the journal' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing decided yet.' })).toBeVisible();
  await statusLine(page).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: /Chose “Drop the free tier”, 70% sure/ })).toBeVisible();
});

test('a decision that went wrong becomes a test of whoever stood for it', async ({ house, page }) => {
  const id = await begin(house, 'Should we drop the free tier?');
  const [first] = await readTurns(house, id);
  const made = await decide(house, first?.id ?? '', { stances: { skeptic: 'against', builder: 'for' } });
  await house.ask('PATCH', `/v1/decisions/${made.id}`, { outcome: 'wrong', outcome_text: 'Norrvik left in June.' });
  await page.goto(`${house.url}/journal/${made.id}`);

  await page.getByRole('button', { name: 'Make it a test' }).click();
  await expect(statusLine(page)).toContainText('1 case kept.');
  const cases = page.getByRole('list', { name: 'Cases of this decision' });
  await expect(cases.getByRole('listitem')).toHaveText(['The Builder']);
  await picture(page, 'journal-test');
  await expectNoViolations(page);

  await cases.getByRole('link', { name: 'The Builder' }).click();
  await expect(page.getByText(/names this danger or asks about it: Norrvik left in June\./).first()).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Make it a test' }).click();
  await statusLine(page).getByRole('button', { name: 'Undo' }).click();
  await expect(statusLine(page)).toContainText('The cases are archived.');
});

test('a year of decisions explains itself', async ({ house, page }) => {
  const id = await begin(house, 'Should we drop the free tier?');
  const turnId = (await readTurns(house, id))[0]?.id ?? '';
  await page.goto(`${house.url}/journal`);
  await expect(page.getByRole('heading', { name: 'Nothing decided yet.' })).toBeVisible();
  await picture(page, 'journal-empty');
  await expectNoViolations(page);

  await decide(house, turnId, { question: 'Hire a second nurse?', options: ['Hire'], choice: 'Hire', confidence: 60 });
  await page.reload();
  await expect(page.getByText('No outcome is known yet.')).toBeVisible();
  await tellAYear(house, turnId);
  await decide(house, turnId, { review_at: new Date(Date.now() - DAY).toISOString(), stances: { skeptic: 'against' } });
  await page.reload();

  await expect(page.getByRole('region', { name: 'To look back on' }).getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'How it turned out' }).getByRole('listitem')).toHaveCount(13);
  const sure = page.getByRole('region', { name: 'How sure, how right' });
  await expect(sure.getByText('You are surer than you are right.')).toBeVisible();
  await sure.getByText('The same as a table').click();
  await expect(sure.getByRole('row', { name: /80% to 89% 4 38%/ })).toBeVisible();
  const card = page.getByRole('table').filter({ hasText: 'Stood alone and was right' });
  await expect(card.getByRole('row', { name: /The Skeptic/ })).toContainText('4 right, 1 wrong');
  await page.setViewportSize({ width: 1440, height: 2300 });
  await picture(page, 'journal-list-light');
  await expectNoViolations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await picture(page, 'journal-list-dark');
  await page.setViewportSize({ width: 390, height: 3000 });
  await picture(page, 'journal-list-phone');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: 2300 });
  for (const locale of ['ar', 'ja']) {
    await page.evaluate((chosen) => {
      const kept = JSON.parse(localStorage.getItem('antiphon.preferences') ?? '{}');
      localStorage.setItem('antiphon.preferences', JSON.stringify({ ...kept, locale: chosen }));
    }, locale);
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
    await expect(page.locator('.journal .plot').first()).toBeVisible();
    await picture(page, `journal-list-${locale}`);
  }
});

test('the keyboard is enough, and the journal can be taken along', async ({ house, page }) => {
  const id = await begin(house, 'Should we drop the free tier?');
  await page.goto(`${house.url}/c/${id}`);
  await expect(turn(page, 1)).toBeVisible();
  await message(page).press('Escape');
  await expect(statusLine(page).getByText('VIEW', { exact: true })).toBeVisible();
  await page.keyboard.press('Shift+D');
  await page.getByRole('textbox', { name: 'The question' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Drop it');
  await expect(page.getByRole('radio', { name: 'I choose option 1' })).toBeChecked();
  await page.getByRole('slider').focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('textbox', { name: 'Option 1' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('75%', { exact: true })).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download as Markdown' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text).toContain('# Should we drop the free tier?');
  expect(text).toContain('- chosen: Drop it');
  expect(text.match(/sha256 of these words: `[0-9a-f]{64}`/g)).toHaveLength(5);
});

test('before one asks, each voice has beside it what came of its stances, and a way to the journal', async ({
  house,
  page,
}) => {
  const id = await begin(house, 'Should we drop the free tier?');
  const [first] = await readTurns(house, id);
  await page.goto(`${house.url}/c/${id}`);
  const menu = page.getByRole('menu');
  const voice = (name: string) => menu.getByRole('menuitemcheckbox', { name });
  await page.getByRole('button', { name: /^Who is asked/ }).click();
  await expect(voice('The Skeptic')).toBeVisible();
  await expect(menu.getByText(/stood for|against/)).toHaveCount(0);
  await expect(menu.getByRole('menuitem', { name: /journal/ })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await tellAYear(house, first?.id ?? '');
  await page.getByRole('button', { name: /^Who is asked/ }).click();
  await expect(voice('The Skeptic')).toContainText('stood for 7, 3 went well');
  await expect(voice('The Skeptic')).toContainText('against 5, 4 rightly');
  await expect(voice('The Builder')).toContainText('stood for 10, 3 went well');
  await picture(page, 'composer-scores');
  await page.emulateMedia({ colorScheme: 'dark' });
  await picture(page, 'composer-scores-dark');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(voice('The Skeptic')).toContainText('against 5, 4 rightly');
  await picture(page, 'composer-scores-phone');
  await menu.getByRole('menuitem', { name: 'How their stances turned out: journal' }).click();
  await expect(page.getByRole('region', { name: 'Who was right' })).toBeVisible();
});
