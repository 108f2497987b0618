/** What can be done with turns: marks, deletion and its undo, dividers. */
import { say } from '../locales/i18n';
import { conversation } from '../model/conversation';
import { notify } from '../model/screen';
import type { Mark } from '../protocol/events';
import type { MarksBody } from '../protocol/generated/answers';
import { ask } from '../protocol/request';
import { attempt } from './refused';

/** The conversation on the screen. An undo names the one its deed was done in, which may be another by then. */
export const openId = () => conversation.getState().id ?? '';

const at = (conversationId: string) => ({ path: { conversation_id: conversationId } });

export const markTurns = (turnIds: readonly string[], marks: Omit<MarksBody, 'turn_ids'>, where = openId()) =>
  attempt(() =>
    ask('POST /v1/conversations/{conversation_id}/marks', { ...at(where), body: { turn_ids: turnIds, ...marks } }),
  );

/** In, out, pinned or as it comes (null): for one advisor, or for everybody with ''. */
export const markContext = (turnIds: readonly string[], advisorId: string, mark: Mark | null, where = openId()) =>
  markTurns(turnIds, { contexts: { [advisorId]: mark } }, where);

/** No question is asked; the status line offers to take it back. */
export async function removeTurns(turnIds: readonly string[]): Promise<void> {
  const where = openId();
  const body = { turn_ids: turnIds };
  const went = await attempt(() =>
    ask('POST /v1/conversations/{conversation_id}/turns/remove', { ...at(where), body }),
  );
  if (went) notify(say('done.removed', { count: turnIds.length }), { undo: () => void restoreTurns(turnIds, where) });
}

export async function restoreTurns(turnIds: readonly string[], where = openId()): Promise<void> {
  const body = { turn_ids: turnIds };
  const went = await attempt(() =>
    ask('POST /v1/conversations/{conversation_id}/turns/restore', { ...at(where), body }),
  );
  if (went) notify(say('done.restored'));
}

export const drawDivider = () => attempt(() => ask('POST /v1/conversations/{conversation_id}/divider', at(openId())));
