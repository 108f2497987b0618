/** How good its reader is: the map and the synthesis say so, whoever reads, in every state there is. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { begin, picture, readTurns } from './desk';
import { expect, test } from './fixtures';
import { House } from './house';
import { ASKED, seatRoom, stageRoom, stageStubborn } from './room';

const note = (page: Page) => page.locator('.reader-note');
const held = (page: Page) => page.locator('.held-note');
const part = (page: Page) => page.getByRole('region', { name: 'Synthesis' });

/** The map and the synthesis of one turn, drawn and written. */
async function drawAndWrite(house: House, page: Page): Promise<void> {
  // It is looked at in eight pictures and twice for what screen readers need.
  test.slow();
  const id = await begin(house, ASKED);
  const turnId = (await readTurns(house, id))[0]?.id ?? '';
  await page.goto(`${house.url}/c/${id}/t/${turnId}/map`);
  await page.getByRole('button', { name: 'Draw the map' }).click();
  await expect(page.getByRole('table', { name: 'Where they disagree' })).toBeVisible();
  await part(page).getByRole('button', { name: 'Write the synthesis' }).click();
  await expect(part(page).locator('.text')).toBeVisible();
}

/** The same page as others see it: on a phone, and from right to left. */
async function lookAround(page: Page, name: string): Promise<void> {
  expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);
  await note(page).scrollIntoViewIfNeeded();
  await picture(page, `${name}-map`);
  await held(page).scrollIntoViewIfNeeded();
  await picture(page, `${name}-synthesis`);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [part, at] of [
    ['map', note(page)],
    ['synthesis', held(page)],
  ] as const) {
    await at.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await picture(page, `${name}-${part}-phone`);
  }
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('antiphon.preferences') ?? '{}') as object;
    localStorage.setItem('antiphon.preferences', JSON.stringify({ ...kept, locale: 'ar' }));
  });
  await page.reload();
  await expect(held(page)).toBeVisible();
  await held(page).evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await picture(page, `${name}-synthesis-phone-arabic`);
  await page.setViewportSize({ width: 1440, height: 900 });
  await note(page).scrollIntoViewIfNeeded();
  await picture(page, `${name}-map-arabic`);
  expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);
}

test('a reader that passed its check takes sides, marks what says more, and says how good it is', async ({
  house,
  provider,
  page,
}) => {
  stageRoom(provider);
  await seatRoom(house);
  await drawAndWrite(house, page);

  await expect(note(page)).toContainText(
    'A model judged which claims belong together. Checked with this model: it finds 10 in 10 agreements and 10 in 10 contradictions.',
  );
  await expect(held(page)).toContainText('stage:voice held 6 of 6 sentences to their sources.');
  await lookAround(page, 'reader-good');
});

test('a reader that was never checked takes no sides and marks nothing, and can be checked from there', async ({
  house,
  provider,
  page,
}) => {
  stageRoom(provider);
  await seatRoom(house, false);
  await drawAndWrite(house, page);

  await expect(note(page)).toContainText(
    'Claims are grouped by their meaning. Who agrees and who does not was not read. This model was never checked.',
  );
  await expect(held(page)).toContainText(
    'Whether sentences say more than their sources was not read; only figures were compared. stage:voice was never checked for this.',
  );
  await expect(page.getByText('contradicts', { exact: true })).toHaveCount(0);
  await expect(page.getByText(/^\d+ claims, most voices first$/)).toBeVisible();
  await held(page).getByRole('button', { name: 'Check it' }).click();
  await expect(page.getByRole('contentinfo')).toContainText('Write the text again when that has ended.');
  await lookAround(page, 'reader-unchecked');
});

test('a reader that failed its check takes no sides and marks nothing, and both say so', async ({
  house,
  provider,
  page,
}) => {
  stageRoom(provider);
  stageStubborn(provider);
  await seatRoom(house);
  await drawAndWrite(house, page);

  await expect(note(page)).toContainText(
    'Claims are grouped by their meaning. Who agrees and who does not was not read. Checked with this model: it finds 0 in 10 agreements',
  );
  await expect(note(page)).toContainText('Its check showed that it does this no better than ways that ask nobody.');
  await expect(held(page)).toContainText('stage:voice was checked and does this no better than ways that ask nobody.');
  await expect(part(page).getByText('says more than its source')).toHaveCount(0);
  await lookAround(page, 'reader-failed');
});

test('without a model for vectors claims are grouped by the words they share', async ({ provider, page }) => {
  const house = new House({
    ANTIPHON_PROVIDERS__STAGE__BASE_URL: await provider.start(),
    ANTIPHON_DEFAULT_MODEL: 'stage:voice',
    ANTIPHON_RECALL__BY_MEANING: 'false',
  });
  await house.start();
  stageRoom(provider);
  await seatRoom(house, false);
  await drawAndWrite(house, page);

  await expect(note(page)).toContainText('Claims are grouped by the words they share.');
  await lookAround(page, 'reader-words');
  await house.stop();
});
