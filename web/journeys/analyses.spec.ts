/** Light and dark, and languages that run the other way. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { picture, statusLine } from './desk';
import { expect, test } from './fixtures';

const arabic = JSON.parse(readFileSync(new URL('../src/locales/ar/composer.json', import.meta.url), 'utf8')) as {
  label: string;
  send: string;
};

const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test('the theme button turns the page dark, and a reload keeps it so', async ({ rehearsal, page }) => {
  await page.goto(rehearsal.url);
  const light = await background(page);
  await page.getByRole('button', { name: 'Theme: System' }).click();
  expect(await background(page)).toBe(light);
  await page.getByRole('button', { name: 'Theme: Light' }).click();
  await expect(page.getByRole('button', { name: 'Theme: Dark' })).toBeVisible();
  await expect.poll(() => background(page)).not.toBe(light);
  const dark = await background(page);
  await picture(page, 'looks-dark');

  await page.reload();
  await expect(page.getByRole('button', { name: 'Theme: Dark' })).toBeVisible();
  expect(await background(page)).toBe(dark);
});

test('in Arabic the page runs from right to left', async ({ rehearsal, page }) => {
  await page.goto(`${rehearsal.url}/settings`);
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ar');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await page.goto(rehearsal.url);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('textbox', { name: arabic.label })).toBeVisible();
  await expect(page.getByRole('button', { name: arabic.send, exact: true })).toBeVisible();
  await picture(page, 'looks-arabic');
  const side = await page.getByRole('complementary').first().boundingBox();
  expect(side?.x ?? 0).toBeGreaterThan(700);
});

test('the page opens while the server is away, and fills when it comes back', async ({ rehearsal, page }) => {
  await page.goto(rehearsal.url);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  // Only what was loaded once can be shown again.
  await expect(page.locator('.rehearsal form')).toBeVisible();
  const manifest = await page.evaluate(() => fetch('/manifest.webmanifest').then((answer) => answer.json()));
  expect(manifest).toMatchObject({ name: 'Antiphon', display: 'standalone', start_url: '/' });

  await rehearsal.kill();
  await page.reload();
  await expect(statusLine(page).getByText('The server cannot be reached.')).toBeVisible();
  await picture(page, 'looks-away');

  await rehearsal.start();
  await expect(page.getByText('The Skeptic').first()).toBeVisible();
});
