/** Send, stop, ask again. */

import { say } from '../locales/i18n';
import { conversation, openTurn } from '../model/conversation';
import { documents } from '../model/documents';
import {
  type Attachment,
  changeDraft,
  type Draft,
  draftOf,
  EMPTY,
  isBlank,
  moveDraft,
  NEW,
  returnDraft,
  spendDraft,
  takeDraft,
} from '../model/draft';
import { type Preview, preview } from '../model/preview';
import { go, route } from '../model/route';
import { focusOn, notify, screen } from '../model/screen';
import { emit } from '../model/signals';
import { underway } from '../model/underway';
import { unkept } from '../model/unkept';
import type { Turn } from '../protocol/events';
import type { AcceptedAnswer } from '../protocol/generated/answers';
import { newKey } from '../protocol/key';
import { ask, Refusal } from '../protocol/request';
import { expectAnswers } from './announce';
import { openOne } from './open';
import { bodyOf, fingerprint } from './preview';
import { attempt } from './refused';
import { offerEarlier } from './wordings';
import { refreshConversations } from './workspace';

/** A message on its way: what stood in the box when it was sent off, and what had been promised about it then. */
export interface Errand {
  readonly conversationId: string | null;
  readonly draft: Draft;
  /** The preview that was made for exactly this draft. */
  readonly foreseen: Preview | null;
}

let sending = false;
// What was not accepted yet: the same draft sent again makes no second conversation and no second turn.
let pending: { draft: string; key: string; conversationId: string | null } | null = null;

/**
 * Take what stands in the box, in this very moment; the box is empty from then on. Null when there is nothing to send,
 * or the last message is still on its way or being answered. Whoever takes must `deliver` or `giveBack`.
 */
export function take(): Errand | null {
  const { id, view } = conversation.getState();
  if (sending || isBlank(draftOf(id)) || openTurn(conversation.getState()) !== null) return null;
  if (isBringing(id ?? NEW)) {
    notify(say('documents:attach.wait'));
    return null;
  }
  sending = true;
  const { latest, madeFor, conversationId } = preview.getState();
  const isMade = conversationId === id && madeFor?.startsWith(fingerprint(draftOf(id), view?.seq ?? 0)) === true;
  return { conversationId: id, draft: takeDraft(id), foreseen: isMade ? latest : null };
}

/** Whether files are on their way to this message; one that was refused is not. */
function isBringing(key: string): boolean {
  return documents.getState().uploads.some((each) => each.draft === key && each.problem === null);
}

/** Put a message back that is not sent after all. What was written meanwhile stays, under it. */
export function giveBack({ conversationId }: Errand): void {
  sending = false;
  returnDraft(conversationId);
}

/** Send what stands in the box, whatever it costs. */
export async function send(): Promise<boolean> {
  const errand = take();
  return errand !== null && deliver(errand);
}

/**
 * Send a message. What was previewed is what is sent: the server refuses when its bytes would differ. While somebody
 * looks at the payload such a refusal is shown; otherwise the message is sent as it is. A refused one is given back.
 */
export async function deliver(errand: Errand): Promise<boolean> {
  const { conversationId: id, draft } = errand;
  const wish = JSON.stringify([id, bodyOf(draft), draft.panelId]);
  if (pending?.draft !== wish) pending = { draft: wish, key: newKey(), conversationId: id };
  const mine = pending;
  let went = false;
  try {
    went = await attempt(async () => {
      mine.conversationId ??= await create(draft.panelId);
      const accepted = await post(mine.conversationId, errand, mine.key);
      pending = null;
      sending = false;
      spendDraft(id);
      if (id === null) enter(mine.conversationId, accepted.turn.id);
      if (conversation.getState().id === mine.conversationId) {
        focusOn(accepted.turn.id);
        emit('showTurn', { turnId: accepted.turn.id, align: 'start' });
      }
      remember(accepted, draft);
      void attempt(refreshConversations);
    });
    return went;
  } finally {
    if (!went) giveBack(errand);
  }
}

/** Send a message that never stood in the box of now; what stands there stays. */
export async function submit(conversationId: string, draft: Draft): Promise<boolean> {
  const key = newKey();
  return attempt(async () => {
    const accepted = await post(conversationId, { conversationId, draft, foreseen: null }, key);
    if (conversation.getState().id === conversationId) focusOn(accepted.turn.id);
    remember(accepted, draft);
  });
}

/** What was sent is known while it is answered, and what it took the place of can be had back. */
function remember({ turn }: AcceptedAnswer, draft: Draft): void {
  underway.setState({ turnId: turn.id, draft });
  if (draft.replaces) offerEarlier(turn);
}

/** Go to the conversation that has just begun, with what was written meanwhile; who went elsewhere stays there. */
function enter(conversationId: string, turnId: string): void {
  moveDraft(conversationId);
  if (conversation.getState().id === null && isHere()) {
    expectAnswers(turnId);
    openOne(conversationId);
    go({ page: 'conversation', id: conversationId, turnId: null });
  }
  changeDraft(null, EMPTY);
}

const isHere = () => route.getState().now.page === 'conversation';

async function create(panelId: string | null): Promise<string> {
  const { starting } = unkept.getState();
  const body = { title: '', ...(panelId && { panel_id: panelId }), ...(starting && { kept: false }) };
  const made = await ask('POST /v1/conversations', { body });
  return made.id;
}

async function post(conversationId: string, { draft, foreseen }: Errand, key: string): Promise<AcceptedAnswer> {
  const tell = (promise: object | null) =>
    ask('POST /v1/conversations/{conversation_id}/turns', {
      path: { conversation_id: conversationId },
      headers: { 'Idempotency-Key': key },
      body: { ...bodyOf(draft), ...promise },
    });
  try {
    return await tell(foreseen && promiseOf(foreseen));
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'preview_stale') throw error;
    // It looks as if it were made for this draft; ask again all the same.
    preview.setState({ madeFor: null });
    if (screen.getState().inspector?.kind === 'draft') throw error;
    return await tell(null);
  }
}

/** The moment and the hashes of a preview. */
function promiseOf({ at, advisors }: Preview): { at: string; expect: Record<string, string> } {
  const hashes = advisors.filter((each) => each.sha256).map((each) => [each.advisor_id, each.sha256]);
  return { at, expect: Object.fromEntries(hashes) as Record<string, string> };
}

/** True when nobody speaks any more, or was told to stop. */
export async function stopAll(): Promise<boolean> {
  const turn = openTurn(conversation.getState());
  return turn === null || attempt(() => ask('POST /v1/turns/{turn_id}/stop', { path: { turn_id: turn.id } }));
}

export async function stopReply(replyId: string): Promise<void> {
  await attempt(() => ask('POST /v1/replies/{reply_id}/stop', { path: { reply_id: replyId } }));
}

/** The question goes back into the composer, to be asked again or in other words; sending it takes the old turn's place. */
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
