/** Waiting for the voices that still speak. */
import { type Conversation, conversation, findReply, openTurn } from '../model/conversation';

/** True once nobody speaks; false when another conversation was opened meanwhile. */
export const untilSettled = () => until((now) => openTurn(now) === null);

/** True once this answer was heard of and has ended; false when another conversation was opened meanwhile. */
export const untilAnswered = (replyId: string) => until((now) => findReply(now, replyId)?.reply.completed === true);

function until(isSo: (now: Conversation) => boolean): Promise<boolean> {
  const { id } = conversation.getState();
  if (isSo(conversation.getState())) return Promise.resolve(true);
  return new Promise((resolve) => {
    const stop = conversation.subscribe((now) => {
      if (now.id === id && !isSo(now)) return;
      stop();
      resolve(now.id === id);
    });
  });
}
