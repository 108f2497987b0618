/** Looks at the open conversation: models that read it instead of continuing it, and what was sent for that. */
import { createStore } from 'zustand/vanilla';
import type { AnalysisAnswer, AnalysisCallAnswer, AnalysisLine } from '../protocol/generated/answers';

export type Look = AnalysisLine;
export type WholeLook = AnalysisAnswer;
export type LookCall = AnalysisCallAnswer;

export interface LooksState {
  /** The conversation they are of. */
  readonly conversationId: string | null;
  /** Newest first; null until they were read, and when they cannot be. */
  readonly list: readonly Look[] | null;
  readonly hasOlder: boolean;
  readonly failed: boolean;
  /** The one that is open, with every call. */
  readonly open: WholeLook | null;
}

export const looks = createStore<LooksState>(() => ({
  conversationId: null,
  list: null,
  hasOlder: false,
  failed: false,
  open: null,
}));

export function isLooking(list: readonly Look[] | null): boolean {
  return list?.some((each) => each.status === 'running') ?? false;
}

/** The newest page before what older pages brought, each look once and as it was told last. */
export function mergeLooks(known: readonly Look[], newest: readonly Look[]): readonly Look[] {
  const told = new Set(newest.map((each) => each.id));
  return [...newest, ...known.filter((each) => !told.has(each.id))].toSorted(
    (a, b) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id),
  );
}

/** Tokens sent and answered together; null when nobody reported any. */
export function tokensOf(usage: Readonly<Record<string, number>> | null): number | null {
  if (usage === null || usage.input_tokens === undefined) return null;
  return usage.input_tokens + (usage.output_tokens ?? 0);
}
