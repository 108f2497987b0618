/** The moving picture of the README: a question, five answers, what one of them was sent, and where they differ. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { card, inspector, message } from './desk';
import { expect, test } from './fixtures';
import { PYTHON, ROOT } from './house';
import { inPieces } from './provider';
import { ASKED, SAID, seatRoom, stageRoom } from './room';

test.skip(!process.env.ANTIPHON_PICTURES, 'only when somebody wants new pictures');
test.use({ viewport: { width: 1280, height: 800 }, contextOptions: { reducedMotion: 'reduce' } });

/** Each picture with how long it is shown, in milliseconds. */
class Film {
  readonly folder = mkdtempSync(join(tmpdir(), 'antiphon-film-'));
  readonly #shown: number[] = [];

  async take(page: Page, milliseconds: number): Promise<void> {
    const path = join(this.folder, `${String(this.#shown.length).padStart(4, '0')}.png`);
    await page.screenshot({ path, scale: 'css', animations: 'disabled', caret: 'initial' });
    this.#shown.push(milliseconds);
  }

  develop(path: string): void {
    const shown = this.#shown.join(',');
    execFileSync(PYTHON, ['-m', 'tools.moving_picture', this.folder, shown, path], { cwd: ROOT, stdio: 'inherit' });
    rmSync(this.folder, { recursive: true });
  }
}

test('a question, five answers, the inspector and the map', async ({ house, provider, page }) => {
  test.setTimeout(300_000);
  const pace: Record<string, number> = { Ledger: 260, Keel: 420, Gadfly: 240, Counsel: 520, Bedside: 360 };
  const voices = Object.entries(SAID).map(([name, text]) => [
    name,
    { says: inPieces(text, 18), pace: pace[name] ?? 300 },
  ]);
  stageRoom(provider, Object.fromEntries(voices));
  await seatRoom(house);
  await page.goto(house.url);
  await expect(message(page)).toBeFocused();
  const film = new Film();
  for (const part of inPieces(ASKED, 9)) {
    await film.take(page, 160);
    await page.keyboard.type(part);
  }
  await film.take(page, 1200);
  await page.keyboard.press('Enter');
  const names = Object.keys(SAID);
  const done = async () => {
    const ended = names.map((name) => card(page, 1, name).getAttribute('data-state'));
    return (await Promise.all(ended)).every((state) => state === 'complete');
  };
  await expect(card(page, 1, 'Ledger')).toBeVisible();
  for (let frame = 0; frame < 60 && !(await done()); frame++) {
    await film.take(page, 180);
    await page.waitForTimeout(120);
  }
  await film.take(page, 2200);

  await card(page, 1, 'Gadfly').getByRole('button', { name: /^Sent/ }).click();
  await expect(inspector(page).getByText('it fits the bytes shown')).toBeVisible();
  await film.take(page, 3400);
  await inspector(page).getByRole('button', { name: 'Close', exact: true }).click();
  await page
    .getByRole('region', { name: 'What this turn came to' })
    .getByRole('button', { name: 'Draw the map' })
    .click();
  const draw = page.getByRole('button', { name: 'Draw the map' });
  await expect(draw).toBeVisible();
  await film.take(page, 900);
  await draw.click();
  await expect(page.getByRole('table')).toBeVisible();
  await film.take(page, 4200);
  film.develop(fileURLToPath(new URL('../../docs/images/moving.webp', import.meta.url)));
});
