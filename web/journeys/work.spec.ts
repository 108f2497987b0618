/** What lasts stands on one page: how far it has come, a way to stop it, and how it ended. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { begin, picture, readReplies, readTurns, statusLine, turn } from './desk';
import { expect, test } from './fixtures';
import { ASKED, JUDGING, seatRoom, stageRoom } from './room';

const underWay = (page: Page) => page.getByRole('region', { name: 'Under way' });
const ended = (page: Page) => page.getByRole('region', { name: 'Ended lately' });

const clean = async (page: Page) =>
  expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);

test('a map is seen from its beginning, is stopped, and its end is told, and nobody loads the page again', async ({
  house,
  provider,
  page,
}) => {
  stageRoom(provider);
  await seatRoom(house);
  const id = await begin(house, ASKED);
  const turnId = (await readTurns(house, id))[0]?.id ?? '';
  await page.goto(`${house.url}/c/${id}`);
  await expect(turn(page, 1)).toBeVisible();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Palette' });
  await palette.getByRole('combobox').fill('background');
  await expect(palette.getByRole('option', { name: /Go to work/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/work$/);
  await expect(underWay(page)).toContainText('Nothing is under way.');
  await expect(page.getByRole('link', { name: 'run tests' })).toHaveAttribute('href', '/evals');
  await clean(page);
  await picture(page, 'work-empty');

  provider.hold();
  provider.voices[JUDGING] = { ...provider.voices[JUDGING], says: [], holdsAt: 0 };
  await house.ask('POST', `/v1/turns/${turnId}/map`, {});
  const map = underWay(page).getByRole('listitem', { name: 'Map' });
  await expect(map).toContainText('Answers so far: 5');
  await expect(map).toContainText('Running, since');
  await expect(map.getByRole('link')).toHaveText(ASKED);
  await expect(map.getByRole('link')).toHaveAttribute('href', `/c/${id}/t/${turnId}/map`);
  await clean(page);
  await picture(page, 'work');

  await map.getByRole('button', { name: 'Stop: Map' }).press('Enter');
  await expect(statusLine(page)).toContainText('Map: it goes no further.');
  await expect(underWay(page)).toContainText('Nothing is under way.');
  await expect(page.getByRole('heading', { name: 'Under way' })).toBeFocused();
  await expect(ended(page).getByRole('listitem').first()).toContainText('Stopped');

  provider.release();
  stageRoom(provider);
  await house.ask('POST', `/v1/turns/${turnId}/map`, {});
  await expect(ended(page).getByRole('listitem').first()).toContainText('Done');
  await clean(page);
  await ended(page).getByRole('listitem').first().getByRole('link').click();
  await expect(page.getByRole('table', { name: 'Where they disagree' })).toBeVisible();
});

test('tests that run say how many are done, on a phone and from right to left too', async ({
  house,
  provider,
  page,
}) => {
  const id = await begin(house, ASKED, 'By when?');
  for (const position of [1, 2]) {
    const reply = (await readReplies(house, id, position)).get('The Skeptic');
    const asserts = [{ type: 'contains', value: 'sleep' }];
    await house.ask('POST', `/v1/replies/${reply?.id}/cases`, { asserts, name: `Turn ${position}` });
  }
  provider.hold();
  provider.otherwise = { says: ['I would sleep on it.'], holdsAt: 0 };
  await house.ask('POST', '/v1/evals/runs', { advisor_id: 'skeptic' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${house.url}/work`);
  const tests = underWay(page).getByRole('listitem', { name: 'Tests' });
  await expect(tests).toContainText('Tests: 0 of 2');
  await expect(tests.getByRole('progressbar')).toHaveAttribute('value', '0');
  await expect(tests.getByRole('link')).toHaveText('The Skeptic');
  await picture(page, 'work-phone');
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - globalThis.innerWidth);
  expect(await overflow()).toBe(0);
  await clean(page);

  await page.evaluate(() => localStorage.setItem('antiphon.preferences', JSON.stringify({ locale: 'ar' })));
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('progressbar', { name: 'الاختبارات: 0 من 2' })).toBeVisible();
  expect(await overflow()).toBe(0);
  await picture(page, 'work-arabic');
  await clean(page);

  provider.release();
  await expect(page.getByRole('region', { name: 'انتهت مؤخرًا' }).getByRole('listitem')).toContainText('انتهى');
});
