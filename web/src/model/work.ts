/** Lasting work: what is under way, what has ended lately, and where each is seen. */
import { createStore } from 'zustand/vanilla';
import type { EndedWorkAnswer, WorkAnswer } from '../protocol/generated/answers';
import type { Route } from './route';

export type Work = WorkAnswer;
export type EndedWork = EndedWorkAnswer;
export type WorkKind = Work['kind'];
export type Ending = 'done' | 'stopped' | 'interrupted' | 'failed';

interface AllWork {
  /** Null until it was read. */
  readonly items: readonly Work[] | null;
  readonly ended: readonly EndedWork[];
  /** Titles of conversations that the list at the left does not hold. */
  readonly titles: Readonly<Record<string, string>>;
  /** Why it could not be read. */
  readonly problem: string | null;
}

export const work = createStore<AllWork>(() => ({ items: null, ended: [], titles: {}, problem: null }));

/** How it ended, in one word for all kinds: looks say `failed` when they are stopped, rounds name a reason. */
export function endingOf({ status, error }: EndedWork): Ending {
  if (status === 'stopped' || error?.code === 'stopped') return 'stopped';
  if (status === 'interrupted' || error?.code === 'interrupted') return 'interrupted';
  return status === 'failed' || status === 'refused' ? 'failed' : 'done';
}

/** Where what comes of it is seen; null when it belongs to nothing that can be opened. */
export function placeOf(each: Work | EndedWork): Route | null {
  const { kind, conversation_id: id, turn_id: turnId, advisor_id: advisorId } = each;
  if (kind === 'indexing') return { page: 'documents', id: null };
  if (kind === 'import' || kind === 'export') return { page: 'settings' };
  if (kind === 'eval' || kind === 'improvement')
    return advisorId === null ? null : { page: 'evals', id: advisorId, caseId: null };
  if (id === null) return null;
  if (kind === 'memory') return { page: 'memory', id };
  if (kind === 'heartbeat') return { page: 'unasked', id };
  if ((kind === 'map' || kind === 'synthesis') && turnId !== null) return { page: 'map', id, turnId };
  return { page: 'conversation', id, turnId };
}

/** Those of the conversations at work whose title is neither in the list nor read before. */
export function untitled(
  { items, ended, titles }: AllWork,
  conversations: readonly { readonly id: string }[],
): readonly string[] {
  const known = new Set([...Object.keys(titles), ...conversations.map((each) => each.id)]);
  const named = [...(items ?? []), ...ended].flatMap((each) => each.conversation_id ?? []);
  return [...new Set(named)].filter((id) => !known.has(id));
}
