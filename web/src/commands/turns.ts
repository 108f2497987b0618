/** What can be done with turns: marks, deletion and its undo, dividers. */
import { say } from '../locales/i18n';
import { conversation } from '../model/conversation';
import { notify } from '../model/screen';
import type { Mark } from '../protocol/events';
import type { MarksBody } from '../protocol/generated/answers';
import { ask } from '../protocol/request';
import { attempt } from './refused';

function here(): { path: { conversation_id: string } } {
  return { path: { conversation_id: conversation.getState().id ?? '' } };
}

export const markTurns = (turnIds: readonly string[], marks: Omit<MarksBody, 'turn_ids'>) =>
  attempt(() =>
    ask('POST /v1/conversations/{conversation_id}/marks', { ...here(), body: { turn_ids: turnIds, ...marks } }),
  );

/** In, out, pinned or as it comes (null): for one advisor, or for everybody with ''. */
export const markContext = (turnIds: readonly string[], advisorId: string, mark: Mark | null) =>
  markTurns(turnIds, { contexts: { [advisorId]: mark } });

/** W27: no question is asked; the status line offers to take it back. */
export async function removeTurns(turnIds: readonly string[]): Promise<void> {
  const body = { turn_ids: turnIds };
  const went = await attempt(() => ask('POST /v1/conversations/{conversation_id}/remove', { ...here(), body }));
  if (went) notify(say('done.removed', { count: turnIds.length }), { undo: () => void restoreTurns(turnIds) });
}

export async function restoreTurns(turnIds: readonly string[]): Promise<void> {
  const body = { turn_ids: turnIds };
  const went = await attempt(() => ask('POST /v1/conversations/{conversation_id}/restore', { ...here(), body }));
  if (went) notify(say('done.restored'));
}

export const drawDivider = () => attempt(() => ask('POST /v1/conversations/{conversation_id}/divider', here()));
