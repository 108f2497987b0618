/** Advisors use tools of a real server, and the person allows what they may do. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { AdvisorsAnswer, ServersAnswer } from '../src/protocol/generated/answers';
import {
  card,
  inspector,
  message,
  openAlong,
  openedId,
  picture,
  readReplies,
  readVoice,
  send,
  statusLine,
  untilQuiet,
  words,
} from './desk';
import { test as base, expect } from './fixtures';
import { House, PYTHON, ROOT } from './house';
import { inPieces, type Provider, type Voice } from './provider';

/** A house whose operator has set up a server of notes and believes it. */
class Desk extends House {
  get notes(): string {
    return join(this.folder, 'notes.txt');
  }

  get lines(): string[] {
    return existsSync(this.notes) ? readFileSync(this.notes, 'utf8').trim().split('\n') : [];
  }
}

const test = base.extend<{ desk: Desk }>({
  desk: async ({ provider }, use) => {
    const environment: Record<string, string> = {
      ANTIPHON_PROVIDERS__STAGE__BASE_URL: await provider.start(),
      ANTIPHON_DEFAULT_MODEL: 'stage:voice',
    };
    const desk = new Desk(environment);
    const file = join(desk.folder, 'servers.json');
    const program = {
      command: PYTHON,
      args: ['-m', 'tests.fakes.mcp_notes'],
      env: { NOTES: desk.notes, PYTHONPATH: ROOT },
      trusted: true,
    };
    writeFileSync(file, JSON.stringify({ mcpServers: { notes: program } }));
    environment.ANTIPHON_MCP_CONFIG = file;
    await desk.start();
    await use(desk);
    await desk.stop();
  },
});

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.describe.configure({ timeout: 300_000 });

const NOTED: Voice = { says: inPieces('Noted. Anything else?') };
const add = (text: string): Voice => ({
  says: inPieces('I would rather have that in writing.'),
  calls: [{ name: 'notes__add_note', arguments: { text } }],
  after: NOTED,
});

/** Let the Skeptic use the notes, once its server has said which tools it has. */
async function equip(desk: Desk): Promise<void> {
  await expect
    .poll(
      async () => {
        const { items: servers } = await desk.ask<ServersAnswer>('GET', '/v1/tools');
        return servers.find((each) => each.name === 'notes')?.tools.length;
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(1);
  await desk.ask('PATCH', '/v1/advisors/skeptic', { tools: ['notes'] });
}

async function askForNote(desk: Desk, provider: Provider, page: Page, text: string): Promise<void> {
  await equip(desk);
  provider.voices = { 'The Skeptic': add(text) };
  await page.goto(desk.url);
  await send(page, 'Please note it.');
  await expect(tool(page, 'notes/add_note')).toBeVisible();
}

const skeptic = (page: Page) => card(page, 1, 'The Skeptic');
const tool = (page: Page, name: string) => skeptic(page).getByRole('group', { name: new RegExp(`^${name}`) });
const badge = (page: Page) => page.getByRole('button', { name: /^\d+ asks?$/ });

async function expectNothingFound(page: Page, within: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().include(within).analyze();
    const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id} ${node.target.join(' ')}`));
    expect.soft(found, `${within}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

test('a tool that only reads is used in the middle of an answer, and what it said is plain text (X-02)', async ({
  desk,
  provider,
  page,
}) => {
  writeFileSync(desk.notes, '<b>milk</b> ![x](https://evil.example/x.png)\n');
  await equip(desk);
  provider.voices = {
    'The Skeptic': {
      says: inPieces('Let me look 🧐 first.'),
      calls: [{ name: 'notes__list_notes', arguments: {} }],
      after: { says: inPieces('You wrote down **milk**.') },
    },
  };
  await page.goto(desk.url);
  await message(page).fill('What did I note?');
  await openAlong(page);
  await page.getByRole('button', { name: /^Tools 10/ }).click();
  await page.getByRole('checkbox', { name: /notes\/crash/ }).uncheck();
  await expect(page.getByRole('button', { name: /^Tools 9/ })).toBeVisible();
  await picture(page, 'tools-chip');
  await page.keyboard.press('Escape');
  await send(page, 'What did I note?');
  await untilQuiet(page);

  await expect(words(page, 1, 'The Skeptic')).toHaveText(['Let me look 🧐 first.', 'You wrote down milk.']);
  await expect(tool(page, 'notes/list_notes')).toContainText('done');
  await tool(page, 'notes/list_notes').getByRole('button', { expanded: false }).click();
  await expect(tool(page, 'notes/list_notes').locator('pre')).toContainText('<b>milk</b> ![x](https://evil.example/x');
  await expect(tool(page, 'notes/list_notes').locator('img, b, a')).toHaveCount(0);
  await picture(page, 'tools-read');
  await expectNothingFound(page, '.talk');
  const asked = provider.received.filter((each) => each.body.includes('notes__list_notes'));
  expect(asked).toHaveLength(2);
  for (const { body } of asked) expect(body).not.toContain('notes__crash');

  await skeptic(page)
    .getByRole('button', { name: /^Sent|^What was sent/ })
    .click();
  await expect(inspector(page).getByText('what it is told about 9 tools')).toBeVisible();
  await expect(inspector(page)).not.toContainText('not here any more');
  await expect(inspector(page).getByText('round 2, with results of tools')).toBeVisible();
  await expect(inspector(page).getByText('calls notes__list_notes')).toBeVisible();
  await picture(page, 'tools-inspector');
  await expectNothingFound(page, '.insp');
});

test('a question outlives a reload and a killed server, and what is allowed happens once (I-55)', async ({
  desk,
  provider,
  page,
}) => {
  await askForNote(desk, provider, page, 'call mother');
  await expect(tool(page, 'notes/add_note')).toContainText('asks you');
  await expect(tool(page, 'notes/add_note').locator('pre')).toContainText('"text": "call mother"');
  await expect(badge(page)).toHaveText('1 asks');
  await picture(page, 'tools-asks');
  await expectNothingFound(page, '.talk');
  await page.emulateMedia({ colorScheme: 'dark' });
  await picture(page, 'tools-asks-dark');
  await page.emulateMedia({ colorScheme: 'light' });

  await page.reload();
  await expect(tool(page, 'notes/add_note')).toContainText('asks you');
  await expect(page.getByText('The Skeptic asks to use notes/add_note.')).toBeAttached();
  await desk.kill();
  expect(desk.lines).toEqual([]);
  await desk.start();
  await expect(tool(page, 'notes/add_note')).toContainText('asks you');
  await page.setViewportSize({ width: 390, height: 844 });
  await readVoice(page, 1, 'The Skeptic');
  await tool(page, 'notes/add_note').scrollIntoViewIfNeeded();
  await picture(page, 'tools-asks-phone');
  await badge(page).click();
  await expect(page.getByRole('dialog', { name: 'Waiting for your word' })).toContainText('call mother');
  await picture(page, 'tools-dialog-phone');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });

  await tool(page, 'notes/add_note')
    .getByRole('button', { name: /^Allow once/ })
    .click();
  await expect(words(page, 1, 'The Skeptic').last()).toHaveText('Noted. Anything else?');
  await expect(tool(page, 'notes/add_note')).toContainText('done');
  await expect(tool(page, 'notes/add_note').getByRole('button').first()).toBeFocused();
  expect(desk.lines).toEqual(['call mother']);
  await expect(badge(page)).toHaveCount(0);
});

test('arguments are changed in the dialog, by keys alone', async ({ desk, provider, page }) => {
  await askForNote(desk, provider, page, 'everything');
  await message(page).focus();
  await page.keyboard.press('Alt+w');
  const dialog = page.getByRole('dialog', { name: 'Waiting for your word' });
  await expect(dialog).toContainText('The Skeptic asks to use notes/add_note');
  await expect(dialog).toContainText('Write a note down.');
  await picture(page, 'tools-dialog');
  await expectNothingFound(page, '.approvals');
  await dialog.getByRole('button', { name: /^Change/ }).focus();
  await page.keyboard.press('Enter');
  const field = dialog.getByRole('textbox', { name: /^Arguments for notes\/add_note/ });
  await expect(field).toBeFocused();
  await field.fill('{"text": 5}');
  await expect(dialog.getByRole('alert')).toHaveText('text must be of type string.');
  await picture(page, 'tools-wrong');
  await field.fill('{"text": "only this"}');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(message(page)).toBeFocused();
  await untilQuiet(page);

  expect(desk.lines).toEqual(['only this']);
  await tool(page, 'notes/add_note').getByRole('button', { expanded: false }).click();
  await expect(tool(page, 'notes/add_note').locator('del')).toContainText('everything');
  await expect(tool(page, 'notes/add_note').locator('ins')).toContainText('only this');
  await expect(tool(page, 'notes/add_note')).toContainText('What the advisor was told');
  await picture(page, 'tools-changed');
});

test('a refusal is told with its reason', async ({ desk, provider, page }) => {
  await askForNote(desk, provider, page, 'secret');
  await tool(page, 'notes/add_note')
    .getByRole('button', { name: /^Reject/ })
    .click();
  await page.getByRole('textbox', { name: 'Why not' }).fill('Not in writing.');
  await page.keyboard.press('Enter');
  await untilQuiet(page);

  expect(desk.lines).toEqual([]);
  const id = await openedId(page);
  const [use] = (await readReplies(desk, id, 1)).get('The Skeptic')?.tools ?? [];
  expect([use?.status, use?.result]).toEqual(['rejected', 'Not in writing.']);
  expect(provider.received.at(-1)?.body).toContain('Not in writing.');
  await expect(tool(page, 'notes/add_note')).toContainText('not allowed');
});

test('always for one tool, seen on the page of tools, and taken back', async ({ desk, provider, page }) => {
  await askForNote(desk, provider, page, 'one');
  await tool(page, 'notes/add_note')
    .getByRole('button', { name: /^Always/ })
    .click();
  await untilQuiet(page);
  expect(desk.lines).toEqual(['one']);
  provider.voices = { 'The Skeptic': add('two') };
  await send(page, 'And the next.');
  await expect(card(page, 2, 'The Skeptic')).toContainText('Noted.');
  await untilQuiet(page);
  expect(desk.lines).toEqual(['one', 'two']);

  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Tools', exact: true }).click();
  await page.getByText(/^10 tools/).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'list_notes' })).toContainText('reads only');
  await expect(page.getByRole('listitem').filter({ hasText: 'Write a note down.' })).toContainText('always allowed');
  await picture(page, 'tools-page');
  await expectNothingFound(page, '.page-body');
  await page.emulateMedia({ colorScheme: 'dark' });
  await picture(page, 'tools-page-dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.getByRole('button', { name: 'Have notes/add_note ask again' }).click();
  await expect(statusLine(page)).toContainText('notes/add_note asks again.');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('wiki');
  await page.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:9/mcp');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('alert')).toBeVisible();

  await page.goto(`${desk.url}/advisors/skeptic`);
  await page.getByRole('checkbox', { name: /^All of notes/ }).uncheck();
  await page.getByRole('checkbox', { name: /^list_notes/ }).check();
  await expect(page.getByText(/^It is told about one tool with every message/)).toBeVisible();
  await page.getByText(/^It is told about one tool/).scrollIntoViewIfNeeded();
  await picture(page, 'tools-allowance');
  await expectNothingFound(page, '.allowance');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(statusLine(page)).toContainText('Saved as version');
  const { items: advisors } = await desk.ask<AdvisorsAnswer>('GET', '/v1/advisors');
  expect(advisors.find((each) => each.id === 'skeptic')?.tools).toEqual(['notes/list_notes']);
});

test('a server is added by its address, says why it cannot be asked, and is taken away and brought back', async ({
  desk,
  page,
}) => {
  desk.environment.ANTIPHON_ALLOW_PRIVATE_TOOLS = 'true';
  await desk.kill();
  await desk.start();
  await page.goto(`${desk.url}/tools`);
  await expect(page.getByRole('region', { name: 'notes' })).toContainText('10 tools');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('my wiki');
  await expect(page.getByText('Letters, digits, - and _ only, at most 40.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('wiki');
  await page.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:9/mcp');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const wiki = page.getByRole('region', { name: 'wiki' });
  await expect(wiki).toContainText('could not be asked', { timeout: 60_000 });
  await expect(wiki).toContainText('added here');
  await expect(wiki.locator('.wrong')).toContainText('wiki');
  await wiki.scrollIntoViewIfNeeded();
  await picture(page, 'tools-server');
  await expectNothingFound(page, '.page-body');

  await wiki.getByRole('button', { name: 'Switch off wiki' }).click();
  await expect(wiki).toContainText('switched off');
  await wiki.getByRole('button', { name: 'Remove wiki' }).click();
  await expect(wiki).toHaveCount(0);
  await statusLine(page).getByRole('button', { name: 'Undo' }).click();
  await expect(wiki).toContainText('could not be asked', { timeout: 60_000 });
});
