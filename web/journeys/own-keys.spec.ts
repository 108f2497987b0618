/** Keys of one's own: the owner settles whose keys pay, somebody brings theirs, and the receipt says so. */
import { card, inspector, picture, send, untilQuiet } from './desk';
import { test as base, expect, watch } from './fixtures';
import { inspectPage } from './inspect';
import { invite, joinWith, setUp, Team, visit } from './team';

const BOBS = 'sk-bob-9d41c7e2a05fb638';

const test = base.extend<{ team: Team }>({
  team: async ({ provider }, use) => {
    const team = new Team({
      ANTIPHON_PROVIDERS__STAGE__BASE_URL: await provider.start(),
      ANTIPHON_PROVIDERS__STAGE__API_KEY: 'sk-instance-5be8f1904c7a',
      ANTIPHON_DEFAULT_MODEL: 'stage:voice',
    });
    await team.start();
    await use(team);
    await team.stop();
  },
});

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.describe.configure({ timeout: 300_000 });

test('somebody brings a key, pays with it, and takes it away', async ({ team, provider, page, browser, trouble }) => {
  provider.key = BOBS;
  await setUp(page, team);
  await visit(page, 'People');
  const link = await invite(page, 'Bob');
  await visit(page, 'Settings');
  const policy = page.getByRole('combobox', { name: 'Whose keys pay' });
  await policy.selectOption({ label: 'The workspace’s, where it has one' });
  await expect(page.getByRole('button', { name: 'Add a key for stage' })).toBeVisible();
  await policy.selectOption({ label: 'People’s own, and no others' });
  await expect(page.getByRole('region', { name: 'Keys of the workspace' })).toHaveCount(0);

  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const bobs = await context.newPage();
  watch(bobs, trouble);
  await joinWith(bobs, link, 'Bob');
  await send(bobs, 'Should I sign?');
  await untilQuiet(bobs);
  await expect(card(bobs, 1, 'The Skeptic')).toContainText('no key of your own');
  expect(provider.received).toEqual([]);

  const address = bobs.url();
  await visit(bobs, 'Settings');
  const keys = bobs.getByRole('region', { name: 'Keys of your own' });
  await keys.getByRole('button', { name: 'Add a key for stage' }).click();
  await keys.getByLabel('stage').fill('sk-somebody-elses');
  await keys.getByRole('button', { name: 'Test and keep' }).click();
  await expect(keys.getByLabel('stage')).toHaveAccessibleDescription(/key was not accepted/);
  await keys.getByLabel('stage').fill(BOBS);
  await bobs.keyboard.press('Enter');
  await expect(keys.getByText(`…${BOBS.slice(-4)}`)).toBeVisible();
  await inspectPage(bobs, 'settings, keys of one’s own');
  await keys.scrollIntoViewIfNeeded();
  await picture(bobs, 'own-keys');

  await bobs.goto(address);
  await send(bobs, 'And now?');
  await untilQuiet(bobs);
  await card(bobs, 2, 'The Skeptic').getByRole('button', { name: /^Sent/ }).click();
  await expect(inspector(bobs).getByText('your own key')).toBeVisible();

  await inspector(bobs).getByRole('button', { name: 'Close', exact: true }).click();
  await visit(bobs, 'Settings');
  await keys.getByRole('button', { name: 'Remove' }).click();
  await keys.getByRole('group').getByRole('button', { name: 'Remove' }).click();
  await expect(keys.getByText('None yet.')).toBeVisible();
  await context.close();
});
