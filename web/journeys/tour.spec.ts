/** Four notes beside the real things: found, taken, skipped, and never in the way. */
import AxeBuilder from '@axe-core/playwright';
import { converse, message } from './desk';
import { expect, test } from './fixtures';

test('the tour is offered once, points at real things, and can be found again', async ({ house, page }) => {
  await page.goto(house.url);
  await page.getByRole('button', { name: 'Show me around' }).click();

  const note = page.getByRole('region', { name: 'Ask here' });
  await expect(note).toContainText('Step 1 of 4');
  await expect(note.getByRole('button', { name: 'Next' })).toBeFocused();
  const ring = await page.locator('.tour-ring').boundingBox();
  const box = await page.locator('.compose .box').boundingBox();
  expect(Math.abs((ring?.x ?? 0) - (box?.x ?? 99))).toBeLessThan(8);
  // Nothing is locked: one can write while it stands there.
  await message(page).fill('Shall I?');
  await note.getByRole('button', { name: 'Skip the tour' }).click();
  await expect(page.locator('.tour-note')).toHaveCount(0);
  await expect(message(page)).toBeFocused();
  await expect(message(page)).toHaveValue('Shall I?');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Show me around' })).toHaveCount(0);

  await converse(page, 1, 'Shall I sign?');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('take the tour');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  for (const [name, target] of [
    ['Ask here', '.compose .box'],
    ['Each card is its own thread', '.turn.now .reply'],
    ['What is sent is in sight', '.turn.now .reply .sent'],
    ['What it came to', '.turn-outcome'],
  ] as const) {
    await expect(page.getByRole('region', { name })).toBeVisible();
    await expect
      .poll(async () => {
        const around = await page.locator('.tour-ring').boundingBox();
        const meant = await page.locator(target).first().boundingBox();
        return Math.abs((around?.y ?? 0) - (meant?.y ?? 99));
      })
      .toBeLessThan(8);
    await page.keyboard.press('Enter');
  }
  await expect(page.locator('.tour-note')).toHaveCount(0);

  await page.keyboard.press('F1');
  await page.getByRole('button', { name: 'Take the tour' }).click();
  await expect(page.getByRole('region', { name: 'Ask here' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('.tour-note')).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the note stands at the foot, in the window', async ({ house, page }) => {
    await page.goto(house.url);
    await page.getByRole('button', { name: 'Show me around' }).tap();
    await page.getByRole('button', { name: 'Next' }).tap();

    const note = page.getByRole('region', { name: 'Each card is its own thread' });
    const place = await note.boundingBox();
    expect(place?.x).toBeGreaterThanOrEqual(0);
    expect((place?.x ?? 0) + (place?.width ?? 999)).toBeLessThanOrEqual(390);
    expect((place?.y ?? 0) + (place?.height ?? 999)).toBeLessThanOrEqual(844);
    const { violations } = await new AxeBuilder({ page }).include('.tour-note').analyze();
    expect(violations.map((each) => each.id)).toEqual([]);
  });
});
