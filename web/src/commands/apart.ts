/** Have the voices of a conversation looked at; no model is asked, so it is done after every turn. */
import { apart } from '../model/apart';
import type { ContaminationAnswer } from '../protocol/generated/answers';
import { ask } from '../protocol/request';
import { quietly } from './quietly';

export async function loadApart(conversationId: string): Promise<void> {
  const path = { conversation_id: conversationId };
  await quietly(async () => {
    const found = await ask<ContaminationAnswer>('GET /v1/conversations/{conversation_id}/contamination', { path });
    apart.setState({ conversationId, found });
  });
}
