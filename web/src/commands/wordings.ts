/** The wordings of a question: looked at, and one of them put in the place of another. */
import { say } from '../locales/i18n';
import { conversation, findTurn, openTurn } from '../model/conversation';
import { notify } from '../model/screen';
import type { Turn } from '../protocol/events';
import { ask } from '../protocol/request';
import { attempt } from './refused';
import { untilSettled } from './settled';

const at = (turnId: string) => ({ path: { turn_id: turnId } });

/** Every wording of this question, oldest first; null when they cannot be read now. */
export async function readWordings(turnId: string): Promise<readonly Turn[] | null> {
  let found: readonly Turn[] | null = null;
  await attempt(async () => {
    found = (await ask('GET /v1/turns/{turn_id}/wordings', at(turnId))).items as readonly Turn[];
  });
  return found;
}

/** Let this wording stand instead of the one that does, which Undo brings back. */
export async function chooseWording(turnId: string, standingId: string): Promise<void> {
  const went = await attempt(() => ask('POST /v1/turns/{turn_id}/choose', at(turnId)));
  if (went) notify(say('conversation:wordings.chosen'), { undo: () => void chooseWording(standingId, turnId) });
}

/** Say that a question was worded anew. Taking that back stops whoever answers it. */
export function offerEarlier(turn: Pick<Turn, 'id' | 'wordings'>): void {
  const earlier = turn.wordings.at(-2);
  if (earlier) notify(say('conversation:wordings.sent'), { undo: () => void takeBack(turn.id, earlier) });
}

async function takeBack(turnId: string, earlier: string): Promise<void> {
  if (openTurn(conversation.getState())?.id === turnId) {
    await attempt(() => ask('POST /v1/turns/{turn_id}/stop', at(turnId)));
    if (!(await untilSettled())) return;
  }
  await chooseWording(earlier, turnId);
}

/** Whether this question can be worded anew where it stands: it is the newest, a person asked it, and all have ended. */
export function canWordAnew(turnId: string): boolean {
  const state = conversation.getState();
  const turn = findTurn(state, turnId);
  return turn?.origin === 'person' && turn.all_completed && state.rows.at(-1)?.id === turnId;
}
