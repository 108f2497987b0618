/** A terminal without a browser: it shows a code, somebody types the code on the page, and it asks in their name. */
import type { Page } from '@playwright/test';
import { picture } from './desk';
import { test as base, expect } from './fixtures';
import { inspectPage } from './inspect';
import { setUp, signIn, Team } from './team';
import { type Command, Terminal } from './terminal';

const test = base.extend<{ team: Team; terminal: Terminal }>({
  team: async ({ provider }, use) => {
    const team = new Team({
      ANTIPHON_PROVIDERS__STAGE__BASE_URL: await provider.start(),
      ANTIPHON_DEFAULT_MODEL: 'stage:voice',
    });
    await team.start();
    await use(team);
    await team.stop();
  },
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the pattern.
  terminal: async ({}, use) => {
    const terminal = new Terminal();
    await use(terminal);
    terminal.close();
  },
});

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.describe.configure({ timeout: 300_000 });

test('a terminal shows a code, somebody types it, and the terminal asks in their name', async ({
  team,
  terminal,
  page,
}) => {
  await setUp(page, team);
  const login = terminal.start('login', team.url);
  const code = await readCode(login);
  expect(login.said).toContain(`${team.url}/device`);

  await page.goto(`${team.url}/device`);
  await expect(page.getByLabel('Code')).toBeFocused();
  await inspectPage(page, 'a code');
  await page.keyboard.type('bcdf-ghjk');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Code')).toHaveAccessibleDescription(/No program waits for this code/);
  await page.getByLabel('Code').fill('');
  await page.keyboard.type(code.toLowerCase().replace('-', ''));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^Let antiphon on .* in\?$/ })).toBeVisible();
  await expect(page.getByText('It asks from 127.0.0.1')).toBeVisible();
  await expect(page.getByText('Ask, and read the answers')).toBeVisible();
  await inspectPage(page, 'let it in?');
  await picture(page, 'device-sure');
  await page.getByRole('button', { name: 'Let it in' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'It is let in' })).toBeVisible();

  expect(await login.ended).toBe(0);
  expect(login.said).toContain(`You are Ada at ${team.url}.`);
  expect((await terminal.run('whoami')).said).toContain('Ada, ada@example.org');
  const asked = await terminal.run('send', 'Should I sign?');
  expect(asked.code, asked.said).toBe(0);
  expect(asked.said).toContain('I would sleep on it.');
  await page.getByRole('link', { name: 'To the workbench' }).click();
  await expect(page.getByRole('link', { name: /Should I sign\?/ })).toBeVisible();

  await page.getByRole('button', { name: 'Ada', exact: true }).click();
  const tokens = page.getByRole('region', { name: 'Tokens' });
  await expect(tokens.getByText(/^antiphon on /)).toBeVisible();
  await tokens.getByRole('button', { name: 'Revoke' }).click();
  await tokens.getByRole('group').getByRole('button', { name: 'Revoke' }).click();
  await expect(tokens.getByText(/^antiphon on /)).toHaveCount(0);
  const refused = await terminal.run('send', 'Once more?');
  expect(refused.code).not.toBe(0);
  expect(refused.said).toContain('sign in first');
});

test('whoever is signed out signs in first, and a program can be sent away', async ({ team, terminal, page }) => {
  await setUp(page, team);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(`${team.url}/sign-in`);
  const login = terminal.start('login', team.url);
  const code = await readCode(login);

  await page.goto(`${team.url}/device`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await signIn(page, 'Ada');
  await typeCode(page, code);
  await page.getByRole('button', { name: 'Send it away' }).click();
  await expect(page.getByRole('heading', { name: 'It was sent away' })).toBeVisible();

  expect(await login.ended).not.toBe(0);
  expect(login.said).toContain('it was not allowed');
  await page.goto(`${team.url}/audit`);
  await expect(page.getByText(/^Ada sent antiphon on .* away\.$/)).toBeVisible();
});

async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Look it up' }).click();
  await expect(page.getByRole('heading', { name: /^Let antiphon on / })).toBeVisible();
}

function readCode(login: Command): Promise<string> {
  return login.hear(/^ {4}(\S+)\s+Waiting/m);
}
