/** Speaking into the box, with a browser whose ears are ours. */
import type { Page } from '@playwright/test';
import { message, statusLine } from './desk';
import { expect, test } from './fixtures';

/** A browser that hears what the journey says. */
async function giveEars(page: Page): Promise<void> {
  await page.addInitScript(() => {
    class Ears {
      onresult: ((event: object) => void) | null = null;
      onerror: ((event: object) => void) | null = null;
      onend: (() => void) | null = null;
      started = 0;
      constructor() {
        Object.assign(window, { ears: this });
      }
      start() {
        this.started += 1;
      }
      stop() {
        this.onend?.();
      }
      abort() {
        this.onend?.();
      }
    }
    Object.assign(window, { SpeechRecognition: Ears, webkitSpeechRecognition: Ears });
  });
}

function hear(page: Page, ...heard: string[]): Promise<void> {
  return page.evaluate((parts) => {
    const { ears } = window as unknown as { ears: { onresult(event: object): void } };
    ears.onresult({ results: parts.map((transcript) => [{ transcript }]) });
  }, heard);
}

test('before the first word it is said who may listen; then words land in the box and nowhere else', async ({
  house,
  provider,
  page,
}) => {
  await giveEars(page);
  await page.goto(house.url);
  await message(page).fill('About the lease:');
  await page.getByRole('button', { name: 'Dictate', exact: true }).click();

  await expect(page.getByText('Some browsers send what you say to their maker')).toBeVisible();
  expect(await page.evaluate(() => 'ears' in window)).toBe(false);
  await page.getByRole('button', { name: 'Begin', exact: true }).click();
  await hear(page, 'shall I');
  await expect(message(page)).toHaveValue('About the lease: shall I');
  await hear(page, 'shall I sign', 'by Friday');
  await expect(message(page)).toHaveValue('About the lease: shall I sign by Friday');
  await page.getByRole('button', { name: 'Stop dictating' }).click();
  await expect(message(page)).toBeFocused();
  expect(provider.received).toHaveLength(0);

  // Said once: from now on it begins at once.
  await page.getByRole('button', { name: 'Dictate', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Stop dictating' })).toHaveAttribute('aria-pressed', 'true');
  await page.evaluate(() => {
    const { ears } = window as unknown as { ears: { onerror(event: object): void; onend(): void } };
    ears.onerror({ error: 'not-allowed' });
    ears.onend();
  });
  await expect(
    statusLine(page).getByText('The microphone is not allowed for this page, or there is none.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Dictate', exact: true })).toBeVisible();
});

test('a browser without ears shows nothing of it', async ({ house, page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'SpeechRecognition');
    Reflect.deleteProperty(window, 'webkitSpeechRecognition');
  });
  await page.goto(house.url);

  await expect(message(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Dictate', exact: true })).toHaveCount(0);
});
