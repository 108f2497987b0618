/** Conversations with a long past, and panels of any size. */
import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { House } from './house';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PYTHON = resolve(ROOT, process.env.HOUSE_PYTHON ?? '.venv/bin/python');

/** A new conversation with this many turns behind it. The server is stopped while they are written. */
export async function makePast(house: House, turns: number, panelId?: string): Promise<string> {
  const body = { title: `${turns} turns`, ...(panelId && { panel_id: panelId }) };
  const { id } = await house.ask<{ id: string }>('POST', '/v1/conversations', body);
  await house.kill('SIGTERM');
  const code = 'import sys; from bench.past import fill; fill(sys.argv[1], sys.argv[2], int(sys.argv[3]))';
  execFileSync(PYTHON, ['-c', code, `sqlite:///${join(house.folder, 'antiphon.db')}`, id, String(turns)], {
    cwd: ROOT,
  });
  await house.start();
  return id;
}

/** The starter panel and one more voice. */
export async function makeSix(house: House): Promise<string> {
  const advisor = await house.ask<{ id: string }>('POST', '/v1/advisors', {
    name: 'The Quartermaster',
    tagline: 'stores and supplies',
    description: 'You count what there is before anybody marches.',
  });
  const { items: panels } = await house.ask<{ items: { advisor_ids: string[] }[] }>('GET', '/v1/panels');
  const panel = await house.ask<{ id: string }>('POST', '/v1/panels', {
    name: 'Six',
    advisor_ids: [...(panels[0]?.advisor_ids ?? []), advisor.id],
  });
  return panel.id;
}
