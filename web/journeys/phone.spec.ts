/** The same on a phone. */
import type { Page } from '@playwright/test';
import { begin, card, converse, FIVE, inspector, message, picture, turn } from './desk';
import { expect, test } from './fixtures';
import { inPieces } from './provider';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });

async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const { wide, window } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    window: globalThis.innerWidth,
  }));
  expect(wide).toBeLessThanOrEqual(window);
}

test('somebody asks, reads, looks at what was sent and finds the way back', async ({ house, provider, page }) => {
  provider.otherwise = {
    says: inPieces(`${'A long answer that needs a few lines on a phone. '.repeat(6)}\n\n\`${'x'.repeat(90)}\``),
  };
  await page.goto(house.url);
  await expectNoSidewaysScrolling(page);
  await picture(page, 'phone-welcome');
  await converse(page, 1, 'Do I sign today?');
  await expectNoSidewaysScrolling(page);
  for (const name of FIVE) await expect(card(page, 1, name).getByText('complete', { exact: true })).toBeAttached();
  await picture(page, 'phone-conversation');

  await page
    .getByRole('navigation', { name: 'Voices in turn 1' })
    .getByRole('button', { name: /^The Confidant/ })
    .tap();
  await expect(card(page, 1, 'The Confidant')).toBeInViewport();
  await card(page, 1, 'The Confidant')
    .getByRole('button', { name: /^Sent / })
    .tap();
  await expect(inspector(page).getByRole('heading', { name: 'What The Confidant was sent' })).toBeVisible();
  await expect(inspector(page).getByText('it fits the bytes shown')).toBeVisible();
  await expect(inspector(page).getByRole('tab', { name: 'The Confidant' })).toBeInViewport({ ratio: 1 });
  await expectNoSidewaysScrolling(page);
  await picture(page, 'phone-inspector');
  await inspector(page).getByRole('button', { name: 'Back', exact: true }).tap();
  await expect(inspector(page)).toHaveCount(0);
  await expect(turn(page, 1)).toBeVisible();
});

test('the library is a drawer, and what is touched is large enough', async ({ house, page }) => {
  const id = await begin(house, 'Where is the other one?');
  await page.goto(house.url);
  await page.getByRole('button', { name: 'Library' }).tap();
  const drawer = page.getByRole('dialog', { name: 'Library' });
  await expect(drawer.getByRole('link', { name: /^Where is the other one\?/ })).toBeVisible();
  await picture(page, 'phone-drawer');
  await drawer.getByRole('link', { name: /^Where is the other one\?/ }).tap();
  await expect(page).toHaveURL(new RegExp(`/c/${id}`));
  await expect(drawer).toHaveCount(0);
  await expect(turn(page, 1)).toBeVisible();
  await expectNoSidewaysScrolling(page);

  await message(page).fill('Yes.');
  const buttons = await page.getByRole('form', { name: 'Composer' }).getByRole('button').all();
  expect(buttons.length).toBeGreaterThan(1);
  for (const button of buttons) {
    const box = await button.boundingBox();
    const name = await button.evaluate((element) => element.ariaLabel ?? element.textContent);
    expect(Math.round(box?.height ?? 0), `height of ${name}`).toBeGreaterThanOrEqual(44);
  }
});
