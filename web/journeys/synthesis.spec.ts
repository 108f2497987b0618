/** One text out of many answers: sourced, honest about what is its own, and in nobody's history unless ticked. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { begin, converse, inspector, message, picture, readTurns, untilQuiet } from './desk';
import { expect, test } from './fixtures';
import type { House } from './house';
import type { Provider } from './provider';
import { ASKED, NO_KEY, QUOTA, seatRoom, stageRoom, WRITING } from './room';

const part = (page: Page) => page.getByRole('region', { name: 'Synthesis' });
const covers = (page: Page) => page.getByRole('complementary', { name: 'What this text covers' });
const OWN = 'If that is right, every condition can be asked for at once.';
const SENTENCE = 'Gadfly alone holds that there is no second bidder.';

async function openMap(house: House, page: Page): Promise<string> {
  await seatRoom(house);
  const id = await begin(house, ASKED);
  const turnId = (await readTurns(house, id))[0]?.id ?? '';
  await page.goto(`${house.url}/c/${id}/t/${turnId}/map`);
  return id;
}

async function drawAndWrite(page: Page, mode = 'One answer'): Promise<void> {
  await page.getByRole('button', { name: 'Draw the map' }).click();
  await expect(page.getByRole('table')).toBeVisible();
  await part(page).getByRole('radio', { name: mode }).check();
  await part(page).getByRole('button', { name: 'Write the synthesis' }).click();
  await expect(part(page).getByText(SENTENCE)).toBeVisible();
}

/** What advisors were sent since, the bodies alone. */
function voices(provider: Provider, since: number): string[] {
  return provider.received
    .slice(since)
    .map((each) => each.body)
    .filter((body) => body.includes('You are '));
}

test('a synthesis names its sources, its own thoughts and what it leaves out, after who was heard (P60, D43, U-06)', async ({
  house,
  provider,
  page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  stageRoom(provider, { Counsel: { says: [], fails: QUOTA } });
  await openMap(house, page);
  await drawAndWrite(page);

  await expect(part(page)).toContainText(
    'Written from 4 of 5 voices; confidence moderate. Not in it, or not in full: Counsel.',
  );
  const own = part(page).locator('.own');
  await expect(own).toHaveText([OWN]);
  await expect(part(page).getByText('synthesiser’s own')).toHaveCount(1);
  const marks = part(page).getByText('says more than its source', { exact: true });
  await expect(marks, 'one of two who spoke of money is not nobody').toHaveCount(1);
  await expect(part(page)).toContainText(
    'stage:voice held 6 of 6 sentences to their sources. On test sentences it finds 10 in 10 that their source does not support, and marks 0 in 10 of the others by mistake.',
  );
  await expect(covers(page)).toContainText('6 of 7');
  await expect(covers(page).getByRole('listitem')).toHaveText([/Phone booking cannot be used there yet/]);
  await part(page).getByText(SENTENCE).scrollIntoViewIfNeeded();
  await picture(page, 'synthesis');
  await part(page).getByText(SENTENCE).getByRole('button').click();
  const words = page.getByRole('dialog', { name: 'Quoted words of Gadfly' });
  await expect(words.locator('mark')).toHaveText(
    'A chain that halves its exclusivity in one evening does not have a second bidder.',
  );
  await picture(page, 'synthesis-source');
  expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);
  await page.keyboard.press('Escape');

  await covers(page).getByRole('button', { name: 'Copy as Markdown' }).click();
  await expect(page.getByRole('contentinfo')).toContainText('Copied.');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(SENTENCE);
  expect(copied.indexOf('Counsel')).toBeGreaterThan(0);
  expect(copied.indexOf('Counsel'), 'who is missing comes before the text').toBeLessThan(copied.indexOf(SENTENCE));
});

test('it is in no request until it is ticked, once when it is, and in none after that (D43)', async ({
  house,
  provider,
  page,
}) => {
  stageRoom(provider);
  const id = await openMap(house, page);
  await drawAndWrite(page);

  const before = provider.received.length;
  await page.getByRole('link', { name: 'Back to the turn' }).click();
  await converse(page, 2, 'And without it?');
  const plain = voices(provider, before);
  expect(plain).toHaveLength(5);
  for (const body of plain) expect(body).not.toContain(SENTENCE);

  const [first] = await readTurns(house, id);
  await page.goto(`${house.url}/c/${id}/t/${first?.id}/map`);
  await page.getByRole('checkbox', { name: /Use in next turn/ }).check();
  await expect(covers(page)).toContainText('Goes along with your next message.');
  await page.getByRole('button', { name: 'Inspector', exact: true }).click();
  await expect(page.getByText('Synthesis of turn 1 goes along')).toBeVisible();
  await message(page).fill('And with it?');
  const block = inspector(page).getByRole('listitem').filter({ hasText: 'ticked for this message' });
  await expect(block).toContainText('Synthesis');
  await picture(page, 'synthesis-ticked');
  const ticked = provider.received.length;
  await message(page).press('Enter');
  await expect.poll(() => voices(provider, ticked).length).toBe(5);
  for (const body of voices(provider, ticked)) {
    expect(body.split(SENTENCE)).toHaveLength(2);
    expect(body.split(OWN)).toHaveLength(2);
  }
  await expect(page.getByText('Synthesis of turn 1 goes along')).toHaveCount(0);
  await expect.poll(async () => (await readTurns(house, id)).at(-1)?.all_completed).toBe(true);
  await untilQuiet(page);

  const after = provider.received.length;
  await converse(page, 4, 'And afterwards?');
  const later = voices(provider, after);
  expect(later).toHaveLength(5);
  for (const body of later) expect(body).not.toContain(SENTENCE);
});

test('a ticked synthesis can be left out again beside the message', async ({ house, provider, page }) => {
  stageRoom(provider);
  await openMap(house, page);
  await drawAndWrite(page, 'Checklist');
  await expect(part(page).getByRole('list').first()).toBeVisible();
  await page.getByRole('checkbox', { name: /Use in next turn/ }).check();
  await page.getByRole('link', { name: 'Back to the turn' }).click();
  await page.getByRole('button', { name: 'Leave the synthesis out' }).click();
  await expect(page.getByText('Synthesis of turn 1 goes along')).toHaveCount(0);
  const since = provider.received.length;
  await converse(page, 2, 'Without it, then.');
  for (const body of voices(provider, since)) expect(body).not.toContain(SENTENCE);
});

test('in your own words; a writer that fails is named and can be asked again', async ({ house, provider, page }) => {
  stageRoom(provider);
  const writer = provider.voices[WRITING];
  await openMap(house, page);
  provider.voices[WRITING] = { says: [], fails: NO_KEY };
  await part(page)
    .getByRole('radio', { name: /Your own words/ })
    .check();
  await expect(part(page).getByRole('button', { name: 'Write the synthesis' })).toBeDisabled();
  await part(page).getByRole('textbox', { name: 'What the text should be' }).fill('A letter to the board.');
  await part(page).getByRole('button', { name: 'Write the synthesis' }).click();
  await expect(part(page).getByRole('alert').locator('.explained')).toBeVisible();
  await picture(page, 'synthesis-failed');
  if (writer) provider.voices[WRITING] = writer;
  await part(page).getByRole('button', { name: 'Write the synthesis' }).click();
  await expect(part(page).getByText(SENTENCE)).toBeVisible();
  const asked = provider.received.findLast((each) => each.body.includes(WRITING));
  expect(asked?.body).toContain('A letter to the board.');
  await expect(part(page)).toContainText('You asked for: A letter to the board.');
});

test('it can be read in the dark, on a phone and from right to left', async ({ house, provider, page }) => {
  stageRoom(provider, { Counsel: { says: [], fails: QUOTA } });
  await openMap(house, page);
  await drawAndWrite(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await part(page).scrollIntoViewIfNeeded();
  await covers(page).scrollIntoViewIfNeeded();
  await picture(page, 'synthesis-dark');
  expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await part(page).getByText(SENTENCE).scrollIntoViewIfNeeded();
  await picture(page, 'synthesis-phone');
  expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.evaluate(() => localStorage.setItem('antiphon.preferences', JSON.stringify({ locale: 'ar' })));
  await page.reload();
  await page.getByText('من عند الكاتب').scrollIntoViewIfNeeded();
  await picture(page, 'synthesis-arabic');
  expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);
});
