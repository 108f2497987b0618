/** Deleting a conversation for good, which cannot be taken back. */
import { say } from '../locales/i18n';
import { rescueDraft } from '../model/draft';
import { go, route } from '../model/route';
import { notify } from '../model/screen';
import type { EverythingAnswer } from '../protocol/generated/answers';
import { ask } from '../protocol/request';
import { leaveDeleted } from './open';

export function readEverything(id: string): Promise<EverythingAnswer> {
  return ask('GET /v1/conversations/{conversation_id}/everything', { path: { conversation_id: id } });
}

/** No undo follows. Refusals are the caller's to show. */
export async function deleteForGood(id: string): Promise<void> {
  await ask('DELETE /v1/conversations/{conversation_id}/everything', { path: { conversation_id: id } });
  const { now } = route.getState();
  const open = now.page === 'conversation' && now.id === id;
  // Another tab may hold half a sentence in its box; drafts are the same in every tab.
  rescueDraft(id);
  leaveDeleted(id);
  if (open) go({ page: 'conversation', id: null, turnId: null });
  notify(say('deleting:done'));
}
