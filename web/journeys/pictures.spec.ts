/** The pictures in the documentation, taken of the real page: set ANTIPHON_PICTURES to take them anew. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { begin, card, inspector, message, readTurns, send, turn } from './desk';
import { expect, test } from './fixtures';
import { type House, PYTHON, ROOT } from './house';
import { shrinkPng } from './png';
import { ASKED, QUOTA, seatRoom, stageRoom } from './room';
import { laySeats, makePanel, NEXT, openTable, QUESTION, stageEvening, stageStates, tellPast } from './scene';
import { decide, tellAYear } from './year';

const IMAGES = fileURLToPath(new URL('../../docs/images', import.meta.url));

test.skip(!process.env.ANTIPHON_PICTURES, 'only when somebody wants new pictures');
test.use({ contextOptions: { reducedMotion: 'reduce' } });

async function takePicture(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const path = `${IMAGES}/${name}-${colorScheme}.png`;
    await page.screenshot({ path, scale: 'css', animations: 'disabled', caret: 'initial' });
    shrinkPng(path);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

async function setFilter(page: Page, line: string): Promise<void> {
  await page.getByRole('button', { name: /^Filter: / }).click();
  await page.getByRole('textbox', { name: 'Filter line' }).fill(line);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: `Filter: ${line}. Edit it` })).toBeVisible();
}

test('the table of the contract', async ({ provider, page }) => {
  test.setTimeout(300_000);
  const house = await openTable(provider);
  try {
    const seats = await laySeats(house);
    await page.goto(house.url);
    await page.evaluate(() => localStorage.setItem('antiphon.preferences', JSON.stringify({ welcomed: true })));
    await page.reload();
    await expect(page.getByText('cash and downside')).toBeVisible();
    await takePicture(page, 'welcome');
    const id = await tellPast(house, provider, 34);
    await takeEvening(page, house, id, () => stageEvening(provider));
    provider.release();
    await takeInspector(page);
    await takeAround(page, house, seats);
    await takeStates(page, house, seats, () => stageStates(provider));
  } finally {
    await house.stop();
  }
});

test('where they disagree', async ({ house, provider, page }) => {
  stageRoom(provider, { Counsel: { says: [], fails: QUOTA } });
  await seatRoom(house);
  const id = await begin(house, ASKED);
  const turnId = (await readTurns(house, id))[0]?.id ?? '';
  await page.goto(`${house.url}/c/${id}/t/${turnId}/map`);
  await page.getByRole('button', { name: 'Draw the map' }).click();
  await expect(page.getByRole('table')).toBeVisible();
  await page.getByRole('button', { name: 'Write the synthesis' }).click();
  await expect(page.getByRole('region', { name: 'Synthesis' }).getByText('synthesiser’s own')).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 980 });
  await takePicture(page, 'map');
});

test('a year of decisions', async ({ house, page }) => {
  const id = await begin(house, 'Should we drop the free tier?');
  const turnId = (await readTurns(house, id))[0]?.id ?? '';
  await tellAYear(house, turnId);
  await decide(house, turnId, { review_at: new Date(Date.now() - 86_400_000).toISOString() });
  await page.goto(`${house.url}/journal`);
  await expect(page.locator('.journal .plot').first()).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 1240 });
  await takePicture(page, 'journal');
});

test('a report of cases', async ({ page }) => {
  const report = execFileSync(PYTHON, ['-m', 'tests.evals.report_picture'], { cwd: ROOT, encoding: 'utf-8' });
  await page.setViewportSize({ width: 1280, height: 1240 });
  await page.setContent(report);
  await expect(page.getByText('17 of 22')).toBeVisible();
  await takePicture(page, 'eval-report');
  const failure = page.locator('details.case').first();
  await expect(failure.locator('mark')).toHaveText(Array(4).fill('€317,400'));
  await page.setViewportSize({ width: 1280, height: 640 });
  await failure.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  await takePicture(page, 'eval-failure');
});

async function takeEvening(page: Page, house: House, id: string, stage: () => void): Promise<void> {
  await page.goto(`${house.url}/c/${id}`);
  await expect(turn(page, 34)).toBeVisible();
  await setFilter(page, "t'Sales > Norrvik*' & (s>=1 | d<30d)");
  stage();
  await send(page, QUESTION);
  await expect(card(page, 35, 'Ledger').getByText('complete')).toBeVisible();
  await expect(card(page, 35, 'Keel').getByText('ninety days after')).toBeVisible();
  await expect(card(page, 35, 'Gadfly').getByText('ask them what')).toBeVisible();
  await expect(card(page, 35, 'Counsel').getByText('no answer', { exact: true })).toBeVisible();
  await message(page).fill(NEXT);
  await page.getByRole('button', { name: /turns (are|were) sent/ }).hover();
  await expect(page.getByText('Kept free for your message')).toBeVisible();
  await takePicture(page, 'workbench');
  await message(page).hover();
  await expect(page.getByText('Kept free for your message')).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('button', { name: 'Library' })).toBeVisible();
  await turn(page, 35).evaluate((element) => element.scrollIntoView({ block: 'start' }));
  await takePicture(page, 'phone');
  await page.setViewportSize({ width: 1440, height: 900 });
}

async function takeInspector(page: Page): Promise<void> {
  await expect(card(page, 35, 'Keel').getByText('complete')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible();
  await card(page, 35, 'Keel').getByRole('button', { name: /^Sent/ }).click();
  await inspector(page).getByRole('combobox', { name: 'Compare with' }).selectOption({ label: 'Ledger, same turn' });
  await expect(
    inspector(page)
      .getByText(/^Cache breaks/)
      .first(),
  ).toBeVisible();
  await turn(page, 35).evaluate((element) => element.scrollIntoView({ block: 'start' }));
  await takePicture(page, 'inspector');
  await inspector(page).getByRole('button', { name: 'Close', exact: true }).click();
}

async function takeAround(page: Page, house: House, seats: ReadonlyMap<string, string>): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('nor');
  await expect(page.getByRole('option', { name: /Norrvik/ }).first()).toBeVisible();
  await takePicture(page, 'palette');
  await page.keyboard.press('Escape');
  await page.keyboard.press('F1');
  await expect(page.getByRole('tab', { name: 'Keys' })).toBeVisible();
  await takePicture(page, 'help');
  await page.keyboard.press('Escape');
  await page.goto(`${house.url}/advisors/${seats.get('Keel')}`);
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Keel');
  await takePicture(page, 'advisor');
  await page.goto(`${house.url}/settings`);
  await expect(page.getByText('Longest quote')).toBeVisible();
  await takePicture(page, 'settings');
}

async function takeStates(page: Page, house: House, seats: ReadonlyMap<string, string>, stage: () => void) {
  const body = { name: 'Margin', tagline: 'what is between', description: 'You are Margin.', colour: 'ochre' };
  const { id: margin } = await house.ask<{ id: string }>('POST', '/v1/advisors', body);
  const names = ['Bedside', 'Gadfly', 'Ledger', 'Counsel', 'Harrow', 'Keel', 'Orrery', 'Plain'];
  const panelId = await makePanel(house, 'Everybody', [...names.map((name) => seats.get(name)), margin]);
  const { id } = await house.ask<{ id: string }>('POST', '/v1/conversations', { title: 'Nine', panel_id: panelId });
  stage();
  await page.goto(`${house.url}/c/${id}`);
  await send(page, 'Do I sign by Friday, or let them go?');
  for (const state of ['waiting', 'complete', 'no answer', 'rate limited', 'broke off', 'empty', 'filtered'])
    await expect(turn(page, 1).getByText(state, { exact: true }).first()).toBeVisible();
  await card(page, 1, 'Keel').getByRole('button', { name: /^Stop/ }).click();
  await expect(card(page, 1, 'Keel').getByText('stopped', { exact: true })).toBeVisible();
  await takePicture(page, 'states');
}
