/** Waiting for the voices that still speak. */
import { conversation, openTurn } from '../model/conversation';

/** True once nobody speaks; false when another conversation was opened meanwhile. */
export function untilSettled(): Promise<boolean> {
  const { id } = conversation.getState();
  if (openTurn(conversation.getState()) === null) return Promise.resolve(true);
  return new Promise((resolve) => {
    const stop = conversation.subscribe((now) => {
      if (now.id === id && openTurn(now) !== null) return;
      stop();
      resolve(now.id === id);
    });
  });
}
