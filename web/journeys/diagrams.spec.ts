/** What answers are made of beside words: diagrams, tasks, tables and long code, drawn and kept in their place. */
import type { Page } from '@playwright/test';
import { DIAGRAMS, HEAVY_DIAGRAMS } from '../src/views/markdown/corpus';
import { begin, card, message } from './desk';
import { expect, test } from './fixtures';
import type { House } from './house';
import { postLookout, readLookout } from './lookout';
import type { Provider } from './provider';

const fence = (source: string, language = 'mermaid') => `\`\`\`${language}\n${source}\n\`\`\``;

const head = Array.from({ length: 12 }, (_, at) => `| term ${at + 1} `).join('');

const RICH = [
  'Three steps, then it is done:',
  '- [x] Read the lease\n- [ ] Ask about clause 14\n  - [ ] in writing',
  fence('graph LR\n  A[Read the lease] --> B{Clause 14?}\n  B -->|yes| C[Ask in writing]\n  B -->|no| D[Sign]'),
  [head, '|---'.repeat(12), head.replaceAll('term', 'what was agreed about it')].map((line) => `${line}|`).join('\n'),
  fence(Array.from({ length: 60 }, (_, at) => `line_${at + 1} = read(${at})`).join('\n'), 'python'),
].join('\n\n');

/** A conversation in which everybody gave the same answer. */
async function openAnswer(page: Page, house: House, provider: Provider, text: string): Promise<string> {
  provider.otherwise = { says: [text] };
  const id = await begin(house, 'Show me.');
  await page.goto(`${house.url}/c/${id}`);
  await expect(card(page, 1, 'The Skeptic')).toBeVisible();
  return id;
}

async function readOn(page: Page): Promise<void> {
  const more = card(page, 1, 'The Skeptic').getByRole('button', { name: /^Read on/ });
  if (await more.isVisible()) await more.click();
}

const toMiddle = (element: Element) => element.scrollIntoView({ block: 'center' });

test('an answer with tasks, a diagram, a wide table and long code is drawn in its place', async ({
  house,
  provider,
  page,
}) => {
  test.slow();
  await openAnswer(page, house, provider, RICH);
  await readOn(page);
  const answer = card(page, 1, 'The Skeptic').locator('.md');

  await expect(answer.getByRole('checkbox', { name: 'done' })).toHaveAttribute('aria-checked', 'true');
  await expect(answer.getByRole('checkbox', { name: 'to do' })).toHaveCount(2);

  const picture = answer.getByRole('img', { name: 'Diagram: graph' });
  await answer.getByText('Diagram', { exact: true }).scrollIntoViewIfNeeded();
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  await answer.getByRole('button', { name: 'Show source' }).click();
  await expect(answer.getByText('B -->|yes| C[Ask in writing]')).toBeVisible();
  await answer.getByRole('button', { name: 'Show diagram' }).click();
  await expect(picture).toBeVisible();

  const table = answer.getByRole('figure', { name: 'Table of one row' });
  const sizes = await table.evaluate((box) => ({
    scrolls: box.scrollWidth > box.clientWidth,
    wider: document.documentElement.scrollWidth > innerWidth,
    narrowest: Math.min(...[...box.querySelectorAll('td')].map((cell) => cell.clientWidth)),
  }));
  expect(sizes).toMatchObject({ scrolls: true, wider: false });
  expect(sizes.narrowest).toBeGreaterThan(60);

  const code = answer.locator('pre', { hasText: 'line_1 =' });
  const resting = await code.evaluate((box) => box.clientHeight);
  await answer.getByRole('button', { name: 'Show all 60 lines' }).click();
  expect(resting).toBeLessThan(400);
  expect(await code.evaluate((box) => box.clientHeight)).toBeGreaterThan(1_000);
  await answer.getByRole('button', { name: 'Show fewer lines' }).click();
  expect(await code.evaluate((box) => box.clientHeight)).toBe(resting);
});

test('a diagram is drawn in the colours of the theme, and anew when it changes', async ({ house, provider, page }) => {
  await openAnswer(page, house, provider, fence('graph LR\nA-->B'));
  const picture = card(page, 1, 'The Skeptic').getByRole('img', { name: 'Diagram: graph' });
  await expect(picture).toBeVisible();
  const light = await picture.getAttribute('src');

  await page.emulateMedia({ colorScheme: 'dark' });

  await expect(picture).not.toHaveAttribute('src', light ?? '');
});

test('a diagram that is not understood says so, above its source', async ({ house, provider, page }) => {
  await openAnswer(page, house, provider, fence('graph LR\nA--> -->'));
  const answer = card(page, 1, 'The Skeptic');

  await expect(answer.getByText('its source is not understood')).toBeVisible();
  await expect(answer.getByText('A--> -->')).toBeVisible();
});

test('I-56 X-01 X-02 X-10: diagrams that were written to hurt fetch nothing, run nothing and lead nowhere', async ({
  house,
  provider,
  page,
  trouble,
}) => {
  test.slow();
  const doors: string[] = [];
  page.context().on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== house.url && !/^(blob|data):$/.test(url.protocol)) doors.push(request.url());
  });
  page.context().on('page', (opened) => doors.push(`opened ${opened.url()}`));
  page.on('dialog', (dialog) => {
    doors.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  await postLookout(page);
  await page.setViewportSize({ width: 1440, height: 9_000 });
  const id = await openAnswer(page, house, provider, DIAGRAMS.map((source) => fence(source)).join('\n\n'));
  await readOn(page);
  const answer = card(page, 1, 'The Skeptic');
  const figures = answer.locator('.md-code');
  await expect(figures).toHaveCount(DIAGRAMS.length);
  for (const figure of await figures.all()) {
    await figure.evaluate(toMiddle, undefined, { timeout: 60_000 });
    await expect(figure.locator('.md-drawn img, .md-note')).toBeVisible();
  }

  const pictures = await answer.locator('.md-drawn img').all();
  expect(pictures.length).toBeGreaterThan(12);
  for (const picture of pictures) await picture.click();
  expect((await readLookout(page)).foreign).toEqual([]);
  expect(doors).toEqual([]);
  expect(page.url()).toBe(`${house.url}/c/${id}`);
  // The frame itself has no origin, and cannot be told to fetch.
  const frame = page.frames().find((each) => each.url().endsWith('/diagram.html'));
  const inside = await frame?.evaluate(async (address) => {
    const asked = await fetch(address).then(
      () => 'answered',
      () => 'refused',
    );
    return { origin: self.origin, asked };
  }, `${house.url}/v1/advisors`);
  expect(inside).toEqual({ origin: 'null', asked: 'refused' });
  // What the drawer itself lets through, the frame's policy refuses, and says so.
  expect(trouble.splice(0).filter((each) => !each.includes('Content Security Policy'))).toEqual([]);
});

test('I-56: diagrams that would never end leave the page awake', async ({ house, provider, page }) => {
  test.slow();
  await openAnswer(page, house, provider, HEAVY_DIAGRAMS.map(([, source]) => fence(source)).join('\n\n'));
  await readOn(page);
  const figures = card(page, 1, 'The Skeptic').locator('.md-code');
  await expect(figures).toHaveCount(HEAVY_DIAGRAMS.length);

  for (const [at, figure] of (await figures.all()).entries()) {
    await figure.evaluate(toMiddle, undefined, { timeout: 60_000 });
    await expect(figure.locator('.md-drawn img, .md-note'), HEAVY_DIAGRAMS[at]?.[0]).toBeVisible({ timeout: 30_000 });
  }
  await message(page).fill('Still here?');
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled();
});
