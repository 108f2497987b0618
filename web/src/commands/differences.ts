/** Compare what two voices were sent, or would be; or one voice now and before. */
import { type Conversation, conversation, findTurn } from '../model/conversation';
import { draftOf } from '../model/draft';
import { chosenOf } from '../model/voices';
import type { Reply, Turn } from '../protocol/events';
import type { PayloadDiffAnswer, PieceAnswer } from '../protocol/generated/answers';
import { ask } from '../protocol/request';
import { loadAround } from './open';
import { bodyOf } from './preview';
import { attempt } from './refused';

export interface Difference {
  readonly payload: PayloadDiffAnswer;
  /** What differs in the answers; null when nobody has answered yet. */
  readonly answer: readonly PieceAnswer[] | null;
}

/** From one reply to another; null when the server refused, which the status line then says. */
export async function compareReplies(a: string, b: string, signal?: AbortSignal): Promise<Difference | null> {
  let found: Difference | null = null;
  await attempt(async () => {
    found = await ask('GET /v1/diff', { query: { a, b }, signal });
  });
  return found;
}

/** The same for what two advisors would be sent now. */
export async function compareDrafts(a: string, b: string, signal?: AbortSignal): Promise<Difference | null> {
  const { id } = conversation.getState();
  if (id === null) return null;
  let found: Difference | null = null;
  await attempt(async () => {
    const payload = await ask('POST /v1/conversations/{conversation_id}/preview/diff', {
      path: { conversation_id: id },
      body: { ...bodyOf(draftOf(id)), details: false, a, b },
      signal,
    });
    found = { payload, answer: null };
  });
  return found;
}

/** The newest turn before a position that an advisor was asked in. */
export function previousPosition({ rows }: Conversation, before: number, advisorId: string): number | null {
  const row = rows.findLast((each) => each.position < before && each.states[advisorId] !== undefined);
  return row?.position ?? null;
}

/** The reply that stands for an advisor in a turn, reading the turn when it is not here yet. */
export async function fetchReply(position: number, advisorId: string): Promise<{ turn: Turn; reply: Reply } | null> {
  const state = conversation.getState();
  const row = state.rows.find((each) => each.position === position);
  if (row === undefined) return null;
  if (findTurn(state, row.id) === null) await loadAround(position);
  const turn = findTurn(conversation.getState(), row.id);
  const reply = turn && chosenOf(turn, advisorId);
  return turn && reply ? { turn, reply } : null;
}
