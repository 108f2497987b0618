/** Where they stand, at a glance: said under every turn, free, and honest about how it was seen. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { begin, picture, turn } from './desk';
import { expect, test } from './fixtures';
import { ASKED, seatRoom, stageRoom } from './room';

const line = (page: Page) => turn(page, 1).locator('details.glance');
const marked = (page: Page) =>
  page.evaluate(() => [...((CSS.highlights.get('quoted') ?? []) as Iterable<Range>)].map(String).join('|'));

test('a turn that has ended says who speaks to one point, and leads to the words', async ({
  house,
  provider,
  page,
}) => {
  stageRoom(provider, {});
  await seatRoom(house);
  const id = await begin(house, ASKED);
  await page.goto(`${house.url}/c/${id}`);

  await expect(line(page).locator('summary')).toHaveText(/^\d of 5 speak to one point: /);
  await picture(page, 'glance');
  await line(page).locator('summary').click();
  await expect(line(page)).toContainText('No model was asked, nobody has read on which side they are');
  await picture(page, 'glance-open');
  expect((await new AxeBuilder({ page }).setLegacyMode().include('details.glance').analyze()).violations).toEqual([]);
  const words = line(page).getByRole('button').first();
  const quote = (await words.textContent()) ?? '';
  await words.click();

  await expect.poll(() => marked(page)).toBe(quote);
});

test('a map that was drawn takes the place of the line', async ({ house, provider, page }) => {
  stageRoom(provider, {});
  await seatRoom(house);
  const id = await begin(house, ASKED);
  await page.goto(`${house.url}/c/${id}`);
  await expect(line(page)).toBeVisible();

  await page.getByRole('button', { name: 'Draw the map' }).first().click();
  await page.getByRole('button', { name: 'Draw the map' }).click();
  await expect(page.getByRole('table', { name: 'Where they disagree' })).toBeVisible();
  await page.goto(`${house.url}/c/${id}`);

  await expect(turn(page, 1).getByText(/^On “/)).toBeVisible();
  await expect(line(page)).toBeHidden();
});

test('on a phone the line wraps and nothing runs out of the page', async ({ house, provider, page }) => {
  stageRoom(provider, {});
  await seatRoom(house);
  const id = await begin(house, ASKED);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${house.url}/c/${id}`);

  await line(page).locator('summary').click();
  await line(page).scrollIntoViewIfNeeded();

  await picture(page, 'glance-phone');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test.describe('in Arabic', () => {
  test.use({ locale: 'ar' });

  test('the line runs the other way, and quotes run their own', async ({ house, provider, page }) => {
    stageRoom(provider, {});
    await seatRoom(house);
    const id = await begin(house, ASKED);
    await page.goto(`${house.url}/c/${id}`);

    await page.locator('details.glance summary').click();

    await expect(page.locator('details.glance .n')).toHaveText(/ من /);
    await picture(page, 'glance-arabic');
    await expect(page.locator('details.glance')).toHaveCSS('direction', 'rtl');
  });
});
