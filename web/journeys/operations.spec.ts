/** Whoever runs the server sees what goes on in all of it, begins it anew or ends it; members do not. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { begin, message, picture, statusLine } from './desk';
import { test as base, expect, watch } from './fixtures';
import { invite, joinWith, setUp, Team, visit } from './team';

const test = base.extend<{ team: Team }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the pattern.
  team: async ({}, use) => {
    const team = new Team();
    await team.start();
    await use(team);
    await team.stop();
  },
});

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const part = (page: Page) => page.getByRole('region', { name: 'Operations', exact: true });
const clean = async (page: Page) =>
  expect((await new AxeBuilder({ page }).include('.operations').setLegacyMode().analyze()).violations).toEqual([]);

test('a turn that hangs is seen beside nodes, providers and disk, begun anew, and ended', async ({
  house,
  provider,
  page,
}) => {
  await page.goto(`${house.url}/settings`);
  await page.getByRole('navigation').getByRole('button', { name: 'Operations' }).click();
  await expect(part(page).getByRole('heading', { name: 'Operations' })).toBeInViewport();
  await expect(part(page)).toContainText('Nothing is under way.');
  await expect(part(page)).toContainText('No model was asked in the last 24 hours.');
  await expect(part(page).getByRole('table', { name: 'Nodes' })).toContainText('answers here');
  await clean(page);
  await picture(page, 'operations-empty');

  await begin(house, 'Should I learn to sail?');
  provider.hold();
  provider.otherwise = { says: ['I would ', 'wait.'], holdsAt: 1 };
  const made = await house.ask<{ id: string }>('POST', '/v1/conversations', {});
  const key = { 'Idempotency-Key': 'held' };
  await house.ask('POST', `/v1/conversations/${made.id}/turns`, { text: 'A heron, or an otter?' }, key);

  const turn = part(page).getByRole('listitem', { name: 'Turn' });
  await expect(turn).toContainText('running');
  await expect(part(page).getByRole('table', { name: /Providers/ })).toContainText('stage');
  await expect(part(page)).not.toContainText('heron');
  await part(page).scrollIntoViewIfNeeded();
  await clean(page);
  await picture(page, 'operations');

  await turn.getByRole('button', { name: 'Retry' }).click();
  await turn.getByRole('group').getByRole('button', { name: 'Retry' }).click();
  await expect(statusLine(page)).toContainText('Turn: begun anew.');
  await expect(turn).toContainText('begun 2 times');

  await page.emulateMedia({ colorScheme: 'dark' });
  await part(page).getByRole('heading', { name: 'Under way' }).scrollIntoViewIfNeeded();
  await clean(page);
  await picture(page, 'operations-dark');
  await page.setViewportSize({ width: 390, height: 844 });
  await part(page).getByRole('heading', { name: 'Operations' }).scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - globalThis.innerWidth)).toBe(0);
  await turn.getByRole('button', { name: 'Stop' }).click();
  await picture(page, 'operations-phone');
  await turn.getByRole('group').getByRole('button', { name: 'Stop' }).click();
  await expect(part(page)).toContainText('Nothing is under way.');
  await part(page).getByRole('heading', { name: 'Disk' }).scrollIntoViewIfNeeded();
  await clean(page);
  await picture(page, 'operations-phone-end');
});

test('an owner has the page, and a member has not', async ({ team, page, browser, trouble }) => {
  await setUp(page, team);
  await visit(page, 'People');
  const link = await invite(page, 'Bob');
  const context = await browser.newContext();
  const bobs = await context.newPage();
  watch(bobs, trouble);
  await joinWith(bobs, link, 'Bob');
  await expect(message(bobs)).toBeVisible();

  await page.goto(`${team.address}/settings`);
  await bobs.goto(`${team.address}/settings`);

  // What is above it arrives later and would push it out of sight.
  await page.getByRole('navigation').getByRole('button', { name: 'Operations' }).click();
  await expect(part(page)).toContainText('Nothing is under way.');
  await expect(bobs.getByRole('region', { name: 'About' })).toBeVisible();
  await expect(part(bobs)).toHaveCount(0);
  await context.close();
});
