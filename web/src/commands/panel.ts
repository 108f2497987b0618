/** Who a conversation is with. */
import { changeDraft, draftOf } from '../model/draft';
import { findAdvisor, house } from '../model/house';
import { preview } from '../model/preview';
import type { ConversationAnswer } from '../protocol/generated/answers';
import { ask } from '../protocol/request';
import { readMentions } from './mention';
import { refresh } from './preview';
import { attempt } from './refused';

/** Ask another panel from the next message on. A conversation that has not begun only remembers it. */
export async function choosePanel(conversationId: string | null, panelId: string): Promise<void> {
  if (conversationId === null) {
    changeDraft(null, { panelId, advisorIds: namedIn(null, panelId) });
    return;
  }
  await attempt(async () => {
    const changed = await ask<ConversationAnswer>('PATCH /v1/conversations/{conversation_id}', {
      path: { conversation_id: conversationId },
      body: { panel_id: panelId },
    });
    const conversations = house.getState().conversations.filter((each) => each.id !== conversationId);
    house.setState({ conversations: [changed, ...conversations] });
    changeDraft(conversationId, { advisorIds: namedIn(conversationId, panelId) });
    // Neither the draft nor the conversation's number says that the line-up is another one now.
    preview.setState({ madeFor: null });
    await refresh();
  });
}

/** Those of a panel whom the draft names, or null for all of them. */
function namedIn(conversationId: string | null, panelId: string): readonly string[] | null {
  const state = house.getState();
  const seats = state.panels.find((panel) => panel.id === panelId)?.advisor_ids ?? [];
  const voices = seats.flatMap((id) => findAdvisor(state, id) ?? []);
  const { ids } = readMentions(draftOf(conversationId).text, voices);
  return ids.length > 0 ? ids : null;
}
