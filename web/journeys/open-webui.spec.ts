/** Open WebUI, as it is shipped, asks a panel. `just test-open-webui` installs it (some 3 GB) and runs this. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { FIVE, readTurns } from './desk';
import { test } from './fixtures';
import { freePort, type House, ROOT } from './house';

const PROGRAM = join(ROOT, '.open-webui', 'bin', 'open-webui');
const PATIENCE_MS = 600_000;

test('a panel chosen as a model answers twice and again, and its helpers wake nobody @open-webui', async ({
  rehearsal,
  browser,
}) => {
  test.setTimeout(PATIENCE_MS);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'antiphon-open-webui-'));
  const program = start(folder, port, rehearsal);
  try {
    const url = `http://127.0.0.1:${port}`;
    const isUp = () =>
      fetch(`${url}/health`)
        .then((answer) => answer.ok)
        .catch(() => false);
    await expect.poll(isUp, { timeout: PATIENCE_MS }).toBe(true);
    const page = await browser.newPage();
    await page.goto(`${url}/?models=antiphon/panel/starter`);
    const box = page.locator('#chat-input');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    const ask = async (words: string) => {
      await box.click();
      await page.keyboard.type(words);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: 'Regenerate' }).last()).toBeVisible();
    };

    await ask('We can fix the old system or begin again. What first?');
    for (const name of FIVE) await expect(page.getByRole('heading', { name })).toHaveCount(1);
    await ask('And if money is short?');
    for (const name of FIVE) await expect(page.getByRole('heading', { name })).toHaveCount(2);
    await page.getByRole('button', { name: 'Regenerate' }).last().click();
    await page.getByText('Try Again').click();
    await expect(page.getByText('2/2')).toBeVisible();
    await page.screenshot({ path: test.info().outputPath('open-webui.png') });

    // Titles, tags and follow-ups are asked of the same model, and are the scribe's.
    const { items } = await rehearsal.ask<{ items: { id: string }[] }>('GET', '/v1/conversations');
    expect(items).toHaveLength(1);
    const turns = await readTurns(rehearsal, items[0]?.id ?? '');
    expect(turns.map(({ replies }) => replies.length)).toEqual([FIVE.length, FIVE.length]);
  } finally {
    program.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
});

/** One person, nothing of its own to search in, and this server as its only connection. */
function start(folder: string, port: number, house: House): ChildProcess {
  const environment = {
    PATH: process.env.PATH,
    HOME: folder,
    DATA_DIR: folder,
    WEBUI_AUTH: 'False',
    OPENAI_API_BASE_URL: `${house.url}/openai/v1`,
    OPENAI_API_KEY: 'local',
    ENABLE_OLLAMA_API: 'False',
    OFFLINE_MODE: 'True',
    HF_HUB_OFFLINE: '1',
    BYPASS_EMBEDDING_AND_RETRIEVAL: 'true',
    RAG_EMBEDDING_ENGINE: 'openai',
  };
  const command = ['serve', '--host', '127.0.0.1', '--port', String(port)];
  return spawn(PROGRAM, command, { cwd: folder, env: environment, stdio: 'ignore' });
}
