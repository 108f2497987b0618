/** The filter changed while answers were on their way: they are stopped, and the same message is sent under the new one. */
import { conversation, openTurn } from '../model/conversation';
import { type Draft, draftOf, putBefore } from '../model/draft';
import { refiltered, underway } from '../model/underway';
import { workspace } from '../model/workspace';
import { ask } from '../protocol/request';
import { findObstacle, type Obstacle, type Way } from './ceiling';
import { foresee, refresh } from './preview';
import { stopAll, submit } from './send';
import { untilSettled } from './settled';

export const UNDER_FILTER: Way = {
  orAsk: () => askUnderFilter(),
  anyway: () => askUnderFilter({ anyway: true }),
  without: (ids) => askUnderFilter({ without: ids }),
};

/** Nobody is stopped before it is known whether something should be asked first; what is asked is the answer. */
async function askUnderFilter({ anyway = false, without = NOBODY } = {}): Promise<Obstacle | null> {
  const { id } = conversation.getState();
  const turn = openTurn(conversation.getState());
  const { filter, dropping } = draftOf(id);
  const sent = refiltered(underway.getState(), turn, filter);
  if (id === null || turn === null || sent === null) return null;
  const some = turn.replies.map((each) => each.advisor_id).filter((each) => !without.includes(each));
  const draft = { ...sent, filter, dropping, ...(without.length > 0 && { advisorIds: some }) };
  const obstacle = anyway ? null : await findInTheWay(id, draft);
  if (obstacle !== null || conversation.getState().id !== id) return obstacle;
  if (!(await stopAll())) return null;
  const hasEnded = (await untilSettled()) || (await untilEnded(turn.id));
  const again = { ...draft, replaces: turn.id };
  // What was stopped is asked again or stands in the box, to be sent by hand.
  if (!(hasEnded && (await submit(id, again)))) putBefore(id, again);
  return null;
}

/** The same of a turn that is on no screen any more. */
async function untilEnded(turnId: string): Promise<boolean> {
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    const turn = await ask('GET /v1/turns/{turn_id}', { path: { turn_id: turnId } }).catch(() => null);
    if (turn?.all_completed) return true;
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
  return false;
}

const MOST_LOOKS = 30;
const LOOK_MS = 500;

const NOBODY: readonly string[] = [];

/** The turn it will take the place of still speaks, so it is reckoned as one of those before; what that one replaced is
 * gone already. */
async function findInTheWay(id: string, draft: Draft): Promise<Obstacle | null> {
  const obstacle = findObstacle(await foresee(id, { ...draft, replaces: null }), workspace.getState().ceiling);
  // What stands in the box is shown again.
  if (obstacle !== null) void refresh();
  return obstacle;
}
