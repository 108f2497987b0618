/** A picture made to order: off until a model is named, asked about, part of the answer, and in the day's books. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { SpendingAnswer } from '../src/protocol/generated/answers';
import { card, picture, send, untilQuiet } from './desk';
import { expect, test } from './fixtures';
import { ROOT } from './house';
import { inPieces } from './provider';

test.describe.configure({ timeout: 240_000 });

const PAINTED = readFileSync(join(ROOT, 'src', 'antiphon', 'browser', 'icon-512.png'));

test('an advisor has a picture made once you have named a model for it and said yes', async ({
  house,
  provider,
  page,
}) => {
  provider.paints = PAINTED;
  provider.voices = {
    'The Skeptic': {
      says: inPieces('Let me show you what I mean.'),
      calls: [{ name: 'drawing__picture', arguments: { description: 'A choir of three voices, as a seal' } }],
      after: { says: inPieces('Three voices, and none above the others.') },
    },
  };
  await page.goto(`${house.url}/tools`);
  const off = page.getByRole('region', { name: 'drawing' });
  await expect(off).toContainText('switched off');
  await expect(off).toContainText('No model makes pictures here');
  await off.scrollIntoViewIfNeeded();
  await picture(page, 'drawing-off');

  await page.goto(`${house.url}/settings`);
  const model = page.getByRole('textbox', { name: 'Model that makes pictures' });
  await model.fill('stage:brush-1');
  await model.press('Enter');
  const price = page.getByRole('textbox', { name: 'Price of one picture' });
  await price.fill('0.04');
  await price.press('Enter');
  await expect
    .poll(async () => (await house.ask<{ value: unknown }>('GET', '/v1/settings/picture_price')).value)
    .toBe(0.04);
  await price.scrollIntoViewIfNeeded();
  await picture(page, 'drawing-settings');

  await house.ask('PATCH', '/v1/advisors/skeptic', { tools: ['drawing'] });
  await page.goto(house.url);
  await send(page, 'Draw us.');
  const skeptic = card(page, 1, 'The Skeptic');
  const call = skeptic.getByRole('group', { name: /^drawing\/picture/ });
  await expect(call).toContainText('A choir of three voices, as a seal');
  await expect(call).toContainText('This call costs $0.04.');
  expect(provider.orders).toEqual([]);
  await picture(page, 'drawing-asks');
  await call.getByRole('button', { name: /^Allow once/ }).click();
  await untilQuiet(page);

  const shown = skeptic.getByRole('img', { name: /A choir of three voices, as a seal/ });
  await expect(shown).toBeVisible();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512);
  expect(provider.orders).toEqual(['A choir of three voices, as a seal']);
  await shown.scrollIntoViewIfNeeded();
  await picture(page, 'drawing-made');
  await page.emulateMedia({ colorScheme: 'dark' });
  await picture(page, 'drawing-made-dark');
  await page.emulateMedia({ colorScheme: 'light' });
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().include('.talk').analyze();
  expect(violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id} ${node.target.join(' ')}`))).toEqual([]);
  const { by_model } = await house.ask<SpendingAnswer>('GET', '/v1/spending');
  expect(by_model.find((each) => each.id === 'stage:brush-1')?.cost).toBe(0.04);

  await page.goto(`${house.url}/settings`);
  const books = page.getByRole('region', { name: 'Spending', exact: true });
  await expect(books.getByRole('row', { name: /stage:brush-1/ })).toContainText('$0.04');
  await expect(books.getByRole('row', { name: /The Skeptic/ })).toContainText('at least $0.04');
  await books.scrollIntoViewIfNeeded();
  await picture(page, 'drawing-spending');
});
