/** A character card becomes an advisor and leaves again; what packages add is told on a page. */
import { readFileSync } from 'node:fs';
import { picture, statusLine } from './desk';
import { expect, test } from './fixtures';
import { House } from './house';

const CARD = {
  spec: 'chara_card_v3',
  spec_version: '3.0',
  data: {
    name: 'The Keeper',
    description: '{{char}} has watched the same rock for thirty years. {{user}} comes with a plan.',
    first_mes: 'Mind the last step.',
    creator_notes: 'Best asked about plans that cannot be undone.',
    a_field_of_tomorrow: { kept: true },
    character_book: { entries: [{ keys: ['lamp'], content: 'The lamp burns forty litres a night.', enabled: true }] },
  },
};

test('a card is shown before anything is kept, becomes an advisor, and is handed out whole', async ({
  rehearsal,
  page,
}) => {
  await page.goto(`${rehearsal.url}/advisors`);
  await page.getByRole('button', { name: 'From a card…' }).click();
  const dialog = page.getByRole('dialog', { name: 'An advisor from a character card' });
  const file = { name: 'keeper.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(CARD)) };
  await dialog.getByLabel('Character card', { exact: true }).setInputFiles(file);
  await dialog.getByLabel('Who the card calls its user').fill('Ada');
  const shown = dialog.getByRole('status', { name: 'What the card becomes' });
  await expect(shown).toContainText('The Keeper has watched the same rock for thirty years. Ada comes with a plan.');
  await expect(shown).toContainText('A greeting is not used');
  await picture(page, 'personas-card');
  const before = await rehearsal.ask<{ items: { name: string }[] }>('GET', '/v1/advisors');
  expect(before.items.map((each) => each.name)).not.toContain('The Keeper');

  await dialog.getByRole('button', { name: 'Make this advisor' }).click();
  await expect(statusLine(page)).toContainText('The Keeper is ready, with one document that is off.');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Card (JSON)' }).click(),
  ]);
  const written = JSON.parse(readFileSync(await download.path(), 'utf-8')) as typeof CARD;
  expect(written.data).toMatchObject(CARD.data);
  const { items } = await rehearsal.ask<{ items: { enabled: boolean }[] }>('GET', '/v1/documents');
  expect(items.map((each) => each.enabled)).toEqual([false]);
});

test('what is no card is refused in words, and nothing is made', async ({ rehearsal, page }) => {
  await page.goto(`${rehearsal.url}/advisors`);
  await page.getByRole('button', { name: 'From a card…' }).click();
  const dialog = page.getByRole('dialog', { name: 'An advisor from a character card' });
  const file = { name: 'notes.json', mimeType: 'application/json', buffer: Buffer.from('[]') };
  await dialog.getByLabel('Character card', { exact: true }).setInputFiles(file);
  await expect(dialog).toContainText('there is no character card in it');
  await expect(dialog.getByRole('button', { name: 'Make this advisor' })).toBeDisabled();
});

test('the page of plug-ins says that there are none', async ({ rehearsal, page }) => {
  await page.goto(`${rehearsal.url}/settings`);
  await expect(page.getByRole('region', { name: 'Plug-ins' })).toContainText('No plug-ins are installed.');
});

test('a plug-in that is named and not there is told with its reason', async ({ page }) => {
  const house = new House({ ANTIPHON_PLUGINS: 'antiphon-nowhere' });
  await house.start();
  await page.goto(`${house.url}/settings`);
  const found = page.getByRole('list', { name: 'Plug-ins' }).getByRole('listitem', { name: 'antiphon-nowhere' });
  await expect(found).toContainText('no package of this name with plug-ins is installed');
  await picture(page, 'personas-plug-ins');
  await house.stop();
});
