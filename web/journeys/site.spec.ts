import { execFileSync } from 'node:child_process';
import { createReadStream, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';

// The documentation as readers find it: built as it is released, served as plain files, looked at in a browser.

const HOUSE = fileURLToPath(new URL('../..', import.meta.url));
const PYTHON = process.env.HOUSE_PYTHON ?? join(HOUSE, '.venv/bin/python');
const KINDS: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
};

/** What strangers ask in their own words, and the pages of which one has to be among the first three. */
const ASKED: [string, string[]][] = [
  ['backup', ['how-to/back-up/']],
  ['upgrade', ['how-to/upgrade/']],
  ['uninstall', ['how-to/install/']],
  ['ollama', ['how-to/add-a-model/']],
  ['api key', ['how-to/add-a-model/']],
  ['import chatgpt', ['how-to/bring-your-past/']],
  ['forgot password', ['faq/', 'how-to/accounts/']],
  ['delete conversation', ['how-to/keep-and-delete/']],
  ['sso', ['how-to/sign-on/']],
  ['open webui', ['how-to/come-from-a-chat/']],
];

let folder: string;
let files: Server;
let root: string;

// One site for all of them.
test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'site-'));
  execFileSync(PYTHON, ['-m', 'tools.site', folder], { cwd: HOUSE, stdio: 'pipe' });
  files = createServer((asked, answer) => {
    let file = normalize(join(folder, decodeURIComponent(new URL(asked.url ?? '/', 'http://site').pathname)));
    if (file.startsWith(folder) && existsSync(file) && statSync(file).isDirectory()) file = join(file, 'index.html');
    if (!file.startsWith(folder) || !existsSync(file)) {
      answer.writeHead(404).end();
      return;
    }
    answer.writeHead(200, { 'content-type': KINDS[extname(file)] ?? 'text/plain' });
    createReadStream(file).pipe(answer);
  });
  await new Promise<void>((listening) => files.listen(0, '127.0.0.1', listening));
  root = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
});

test.afterAll(() => {
  files?.closeAllConnections();
  files?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Whatever a page asks for that is not the site's own. */
function watchOutside(page: Page): string[] {
  const outside: string[] = [];
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(root)) outside.push(request.url());
  });
  return outside;
}

/** The addresses of what a search found, best first, without the version before them. */
async function search(page: Page, words: string): Promise<string[]> {
  await page.getByRole('combobox', { name: 'Search' }).fill(words);
  const results = page.getByRole('listbox', { name: 'Search results' }).getByRole('option');
  // Every result marks what was looked for; until then the list is that of the words before.
  const marked = new RegExp(words.split(' ').join('|'), 'i');
  await expect(results.first().locator('mark').first()).toHaveText(marked);
  await expect
    .poll(async () => {
      const before = await results.count();
      await page.waitForTimeout(150);
      return (await results.count()) === before;
    })
    .toBe(true);
  const found = await results.evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
  return found.map((each) => new URL(each).pathname.replace(/^\/[^/]+\//, ''));
}

test('what strangers ask is among the first three that a search finds', async ({ page }) => {
  await page.goto(`${root}/`);
  await page.waitForLoadState('networkidle');
  await page.locator('.md-search__button').first().click();
  const missed: string[] = [];

  for (const [words, pages] of ASKED) {
    const first = (await search(page, words)).slice(0, 3);
    if (!first.some((each) => pages.includes(each))) missed.push(`${words}: ${first.join(' ')}`);
  }

  expect(missed).toEqual([]);
});

test('nothing is asked of anybody else, in light, in dark and on a phone, and no page is wider than its screen', async ({
  page,
}) => {
  const outside = watchOutside(page);

  for (const [width, scheme] of [
    [1440, 'light'],
    [1440, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme: scheme });
    for (const address of ['', 'reference/settings/', 'explanation/beside-others/']) {
      await page.goto(`${root}/0.1.0/${address}`);
      await expect(page.locator('h1').first()).toBeVisible();
      const seen = await page.evaluate(() => ({
        dark: getComputedStyle(document.body).backgroundColor === 'rgb(20, 23, 22)',
        over: document.documentElement.scrollWidth - window.innerWidth,
      }));
      expect(seen.dark, `${address} ${scheme}`).toBe(scheme === 'dark');
      expect(seen.over, `${address} at ${width}`).toBeLessThanOrEqual(0);
    }
  }

  expect(outside).toEqual([]);
});

test('every version can be chosen', async ({ page }) => {
  await page.goto(`${root}/`);
  await expect(page).toHaveURL(/\/0\.1\.0\/$/);

  await expect(page.locator('.md-version')).toContainText('0.1.0');
});
