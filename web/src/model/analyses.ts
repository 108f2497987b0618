/** Analyses of the open conversation: models that read it instead of continuing it, and what was sent for that. */
import { createStore } from 'zustand/vanilla';
import type { AnalysisAnswer, AnalysisCallAnswer, AnalysisLine } from '../protocol/generated/answers';

export type Analysis = AnalysisLine;
export type WholeAnalysis = AnalysisAnswer;
export type ModelCall = AnalysisCallAnswer;

export interface AnalysesState {
  /** The conversation they are of. */
  readonly conversationId: string | null;
  /** Newest first; null until they were read, and when they cannot be. */
  readonly list: readonly Analysis[] | null;
  readonly next: string | null;
  readonly failed: boolean;
  /** The one that is open, with every call. */
  readonly open: WholeAnalysis | null;
}

export const analyses = createStore<AnalysesState>(() => ({
  conversationId: null,
  list: null,
  next: null,
  failed: false,
  open: null,
}));

export function isAnyRunning(list: readonly Analysis[] | null): boolean {
  return list?.some((each) => each.status === 'running') ?? false;
}

/** The newest page before what older pages brought, each analysis once and as it was told last. */
export function mergeAnalyses(known: readonly Analysis[], newest: readonly Analysis[]): readonly Analysis[] {
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
