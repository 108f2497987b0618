/** Panels: make, change, take away, choose the default one. */
import { say } from '../locales/i18n';
import type { Panel } from '../model/house';
import { notify } from '../model/screen';
import type { PanelAnswer } from '../protocol/generated/answers';
import { ask } from '../protocol/request';
import { loadLineUp } from './house';
import { attempt } from './refused';

const at = (id: string) => ({ path: { panel_id: id } });

export interface PanelWords {
  readonly name: string;
  readonly advisor_ids: readonly string[];
  readonly early_turns: number;
  readonly phases: Panel['phases'];
  readonly rounds: Panel['rounds'];
}

export async function createPanel(words: PanelWords): Promise<Panel> {
  const made = await ask<PanelAnswer>('POST /v1/panels', { body: words });
  await loadLineUp();
  notify(say('library:panels.made', { name: made.name }));
  return made;
}

export async function savePanel(panel: Panel, words: PanelWords): Promise<void> {
  const { name, advisor_ids, early_turns, phases, rounds } = panel;
  await ask('PATCH /v1/panels/{panel_id}', { ...at(panel.id), body: changesOf(panel, words) });
  await loadLineUp();
  const before = { name, advisor_ids, early_turns, phases, rounds };
  const undo = () => void attempt(() => savePanel({ ...panel, ...words } as Panel, before));
  notify(say('library:saved'), { undo });
}

/** Only what was changed: the seats a panel keeps for advisors put away are not in its list. */
function changesOf(panel: Panel, words: PanelWords): Partial<PanelWords> {
  return {
    ...(words.name !== panel.name && { name: words.name }),
    ...(words.advisor_ids.join() !== panel.advisor_ids.join() && { advisor_ids: words.advisor_ids }),
    ...(JSON.stringify(words.phases) !== JSON.stringify(panel.phases) && { phases: words.phases }),
    ...(JSON.stringify(words.rounds) !== JSON.stringify(panel.rounds) && { rounds: words.rounds }),
    // With phases of its own, the first says how long it lasts.
    ...(words.phases.length === 0 && words.early_turns !== panel.early_turns && { early_turns: words.early_turns }),
  };
}

export async function makeDefault(panel: Panel): Promise<boolean> {
  return attempt(async () => {
    await ask('POST /v1/panels/{panel_id}/default', at(panel.id));
    await loadLineUp();
    notify(say('library:panels.isDefault', { name: panel.name }));
  });
}

export async function deletePanel(panel: Panel): Promise<void> {
  await ask('DELETE /v1/panels/{panel_id}', at(panel.id));
  await loadLineUp();
  notify(say('library:panels.deleted', { name: panel.name }));
}
