/** Files: brought by dragging and choosing, seen before they are sent, read, searched, removed and brought back. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { inspector, message, openedId, picture, readTurns, sendButton, statusLine, turn, untilQuiet } from './desk';
import { expect, test } from './fixtures';

const NOTES = 'The bridge closes on Friday.\n\nTolls rise on Monday, and the ferry stops at noon.';
// One grey pixel.
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNoaGgAAAMEAYFL09IQAAAAAElFTkSuQmCC';

const files = (page: Page) => page.getByRole('list', { name: 'Files in this message' });

async function drop(page: Page, name: string, text: string): Promise<void> {
  const data = await page.evaluateHandle(
    ([name, text]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text as string], name as string));
      return transfer;
    },
    [name, text],
  );
  const form = page.getByRole('form', { name: 'Message' }).or(page.locator('form.compose')).first();
  await form.dispatchEvent('dragover', { dataTransfer: data });
  await expect(page.getByText('Drop the files here to attach them')).toBeVisible();
  await form.dispatchEvent('drop', { dataTransfer: data });
}

test('a dropped file and a chosen picture go along, as they were previewed, and stay in the turn', async ({
  house,
  provider,
  page,
}) => {
  await page.goto(house.url);
  await drop(page, 'notes.txt', NOTES);
  await expect(files(page).getByText('notes.txt')).toBeVisible();
  await page.getByLabel('Attach files').setInputFiles({
    name: 'dot.png',
    mimeType: 'image/png',
    buffer: Buffer.from(PIXEL, 'base64'),
  });
  await expect(files(page).getByText('dot.png')).toBeVisible();
  await expect(files(page).getByRole('combobox', { name: 'What notes.txt is for' })).toHaveValue('inline');
  await message(page).fill('What changes next week?');
  await picture(page, 'documents-composer');
  expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);

  await sendButton(page).click();
  await expect(turn(page, 1)).toBeVisible();
  await untilQuiet(page);
  await expect(files(page)).toHaveCount(0);
  const parts = turn(page, 1).getByRole('list', { name: 'Files of this message' });
  await expect(parts.getByRole('link', { name: 'notes.txt' })).toBeVisible();
  await expect(parts.getByRole('img', { name: 'dot.png, 1 by 1 pixels' })).toBeVisible();
  await picture(page, 'documents-turn');
  const [asked] = await readTurns(house, await openedId(page));
  expect(asked?.parts.map((each) => each.kind)).toEqual(['file', 'image']);
  const body = provider.received.at(-1)?.body ?? '';
  expect(body).toContain('=== notes.txt ===\\nThe bridge closes on Friday.');
  expect(body, 'this model cannot see').not.toContain('base64');
});

test('a file that cannot be taken says why', async ({ rehearsal, page }) => {
  await page.goto(rehearsal.url);
  await page.getByLabel('Attach files').setInputFiles({
    name: 'run.bin',
    mimeType: 'text/plain',
    buffer: Buffer.concat([Buffer.from('\x7fELF', 'latin1'), Buffer.alloc(200)]),
  });
  await expect(files(page).getByRole('alert')).toContainText('it is a program');
  await files(page).getByRole('button', { name: 'Dismiss: run.bin' }).click();
  await expect(files(page)).toHaveCount(0);
});

test('the library is added to, searched, read at the place, removed and brought back', async ({ rehearsal, page }) => {
  await page.goto(`${rehearsal.url}/documents`);
  await expect(page.getByText(/Nothing yet. Add a file here/)).toBeVisible();
  await page
    .getByLabel('Add files')
    .last()
    .setInputFiles([
      { name: 'bridge.md', mimeType: 'text/markdown', buffer: Buffer.from(NOTES) },
      { name: 'garden.md', mimeType: 'text/markdown', buffer: Buffer.from('Beans need sun. Roses need water.') },
    ]);
  await expect(page.getByRole('link', { name: /bridge\.md/ })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search in documents' }).fill('ferry');
  await page.getByRole('link', { name: /bridge\.md.*ferry/s }).click();
  await expect(page.getByRole('region', { name: 'Text of the page' }).locator('mark')).toContainText('the ferry stops');
  await picture(page, 'documents-library');
  expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);

  await page.getByRole('searchbox', { name: 'Search in documents' }).fill('');
  await page.getByRole('combobox', { name: 'What bridge.md is for' }).selectOption('guideline');
  await expect(page.getByRole('link', { name: /bridge\.md.*guideline/ })).toBeVisible();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(statusLine(page)).toContainText('bridge.md is removed.');
  await statusLine(page).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: /bridge\.md/ })).toBeVisible();
});

test('the inspector shows an image as a row with its size', async ({ house, page }) => {
  await page.goto(house.url);
  await page.getByLabel('Attach files').setInputFiles({
    name: 'dot.png',
    mimeType: 'image/png',
    buffer: Buffer.from(PIXEL, 'base64'),
  });
  await expect(files(page).getByText('dot.png')).toBeVisible();
  await message(page).fill('What is this?');
  await page
    .getByRole('button', { name: /payload|Inspect|what is sent/i })
    .first()
    .click();
  await expect(
    inspector(page)
      .getByText(/Image: dot\.png, 1 × 1 pixels/)
      .first(),
  ).toBeVisible();
});
