/** A server with accounts, and what people do to come in. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { message } from './desk';
import { expect } from './fixtures';
import { freePort, House, PYTHON } from './house';

export const GOOD = 'correct horse battery';

export class Team extends House {
  constructor(environment: Record<string, string> = {}) {
    super({ ...environment, ANTIPHON_ACCOUNTS: 'on' });
    this.environment.ANTIPHON_KEY_FILE ??= writeKey(this.folder);
  }

  /** Where people reach it. */
  get address(): string {
    return this.environment.ANTIPHON_PUBLIC_URL ?? this.url;
  }

  override async start(): Promise<void> {
    this.port ||= await freePort();
    this.environment.ANTIPHON_PUBLIC_URL ??= this.url;
    await super.start();
  }

  /** The link for the first owner, as it was printed. */
  get setupLink(): string {
    const [, token] = /\/setup#(\S+)/.exec(this.said()) ?? [];
    return `${this.address}/setup#${token}`;
  }

  /** Everybody's last proof of being there was long ago. */
  ageProofs(): void {
    const change = 'UPDATE sessions SET verified_at = verified_at - 3600000';
    const script = `import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute("${change}"); c.commit()`;
    execFileSync(PYTHON, ['-c', script, join(this.folder, 'antiphon.db')]);
  }
}

/** The key that seals what people entrust to a server. */
export function writeKey(folder: string): string {
  const path = join(folder, 'antiphon.key');
  writeFileSync(path, randomBytes(32).toString('base64'), { mode: 0o600 });
  return path;
}

/** Become the first owner. */
export async function setUp(page: Page, team: Team, name = 'Ada'): Promise<void> {
  await page.goto(team.setupLink);
  await arrive(page, name, 'Become the owner');
}

/** Follow an invitation. */
export async function joinWith(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await arrive(page, name, 'Come in');
}

async function arrive(page: Page, name: string, word: string): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('E-mail address').fill(`${name.toLowerCase()}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill(GOOD);
  await page.getByRole('button', { name: word }).click();
  await expect(message(page)).toBeVisible();
}

export async function signIn(page: Page, name: string, password = GOOD): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.getByLabel('E-mail address').fill(`${name.toLowerCase()}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** The link for somebody, made on the page of people. */
export async function invite(page: Page, name: string, role = 'Member'): Promise<string> {
  const address = `${name.toLowerCase()}@example.org`;
  await page.getByLabel('Invite by e-mail').fill(address);
  await page.getByLabel('What they will be').selectOption({ label: role });
  await page.getByRole('button', { name: 'Invite' }).click();
  return page.getByLabel(`The link for ${address}`).inputValue();
}

/** Where there is no room beside the page, the places are behind a button. */
export async function visit(page: Page, place: string): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: place });
  if (!(await link.isVisible()))
    await page
      .getByRole('button', { name: /^Menu|^Library/ })
      .first()
      .click();
  await link.click();
}
