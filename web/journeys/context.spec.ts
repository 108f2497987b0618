/** What is sent: the filter, marks, and the proof that what is shown is what goes out. */
import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import {
  begin,
  FIVE,
  inspector,
  message,
  picture,
  readReceipts,
  readReplies,
  readTurns,
  send,
  shownHash,
  turn,
  untilQuiet,
  words,
} from './desk';
import { expect, test } from './fixtures';
import { inPieces, type Received } from './provider';

const FACTS = ['The lease ends in May.', 'The roof was mended in 2019.', 'The tenant has two dogs.'] as const;

const filterLine = (page: Page) => page.getByRole('textbox', { name: 'Filter line' });
const counter = (page: Page) => page.getByRole('button', { name: /turns are sent/ });
const ribbon = (page: Page) => page.getByRole('application', { name: /^Ribbon/ });

async function writeFilter(page: Page, line: string): Promise<void> {
  await page.keyboard.press('Control+d');
  await expect(filterLine(page)).toBeFocused();
  await page.keyboard.press('Control+u');
  await page.keyboard.type(line);
}

test('a filter shows fewer turns, sends fewer, and says where it is wrong (W56, W74)', async ({ house, page }) => {
  const id = await begin(house, ...FACTS);
  await page.goto(`${house.url}/c/${id}`);
  await turn(page, 2).hover();
  await page.getByRole('button', { name: 'More for turn 2' }).click();
  await page.getByRole('button', { name: '2 stars' }).click();
  await expect(turn(page, 2).getByText('2 stars')).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(counter(page)).toHaveAccessibleName(/^3 of 3 /);

  await writeFilter(page, 's9');
  await expect(page.getByText(/^Column \d+: .*The last good view stays\.$/)).toBeVisible();
  await expect(filterLine(page).locator('.wrong')).toBeAttached();
  await picture(page, 'context-filter-wrong');
  await expect(turn(page, 1)).toBeVisible();

  await writeFilter(page, 's>=1');
  await page.keyboard.press('Enter');
  await expect(turn(page, 1)).toHaveCount(0);
  await expect(turn(page, 3)).toHaveCount(0);
  await expect(turn(page, 2)).toBeVisible();
  await expect(counter(page)).toHaveAccessibleName(/^1 of 1 /);
  await expect(ribbon(page)).toHaveAccessibleName(/^Ribbon: 1 turns? shown by 5 advisors/);
  await picture(page, 'context-filtered');
});

test('the builder writes the line a person would type', async ({ house, page }) => {
  const id = await begin(house, ...FACTS.slice(0, 2));
  await page.goto(`${house.url}/c/${id}`);
  await expect(counter(page)).toHaveAccessibleName(/^2 of 2 /);
  await page.getByRole('button', { name: 'Build', exact: true }).click();
  const builder = page.getByRole('dialog', { name: 'Build a filter' });
  await builder.getByRole('button', { name: 'Add a condition' }).click();
  await page.getByRole('menuitem', { name: /^Stars/ }).click();
  await builder.getByRole('combobox', { name: 'Compare' }).selectOption({ label: 'at least' });
  await builder.getByRole('combobox', { name: 'Value' }).selectOption('1');
  await expect(builder.getByText('0 turns')).toBeVisible();
  await picture(page, 'context-builder');
  await builder.getByRole('button', { name: 'Done' }).click();

  await expect(page.getByRole('button', { name: 'Filter: s>=1. Edit it' })).toBeVisible();
  await expect(page.getByText('No turn matches. Your message would go alone.').first()).toBeVisible();
});

test('one turn is left out for one voice: its payload lacks it, the others have it (W36, W68)', async ({
  house,
  provider,
  page,
}) => {
  const id = await begin(house, ...FACTS);
  await page.goto(`${house.url}/c/${id}`);
  await turn(page, 1).hover();
  await page.getByRole('button', { name: 'More for turn 1' }).click();
  await page.getByRole('combobox', { name: 'The Builder' }).selectOption({ label: 'Not sent' });
  await expect(turn(page, 1)).toContainText('not sent to 1');
  await page.keyboard.press('Escape');

  await ribbon(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('x');
  await expect(turn(page, 1)).toContainText('not sent to 2');
  await expect(page.getByText('Turn 1 · The Skeptic: not sent, left out by you').first()).toBeAttached();
  await picture(page, 'context-left-out');

  await message(page).fill('May I raise the rent?');
  await page.getByRole('button', { name: 'Inspector', exact: true }).click();
  await inspector(page).getByRole('button', { name: 'Raw bytes' }).click();
  for (const name of FIVE) {
    await inspector(page).getByRole('tab', { name }).click();
    await expect(inspector(page).getByRole('heading', { name: `What ${name} would be sent` })).toBeVisible();
    const bytes = inspector(page).getByRole('region', { name: 'The request' });
    await expect(bytes).toContainText('May I raise the rent?');
    if (name === 'The Builder' || name === 'The Skeptic') await expect(bytes).not.toContainText(FACTS[0]);
    else await expect(bytes).toContainText(FACTS[0]);
  }
  await picture(page, 'context-raw');

  const before = provider.received.length;
  await message(page).press('Enter');
  await expect(turn(page, 4)).toBeVisible();
  await untilQuiet(page);
  const lacking = provider.received.slice(before).filter(({ body }) => !body.includes(FACTS[0]));
  expect(lacking.map(nameOf).sort()).toEqual(['The Builder', 'The Skeptic']);
});

test('preview, receipt and the bytes the provider received have one hash, for every voice (I-26)', async ({
  house,
  provider,
  page,
}) => {
  for (const name of FIVE) provider.voices[name] = { says: inPieces(`“${name}” says: čekej, 待って.`) };
  const id = await begin(house, FACTS[0]);
  await page.goto(`${house.url}/c/${id}`);
  await message(page).fill('Ça va — 続ける?');
  await page.getByRole('button', { name: 'Inspector', exact: true }).click();
  const promised = new Map<string, string>();
  for (const name of FIVE) {
    await inspector(page).getByRole('tab', { name }).click();
    await expect(inspector(page).getByRole('heading', { name: `What ${name} would be sent` })).toBeVisible();
    await expect(inspector(page)).toContainText('Ça va — 続ける?');
    await expect(inspector(page).getByText('it fits the bytes shown')).toBeVisible();
    promised.set(name, await shownHash(page));
  }
  await picture(page, 'context-preview');
  const before = provider.received.length;
  await message(page).press('Enter');
  await expect(turn(page, 2)).toBeVisible();
  await untilQuiet(page);

  const replies = await readReplies(house, id, 2);
  const received = provider.received.slice(before);
  expect(received).toHaveLength(FIVE.length);
  for (const each of received) {
    const name = nameOf(each);
    const [receipt] = await readReceipts(house, replies.get(name)?.id ?? '');
    const hash = createHash('sha256').update(each.body, 'utf8').digest('hex');
    expect(promised.get(name)).toBe(hash);
    expect(receipt?.sha256).toBe(hash);
  }
});

/** Whose request it is: the first line of its system prompt says so. */
function nameOf({ json }: Received): string {
  const system = json.messages[0]?.content ?? '';
  return FIVE.find((name) => system.startsWith(`You are ${name}.`)) ?? system.slice(0, 40);
}

test('a voice sees its own words and what the others said last, never their thread (I-20)', async ({
  house,
  provider,
  page,
}) => {
  for (const name of FIVE) provider.voices[name] = { says: [`Only ${name} knows the number ${FIVE.indexOf(name)}77.`] };
  const id = await begin(house, FACTS[0], FACTS[1]);
  for (const name of FIVE) provider.voices[name] = { says: [`Now ${name} speaks of ${FIVE.indexOf(name)}88.`] };
  await page.goto(`${house.url}/c/${id}`);
  await send(page, FACTS[2]);
  await expect(turn(page, 3)).toBeVisible();
  await untilQuiet(page);
  for (const { json } of provider.received) {
    const own = FIVE.find((name) => json.messages[0]?.content.startsWith(`You are ${name}.`)) ?? '';
    const said = json.messages.filter((each) => each.role === 'assistant');
    expect(said.every((each) => each.content.includes(own))).toBe(true);
  }
});

test('a filter that changes while answers are on their way changes none, until they are stopped and asked again (W28, W76)', async ({
  house,
  provider,
  page,
}) => {
  const id = await begin(house, ...FACTS);
  await page.goto(`${house.url}/c/${id}`);
  provider.otherwise = { says: inPieces('It depends on the lease.'), holdsAt: 1 };
  await send(page, 'May I raise the rent?');
  await expect(page.getByRole('button', { name: 'Stop all' })).toBeVisible();
  await message(page).fill('And the deposit?');

  await writeFilter(page, "c'dogs'");
  await page.keyboard.press('Enter');
  await expect(page.getByText('What is being answered keeps the filter it was sent with.')).toBeVisible();
  await picture(page, 'context-earlier-filter');
  provider.otherwise = { says: inPieces('With two dogs, yes.') };
  await page.getByRole('button', { name: 'Stop, and ask again with the new one' }).click();

  await expect(words(page, 5, 'The Builder')).toHaveText('With two dogs, yes.');
  await untilQuiet(page);
  const [earlier, later] = [provider.received.at(-FIVE.length - 1), provider.received.at(-1)].map((each) => each?.body);
  expect(earlier, 'what was sent before holds every fact').toContain(FACTS[0]);
  expect(later).toContain('May I raise the rent?');
  expect(later, 'and what was sent after, what the new filter shows').toContain(FACTS[2]);
  expect(later).not.toContain(FACTS[0]);
  await expect(message(page), 'what was being written meanwhile stays').toHaveValue('And the deposit?');
  await expect(page.getByText('What is being answered keeps the filter it was sent with.')).toHaveCount(0);
  expect(
    (await readTurns(house, id)).map((each) => each.position),
    'in the place of what was stopped',
  ).toEqual([1, 2, 3, 5]);
});
