/** The voices of a turn: who was asked, which answer stands for them, how it went. */
import type { Reply, ReplyState, Turn } from '../protocol/events';
import { type Conversation, findTurn } from './conversation';

const FAILED: ReadonlySet<ReplyState> = new Set(['error', 'rate_limited', 'empty', 'filtered']);
const CUT: ReadonlySet<ReplyState> = new Set(['incomplete', 'interrupted', 'stopped']);
const NOBODY: readonly Reply[] = [];

/** No words worth sending on came. */
export const isFailed = (reply: Reply) => FAILED.has(reply.state);
/** Some words came, not all. */
export const isCut = (reply: Reply) => CUT.has(reply.state);
/** The longest answer allowed was reached: it came to an end, not to its end. */
export const isCutByLength = (reply: Reply) => reply.state === 'complete' && reply.finish_reason === 'length';
/** Nothing has come yet. */
export const isWaiting = (reply: Reply) => reply.state === 'waiting' || reply.state === 'sending';
export const isScripted = (reply: Reply) => reply.model.startsWith('scripted:');

/** The advisors asked, in the order they were asked; one that answers again keeps its place. */
export function voicesOf(turn: Turn): string[] {
  return [...new Set(turn.replies.map((reply) => reply.advisor_id))];
}

/** Every answer of one advisor in a turn, oldest first. */
export function variantsOf(state: Conversation, turnId: string, advisorId: string): readonly Reply[] {
  return findTurn(state, turnId)?.replies.filter((reply) => reply.advisor_id === advisorId) ?? NOBODY;
}

/** The answer that stands for an advisor. */
export function chosenOf(turn: Turn, advisorId: string): Reply | null {
  return turn.replies.find((reply) => reply.advisor_id === advisorId && reply.chosen) ?? null;
}

/** One answer per advisor, in the order they were asked. */
export function standingReplies(turn: Turn): Reply[] {
  return voicesOf(turn).flatMap((advisorId) => chosenOf(turn, advisorId) ?? []);
}

/** Nobody answered, so the question as a whole is asked again. */
export function haveAllFailed(turn: Turn): boolean {
  return turn.replies.length > 0 && turn.replies.every(isFailed);
}

/** Seconds an advisor usually takes to begin: the median over the turns that are loaded. */
export function usualStart({ view, older }: Conversation, advisorId: string): number | null {
  const turns = [...older.values(), ...(view?.turns ?? [])];
  const known = turns
    .flatMap((turn) => turn.replies)
    .filter((reply) => reply.advisor_id === advisorId)
    .flatMap((reply) => reply.metrics?.first_token_seconds ?? [])
    .sort((a, b) => a - b);
  return known[Math.floor(known.length / 2)] ?? null;
}
