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

/** A finger drawn across an answer: to the left (-1) or to the right (1). */
async function swipe(page: Page, name: string, way: 1 | -1): Promise<void> {
  await card(page, 1, name).evaluate((target, across) => {
    const touch = (x: number) => [new Touch({ identifier: 1, target, clientX: x, clientY: 400 })];
    target.dispatchEvent(new TouchEvent('touchstart', { touches: touch(195), bubbles: true }));
    target.dispatchEvent(new TouchEvent('touchend', { changedTouches: touch(195 + across), bubbles: true }));
  }, way * 120);
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
  const all = page.getByRole('navigation', { name: 'Voices of this turn' });
  for (const name of FIVE)
    await expect(all.getByRole('button', { name: new RegExp(`^${name} complete`) })).toBeAttached();
  await picture(page, 'phone-conversation');

  const strip = page.getByRole('navigation', { name: 'Voices in turn 1' });
  await strip.getByRole('button', { name: /^The Historian/ }).tap();
  await expect(card(page, 1, 'The Historian')).toBeInViewport();
  await swipe(page, 'The Historian', -1);
  await expect(strip.getByRole('button', { name: /^The Confidant/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(card(page, 1, 'The Confidant')).toBeInViewport();
  await picture(page, 'phone-voice');
  await swipe(page, 'The Confidant', 1);
  await expect(card(page, 1, 'The Historian')).toBeInViewport();
  await strip.getByRole('button', { name: 'All', exact: true }).tap();
  await expect(card(page, 1, 'The Historian')).toHaveCount(0);
  await all.getByRole('button', { name: /^The Confidant/ }).tap();
  await card(page, 1, 'The Confidant')
    .getByRole('button', { name: /^Sent / })
    .tap();
  await expect(inspector(page).getByRole('heading', { name: 'What The Confidant was sent' })).toBeVisible();
  await expect(inspector(page).getByText('it fits the bytes shown')).toBeVisible();
  await expect(inspector(page).getByRole('tab', { name: 'The Confidant' })).toBeInViewport({ ratio: 0.99 });
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

for (const width of [390, 360]) {
  test(`at ${width} pixels what just happened covers neither Send nor the ways`, async ({ rehearsal, page }) => {
    await page.setViewportSize({ width, height: 780 });
    await page.goto(`${rehearsal.url}/c/${await begin(rehearsal, 'Do I sign today?')}`);
    await page.getByRole('button', { name: 'More for turn 1' }).tap();
    await page.getByRole('button', { name: 'Branch from here' }).tap();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    await message(page).fill('And tomorrow?');
    await expectNoSidewaysScrolling(page);
    for (const name of ['Undo', 'Send', 'Talk', 'Todo']) {
      const button = page.getByRole('button', { name, exact: true });
      const isOnTop = await button.evaluate((each) => {
        const { left, top, width: across, height } = each.getBoundingClientRect();
        return each.contains(document.elementFromPoint(left + across / 2, top + height / 2));
      });
      expect(isOnTop, name).toBe(true);
    }
    const tabs = await page.locator('.phone-tabs').boundingBox();
    expect(tabs?.width).toBe(width);
    await picture(page, `phone-notice-${width}`);
  });
}
