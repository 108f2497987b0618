/** The report of a run of cases: one file that opens anywhere, whatever models have written into it. */
import { execFileSync } from 'node:child_process';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { PYTHON, ROOT } from './house';

const MAKE = 'from tests.evals.report_samples import *; from antiphon.evals.report.html import write_report';

async function openReport(page: Page): Promise<void> {
  const report = execFileSync(PYTHON, ['-c', `${MAKE}; print(write_report(make_run()))`], {
    cwd: ROOT,
    encoding: 'utf-8',
  });
  await page.setContent(report);
  await expect(page.getByText('7 of 13')).toBeVisible();
}

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('the switches above the cases work', async ({ page }) => {
    await openReport(page);

    await page.getByRole('radio', { name: 'Failed 3' }).check();

    await expect(page.locator('.cases tbody tr:visible')).toHaveCount(3);
    await expect(page.locator('details.case:visible')).toHaveCount(3);
  });

  test('a case that passed unfolds where its link leads', async ({ page }) => {
    await openReport(page);

    await page.getByRole('link', { name: 'names-a-step' }).click();

    await expect(page.locator('details.case', { hasText: 'names-a-step' })).toHaveAttribute('open', '');
  });

  test('words of a model stay words', async ({ page }) => {
    await openReport(page);

    await expect(page.locator('img, script')).toHaveCount(0);
    await expect(page.getByText('<img src=x onerror=alert(1)>').first()).toBeVisible();
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`nothing to object to in the ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await openReport(page);
    await page.evaluate(() => {
      for (const each of document.querySelectorAll('details')) each.open = true;
    });

    expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual(
      [],
    );
  });
}

test('a narrow window needs no scrolling sideways', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openReport(page);

  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
