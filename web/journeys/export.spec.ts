/** A conversation handed on: as a file, as a page, on paper. Nothing that is sent changes by it. */
import { readFile } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { CORPUS } from '../src/views/markdown/corpus';
import { begin, converse, openedId, picture } from './desk';
import { expect, test, watch } from './fixtures';

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Share/ });

async function save(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('link', { name: 'Save file' }).click(),
  ]);
  return readFile(await download.path(), 'utf8');
}

test('a conversation is shared from a button, a key and for the turns the filter shows', async ({ house, page }) => {
  test.slow();
  await page.goto(house.url);
  await converse(page, 1, 'First question?');
  await converse(page, 2, 'Second question?');
  const counter = page.getByRole('button', { name: /^2 of 2 turns are sent/ });
  await expect(counter).toBeVisible();

  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(dialog(page).getByRole('radio', { name: 'Turn 2' })).toBeChecked();
  await picture(page, 'share-dialog');
  const { violations } = await new AxeBuilder({ page }).include('.share-dialog').analyze();
  expect(violations).toEqual([]);
  await dialog(page).getByText('Markdown', { exact: true }).click();
  await dialog(page).getByRole('radio', { name: 'All 2' }).check();
  const markdown = await save(page);
  expect(markdown).toContain('First question?');
  expect(markdown).toContain('### The Skeptic (stage:voice)');
  await expect(dialog(page)).toHaveCount(0);

  await page.keyboard.press('Alt+S');
  await dialog(page).getByText('Archive (JSON)').click();
  await dialog(page).getByRole('radio', { name: 'Turn 2' }).check();
  const archive = JSON.parse(await save(page)) as { text: string; replies: object[] }[];
  expect(archive.map((each) => [each.text, each.replies.length])).toEqual([['Second question?', 5]]);
  await expect(counter).toBeVisible();
});

test('the decision page is looked at and printed; the missing voice stands before the others', async ({
  house,
  provider,
  page,
}) => {
  test.slow();
  const fails = { status: 402, body: { error: { message: 'No credit left.', code: 'insufficient_quota' } } };
  provider.voices = { 'The Historian': { says: [], fails } };
  await page.goto(house.url);
  await converse(page, 1, 'Do I sign by Friday?');

  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await dialog(page).getByRole('checkbox', { name: 'The answers in full' }).check();
  const [sheet] = await Promise.all([
    page.context().waitForEvent('page'),
    dialog(page).getByRole('button', { name: 'Print' }).click(),
  ]);
  await expect(sheet.getByRole('heading', { level: 1 })).toHaveText('Do I sign by Friday?');
  await expect(sheet.getByRole('listitem').first()).toContainText('Not heard: The Historian');
  await expect(sheet.getByText(/[0-9a-f]{64}/)).toBeVisible();
  await sheet.setViewportSize({ width: 794, height: 1123 });
  await picture(sheet, 'share-decision');
});

test('words that were written to hurt do nothing on the page that is handed on', async ({ house, provider, page }) => {
  test.slow();
  provider.otherwise = { says: [CORPUS.join('\n\n')] };
  const id = await begin(house, 'What do you make of it? <script>alert(1)</script>');
  await page.goto(`${house.url}/c/${id}`);
  expect(await openedId(page)).toBe(id);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await dialog(page).getByText('One web page').click();
  const text = await save(page);
  expect(text).toContain('evil.example');

  // As whoever gets the file opens it: without our server, without our headers, where anything may be asked for.
  const trouble: string[] = [];
  const stranger = await page.context().newPage();
  watch(stranger, trouble);
  const asked: string[] = [];
  stranger.on('request', (request) => asked.push(request.url()));
  stranger.on('dialog', (each) => trouble.push(`said ${each.message()}`));
  await stranger.route('**/*', (route) =>
    route.request().url() === 'http://127.0.0.1:9/page.html'
      ? route.fulfill({ contentType: 'text/html; charset=utf-8', body: text })
      : route.abort(),
  );
  await stranger.goto('http://127.0.0.1:9/page.html');
  await expect(stranger.getByRole('heading', { name: /The Skeptic/ })).toBeVisible();
  const foreign = await stranger.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((each) => [
      ...(/^(script|img|iframe|object|embed|svg|video|audio|link|form|input|base)$/i.test(each.tagName)
        ? [each.tagName]
        : []),
      ...each.getAttributeNames().filter((name) => name.startsWith('on')),
      ...(each instanceof HTMLAnchorElement && !/^(https?|mailto):/.test(each.href) ? [each.href] : []),
    ]),
  );
  expect(foreign).toEqual([]);
  await picture(stranger, 'share-hostile');
  await stranger.waitForTimeout(500);
  expect(trouble).toEqual([]);
  expect(asked).toEqual(['http://127.0.0.1:9/page.html']);
});
