/** Send, stop, ask again. */

import { say } from '../locales/i18n';
import { conversation, openTurn } from '../model/conversation';
import { type Attachment, changeDraft, type Draft, draftOf, isBlank, NEW, spendDraft } from '../model/draft';
import { preview } from '../model/preview';
import { go } from '../model/route';
import { focusOn, notify, screen } from '../model/screen';
import { emit } from '../model/signals';
import type { Turn } from '../protocol/events';
import type { AcceptedAnswer, ConversationAnswer } from '../protocol/generated/answers';
import { ask, Refusal } from '../protocol/request';
import { expectAnswers } from './announce';
import { refreshConversations } from './house';
import { openOne } from './open';
import { bodyOf, fingerprint, refresh } from './preview';
import { attempt } from './refused';

let sending = false;
// What was not accepted yet: the same draft sent again makes no second conversation and no second turn (XC04).
let pending: { draft: string; key: string; conversationId: string | null } | null = null;

export function isSending(): boolean {
  return sending;
}

/**
 * Send the draft. What was previewed is what is sent: the server refuses when its bytes would differ.
 * While somebody looks at the payload such a refusal is shown; otherwise the draft is sent as it is now.
 */
export async function send(): Promise<boolean> {
  const id = conversation.getState().id;
  const draft = draftOf(id);
  if (sending || isBlank(draft) || openTurn(conversation.getState()) !== null) return false;
  sending = true;
  const wish = JSON.stringify([id, bodyOf(draft), draft.panelId]);
  if (pending?.draft !== wish) pending = { draft: wish, key: crypto.randomUUID(), conversationId: id };
  const mine = pending;
  try {
    return await attempt(async () => {
      mine.conversationId ??= await create(draft.panelId);
      const { conversationId } = mine;
      const accepted = await deliver(conversationId, draft, mine.key);
      pending = null;
      spendDraft(id, draft.text);
      if (id === null) changeDraft(NEW, { panelId: null });
      if (id === null) {
        expectAnswers(accepted.turn.id);
        openOne(conversationId);
        go({ page: 'conversation', id: conversationId, turnId: null });
      }
      if (conversation.getState().id === conversationId) {
        focusOn(accepted.turn.id);
        emit('showTurn', { turnId: accepted.turn.id, align: 'start' });
      }
      void attempt(refreshConversations);
    });
  } finally {
    sending = false;
  }
}

async function create(panelId: string | null): Promise<string> {
  const body = { title: '', ...(panelId && { panel_id: panelId }) };
  const made = await ask<ConversationAnswer>('POST /v1/conversations', { body });
  return made.id;
}

async function deliver(conversationId: string, draft: Draft, key: string): Promise<AcceptedAnswer> {
  const promise = previewed(draft);
  try {
    return await post(conversationId, { ...bodyOf(draft), ...promise }, key);
  } catch (error) {
    const stale = error instanceof Refusal && error.code === 'preview_stale';
    if (!stale) throw error;
    void refresh();
    if (screen.getState().inspector?.kind === 'draft') throw error;
    return await post(conversationId, bodyOf(draft), key);
  }
}

/** The moment and the hashes of the preview on the screen, when it was made for exactly this draft. */
function previewed(draft: Draft): { at: string; expect: Record<string, string> } | null {
  const { latest, madeFor } = preview.getState();
  const seq = conversation.getState().view?.seq ?? 0;
  if (latest === null || !madeFor?.startsWith(fingerprint(draft, seq))) return null;
  const hashes = latest.advisors.filter((each) => each.sha256).map((each) => [each.advisor_id, each.sha256]);
  return { at: latest.at, expect: Object.fromEntries(hashes) as Record<string, string> };
}

function post(conversationId: string, body: object, key: string): Promise<AcceptedAnswer> {
  return ask<AcceptedAnswer>('POST /v1/conversations/{conversation_id}/turns', {
    path: { conversation_id: conversationId },
    headers: { 'Idempotency-Key': key },
    body,
  });
}

export async function stopAll(): Promise<void> {
  const turn = openTurn(conversation.getState());
  if (turn) await attempt(() => ask('POST /v1/turns/{turn_id}/stop', { path: { turn_id: turn.id } }));
}

export async function stopReply(replyId: string): Promise<void> {
  await attempt(() => ask('POST /v1/replies/{reply_id}/stop', { path: { reply_id: replyId } }));
}

/** W71: the failed question goes back into the composer; sending it takes the old turn's place. */
export function draftAgain({ id: turnId, text, replies, parts }: Turn): void {
  const { id } = conversation.getState();
  const asked = [...new Set(replies.map((reply) => reply.advisor_id))];
  changeDraft(id, {
    text,
    replaces: turnId,
    advisorIds: isWholePanel(asked) ? null : asked,
    attachments: attachmentsOf(parts),
  });
  emit('focusComposer');
  notify(say('composer:reask.drafted'));
}

/** The files of a turn; what each is for and how large it is is not said there. */
function attachmentsOf(parts: Turn['parts']): Attachment[] {
  return parts.flatMap((part) =>
    part.kind === 'image' || part.kind === 'file'
      ? [{ id: part.document_id, name: part.name, kind: 'inline', bytes: null, isImage: part.kind === 'image' }]
      : [],
  );
}

/** Whether these are the advisors the next message goes to anyway. */
function isWholePanel(asked: readonly string[]): boolean {
  const seats = preview.getState().latest?.advisors.map((each) => each.advisor_id) ?? [];
  return asked.length === seats.length && asked.every((each) => seats.includes(each));
}
