/**
 * From `antiphon` to five answers of a real model on this machine, by mouse alone and by keys alone, on the clock.
 * `just first-answers` fetches the weights and prints what came out.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { card, FIVE, message, picture, turn, words } from './desk';
import { expect, test } from './fixtures';
import { freePort, PYTHON, ROOT } from './house';

const WEIGHTS = join(ROOT, '.models', 'SmolLM2-135M-Instruct.Q4_1.gguf');
// Where llama.cpp is found by itself.
const USUAL_PORT = 8080;
const PATIENCE_MS = 900_000;

test.describe.configure({ mode: 'serial' });

let model: ChildProcess;

test.beforeAll(async () => {
  model = spawn(PYTHON, ['-m', 'tests.models.llama', WEIGHTS, String(USUAL_PORT), '2048'], {
    cwd: ROOT,
    stdio: 'ignore',
  });
  await expect.poll(() => answers(`http://127.0.0.1:${USUAL_PORT}/health`), { timeout: 60_000 }).toBe(true);
});

test.afterAll(() => model.kill('SIGKILL'));

test('by mouse alone @models', async ({ page }) => {
  test.setTimeout(PATIENCE_MS);
  await measure(page, 'mouse, clicks', async () => {
    await page.getByRole('button', { name: /^Should I take the offer/ }).click();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    return 2;
  });
});

test('by keys alone @models', async ({ page }) => {
  test.setTimeout(PATIENCE_MS);
  await measure(page, 'keyboard, keys beside the question', async () => {
    await expect(message(page)).toBeFocused();
    await page.keyboard.type('Should I take the offer by Friday, or ask for two more weeks?');
    await page.keyboard.press('Enter');
    return 1;
  });
});

/** Start it in a new folder, ask, wait for all five, and say how long each step took. */
async function measure(page: Page, way: string, ask: () => Promise<number>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'antiphon-first-'));
  const port = await freePort();
  const began = Date.now();
  const took = () => ((Date.now() - began) / 1000).toFixed(1);
  const server = spawn(PYTHON, ['-m', 'antiphon', 'serve', '--port', String(port), '--no-browser'], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, ANTIPHON_DATA_DIR: folder },
    stdio: 'ignore',
  });
  try {
    await expect
      .poll(() => answers(`http://127.0.0.1:${port}/readyz`), { timeout: 60_000, intervals: [50] })
      .toBe(true);
    const ready = took();
    await page.goto(`http://127.0.0.1:${port}`);
    await expect(message(page)).toBeVisible();
    await expect(page.locator('.compose')).not.toContainText('rehearsal');
    const shown = took();
    const pressed = await ask();
    await expect(turn(page, 1)).toBeVisible();
    await expect(turn(page, 1).locator('.say').first()).toHaveText(/\S/, { timeout: PATIENCE_MS });
    const first = took();
    for (const name of FIVE)
      await expect(card(page, 1, name)).toHaveAttribute('data-state', 'complete', { timeout: PATIENCE_MS });
    const all = took();
    const said = await Promise.all(FIVE.map((name) => words(page, 1, name).textContent()));
    await picture(page, `local-model-${way.split(',')[0]}`);
    expect(new Set(said).size).toBe(FIVE.length);
    process.stdout.write(
      `\n${way}: ${pressed}; ready ${ready} s, page ${shown} s, first word ${first} s, five answers ${all} s\n`,
    );
  } finally {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

function answers(address: string): Promise<boolean> {
  return fetch(address).then(
    (response) => response.ok,
    () => false,
  );
}
