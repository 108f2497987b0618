/** An answer becomes a test; the test is run, does not hold, better words are found, taken over, and the history tells. */
import { readFile } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { AdvisorAnswer, AdvisorsAnswer, CaseAnswer, EvalRunLine } from '../src/protocol/generated/answers';
import { begin, card, message, picture, readReceipts, readReplies, statusLine, turn } from './desk';
import { expect, test } from './fixtures';
import type { House } from './house';
import { inPieces, type Provider } from './provider';

const QUESTION = 'Should we drop the free tier?';
const BETTER = 'Before anything else, ask for the evidence.';

/** Voices that ask for evidence only when they are told to, a judge who wants it, and somebody who says so. */
async function teach(provider: Provider, house: House): Promise<void> {
  const { description } = await readSkeptic(house);
  provider.voices = {
    'You judge one answer': {
      says: [],
      reads: (messages) => {
        const isAsked = messages.at(-1)?.content.includes('What is the evidence') ?? false;
        const reasoning = isAsked ? 'It asks what the claim rests on.' : 'It never asks what the claim rests on.';
        return { score: isAsked ? 1 : 0, hits: [], misses: isAsked ? [] : ['a question about evidence'], reasoning };
      },
    },
    'You improve the description': {
      says: [],
      reads: () => ({ description: `${description} ${BETTER}`, why: 'It asks before it doubts.' }),
    },
    [BETTER]: { says: inPieces('What is the evidence for that? I would sleep on it.') },
  };
}

async function readSkeptic(house: House): Promise<AdvisorAnswer> {
  const { items: advisors } = await house.ask<AdvisorsAnswer>('GET', '/v1/advisors');
  return advisors.find((each) => each.id === 'skeptic') as AdvisorAnswer;
}

async function expectNoViolations(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations, colorScheme).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

async function keep(house: House, id: string, asserts: readonly unknown[], name = ''): Promise<CaseAnswer> {
  const reply = (await readReplies(house, id, 1)).get('The Skeptic');
  return house.ask<CaseAnswer>('POST', `/v1/replies/${reply?.id}/cases`, { asserts, name });
}

async function run(house: House, more: object = {}): Promise<void> {
  const begun = await house.ask<EvalRunLine>('POST', '/v1/evals/runs', { advisor_id: 'skeptic', ...more });
  const status = async () => (await house.ask<EvalRunLine>('GET', `/v1/evals/runs/${begun.id}`)).status;
  await expect.poll(status).not.toBe('running');
}

test('an answer becomes a test, better words are found, and the history tells (P46, D40)', async ({
  house,
  provider,
  page,
}) => {
  await teach(provider, house);
  const id = await begin(house, QUESTION);
  await page.goto(`${house.url}/c/${id}`);
  await card(page, 1, 'The Skeptic').getByRole('button', { name: 'More for The Skeptic' }).click();
  await page.getByRole('menuitem', { name: 'Make a test of it' }).click();

  const sheet = page.getByRole('dialog', { name: 'What must hold for an answer here?' });
  const lines = sheet.getByRole('textbox', { name: 'One thing to a line' });
  await lines.fill('Asks what the claim rests on.\ncontains: sleep\nnot contains: sure\nregex: (');
  const understood = sheet.getByRole('region', { name: 'How it is understood' });
  await expect(understood.getByRole('listitem')).toHaveText([
    'A model judges: Asks what the claim rests on.',
    'Has the words “sleep”',
    'Does not have the words “sure”',
    '( This is not a pattern that can be read.',
  ]);
  await expect(sheet.getByRole('button', { name: 'Save and run' })).toBeDisabled();
  const reply = (await readReplies(house, id, 1)).get('The Skeptic');
  const [receipt] = await readReceipts(house, reply?.id ?? '');
  await expect(sheet.getByText(`sha256 ${receipt?.sha256}`)).toBeVisible();
  await picture(page, 'evals-assert');
  await expectNoViolations(page);
  await lines.fill('Asks what the claim rests on.\ncontains: sleep\nnot contains: sure');
  await sheet.getByRole('button', { name: 'Save and run' }).click();

  await expect(page.getByRole('heading', { level: 1, name: QUESTION })).toBeVisible();
  const holds = page.getByRole('region', { name: 'What must hold' });
  await expect(holds.getByRole('listitem').filter({ hasText: 'Asks what' })).toContainText('does not hold');
  await expect(holds.getByRole('listitem').filter({ hasText: 'Asks what' })).toContainText('It never asks');
  await expect(holds.getByRole('listitem').filter({ hasText: '“sleep”' })).toContainText('holds');
  await expect(page.locator('.as-said mark')).toHaveText(['sleep']);
  await page.getByText('What it is sent', { exact: true }).click();
  await expect(page.locator('.sent .hash').last()).toHaveText(`sha256 ${receipt?.sha256}`);
  await picture(page, 'evals-case');
  await expectNoViolations(page);

  await page.getByRole('link', { name: 'All tests of The Skeptic' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tests of The Skeptic' })).toBeVisible();
  await expect(page.getByText('0 of 1 held').first()).toBeVisible();
  const better = page.getByRole('region', { name: 'Find better words' });
  await better.getByRole('button', { name: 'Find better words' }).click();
  await expect(better.getByText('These words do better.')).toBeVisible();
  await expect(better.locator('ins')).toHaveText([/Before anything else, ask for the evidence/]);
  await expect(better.getByRole('row', { name: /Should we drop the free tier/ })).toContainText(/does not hold.*holds/);
  await page.setViewportSize({ width: 1440, height: 1900 });
  await picture(page, 'evals-better');
  await expectNoViolations(page);
  await better.getByRole('button', { name: 'Take these words' }).click();
  await expect(better.getByText('Taken over as version 2.')).toBeVisible();
  const { version, description } = await readSkeptic(house);
  expect([version, description.endsWith(BETTER)]).toEqual([2, true]);

  await page.getByRole('button', { name: 'Run the test' }).click();
  const history = page.getByRole('region', { name: 'From version to version' });
  await expect(history.getByRole('row', { name: /^2 1 1 of 1 held/ })).toBeVisible();
  await expect(history.getByRole('row', { name: /^1 0\.67 0 of 1 held/ })).toBeVisible();
  await expect(history.getByRole('img', { name: 'Score by version of the advisor' })).toBeVisible();
  await picture(page, 'evals-history-light');
  await expectNoViolations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await picture(page, 'evals-history-dark');
  await page.setViewportSize({ width: 390, height: 2600 });
  await picture(page, 'evals-history-phone');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('the keyboard is enough, and words that are not saved are not lost by one key', async ({ rehearsal, page }) => {
  const id = await begin(rehearsal, QUESTION);
  await page.goto(`${rehearsal.url}/c/${id}`);
  await expect(turn(page, 1)).toBeVisible();
  await message(page).press('Escape');
  await page.keyboard.press('Shift+A');
  const sheet = page.getByRole('dialog', { name: 'What must hold for an answer here?' });
  await expect(sheet.getByRole('textbox', { name: 'One thing to a line' })).toBeFocused();
  await page.keyboard.type('contains: evidence');
  await page.keyboard.press('Escape');
  await expect(sheet.getByText('You have words here that are not saved.')).toBeVisible();
  await picture(page, 'evals-unsaved');
  await page.setViewportSize({ width: 390, height: 844 });
  await picture(page, 'evals-unsaved-phone');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1440, height: 900 });
  await sheet.getByRole('button', { name: 'Go on writing' }).press('Enter');
  await sheet.getByRole('button', { name: 'Look at it in the inspector' }).press('Enter');
  await expect(page.getByRole('region', { name: 'Inspector' })).toBeVisible();

  await page.keyboard.press('Shift+A');
  const lines = sheet.getByRole('textbox', { name: 'One thing to a line' });
  await expect(lines).toHaveValue('contains: evidence');
  await lines.focus();
  await page.keyboard.press('Control+Enter');
  await expect(statusLine(page)).toContainText('Saved as a test of The Skeptic.');
  await page.keyboard.press('Shift+A');
  await expect(lines).toHaveValue('contains: evidence');
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);

  await page.goto(`${rehearsal.url}/advisors/skeptic`);
  await page.getByRole('main').getByRole('link', { name: 'Tests', exact: true }).click();
  await page.getByRole('link', { name: /never run/ }).click();
  await page.getByRole('button', { name: 'Archive it' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing is tested yet.' })).toBeVisible();
  await picture(page, 'evals-empty');
  await expectNoViolations(page);
  await statusLine(page).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: /never run/ })).toBeVisible();
});

test('what nobody could judge is said to be that, and counts neither for nor against (D40)', async ({
  house,
  provider,
  page,
}) => {
  provider.voices = { 'You judge one answer': { says: inPieces('I cannot say.') } };
  const id = await begin(house, QUESTION);
  const one = await keep(house, id, ['Asks for evidence.', { type: 'contains', value: 'sleep' }], 'Asks first');
  await keep(house, id, ['Is kind.'], 'Is kind');
  await run(house, { repeat: 2 });
  await page.goto(`${house.url}/advisors/skeptic/evals`);

  await expect(page.getByRole('region', { name: 'Run' })).toContainText('not graded');
  await expect(page.getByRole('link', { name: /not graded.*Is kind/ })).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 1400 });
  await picture(page, 'evals-not-graded');
  await page.goto(`${house.url}/advisors/skeptic/evals/${one.id}`);
  const holds = page.getByRole('region', { name: 'What must hold' });
  const judged = holds.getByRole('listitem').filter({ hasText: 'Asks for evidence.' });
  await expect(judged).toContainText('not graded');
  await expect(judged).toContainText('It counts neither for nor against.');
  await page.getByRole('button', { name: /Time 2/ }).click();
  await expect(page.getByRole('button', { name: /Time 2/ })).toHaveAttribute('aria-pressed', 'true');
  await picture(page, 'evals-case-not-graded');
  await expectNoViolations(page);
  await page.setViewportSize({ width: 390, height: 1400 });
  await picture(page, 'evals-case-phone');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('tests go out as a file and come in again, and a wrong file says everything that is wrong', async ({
  rehearsal,
  page,
}) => {
  const id = await begin(rehearsal, QUESTION);
  await keep(rehearsal, id, ['Asks for evidence.', { type: 'not-contains', value: 'sure' }], 'Asks first');
  await page.goto(`${rehearsal.url}/advisors/skeptic/evals`);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download as YAML' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text).toContain('$schema: antiphon-eval-v1');
  expect(text).toContain('Asks first');

  await page.goto(`${rehearsal.url}/advisors/builder/evals`);
  await page.getByRole('button', { name: 'Take in a file' }).click();
  const sheet = page.getByRole('dialog', { name: 'Take in tests' });
  await sheet.getByRole('textbox').fill(text.replace('evalcases:', 'evalcase:'));
  await sheet.getByRole('button', { name: 'Take them in' }).click();
  await expect(sheet.getByRole('alert')).toContainText('evalcases');
  await picture(page, 'evals-take-in');
  await expectNoViolations(page);
  await sheet.getByRole('textbox').fill(text);
  await sheet.getByRole('button', { name: 'Take them in' }).click();
  await expect(statusLine(page)).toContainText('One test is taken in.');
  await expect(page.getByRole('link', { name: /Asks first/ })).toBeVisible();
});

test('right to left, in Japanese, and while it runs', async ({ house, provider, page }) => {
  await teach(provider, house);
  const id = await begin(house, QUESTION);
  for (const name of ['Asks first', 'Doubts aloud', 'Stays short'])
    await keep(house, id, ['Asks what the claim rests on.', { type: 'contains', value: 'sleep' }], name);
  await run(house);
  provider.hold();
  provider.otherwise = { says: inPieces('I would sleep on it.'), holdsAt: 1 };
  await page.goto(`${house.url}/advisors/skeptic/evals`);
  await page.getByRole('button', { name: 'Run 3 tests' }).click();
  await expect(page.getByText('0 of 3 done')).toBeVisible();
  await picture(page, 'evals-running');
  provider.release();
  await expect(page.getByRole('button', { name: 'Run 3 tests' })).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 1700 });
  for (const locale of ['ar', 'ja']) {
    await page.evaluate((chosen) => {
      const kept = JSON.parse(localStorage.getItem('antiphon.preferences') ?? '{}');
      localStorage.setItem('antiphon.preferences', JSON.stringify({ ...kept, locale: chosen }));
    }, locale);
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
    await expect(page.locator('.evals .plot').first()).toBeVisible();
    await picture(page, `evals-${locale}`);
    await expectNoViolations(page);
  }
});
