/** Other models than the usual ones: for one message, or for one answer that is asked for again. */
import { say } from '../locales/i18n';
import { conversation } from '../model/conversation';
import { changeDraft, draftOf } from '../model/draft';
import { type Picking, picking } from '../model/picking';
import { notify, screen } from '../model/screen';
import { focusedTurn, nearestReply } from './keys/focus';

/** Choose a model: for an answer, or for the message that is being written. */
export function openModels(reply: Picking['reply']): void {
  picking.setState({ reply });
  screen.setState({ overlay: 'models' });
}

/** The same for the answer that keys act on. */
export function openFocusedModels(): void {
  const turn = focusedTurn();
  const reply = nearestReply();
  if (turn && reply?.completed) openModels({ turnId: turn.id, replyId: reply.id });
  else notify(say('models:noReply'));
}

/** For the next message alone: one advisor answers with this model, or ('') everybody does. Null is as usual again. */
export function pickModel(advisorId: string, model: string | null): void {
  const { id } = conversation.getState();
  const { [advisorId]: _before, ...others } = advisorId === '' ? {} : draftOf(id).models;
  changeDraft(id, { models: model === null ? others : { ...others, [advisorId]: model } });
}

/** The message that is being written goes to the usual models after all. */
export function dropModels(): void {
  changeDraft(conversation.getState().id, { models: {} });
}
