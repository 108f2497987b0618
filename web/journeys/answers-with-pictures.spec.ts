/** Pictures in answers: seen, opened large, saved, in the preview of the next message, in the receipt and in the page. */
import type { Page } from '@playwright/test';
import { card, converse, inspector, openedId, picture, readReplies, readVoice } from './desk';
import { expect, test } from './fixtures';
import type { House } from './house';

const VOICE = 'The Skeptic';

async function seatPainter(house: House): Promise<void> {
  for (const id of ['skeptic', 'builder']) {
    const done = await fetch(`${house.url}/v1/advisors/${id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'scripted:painter' }),
    });
    expect(done.status).toBe(200);
  }
}

async function look(page: Page, name: string): Promise<void> {
  await picture(page, name);
  await page.emulateMedia({ colorScheme: 'dark' });
  await picture(page, `${name}-dark`);
  await page.emulateMedia({ colorScheme: 'light' });
}

test('a model answers with a picture, which is shown, saved, and sent again (M46)', async ({ rehearsal, page }) => {
  test.setTimeout(150_000);
  await seatPainter(rehearsal);
  await page.goto(rehearsal.url);
  await converse(page, 1, 'Paint the sea at noon.');

  const shown = card(page, 1, VOICE).getByRole('img', { name: /^Picture in the answer of The Skeptic/ });
  await expect(shown).toBeVisible();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
  await look(page, 'answer-picture');
  const saving = page.waitForEvent('download');
  await card(page, 1, VOICE).getByRole('link', { name: 'Save' }).click();
  expect((await saving).suggestedFilename()).toBe('The Skeptic 1.png');

  await page.reload();
  await expect(card(page, 1, VOICE).getByRole('img', { name: /^Picture in the answer/ })).toBeVisible();
  await converse(page, 2, 'And at night?');
  await expect(card(page, 2, VOICE).getByText(/You have shown me \d pictures? so far/)).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await readVoice(page, 2, VOICE);
  await picture(page, 'answer-picture-phone');
  await page.setViewportSize({ width: 1440, height: 900 });

  const id = await openedId(page);
  const replies = await readReplies(rehearsal, id, 1);
  expect([...replies.values()].flatMap((reply) => reply.pictures).length).toBe(2);
  await page.getByRole('button', { name: 'Inspector' }).click();
  await expect(inspector(page).getByText('The Skeptic 1.png').first()).toBeAttached();
});
