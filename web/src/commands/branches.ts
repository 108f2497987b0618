/** A conversation that begins with the turns of another, and a question that is asked in other words there. */
import { say } from '../locales/i18n';
import { conversation, findTurn } from '../model/conversation';
import { changeDraft, EMPTY } from '../model/draft';
import { go } from '../model/route';
import { notify } from '../model/screen';
import { emit } from '../model/signals';
import type { ConversationEntry } from '../model/workspace';
import { newKey } from '../protocol/key';
import { ask } from '../protocol/request';
import { removeConversation } from './conversations';
import { attempt } from './refused';
import { refreshConversations } from './workspace';

/** Begin a conversation with everything up to this turn, and go there; Undo archives it. */
export async function branchFrom(turnId: string): Promise<boolean> {
  return attempt(async () => enter(await branch(turnId)));
}

/**
 * Word a question anew that others follow: in a branch that ends before it, where it stands in the box. The first
 * question of all is worded anew in a new conversation.
 */
export async function editInBranch(turnId: string): Promise<boolean> {
  const { rows } = conversation.getState();
  const before = rows[rows.findIndex((row) => row.id === turnId) - 1];
  const text = findTurn(conversation.getState(), turnId)?.text ?? '';
  return attempt(async () => {
    if (before === undefined) {
      changeDraft(null, { ...EMPTY, text });
      go({ page: 'conversation', id: null, turnId: null });
    } else {
      const made = await branch(before.id);
      changeDraft(made.id, { ...EMPTY, text });
      await enter(made);
    }
    emit('focusComposer');
  });
}

function branch(turnId: string): Promise<ConversationEntry> {
  const headers = { 'Idempotency-Key': newKey() };
  return ask('POST /v1/turns/{turn_id}/branch', { path: { turn_id: turnId }, headers });
}

async function enter(made: ConversationEntry): Promise<void> {
  await refreshConversations();
  go({ page: 'conversation', id: made.id, turnId: null });
  notify(say('conversation:branch.done', { count: made.turn_count }), { undo: () => void removeConversation(made) });
}
