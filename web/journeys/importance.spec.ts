/** What things are worth: the reasons, the person's own word, pins, and the rules for what goes first side by side. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { begin, card, inspector, message, picture, readTurns, send, turn, untilQuiet } from './desk';
import { expect, test } from './fixtures';

const LONG = ' and more words that only take up room'.repeat(20);
const TALK = [1, 2, 3, 4, 5, 6].map((number) => `Fact ${number}: it rained${LONG}`);

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.describe.configure({ timeout: 300_000 });

async function expectNothingFound(page: Page, within: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().include(within).analyze();
  expect(violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id} ${node.target.join(' ')}`))).toEqual([]);
}

test('a score says why, the person overrules it, and a pin says who set it (M32, M39, D34)', async ({
  house,
  provider,
  page,
}) => {
  provider.otherwise = { says: ['Which one do you mean?'] };
  const id = await begin(house, 'It must be done by May.');
  await page.goto(`${house.url}/c/${id}`);

  await turn(page, 1).getByRole('button', { name: 'More for turn 1' }).click();
  await page.getByRole('button', { name: 'What it weighs' }).click();
  const why = page.getByRole('dialog', { name: 'Why 0.9?' });
  await expect(why.locator('q')).toHaveText('must');
  await expect(why.getByText('at least 0.9')).toBeVisible();
  await expect(why.getByText('Kept by rule: one of the first three.')).toBeVisible();
  await picture(page, 'importance-why');
  await expectNothingFound(page, '.weighing');
  await why.getByRole('button', { name: 'Keep no longer' }).click();
  await expect(why.getByText('Not kept.')).toBeVisible();
  await page.keyboard.press('Escape');

  const answer = card(page, 1, 'The Skeptic');
  await answer.getByRole('button', { name: 'More for The Skeptic' }).click();
  await page.getByRole('menuitem', { name: 'What it weighs' }).click();
  const own = page.getByRole('slider', { name: 'What it is worth to you' });
  await own.focus();
  await page.keyboard.press('Home');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await expect(answer.getByRole('button', { name: /weighs less: 0, set by you$/ })).toBeVisible();
  const [kept] = await readTurns(house, id);
  expect([kept?.pinned, kept?.replies.find((each) => each.name === 'The Skeptic')?.worth]).toEqual([false, 0]);

  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(answer.getByRole('button', { name: /set by you$/ })).toHaveCount(0);
});

test('three rules side by side; one click, and the next message goes by it (D17)', async ({
  house,
  provider,
  page,
}) => {
  const id = await begin(house, ...TALK);
  const turns = await readTurns(house, id);
  const marks = `/v1/conversations/${id}/marks`;
  await house.ask('POST', marks, { turn_ids: turns.map((each) => each.id), pinned: false });
  await house.ask('POST', marks, { turn_ids: [turns[0]?.id], worth: 1 });
  await house.ask('PUT', '/v1/settings/history_chars', { value: 5_500 });
  await page.goto(`${house.url}/c/${id}`);
  await message(page).fill('So, what now?');
  await page.getByRole('button', { name: 'Inspector', exact: true }).click();

  const pane = inspector(page).locator('.policies');
  await pane.getByRole('button', { name: 'Compare' }).click();
  const first = pane.getByRole('row', { name: /^1 the rules differ/ });
  await expect(first.getByRole('cell')).toHaveText(['not sent', 'sent', 'not sent']);
  await pane.scrollIntoViewIfNeeded();
  await picture(page, 'importance-policies');
  await expectNothingFound(page, '.policies');

  await pane.getByRole('button', { name: 'Least important first' }).click();
  await expect(pane.getByRole('button', { name: 'Least important first' })).toHaveAttribute('aria-pressed', 'true');
  await inspector(page).getByRole('button', { name: 'Close', exact: true }).first().click();
  provider.received.length = 0;
  await send(page, 'So, what now?');
  await untilQuiet(page);

  expect(provider.received.length).toBeGreaterThan(0);
  for (const { body } of provider.received) expect(body).toContain('Fact 1: it rained');
});
