/** Accounts, from the first owner to the last line of what was done: several people, several browsers, one server. */
import { message, picture, send, turn, untilQuiet } from './desk';
import { test as base, expect, watch } from './fixtures';
import { inspectPage } from './inspect';
import { GOOD, invite, joinWith, setUp, signIn, Team, visit } from './team';

const test = base.extend<{ team: Team }>({
  team: async ({ provider }, use) => {
    const team = new Team({
      ANTIPHON_PROVIDERS__STAGE__BASE_URL: await provider.start(),
      ANTIPHON_DEFAULT_MODEL: 'stage:voice',
    });
    await team.start();
    await use(team);
    await team.stop();
  },
});

// Colours that are on their way to another are no colours of ours.
test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.describe.configure({ timeout: 300_000 });

test('the first owner follows the printed link, and what it ends with leaves the address', async ({ team, page }) => {
  await page.goto(`${team.url}/c/anything`);
  await expect(page.getByRole('heading', { name: 'Not set up yet' })).toBeVisible();
  await inspectPage(page, 'not set up');
  await page.goto(team.setupLink);
  await expect(page.getByLabel('Name')).toBeFocused();
  expect(page.url()).toBe(`${team.url}/setup`);
  await inspectPage(page, 'set up');

  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('E-mail address').fill('ada@example.org');
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Become the owner' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/fewer than 10 characters/);
  await page.getByLabel('Password', { exact: true }).fill(GOOD);
  await page.keyboard.press('Enter');

  await expect(message(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('link', { name: 'People' })).toBeVisible();
});

test('somebody is invited, suspended in the middle of a sentence, and let in again', async ({
  team,
  page,
  browser,
  trouble,
}) => {
  await setUp(page, team);
  await visit(page, 'People');
  const link = await invite(page, 'Bob');
  await expect(page.getByRole('row', { name: /bob@example.org/ })).toBeVisible();
  await picture(page, 'people-invited');
  const context = await browser.newContext();
  const bobs = await context.newPage();
  watch(bobs, trouble);
  await joinWith(bobs, link, 'Bob');
  await expect(bobs.getByRole('link', { name: 'People' })).toHaveCount(0);
  await send(bobs, 'Should I sign?');
  await expect(turn(bobs, 1)).toBeVisible();
  await untilQuiet(bobs);
  const address = bobs.url();
  await message(bobs).fill('Half a thought');

  await page.reload();
  await page.getByRole('button', { name: 'More for Bob' }).click();
  await inspectPage(page, 'people, menu', { menu: true });
  await page.getByRole('menuitem', { name: 'Suspend' }).click();
  await page
    .getByRole('group', { name: /^Bob is signed out/ })
    .getByRole('button', { name: 'Suspend' })
    .click();
  await expect(page.getByText('suspended', { exact: true })).toBeVisible();
  await expect(bobs.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await signIn(bobs, 'Bob');
  await expect(bobs.getByText('This address and this password do not belong together.')).toBeVisible();
  await inspectPage(bobs, 'sign in, refused');
  await page.getByRole('button', { name: 'More for Bob' }).click();
  await page.getByRole('menuitem', { name: 'Let in again' }).click();
  await expect(page.getByText('suspended', { exact: true })).toHaveCount(0);
  await signIn(bobs, 'Bob');

  await expect(message(bobs)).toHaveValue('Half a thought');
  await expect(turn(bobs, 1)).toBeVisible();
  expect(bobs.url()).toBe(address);
  await page.getByRole('link', { name: 'What was done' }).click();
  for (const deed of ['Ada invited bob@example.org.', 'Bob came in.', 'Ada suspended Bob.', 'Ada let Bob in again.'])
    await expect(page.getByText(deed)).toBeVisible();
  await expect(page.getByText('Somebody tried to sign in as Bob and was refused.')).toBeVisible();
  await inspectPage(page, 'what was done');
  await context.close();
});

test('somebody changes their name and their address, and signs in with it', async ({ team, page }) => {
  await setUp(page, team);
  await page.getByRole('button', { name: 'Ada', exact: true }).click();
  // Who it is is believed for two seconds.
  team.ageProofs();
  await page.waitForTimeout(2_500);
  await page.getByRole('button', { name: 'Change name or address' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
  await page.getByLabel('E-mail address').fill('lovelace@example.org');
  await inspectPage(page, 'name and address');
  await picture(page, 'profile');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Your password, once more' });
  await dialog.getByLabel('Password', { exact: true }).fill(GOOD);
  await page.keyboard.press('Enter');

  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: 'lovelace@example.org' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ada Lovelace', exact: true })).toBeVisible();
  await visit(page, 'People');
  await page.getByRole('link', { name: 'What was done' }).click();
  await expect(page.getByText('Ada is called Ada Lovelace now.')).toBeVisible();
  await expect(page.getByText('Ada changed their e-mail address to lovelace@example.org.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click();
  await page.getByLabel('E-mail address').fill('lovelace@example.org');
  await page.getByLabel('Password', { exact: true }).fill(GOOD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Ada Lovelace', exact: true })).toBeVisible();
});

test('a token may spend so much and no more, and shows what it has spent', async ({ team, page }) => {
  await setUp(page, team);
  await page.getByRole('button', { name: 'Ada', exact: true }).click();
  await page.getByRole('button', { name: 'Make a token' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Night job');
  await page.getByRole('textbox', { name: 'Dollars a day' }).fill('-2');
  await expect(page.getByText('A number above 0, or nothing.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Make a token' })).toBeDisabled();
  await page.getByRole('textbox', { name: 'Dollars a day' }).fill('2,50');
  await page.getByRole('button', { name: 'Make a token' }).click();
  await expect(page.getByText('$0.00 today, $0.00 this month')).toBeVisible();
  await expect(page.getByText('at most $2.50 a day')).toBeVisible();

  await page.getByRole('button', { name: 'Change the limits of Night job' }).click();
  await page.getByRole('textbox', { name: 'Dollars a day' }).fill('');
  await page.getByRole('textbox', { name: 'Dollars a month' }).fill('20');
  await inspectPage(page, 'a token is limited');
  await picture(page, 'token-limits');
  await page.getByRole('button', { name: 'Save limits' }).click();
  await expect(page.getByText('at most $20.00 a month')).toBeVisible();
  await expect(page.getByText('at most $2.50 a day')).toHaveCount(0);
});

test('a token is shown once and revoked, and after a while the password is asked for first', async ({ team, page }) => {
  await setUp(page, team);
  await page.getByRole('button', { name: 'Ada', exact: true }).click();
  await page.getByRole('button', { name: 'Make a token' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Night job');
  await page.getByRole('checkbox', { name: /^Read conversations/ }).check();
  await inspectPage(page, 'a token is made');
  await page.getByRole('button', { name: 'Make a token' }).click();
  const token = await page.getByLabel('The new token').inputValue();
  const read = () => fetch(`${team.url}/v1/conversations`, { headers: { Authorization: `Bearer ${token}` } });
  expect((await read()).status).toBe(200);
  await page.reload();
  await expect(page.getByText('Night job')).toBeVisible();
  await expect(page.getByLabel('The new token')).toHaveCount(0);
  await page.getByRole('button', { name: 'Revoke' }).click();
  await page
    .getByRole('group', { name: /Night job/ })
    .getByRole('button', { name: 'Revoke' })
    .click();
  await expect(page.getByText('Night job')).toHaveCount(0);
  expect((await read()).status).toBe(401);

  // Who it is is believed for two seconds.
  team.ageProofs();
  await page.waitForTimeout(2_500);
  await page.getByRole('button', { name: 'Make a token' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Day job');
  await page.getByRole('button', { name: 'Make a token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your password, once more' });
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
  await inspectPage(page, 'the password once more');
  await picture(page, 'verify');
  await dialog.getByLabel('Password', { exact: true }).fill('another horse battery');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('This is not your password.')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill(GOOD);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByLabel('The new token')).toBeVisible();

  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click();
  await expect(page).toHaveURL(`${team.url}/sign-in`);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key !== 'antiphon.preferences'))).toEqual(
    [],
  );
  await signIn(page, 'Ada');
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
});

test('a forgotten password is chosen anew with a link', async ({ team, page, browser, trouble }) => {
  await setUp(page, team);
  await visit(page, 'People');
  const context = await browser.newContext();
  const bobs = await context.newPage();
  watch(bobs, trouble);
  await joinWith(bobs, await invite(page, 'Bob', 'Reader'), 'Bob');
  await page.reload();
  await page.getByRole('button', { name: 'More for Bob' }).click();
  await page.getByRole('menuitem', { name: 'Make a link for another password' }).click();
  const link = await page.getByLabel(/^A link for Bob/).inputValue();

  await bobs.goto(link);
  await expect(bobs.getByLabel('New password')).toBeFocused();
  await inspectPage(bobs, 'another password');
  await bobs.getByLabel('New password').fill('another horse entirely');
  await bobs.keyboard.press('Enter');
  await expect(bobs.getByText('Your password was changed.')).toBeVisible();
  await signIn(bobs, 'Bob', 'another horse entirely');
  await expect(message(bobs)).toBeVisible();
  await bobs.goto(link);
  await expect(bobs.getByLabel('New password')).toBeFocused();
  await bobs.getByLabel('New password').fill(GOOD);
  await bobs.keyboard.press('Enter');
  await expect(bobs.getByRole('heading', { name: 'This link no longer counts' })).toBeVisible();
  await inspectPage(bobs, 'a link that no longer counts');
  await context.close();
});

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const)
  test(`every page of accounts stands at ${width}`, async ({ team, page, browser }) => {
    await page.setViewportSize({ width, height });
    await setUp(page, team);
    await page.goto(`${team.url}/people`);
    await invite(page, 'Bob');
    for (const [address, heading] of [
      ['/people', 'People'],
      ['/audit', 'What was done'],
      ['/settings', 'Where you are signed in'],
    ] as const) {
      await page.goto(team.url + address);
      await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
      if (address === '/settings') await page.getByRole('button', { name: 'Change the password' }).click();
      await inspectPage(page, `${address} at ${width}`);
      await look(page, `${address.slice(1)}-${width}`);
    }
    const context = await browser.newContext({ viewport: { width, height } });
    const stranger = await context.newPage();
    await stranger.goto(team.url);
    await expect(stranger.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(stranger.getByLabel('E-mail address')).toBeFocused();
    await inspectPage(stranger, `sign in at ${width}`);
    await look(stranger, `sign-in-${width}`);
    await context.close();
  });

/** In both themes, and nothing stands out at the side. */
async function look(page: Parameters<typeof picture>[0], name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await picture(page, `accounts-${name}-${colorScheme}`);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
}

test('where accounts are off there is nothing of them, and nobody is asked', async ({ rehearsal, page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));

  await page.goto(`${rehearsal.url}/settings`);
  await expect(page.getByRole('heading', { name: 'Appearance' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Account' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'People' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Sign out' })).toHaveCount(0);

  expect(asked.filter((path) => /^\/v1\/(auth|me|people|audit)(\/|$)/.test(path))).toEqual([]);
  expect(asked).toContain('/v1/status');
});
