/** Have the voices of a conversation looked at; no model is asked, so it is done after every turn. */
import { contamination } from '../model/contamination';
import { ask } from '../protocol/request';
import { quietly } from './quietly';

export async function loadContamination(conversationId: string): Promise<void> {
  const path = { conversation_id: conversationId };
  await quietly(async () => {
    const found = await ask('GET /v1/conversations/{conversation_id}/contamination', { path });
    contamination.setState({ conversationId, found });
  });
}
