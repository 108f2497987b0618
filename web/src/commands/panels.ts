/** Panels: make, change, take away, choose the default one, and the one a conversation is with. */
import { say } from '../locales/i18n';
import { conversation } from '../model/conversation';
import { changeDraft, draftOf } from '../model/draft';
import { preview } from '../model/preview';
import { notify } from '../model/screen';
import { findAdvisor, type Panel, workspace } from '../model/workspace';
import type { ChangedPanel } from '../protocol/generated/answers';
import { ask } from '../protocol/request';
import { readMentions } from './mention';
import { enterMode } from './modes';
import { refresh } from './preview';
import { attempt } from './refused';
import { loadAdvisorsAndPanels } from './workspace';

/** The next message is for this voice alone; the one after it is for the whole panel again. */
export function askOnly(advisorId: string): void {
  changeDraft(conversation.getState().id, { advisorIds: [advisorId] });
  enterMode('input');
}

const at = (id: string) => ({ path: { panel_id: id } });

export interface PanelWords {
  readonly name: string;
  readonly advisor_ids: readonly string[];
  readonly early_turns: number;
  readonly phases: Panel['phases'];
  readonly rounds: Panel['rounds'];
  readonly thinking: Panel['thinking'];
}

export async function createPanel(words: PanelWords): Promise<Panel> {
  const made = await ask('POST /v1/panels', { body: words });
  await loadAdvisorsAndPanels();
  notify(say('library:panels.made', { name: made.name }));
  return made;
}

export async function savePanel(panel: Panel, words: PanelWords): Promise<void> {
  const { name, advisor_ids, early_turns, phases, rounds, thinking } = panel;
  await ask('PATCH /v1/panels/{panel_id}', { ...at(panel.id), body: changesOf(panel, words) });
  await loadAdvisorsAndPanels();
  const before = { name, advisor_ids, early_turns, phases, rounds, thinking };
  const undo = () => void attempt(() => savePanel({ ...panel, ...words } as Panel, before));
  notify(say('library:saved'), { undo });
}

/** Give an advisor a seat on a panel or take it away, at once; the status line offers to take it back. */
export async function seatAdvisor(panel: Panel, advisorId: string, seated: boolean): Promise<boolean> {
  const others = panel.advisor_ids.filter((id) => id !== advisorId);
  return attempt(() => savePanel(panel, { ...panel, advisor_ids: seated ? [...others, advisorId] : others }));
}

type PanelChanges = Partial<Omit<PanelWords, 'thinking'>> & Pick<ChangedPanel, 'thinking'>;

/** Only what was changed: the seats a panel keeps for advisors archived are not in its list. */
function changesOf(panel: Panel, words: PanelWords): PanelChanges {
  return {
    ...(words.name !== panel.name && { name: words.name }),
    ...(words.thinking !== panel.thinking && { thinking: words.thinking ?? 'none' }),
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
    await loadAdvisorsAndPanels();
    notify(say('library:panels.isDefault', { name: panel.name }));
  });
}

export async function deletePanel(panel: Panel): Promise<void> {
  await ask('DELETE /v1/panels/{panel_id}', at(panel.id));
  await loadAdvisorsAndPanels();
  notify(say('library:panels.deleted', { name: panel.name }));
}

/** Ask another panel from the next message on. A conversation that has not begun only remembers it. */
export async function choosePanel(conversationId: string | null, panelId: string): Promise<void> {
  if (conversationId === null) {
    changeDraft(null, { panelId, advisorIds: namedIn(null, panelId) });
    return;
  }
  await attempt(async () => {
    const changed = await ask('PATCH /v1/conversations/{conversation_id}', {
      path: { conversation_id: conversationId },
      body: { panel_id: panelId },
    });
    const conversations = workspace.getState().conversations.filter((each) => each.id !== conversationId);
    workspace.setState({ conversations: [changed, ...conversations] });
    changeDraft(conversationId, { advisorIds: namedIn(conversationId, panelId) });
    // Neither the draft nor the conversation's number says that the panel is another one now.
    preview.setState({ madeFor: null });
    await refresh();
  });
}

/** Those of a panel whom the draft names, or null for all of them. */
function namedIn(conversationId: string | null, panelId: string): readonly string[] | null {
  const state = workspace.getState();
  const seats = state.panels.find((panel) => panel.id === panelId)?.advisor_ids ?? [];
  const voices = seats.flatMap((id) => findAdvisor(state, id) ?? []);
  const { ids } = readMentions(draftOf(conversationId).text, voices);
  return ids.length > 0 ? ids : null;
}
