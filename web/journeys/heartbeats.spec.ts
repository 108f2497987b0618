/** An advisor that may begin by itself: leave is given, it speaks, the mark says so, and silence has its reasons. */
import { AxeBuilder } from '@axe-core/playwright';
import { begin, picture, statusLine, turn } from './desk';
import { expect, test } from './fixtures';
import { inPieces } from './provider';

// How the question begins that an advisor is asked before it may speak.
const DECIDER = 'Nobody has asked you anything';
const SPEAKS = { reach_out: true, why: 'You named a date.', message: 'Friday is tomorrow. Shall we look at it?' };
const SILENT = { reach_out: false, why: 'Nothing has changed.', message: '' };

test('an advisor with leave speaks up, is read, and says why it keeps quiet', async ({ house, provider, page }) => {
  provider.voices = { [DECIDER]: { says: inPieces(JSON.stringify(SPEAKS)) } };
  const id = await begin(house, 'Should I sign the lease on Friday?');
  await page.goto(`${house.url}/c/${id}`);
  await page.getByRole('link', { name: 'May begin by itself' }).click();
  await expect(page.getByText('Off. It speaks only when asked.')).toHaveCount(5);
  await expect(page.getByText(/No occasion has come yet/)).toBeVisible();

  const skeptic = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'The Skeptic' }) });
  await skeptic.getByRole('button', { name: 'Give leave' }).click();
  await expect(statusLine(page)).toContainText('The Skeptic may begin by itself here.');
  await skeptic.getByLabel('How often').selectOption({ label: 'every 2 hours' });
  await skeptic.getByLabel('Quiet hours').uncheck();
  await skeptic.getByRole('button', { name: 'Save' }).click();
  await expect(skeptic.locator('span', { hasText: 'every 2 hours' })).toBeVisible();
  await skeptic.getByText('What it would be asked').click();
  await expect(skeptic.getByText(/would be sent this now, word for word/)).toBeVisible();
  await expect(skeptic.locator('pre').first()).toContainText(DECIDER);
  await picture(page, 'heartbeats-leave');
  expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);
  await skeptic.getByText('What it would be asked').click();

  await skeptic.getByRole('button', { name: 'Decide now' }).click();
  const log = page.getByRole('region', { name: 'What became of it' });
  await expect(log.getByText('spoke up.')).toBeVisible();
  await expect(skeptic.getByText('waits until you have read its last message')).toBeVisible();
  await skeptic.getByRole('button', { name: 'Decide now' }).click();
  await expect(log.getByText('kept quiet: its last message is unread.')).toBeVisible();
  await picture(page, 'heartbeats-log');
  expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);

  await page.goto(`${house.url}/`);
  await expect(page.getByText('1 message that began by itself unread')).toBeAttached();
  await picture(page, 'heartbeats-list');
  await page.goto(`${house.url}/c/${id}`);
  const spoken = turn(page, 2);
  await expect(spoken.getByText('The Skeptic spoke up')).toBeVisible();
  await expect(spoken.getByText('New', { exact: true })).toBeVisible();
  await expect(spoken.getByText('You named a date.')).toBeVisible();
  await expect(spoken.getByText(SPEAKS.message)).toBeVisible();
  await expect(spoken.locator('.human')).toHaveCount(0);
  await picture(page, 'heartbeats-turn');
  expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);
  await expect(page.getByText('1 message that began by itself unread')).toHaveCount(0);

  provider.voices = { [DECIDER]: { says: inPieces(JSON.stringify(SILENT)) } };
  await page.getByRole('link', { name: 'Why, and how often' }).click();
  await skeptic.getByRole('button', { name: 'Decide now' }).click();
  await expect(log.getByText('looked, and had nothing to say.')).toBeVisible();
  await expect(log.getByText('Nothing has changed.')).toBeVisible();
  await skeptic.getByRole('button', { name: 'Switch off' }).click();
  await expect(statusLine(page)).toContainText('The Skeptic waits to be asked again.');
  await statusLine(page).getByRole('button', { name: 'Undo' }).click();
  await expect(skeptic.locator('span', { hasText: 'every 2 hours' })).toBeVisible();
});

test.describe('on a phone, in the dark, from right to left', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark', locale: 'ar' });

  test('the page can be read and used', async ({ house, provider, page }) => {
    provider.voices = { [DECIDER]: { says: inPieces(JSON.stringify(SILENT)) } };
    const id = await begin(house, 'Should I sign the lease on Friday?');
    const body = { every_minutes: 240, quiet_from: null, quiet_until: null, next_at: new Date().toISOString() };
    await house.ask('PUT', `/v1/conversations/${id}/heartbeats/skeptic`, body);
    await page.goto(`${house.url}/c/${id}/unasked`);

    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(page.getByText('نظر، ولم يجد ما يقوله.')).toBeVisible();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, 'nothing stands out at the side').toBeLessThanOrEqual(390);
    await picture(page, 'heartbeats-phone');
    expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);
  });
});
