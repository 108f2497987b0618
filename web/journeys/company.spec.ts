/** A company's day: two people, two nodes behind a proxy, a provider who vouches, a terminal, a key, a suspension. */
import { type Browser, test as base, chromium, expect, type Page } from '@playwright/test';
import { CHROMIUM } from './chromium';
import { Company, proveThere, TITLE } from './company';
import { card, message, picture, send, untilQuiet } from './desk';
import { watch } from './fixtures';
import { inPieces, Provider } from './provider';
import { invite, joinWith, setUp, signIn, visit } from './team';
import { Terminal } from './terminal';

const KEY = 'sk-company-1a2b3c4d5e6f7a8b';

const test = base.extend<{ company: Company; provider: Provider; screens: Browser }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the pattern.
  company: async ({}, use) => {
    const company = new Company();
    await company.start();
    await use(company);
    await company.stop();
  },
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the pattern.
  provider: async ({}, use) => {
    const provider = new Provider();
    provider.key = KEY;
    await use(provider);
    provider.stop();
  },
  // One that trusts the company's certificate, as the machines of a company do.
  screens: async ({ company }, use) => {
    const trusted = `--ignore-certificate-errors-spki-list=${company.fingerprint}`;
    const browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ['--no-sandbox', '--disable-gpu', trusted],
    });
    await use(browser);
    await browser.close();
  },
});

// A database, two nodes, a proxy and a provider are started within it.
test.describe.configure({ timeout: 600_000 });

test('from the printed link to a suspension in the middle of a sentence', async ({ screens, company, provider }) => {
  const steps = new Steps();
  const trouble: string[] = [];
  const ada = await open(screens, trouble);
  const bob = await open(screens, trouble);
  const terminal = new Terminal({ SSL_CERT_FILE: company.certificate });
  const address = await provider.start();

  await steps.take('Ada sets it up by the printed link', () => setUp(ada, company.last));
  await steps.take('Ada enters a key, and a wrong one is refused', () => connect(ada, address));
  await steps.take('Ada asks, and the key is used', async () => {
    await send(ada, 'Should we move the office?');
    await expect(card(ada, 1, 'The Skeptic')).toContainText('I would sleep on it.');
    await untilQuiet(ada);
    expect(provider.received.length).toBeGreaterThanOrEqual(5);
  });
  const link = await steps.take('Ada invites Bob', async () => {
    await visit(ada, 'People');
    return invite(ada, 'Bob');
  });
  await look(ada, 'people');
  await steps.take('Bob joins by the link', () => joinWith(bob, link, 'Bob'));
  await steps.take('Bob signs out and in with his password', async () => {
    await bob.getByRole('button', { name: 'Sign out' }).click();
    await expect(bob).toHaveURL(`${company.address}/sign-in`);
    await look(bob, 'sign-in');
    await signIn(bob, 'Bob');
    await expect(message(bob)).toBeVisible();
  });
  await steps.take('Bob links the company', () => linkCompany(bob, company));
  await look(bob, 'account');
  await steps.take('Ada cannot link what is Bob’s', () => linkAnothers(ada, company));
  await steps.take('Bob signs out, and in through the company', () => signInThere(bob, company));
  await steps.take('Bob signs out here and there, and in again', () => leaveThere(bob, company));
  await steps.take('Bob shows once more who he is, at the company', () => verifyThere(bob));
  await steps.take('Bob lets a terminal in, and it asks', () => letIn(bob, terminal, company));

  provider.otherwise = { says: inPieces('I would sleep on it, and on the next one, too.'), holdsAt: 2 };
  await bob.goto(company.address);
  await send(bob, 'Shall I go on?');
  await expect(card(bob, 1, 'The Skeptic')).toContainText('I would');
  const took = await steps.take('Bob is suspended while he is answered', () => suspend(ada, bob, company));
  expect(took).toBeLessThan(5_000);
  await look(bob, 'suspended');
  provider.release();

  await steps.take('Bob and his terminal are kept out', async () => {
    await bob.getByRole('button', { name: `Continue with ${TITLE}` }).click();
    await expect(bob.getByText('Your account here is suspended. Ask whoever runs this Antiphon.')).toBeVisible();
    expect((await terminal.run('whoami')).said).toContain('sign in first');
  });
  await look(bob, 'suspended-there');
  await ada.goto(`${company.address}/audit`);
  await expect(ada.getByText('Ada suspended Bob.')).toBeVisible();
  await expect(ada.getByText('Somebody who came through company was refused (suspended).')).toBeVisible();
  await look(ada, 'audit');

  steps.print();
  terminal.close();
  for (const page of [ada, bob]) await page.close();
  expect(trouble).toEqual([]);
});

/** A page of somebody's own. What the provider's pages would like to have from elsewhere they do without. */
async function open(browser: Browser, trouble: string[]): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' });
  await context.route(/fonts\.googleapis\.com/, (route) => route.abort());
  const page = await context.newPage();
  const seen: string[] = [];
  watch(page, seen);
  page.on('close', () => {
    const own = /^asked https:\/\/(localhost:|fonts\.googleapis\.com)/;
    trouble.push(...seen.filter((each) => !own.test(each)));
  });
  return page;
}

async function connect(page: Page, address: string): Promise<void> {
  const form = page.getByRole('region', { name: /scripted voices/ });
  await form.getByText('any OpenAI-like server').click();
  await form.getByLabel('Its address').fill(address);
  await form.getByLabel('Its key').fill('sk-company-wrong');
  await form.getByRole('button', { name: 'Test the key' }).click();
  await expect(form.getByText(`${new URL(address).host} does not know this key.`)).toBeVisible();
  await form.getByLabel('Its key').fill(KEY);
  await form.getByRole('button', { name: 'Test the key' }).click();
  const voices = page.getByRole('dialog', { name: 'A model for each of five voices' });
  await expect(voices.getByText('heard')).toHaveCount(5);
  await voices.getByRole('button', { name: 'Use these five and ask' }).click();
  await expect(voices).toBeHidden();
}

async function linkCompany(page: Page, { address }: Company): Promise<void> {
  await page.getByRole('button', { name: 'Bob', exact: true }).click();
  await expect(page.getByText('Nobody is linked yet.')).toBeVisible();
  await page.getByRole('button', { name: `Link ${TITLE}` }).click();
  await proveThere(page, 'bob');
  await expect(page).toHaveURL(`${address}/settings`);
  await expect(page.getByRole('button', { name: `Unlink ${TITLE}` })).toBeVisible();
  await expect(page.getByText('You may not operate this.')).toHaveCount(0);
}

async function linkAnothers(page: Page, { address }: Company): Promise<void> {
  await page.goto(`${address}/settings`);
  await expect(page.getByRole('heading', { name: 'Spending', exact: true })).toBeVisible();
  await look(page, 'settings');
  await page.getByRole('button', { name: `Link ${TITLE}` }).click();
  await proveThere(page, 'bob');
  await expect(page.getByRole('heading', { name: 'That did not work' })).toBeVisible();
  await expect(page.getByText(/^That account is linked to somebody else here\./)).toBeVisible();
  await look(page, 'not-done');
  await page.getByRole('link', { name: 'Back to your account' }).click();
  await expect(page).toHaveURL(`${address}/settings`);
  await expect(page.getByText('Nobody is linked yet.')).toBeVisible();
}

/** The session here was one of a password, so signing out leads nowhere else. */
async function signInThere(page: Page, { address }: Company): Promise<void> {
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click();
  await expect(page).toHaveURL(`${address}/sign-in`);
  await page.getByRole('button', { name: `Continue with ${TITLE}` }).click();
  await expect(message(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Bob', exact: true })).toBeVisible();
}

async function verifyThere(page: Page): Promise<void> {
  const make = async () => {
    await page.getByRole('button', { name: 'Make a token' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Night job');
    await page.getByRole('button', { name: 'Make a token' }).click();
  };
  await page.getByRole('button', { name: 'Bob', exact: true }).click();
  await make();
  const dialog = page.getByRole('dialog', { name: 'Your password, once more' });
  await expect(dialog.getByRole('button', { name: `Continue with ${TITLE}` })).toBeVisible();
  await look(page, 'verify');
  await dialog.getByRole('button', { name: `Continue with ${TITLE}` }).click();
  await proveThere(page, 'bob');
  await expect(page.getByText(/through a provider/)).toBeVisible();
  await make();
  await expect(page.getByLabel('The new token')).toBeVisible();
}

/** This session came from the company, so signing out leads there and back. */
async function leaveThere(page: Page, { address }: Company): Promise<void> {
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click();
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await expect(page).toHaveURL(`${address}/sign-in`);
  await page.getByRole('button', { name: `Continue with ${TITLE}` }).click();
  await proveThere(page, 'bob');
  await expect(message(page)).toBeVisible();
}

async function letIn(page: Page, terminal: Terminal, { address }: Company): Promise<void> {
  const login = terminal.start('login', address);
  const code = await login.hear(/^ {4}(\S+)\s+Waiting/m);
  await page.goto(`${address}/device`);
  await page.getByLabel('Code').fill(code);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Let it in' }).click();
  await expect(page.getByRole('heading', { name: 'It is let in' })).toBeVisible();
  expect(await login.ended, login.said).toBe(0);
  const asked = await terminal.run('send', 'Should I sign?');
  expect(asked.said).toContain('I would sleep on it.');
  expect(asked.code).toBe(0);
}

/** How long it takes from the last click until the other page says so. */
async function suspend(page: Page, other: Page, { address }: Company): Promise<number> {
  await page.goto(`${address}/people`);
  await page.getByRole('button', { name: 'More for Bob' }).click();
  await page.getByRole('menuitem', { name: 'Suspend' }).click();
  const sure = page.getByRole('group', { name: /^Bob is signed out/ }).getByRole('button', { name: 'Suspend' });
  const began = performance.now();
  await sure.click();
  await expect(other.getByText(/^You are no longer signed in:/)).toBeVisible();
  return performance.now() - began;
}

/** Milliseconds that pictures took, which are no part of any step. */
let drawing = 0;

/** As wide as a desk and as narrow as a phone, in both themes; nothing stands out at the side. */
async function look(page: Page, name: string): Promise<void> {
  const began = performance.now();
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await picture(page, `company-${name}-${width}-${colorScheme}`);
    }
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), name).toBe(true);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
  drawing += performance.now() - began;
}

/** What is done one after the other, and how long each takes. */
class Steps {
  readonly #took: string[] = [];

  async take<Value>(name: string, deed: () => Promise<Value>): Promise<Value> {
    const began = performance.now() - drawing;
    const value = await test.step(name, deed);
    const seconds = ((performance.now() - drawing - began) / 1000).toFixed(1);
    this.#took.push(`${seconds.padStart(7)} s  ${name}${typeof value === 'number' ? `: ${Math.round(value)} ms` : ''}`);
    return value;
  }

  print(): void {
    process.stdout.write(`${this.#took.join('\n')}\n`);
  }
}
