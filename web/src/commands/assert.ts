/** The ways to an advisor's tests: from an answer, and from wherever one is. */
import { say } from '../locales/i18n';
import { asserting } from '../model/asserting';
import { go, route } from '../model/route';
import { notify, screen } from '../model/screen';
import { workspace } from '../model/workspace';
import { focusedTurn, nearestReply } from './keys/focus';

/** Say what this answer must hold. */
export function openAssert(turnId: string, replyId: string): void {
  asserting.setState({ turnId, replyId });
  screen.setState({ overlay: 'assert' });
}

/** The same for the answer that keys act on. */
export function assertFocused(): void {
  const turn = focusedTurn();
  const reply = nearestReply();
  if (turn && reply?.state === 'complete') openAssert(turn.id, reply.id);
  else notify(say('conversation:reply.assertNone'));
}

/** The tests of the advisor that is looked at: on its page, in the conversation, else the first there is. */
export function openEvals(): void {
  const { now } = route.getState();
  const here = now.page === 'advisors' || now.page === 'evals' ? now.id : screen.getState().advisorId;
  const { advisors } = workspace.getState();
  const id = advisors.find((each) => each.id === here)?.id ?? advisors[0]?.id;
  if (id !== undefined) go({ page: 'evals', id, caseId: null });
}
