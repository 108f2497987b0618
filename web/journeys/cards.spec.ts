/** One row with a short, a long, a very long and a failed answer: everything stays in reach. */
import type { Page } from '@playwright/test';
import { card, inspector, message, picture, send, turn, untilQuiet, words } from './desk';
import { expect, test } from './fixtures';
import { inPieces, type Provider } from './provider';

const LINE = 'A month of notice is worth more than a week of talk, so ask for it in writing before you sign. ';
const TABLE =
  '| Option | What it costs in the first year | Who carries it | When it can be undone |\n|---|---|---|---|\n| Sign | 480,000 and one engineer | Everybody in the team | After twelve months |\n| Wait | Nothing yet, but the offer may go | Nobody | Any day |\n\n- [x] Ask for escrow\n- [ ] Name the engineer\n\n';

function stage(provider: Provider): void {
  provider.voices = {
    'The Skeptic': { says: inPieces(`${LINE.repeat(3)}\n\n`.repeat(25), 400), pace: 1 },
    'The Builder': { says: inPieces(`${TABLE}${LINE}`, 200), pace: 1 },
    'The Historian': { says: [], fails: { status: 401, body: { error: { message: 'Unknown key' } } } },
    'The Confidant': { says: ['Sleep on it.'] },
    'The Contrarian': { says: inPieces(`${LINE.repeat(2)}\n\n`.repeat(8), 400), pace: 1 },
  };
}

async function ask(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await send(page, 'Norrvik came back tonight with nine months and a named engineer. Do I sign by Friday?');
  await expect(turn(page, 1)).toBeVisible();
  await untilQuiet(page);
}

test('a long and a failed answer leave the others in sight, with their buttons under their words', async ({
  house,
  provider,
  page,
}) => {
  test.slow();
  stage(provider);
  await ask(page, house.url);
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await picture(page, `cards-${theme}`);
  }

  for (const name of ['The Skeptic', 'The Builder', 'The Confidant', 'The Contrarian']) {
    await expect(card(page, 1, name).getByRole('heading', { level: 3 })).toBeInViewport();
  }
  const long = card(page, 1, 'The Skeptic');
  expect((await long.boundingBox())?.height).toBeLessThan(900 * 0.6);
  const failed = card(page, 1, 'The Historian');
  const said = await failed.locator('.err').boundingBox();
  const again = await failed.getByRole('button', { name: /^Ask again/ }).boundingBox();
  expect(
    (again?.y ?? 0) - ((said?.y ?? 0) + (said?.height ?? 0)),
    'Ask again is right under the sentence',
  ).toBeLessThan(40);
  expect((await failed.boundingBox())?.height).toBeLessThan(260);
  const brief = card(page, 1, 'The Confidant');
  const end = await words(page, 1, 'The Confidant').boundingBox();
  const copy = await brief.getByRole('button', { name: 'Copy the answer of The Confidant' }).boundingBox();
  expect((copy?.y ?? 0) - ((end?.y ?? 0) + (end?.height ?? 0))).toBeLessThan(40);
});

test('Read on opens an answer beside the others, and leads back to the same place', async ({
  house,
  provider,
  page,
}) => {
  test.slow();
  stage(provider);
  await ask(page, house.url);
  const long = card(page, 1, 'The Skeptic');
  const readOn = long.getByRole('button', { name: 'Read on in the answer of The Skeptic' });
  await readOn.scrollIntoViewIfNeeded();
  const before = await page.locator('.talk').evaluate((list) => list.scrollTop);
  await readOn.click();

  const voices = page.getByRole('navigation', { name: 'Voices of this turn' });
  await expect(voices.getByRole('button')).toHaveCount(5);
  await expect.poll(async () => (await long.boundingBox())?.height).toBeGreaterThan(900);
  const line = await long.locator('.say p').first().boundingBox();
  expect(line?.width, 'a line for reading').toBeGreaterThan(480);
  expect(line?.width).toBeLessThan(720);
  await page.locator('.talk').evaluate((list) => list.scrollBy({ top: 500 }));
  await expect(voices.getByRole('button', { name: /^The Contrarian/ })).toBeInViewport();
  await picture(page, 'cards-opened');

  await voices.getByRole('button', { name: /^The Confidant/ }).click();
  await expect(card(page, 1, 'The Confidant')).toBeVisible();
  await expect(long).toHaveCount(0);
  await page.getByRole('button', { name: /^Back to columns/ }).click();
  await expect(voices).toHaveCount(0);
  await expect(long).toBeVisible();
  await expect.poll(() => page.locator('.talk').evaluate((list) => list.scrollTop)).toBe(before);
});

test('answers stand in three columns, in two on a tablet, in one on a phone (P44)', async ({
  house,
  provider,
  page,
}) => {
  test.slow();
  stage(provider);
  await ask(page, house.url);

  for (const [width, columns] of [
    [1440, 3],
    [768, 2],
    [390, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect
      .poll(() =>
        page
          .locator('.replies')
          .first()
          .evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length),
      )
      .toBe(columns);
  }
});

for (const width of [390, 360]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });

    test('Inspector, Map and Journal are in the foot, and nobody is told of keys', async ({
      house,
      provider,
      page,
    }) => {
      test.slow();
      stage(provider);
      await ask(page, house.url);
      await expect(page.getByText('Press F1 for keys')).toBeHidden();
      await picture(page, `cards-phone-${width}`);
      const foot = page.getByRole('contentinfo');
      for (const name of ['Inspector', 'Map', 'Journal', 'Todo']) {
        const way = foot.locator('.phone-tabs > *').filter({ hasText: name });
        await expect(way).toBeInViewport({ ratio: 1 });
        expect((await way.boundingBox())?.height, name).toBeGreaterThanOrEqual(43);
      }
      const box = await page.getByRole('form', { name: 'Composer' }).boundingBox();
      expect(box?.height, 'the box at rest').toBeLessThan(844 * 0.2);

      await foot.getByText('Inspector', { exact: true }).tap();
      await expect(inspector(page)).toBeVisible();
      await foot.getByText('Inspector', { exact: true }).tap();
      await expect(message(page)).toBeVisible();
      await foot.getByText('Map', { exact: true }).tap();
      await expect(page).toHaveURL(/\/map/);
    });
  });
}

test('one voice is asked alone from its card, and the turn says what it came to and what can be made of it', async ({
  house,
  provider,
  page,
}) => {
  provider.voices = {
    'The Historian': { says: [], fails: { status: 401, body: { error: { message: 'Unknown key' } } } },
  };
  await ask(page, house.url);
  await expect(page.getByRole('region', { name: 'What this turn came to' })).toContainText(
    'Four answered, one did not.',
  );
  await picture(page, 'cards-outcome');

  await card(page, 1, 'The Builder').getByRole('button', { name: 'Ask only The Builder' }).click();
  await expect(message(page)).toBeFocused();
  await page.keyboard.type('Which week?');
  await page.keyboard.press('Enter');
  await expect(turn(page, 2)).toBeVisible();
  await untilQuiet(page);
  await expect(turn(page, 2).getByRole('heading', { level: 3 })).toHaveText(/The Builder/);
  await expect(message(page)).toHaveAttribute('placeholder', 'Ask all five…');

  await send(page, 'And the others?');
  await expect(turn(page, 3)).toBeVisible();
  await untilQuiet(page);
  await page.getByRole('button', { name: 'Synthesise' }).click();
  await expect(page.getByRole('heading', { name: 'Synthesis' })).toBeFocused();
});
