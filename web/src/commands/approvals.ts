/** Calls that wait for the person: know of them wherever they are, and decide about each. */
import { say } from '../locales/i18n';
import { conversation } from '../model/conversation';
import { notify, screen } from '../model/screen';
import { tools } from '../model/tools';
import { isOpen } from '../model/toolUse';
import { workspace } from '../model/workspace';
import { ask, Refusal } from '../protocol/request';
import { quietly } from './quietly';
import { explain } from './refused';

export async function loadApprovals(): Promise<void> {
  const { items: pending, standing } = await ask('GET /v1/approvals');
  tools.setState({ pending, standing });
}

/** Show everything that waits; with an id, begin there. */
export function openApprovals(wanted: string | null = null): void {
  tools.setState({ wanted });
  screen.setState({ overlay: 'approvals' });
}

export function flipApprovals(): void {
  if (screen.getState().overlay === 'approvals') screen.setState({ overlay: null });
  else openApprovals();
}

export const hasPending = () => tools.getState().pending.length > 0;

export type Decision =
  | { readonly decision: 'allow'; readonly always?: boolean; readonly arguments?: Record<string, unknown> }
  | { readonly decision: 'reject'; readonly reason: string };

/** Decide about the call that was read. Null when it went well or somebody was faster, or else what is wrong. */
export async function decideCall(approvalId: string, decision: Decision): Promise<string | null> {
  try {
    await ask('POST /v1/approvals/{approval_id}', {
      path: { approval_id: approvalId },
      body: { ...decision, expect: await hashOf(approvalId) },
    });
    if (decision.decision === 'allow' && decision.always) notify(say('tools:done.always'));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.status !== 409 && error.status !== 404) return explain(error);
    notify(say(error.code === 'approval_stale' ? 'tools:done.stale' : 'tools:done.decided'), { tone: 'caution' });
  }
  await quietly(loadApprovals);
  return null;
}

/** The fingerprint of the call as it was shown. A card may be quicker than the list; then the list is read first. */
async function hashOf(approvalId: string): Promise<string> {
  const find = () => tools.getState().pending.find((each) => each.id === approvalId)?.call_sha256;
  if (find() === undefined) await loadApprovals();
  const hash = find();
  if (hash === undefined) throw new Refusal('approval_gone', '', 409);
  return hash;
}

const LOOK_AGAIN = 10_000;

/** Keep the list true: at first, when a call is told of here, when the page is looked at again, and while work goes on. */
export function watchApprovals(): () => void {
  const refresh = () => void quietly(loadApprovals);
  const seen = () => !document.hidden && refresh();
  const isBusy = () => hasPending() || workspace.getState().conversations.some((each) => each.in_flight);
  const timer = setInterval(() => !document.hidden && isBusy() && refresh(), LOOK_AGAIN);
  document.addEventListener('visibilitychange', seen);
  window.addEventListener('focus', seen);
  let known = questionsHere();
  const stop = conversation.subscribe((now, before) => {
    if (now.view === before.view) return;
    const here = questionsHere();
    if (here !== known) refresh();
    known = here;
  });
  refresh();
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', seen);
    window.removeEventListener('focus', seen);
    stop();
  };
}

/** What is open in the conversation on the screen, as one string. */
function questionsHere(): string {
  const turns = conversation.getState().view?.turns.filter((turn) => !turn.all_completed) ?? [];
  return turns
    .flatMap((turn) => turn.replies.flatMap((reply) => reply.tools.filter(isOpen)))
    .map((use) => `${use.approval_id}.${use.status}`)
    .join();
}
