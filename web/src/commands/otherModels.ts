/** Other models than the usual ones: for messages, or for one answer that is asked for again. */
import { say } from '../locales/i18n';
import { conversation } from '../model/conversation';
import { changeDraft, draftOf } from '../model/draft';
import { type Picking, picking } from '../model/picking';
import { preview } from '../model/preview';
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

/** One advisor answers the next message with this model, or ('') everybody does from then on. Null is as usual again. */
export function pickModel(advisorId: string, model: string | null): void {
  const { id } = conversation.getState();
  const { [advisorId]: _before, ...others } = advisorId === '' ? {} : draftOf(id).models;
  if (model !== null) changeDraft(id, { models: { ...others, [advisorId]: model } });
  else if (advisorId === '') dropModels();
  else changeDraft(id, { models: others });
}

/** The message that is being written goes to the usual models after all, in a conversation that is held to one too. */
export function dropModels(): void {
  const { id } = conversation.getState();
  const isHeld =
    id !== null || draftOf(id).models[''] === '' || preview.getState().latest?.choice.newest_model !== undefined;
  changeDraft(id, { models: isHeld ? { '': '' } : {} });
}
