/** The memory inbox: a conversation is read, what is found waits, and only what is accepted is sent. */
import { AxeBuilder } from '@axe-core/playwright';
import { askOutside, begin, picture, readTurns, statusLine } from './desk';
import { expect, test } from './fixtures';
import { inPieces } from './provider';

// The first words of the instructions of a scan.
const SCANNER = 'You read a conversation between one person and several advisors';
const FOUND = [
  { kind: 'fact', text: 'Lives in Athens.', quote: 'We live in Athens', turn: 1 },
  { kind: 'person', text: 'Eleni is their sister.', quote: 'my sister Eleni', turn: 1 },
  { kind: 'preference', text: 'Dislikes long meetings.', quote: 'I dislike long meetings', turn: 1 },
  { kind: 'fact', text: 'Was never said.', quote: 'nobody said this', turn: 1 },
];

test('what a scan finds waits for a word, and only what is accepted reaches an advisor (D46)', async ({
  house,
  provider,
  page,
}) => {
  provider.voices = { [SCANNER]: { says: inPieces(JSON.stringify(FOUND)) } };
  const id = await begin(house, 'We live in Athens with my sister Eleni. I dislike long meetings.');
  await page.goto(`${house.url}/c/${id}`);
  await page.getByRole('link', { name: 'Documents & memory' }).click();
  await page.getByRole('link', { name: 'Memory', exact: true }).click();
  await expect(page.getByText(/Nothing is remembered yet/)).toBeVisible();
  await page.getByRole('button', { name: 'Read what is new' }).click();

  const waiting = page.getByRole('region', { name: 'Waiting for your word' });
  await expect(waiting.getByRole('heading', { level: 3 })).toHaveText(['Facts', 'Preferences', 'People']);
  await expect(page.getByRole('link', { name: 'Memory 3 wait for your word', exact: true })).toBeVisible();
  await expect(page.getByText(/3 proposed, 1 dropped/)).toBeVisible();
  await page.getByRole('button', { name: 'What was sent' }).click();
  const sent = page.getByRole('region', { name: 'The request, byte for byte' });
  const asked = provider.received.find((each) => each.body.includes(SCANNER));
  expect(await sent.textContent(), 'the bytes on the screen are those the model got').toBe(asked?.body);
  await expect(page.getByText('Worked out again in this browser: it fits the bytes shown.')).toBeVisible();
  await picture(page, 'memory-inbox');
  expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);
  await page.getByRole('button', { name: 'What was sent' }).click();

  await waiting.getByText('Lives in Athens.').click();
  await waiting.getByRole('listitem').filter({ hasText: 'Lives in Athens.' }).focus();
  await page.keyboard.press('a');
  await expect(statusLine(page)).toContainText('Accepted.');
  await expect(waiting.getByRole('listitem').filter({ hasText: 'Dislikes' })).toBeFocused();
  await page.keyboard.press('d');
  await expect(statusLine(page)).toContainText('Declined.');
  await statusLine(page).getByRole('button', { name: 'Undo' }).click();
  await expect(waiting.getByText('Dislikes long meetings.')).toBeVisible();
  await waiting.getByRole('listitem').filter({ hasText: 'Dislikes' }).getByRole('button', { name: 'Decline' }).click();
  await waiting
    .getByRole('listitem')
    .filter({ hasText: 'Eleni' })
    .getByRole('button', { name: 'Edit and accept' })
    .click();
  await page.getByRole('textbox', { name: 'What is remembered' }).fill('Eleni is my younger sister.');
  await page.getByRole('button', { name: 'Accept in these words' }).click();
  const remembered = page.getByRole('region', { name: 'Remembered' });
  await expect(remembered.getByRole('listitem')).toHaveCount(2);
  await picture(page, 'memory-accepted');

  const before = provider.received.length;
  await askOutside(house, id, 'What now?');
  const bodies = provider.received.slice(before).map((each) => each.body);
  expect(bodies.length).toBeGreaterThan(0);
  for (const body of bodies) {
    expect(body).toContain('Lives in Athens.');
    expect(body).toContain('Eleni is my younger sister.');
    expect(body).not.toContain('Dislikes long meetings.');
  }

  await remembered.getByRole('link', { name: 'turn 1' }).first().click();
  await expect(page).toHaveURL(/\/t\//);
  expect(await readTurns(house, id)).toHaveLength(2);
});

test('a scan that a crash cut off goes on by itself', async ({ house, provider, page }) => {
  provider.voices = { [SCANNER]: { says: inPieces(JSON.stringify(FOUND)), holdsAt: 1 } };
  const id = await begin(house, 'We live in Athens with my sister Eleni. I dislike long meetings.');
  await page.goto(`${house.url}/memory/${id}`);
  await page.getByRole('button', { name: 'Read what is new' }).click();
  await expect(page.getByRole('button', { name: 'Reading…' })).toBeDisabled();
  await expect.poll(() => provider.speaking).toBe(1);

  await house.kill();
  await house.start();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Reading…' })).toBeDisabled();
  provider.release();

  await expect(page.getByRole('region', { name: 'Waiting for your word' }).getByRole('listitem')).toHaveCount(3);
});
