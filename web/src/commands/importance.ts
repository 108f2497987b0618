/** What turns and answers are worth: why, and what follows from it. */
import { conversation } from '../model/conversation';
import { changeDraft, type Draft, draftOf } from '../model/draft';
import type { Policies } from '../model/importance';
import type { ImportanceAnswer, TurnImportanceAnswer } from '../protocol/generated/answers';
import { ask } from '../protocol/request';
import { bodyOf } from './preview';
import { attempt } from './refused';
import { markTurns } from './turns';

export type Explanation = ImportanceAnswer & Partial<Pick<TurnImportanceAnswer, 'pinned_by'>>;

/** What is weighed: the message of a turn, or one answer. */
export type Weighed =
  | { readonly kind: 'turn'; readonly id: string; readonly position: number }
  | { readonly kind: 'reply'; readonly id: string; readonly name: string };

/** Why it is worth what it is; null when the server refused, which the status line then says. */
export async function explainWorth(what: Weighed, signal: AbortSignal): Promise<Explanation | null> {
  let found: Explanation | null = null;
  await attempt(async () => {
    found =
      what.kind === 'turn'
        ? await ask('GET /v1/turns/{turn_id}/importance', { path: { turn_id: what.id }, signal })
        : await ask('GET /v1/replies/{reply_id}/importance', { path: { reply_id: what.id }, signal });
  });
  return found;
}

/** Let the person's word count in place of what was reckoned; null takes it back. */
export function setWorth(what: Weighed, worth: number | null): Promise<boolean> {
  if (what.kind === 'turn') return markTurns([what.id], { worth: worth ?? 'none' });
  return attempt(() => ask('PUT /v1/replies/{reply_id}/importance', { path: { reply_id: what.id }, body: { worth } }));
}

/** The draft under every rule for what goes first; null when the server refused. */
export async function comparePolicies(signal: AbortSignal): Promise<Policies | null> {
  const { id } = conversation.getState();
  if (id === null) return null;
  let found: Policies | null = null;
  await attempt(async () => {
    found = await ask('POST /v1/conversations/{conversation_id}/preview/compare', {
      path: { conversation_id: id },
      body: bodyOf(draftOf(id)),
      signal,
    });
  });
  return found;
}

/** Drop by this rule from the next message of this conversation on. */
export function chooseDropping(dropping: NonNullable<Draft['dropping']>): void {
  changeDraft(conversation.getState().id, { dropping });
}
