/** Where they disagree: drawn from what they said, held against it, and honest about who was not heard. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { begin, card, picture, readTurns, statusLine, turn } from './desk';
import { expect, test } from './fixtures';
import type { House } from './house';
import { ASKED, JUDGING, NO_KEY, QUOTA, READING, SAID, seatRoom, stageRoom } from './room';

const table = (page: Page) => page.getByRole('table', { name: 'Where they disagree' });
const heard = (page: Page) => page.getByRole('note', { name: 'Who was heard' });
const words = (page: Page) => page.getByRole('dialog', { name: /Quoted words/ });
const row = (page: Page, claim: string) => table(page).getByRole('row').filter({ hasText: claim });

/** A conversation with one turn of theirs, and the address of its map. */
async function askRoom(house: House): Promise<{ id: string; address: string; turnId: string }> {
  await seatRoom(house);
  const id = await begin(house, ASKED);
  const turnId = (await readTurns(house, id))[0]?.id ?? '';
  return { id, turnId, address: `${house.url}/c/${id}/t/${turnId}/map` };
}

async function draw(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Draw the map' }).click();
  await expect(table(page)).toBeVisible();
}

/** What is marked in the conversation. */
function marked(page: Page): Promise<string> {
  return page.evaluate(() => {
    const ranges = (CSS.highlights.get('quoted') ?? []) as Iterable<Range>;
    return [...ranges].map(String).join('|');
  });
}

const clean = async (page: Page) =>
  expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);

test('a map is drawn from the answers, and every cell leads to the words it rests on (U-06)', async ({
  house,
  provider,
  page,
}) => {
  stageRoom(provider, { Counsel: { says: [], fails: QUOTA } });
  const { id } = await askRoom(house);
  await page.goto(`${house.url}/c/${id}`);
  await expect(turn(page, 1)).toBeVisible();
  await page.getByRole('button', { name: 'Map', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Nobody has read this turn for claims yet.' })).toBeVisible();
  await expect(page.getByText(/^stage:voice is asked 23 times and takes at most [\d,]+ tokens together/)).toBeVisible();
  await picture(page, 'map-empty');
  provider.voices[JUDGING] = { ...provider.voices[JUDGING], says: [], holdsAt: 0 };
  await page.getByRole('button', { name: 'Draw the map' }).click();
  await expect(page.getByRole('heading', { name: 'The answers are being read.' })).toBeVisible();
  await picture(page, 'map-running');
  provider.release();

  await expect(table(page)).toBeVisible();
  await expect(table(page).getByRole('rowheader')).toHaveCount(7);
  const contract = row(page, 'The contract should be signed, with conditions.');
  await expect(contract).toContainText('split, 3 to 1');
  await expect(contract.getByRole('button')).toHaveText(['agrees', 'agrees', 'contradicts', 'agrees']);
  await expect(row(page, 'There is no second bidder.').getByRole('button')).toHaveText(['only voice']);
  await expect(row(page, 'The engineer is the price.')).toContainText('aligned, 2');
  await expect(table(page).getByRole('cell', { name: 'no answer' })).toBeVisible();
  await expect(page.getByText('One finding was dropped')).toBeVisible();
  await clean(page);

  await row(page, 'There is no second bidder.').getByRole('button').click();
  const quote = 'A chain that halves its exclusivity in one evening does not have a second bidder.';
  await expect(words(page).locator('mark')).toHaveText(quote);
  await expect(words(page)).toContainText('Friday is their deadline, not yours.');
  await expect(words(page)).toContainText('turn 1, ¶1, characters 38–118');
  await picture(page, 'map');
  await clean(page);
  await words(page).getByRole('button', { name: 'Go to the words' }).click();

  await expect(page).toHaveURL(/\/c\/[^/]+\/t\/[^/]+$/);
  await expect.poll(() => marked(page)).toBe(quote);
  await expect(card(page, 1, 'Gadfly')).toBeInViewport();
  await expect(statusLine(page)).toContainText('The words of Gadfly are marked in turn 1.');
  await picture(page, 'map-words');

  await page.goBack();
  await row(page, 'Starting with six sites is wrong.').getByRole('button', { name: 'agrees' }).click();
  await words(page).getByRole('button', { name: 'Go to the words' }).click();
  await expect
    .poll(() => marked(page), 'bold words are marked without their stars')
    .toBe('Do not start small: a quarter of six sites is nothing.');
});

test('what was not said counts no more, and can be taken back', async ({ house, provider, page }) => {
  stageRoom(provider);
  const { address } = await askRoom(house);
  await page.goto(address);
  await draw(page);
  const contract = row(page, 'The contract should be signed, with conditions.');
  await expect(contract).toContainText('split, 3 to 1');
  await contract.getByRole('button', { name: 'contradicts' }).click();
  await words(page).getByRole('button', { name: 'Not what was said' }).click();

  await expect(row(page, 'The contract should be signed, with conditions.')).toContainText('aligned, 3');
  await expect(
    row(page, 'The contract should be signed, with conditions.').getByRole('button', { name: 'not said' }),
  ).toBeVisible();
  await expect(statusLine(page)).toContainText('This counts no more for Gadfly.');
  await picture(page, 'map-disputed');
  await statusLine(page).getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'The contract should be signed, with conditions.')).toContainText('split, 3 to 1');
});

test('two of five failed: the page names them before anything else, and lowers its confidence (D43, U-07)', async ({
  house,
  provider,
  page,
}) => {
  stageRoom(provider, { Counsel: { says: [], fails: QUOTA }, Bedside: { says: [], fails: NO_KEY } });
  const { address } = await askRoom(house);
  await page.goto(address);
  await draw(page);

  const note = heard(page);
  await expect(note).toContainText('3 of 5 voices');
  const named = await note.getByRole('listitem').allTextContents();
  expect(named[0]).toMatch(/^Counsel did not answer \(something went wrong\)/);
  expect(named[1]).toMatch(/^Bedside did not answer \(something went wrong\)/);
  await expect(note).toContainText('Nothing below has been checked by Counsel, Bedside.');
  await expect(note).toContainText('Confidence lowered');
  const above = await note.evaluate(
    (element, other) => {
      return Boolean(other && element.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
    },
    await table(page).elementHandle(),
  );
  expect(above, 'who was heard stands before what was said').toBe(true);
  const [noteBox, tableBox] = [await note.boundingBox(), await table(page).boundingBox()];
  expect((noteBox?.y ?? 0) + (noteBox?.height ?? 0)).toBeLessThanOrEqual(tableBox?.y ?? 0);
  await picture(page, 'map-two-missing');

  stageRoom(provider);
  await page.getByRole('button', { name: 'Ask Counsel again' }).click();
  await expect(note).toContainText('4 of 5');
  await expect(page.getByText('The answers have changed since this map was drawn.')).toBeVisible();
  await picture(page, 'map-stale');
});

test('a map can be walked by keys alone', async ({ house, provider, page }) => {
  stageRoom(provider);
  const { id } = await askRoom(house);
  await page.goto(`${house.url}/c/${id}`);
  await expect(turn(page, 1)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('m');
  await expect(page.getByRole('button', { name: 'Draw the map' })).toBeVisible();
  await page.getByRole('button', { name: 'Draw the map' }).focus();
  await page.keyboard.press('Enter');
  await expect(table(page)).toBeVisible();

  await page.keyboard.press('j');
  await expect(cellAt(page)).toHaveText('agrees');
  await page.keyboard.press('l');
  await expect(cellAt(page)).toHaveText('contradicts');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(cellAt(page), 'the nearest voice that spoke there').toHaveText('agrees');
  await page.keyboard.press('l');
  await page.keyboard.press('l');
  await expect(cellAt(page)).toHaveText('contradicts');
  await page.keyboard.press('Enter');
  await expect(words(page).locator('mark')).toHaveText('Do not sign.');
  await expect(words(page).getByRole('button', { name: 'Go to the words' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(words(page)).toHaveCount(0);
  await expect(cellAt(page)).toHaveText('contradicts');
  await page.keyboard.press('k');
  expect(await cellAt(page).evaluate((cell) => cell.closest('tr')?.rowIndex)).toBe(2);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/t\/[^/]+$/);
  await expect(turn(page, 1)).toBeVisible();
});

const cellAt = (page: Page): Locator => page.locator('button.stance:focus');

test('a reader that fails is named, and can be asked again', async ({ house, provider, page }) => {
  stageRoom(provider);
  const { address } = await askRoom(house);
  const reader = provider.voices[READING];
  provider.voices[READING] = { says: [], fails: NO_KEY };
  await page.goto(address);
  await page.getByRole('button', { name: 'Draw the map' }).click();
  await expect(page.getByRole('heading', { name: 'The map could not be drawn.' })).toBeVisible();
  await expect(page.getByRole('alert').locator('.explained')).toBeVisible();
  await picture(page, 'map-failed');
  await clean(page);
  if (reader) provider.voices[READING] = reader;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(table(page)).toBeVisible();
});

test('answers without any claim make an empty map that says so', async ({ house, provider, page }) => {
  stageRoom(provider, Object.fromEntries(Object.keys(SAID).map((name) => [name, { says: ['What do you want?'] }])));
  const { address } = await askRoom(house);
  await page.goto(address);
  await page.getByRole('button', { name: 'Draw the map' }).click();
  await expect(page.getByText('Nothing that could be true or false was found in these answers.')).toBeVisible();
});

test('it can be read in the dark, on a phone and from right to left', async ({ house, provider, page }) => {
  stageRoom(provider, { Counsel: { says: [], fails: QUOTA } });
  const { address } = await askRoom(house);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(address);
  await draw(page);
  await picture(page, 'map-dark');
  await clean(page);

  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 390, height: 844 });
  const first = page.getByRole('listitem').filter({ hasText: 'The contract should be signed, with conditions.' });
  await expect(first.getByRole('button', { name: 'contradicts' })).toBeVisible();
  await expect(table(page)).toHaveCount(0);
  await picture(page, 'map-phone');
  await first.scrollIntoViewIfNeeded();
  await first.getByRole('button', { name: 'contradicts' }).click();
  await expect(words(page).locator('mark')).toHaveText('Do not sign.');
  await picture(page, 'map-phone-words');
  await clean(page);
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('antiphon.preferences') ?? '{}') as object;
    localStorage.setItem('antiphon.preferences', JSON.stringify({ ...kept, locale: 'ar' }));
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: /أين يختلفون/ })).toBeVisible();
  await expect(page.getByText('يعارض').first()).toBeVisible();
  await picture(page, 'map-arabic');
  await clean(page);
});
