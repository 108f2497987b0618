/** The contamination light: one sentence in the last line, and behind it the words it rests on. */
import { AxeBuilder } from '@axe-core/playwright';
import { begin, picture, statusLine } from './desk';
import { expect, test } from './fixtures';
import { inPieces } from './provider';

const OWN = {
  'The Skeptic': 'Nine months of cash and no second customer: wait until one of them signs.',
  'The Builder': 'Ship the smallest version on Monday and let the pilot clinic break it.',
  'The Historian': 'Every firm that bound itself to a single chain in the nineties was sold within three years.',
  'The Confidant': 'You sound tired; what would you tell a friend who asked you this at midnight?',
  'The Contrarian': 'Drop the product and sell the waiting list, because nobody else has one.',
};

test('voices that keep to themselves get a quiet word', async ({ house, provider, page }) => {
  provider.voices = Object.fromEntries(Object.entries(OWN).map(([name, says]) => [name, { says: inPieces(says) }]));
  const id = await begin(house, 'Do I sign?', 'And if they leave?');
  await page.goto(`${house.url}/c/${id}`);

  await statusLine(page).getByRole('link', { name: 'Each voice saw only its own thread' }).click();

  await expect(page.getByRole('heading', { name: 'Have the voices stayed apart?' })).toBeVisible();
  await expect(page.getByRole('img', { name: /A line from the oldest turn/ })).toBeVisible();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(3);
  await picture(page, 'apart-clear');
  expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);
});

test('a voice that speaks as another is named with its very words (U-08)', async ({ house, provider, page }) => {
  const says = inPieces('Wait.\n\n**The Builder:** I would ship it on Monday.');
  provider.voices = { 'The Skeptic': { says } };
  const id = await begin(house, 'Do I sign?');
  await page.goto(`${house.url}/c/${id}`);

  await statusLine(page).getByRole('link', { name: 'A voice speaks as somebody else' }).click();

  const objections = page.getByRole('region', { name: 'Words that speak as somebody else' });
  await expect(objections.getByRole('listitem')).toContainText(
    'The Skeptic begins a line as a transcript does: (The Builder)',
  );
  await expect(objections.getByRole('listitem')).toContainText('**The Builder:**');
  await picture(page, 'apart-leaked');
  await objections.getByRole('link', { name: 'Turn 1' }).click();
  await expect(page).toHaveURL(/\/t\//);
});
