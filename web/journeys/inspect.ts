import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures';

/**
 * Hold what is on the page against axe's rules; in the dark only what depends on colours. The story goes on after a
 * finding, so that all of it is told. An open menu lies outside of every landmark: that is what a menu does.
 */
export async function inspectPage(page: Page, view: string, { menu = false } = {}): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const axe = new AxeBuilder({ page }).setLegacyMode();
    if (colorScheme === 'dark') axe.withRules(['color-contrast', 'link-in-text-block']);
    else if (menu) axe.disableRules(['region']);
    const { violations } = await axe.analyze();
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id} ${node.target.join(' ')} ${node.any[0]?.message ?? node.failureSummary ?? ''}`),
    );
    expect.soft(found, `${view}, ${colorScheme}`).toEqual([]);
  }
}
