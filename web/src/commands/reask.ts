/** When all failed, the question is drafted again; when some did, those are asked again in their places. */
import { say } from '../locales/i18n';
import { conversation, findTurn, openTurn } from '../model/conversation';
import { notify } from '../model/screen';
import { haveAllFailed, isFailed, standingReplies } from '../model/voices';
import { replayReply, retryReply } from './replies';
import { draftAgain } from './send';
import { untilAnswered, untilSettled } from './settled';

/** Ask for one answer again. While others still speak it waits for them: the server takes one round at a time. */
export async function reask(turnId: string, replyId: string): Promise<void> {
  const turn = findTurn(conversation.getState(), turnId);
  const reply = turn?.replies.find((each) => each.id === replyId);
  if (!turn || !reply) return;
  if (haveAllFailed(turn)) {
    draftAgain(turn);
    return;
  }
  if (openTurn(conversation.getState()) !== null) {
    notify(say('conversation:reask.later', { name: reply.name }));
    if (!(await untilSettled())) return;
  }
  await retryReply(replyId);
}

/** Let another model answer: in place of an answer that failed, else beside the one there is. */
export async function askModel(turnId: string, replyId: string, model: string): Promise<void> {
  const reply = findTurn(conversation.getState(), turnId)?.replies.find((each) => each.id === replyId);
  if (!reply) return;
  if (openTurn(conversation.getState()) !== null) {
    notify(say('conversation:reask.later', { name: reply.name }));
    if (!(await untilSettled())) return;
  }
  if (reply.chosen && reply.state !== 'complete') await retryReply(replyId, model);
  else await replayReply(replyId, { model });
}

/** Ask every voice of the turn again that failed, one after the other. */
export async function reaskFailed(turnId: string): Promise<void> {
  const turn = findTurn(conversation.getState(), turnId);
  if (!turn) return;
  if (haveAllFailed(turn)) {
    draftAgain(turn);
    return;
  }
  for (const reply of standingReplies(turn).filter(isFailed)) {
    if (!(await untilSettled())) return;
    const again = await retryReply(reply.id);
    // The feed may not have told of it yet.
    if (again === null || !(await untilAnswered(again))) return;
  }
}
