/** What the ribbon and the counter do: jump to turns, mark stretches of them, learn what was trimmed. */
import { say } from '../locales/i18n';
import { chosenReplies, conversation } from '../model/conversation';
import { draftOf } from '../model/draft';
import { fatesOf } from '../model/fates';
import { preview } from '../model/preview';
import { notify } from '../model/screen';
import { emit } from '../model/signals';
import { type Trim, trims } from '../model/trims';
import type { Mark, Turn } from '../protocol/events';
import { ask } from '../protocol/request';
import { attempt } from './refused';
import { markContext, openId } from './turns';

/** To the oldest turn that goes to everybody; when all of them do, say so. */
export function jumpToBoundary(): void {
  const fates = fatesOf(conversation.getState(), preview.getState());
  const first = fates.firstForAll === null ? undefined : fates.rows[fates.indexOf(fates.firstForAll)];
  if (fates.visible.length === 0) notify(say('context:jump.empty'));
  else if (fates.whole) notify(say('context:jump.all', { count: fates.visible.length }));
  else if (first === undefined) notify(say('context:jump.none'));
  else emit('showTurn', { turnId: first.id, align: 'start' });
}

const AT_ONCE = 10_000;

/** Mark a stretch of turns for one advisor, or for everybody with ''. Undo gives each its old mark back. */
export async function markStretch(turnIds: readonly string[], advisorId: string, mark: Mark | null): Promise<void> {
  const where = openId();
  const before = groupByMark(turnIds, advisorId);
  if (!(await markAll(turnIds, advisorId, mark, where))) return;
  const undo = async () => {
    for (const [old, ids] of before) if (!(await markAll(ids, advisorId, old, where))) return;
  };
  notify(say(`context:marked.${mark ?? 'none'}`, { count: turnIds.length }), { undo: () => void undo() });
}

async function markAll(
  turnIds: readonly string[],
  advisorId: string,
  mark: Mark | null,
  where: string,
): Promise<boolean> {
  for (let from = 0; from < turnIds.length; from += AT_ONCE) {
    if (!(await markContext(turnIds.slice(from, from + AT_ONCE), advisorId, mark, where))) return false;
  }
  return true;
}

function groupByMark(turnIds: readonly string[], advisorId: string): Map<Mark | null, string[]> {
  const wanted = new Set(turnIds);
  const groups = new Map<Mark | null, string[]>();
  for (const { id, marks } of conversation.getState().rows) {
    if (!wanted.has(id)) continue;
    const mark = marks[advisorId] ?? null;
    const group = groups.get(mark) ?? [];
    group.push(id);
    groups.set(mark, group);
  }
  return groups;
}

/** Keep knowing what the newest finished send trimmed. Receipts are read only where more than one attempt was made. */
export function watchTrims(): () => void {
  const look = () => {
    const { id, view } = conversation.getState();
    const turn = view?.turns.findLast((each) => each.all_completed) ?? null;
    if (turn === null ? trims.getState().turnId === null : trims.getState().turnId === turn.id) return;
    trims.setState({ turnId: turn?.id ?? null, filter: draftOf(id).filter, trims: [] });
    if (turn) void attempt(() => learnTrims(turn));
  };
  look();
  return conversation.subscribe((now, before) => {
    if (now.view?.turns !== before.view?.turns) look();
  });
}

async function learnTrims(turn: Turn): Promise<void> {
  const replies = chosenReplies(turn).filter((reply) => (reply.metrics?.attempts ?? 1) > 1);
  const found = await Promise.all(replies.map((reply) => readTrim(reply.id, reply.advisor_id)));
  if (trims.getState().turnId !== turn.id) return;
  trims.setState({ trims: found.filter((each) => each !== null && each.turnIds.length > 0) as Trim[] });
}

async function readTrim(replyId: string, advisorId: string): Promise<Trim | null> {
  const path = { reply_id: replyId };
  const { items: receipts } = await ask('GET /v1/replies/{reply_id}/receipts', { path });
  const told = receipts.at(-1)?.telemetry as
    | { predicted_count: number; trimmed: string[]; visible_count: number | null }
    | null
    | undefined;
  return told
    ? { advisorId, predicted: told.predicted_count, turnIds: told.trimmed, visible: told.visible_count }
    : null;
}
