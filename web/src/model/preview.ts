/** What would be sent now: the newest answer of the server to the draft, and whether it still fits. */
import { createStore } from 'zustand/vanilla';
import type { AdvisorPreviewAnswer, PreviewAnswer } from '../protocol/generated/answers';

export type Preview = PreviewAnswer;
export type AdvisorPreview = AdvisorPreviewAnswer;

/** Why there is no preview: the server's code and sentence, with the column of a filter error. */
export interface PreviewProblem {
  readonly code: string;
  readonly message: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

export interface PreviewState {
  readonly conversationId: string | null;
  /** The last good preview; it stays while a new one is on its way or was refused. */
  readonly latest: Preview | null;
  /** The draft it was made for, so that a send can say whether it still holds. */
  readonly madeFor: string | null;
  readonly pending: boolean;
  readonly problem: PreviewProblem | null;
}

export const preview = createStore<PreviewState>(() => ({
  conversationId: null,
  latest: null,
  madeFor: null,
  pending: false,
  problem: null,
}));

export function previewFor(state: PreviewState, advisorId: string): AdvisorPreview | null {
  return state.latest?.advisors.find((each) => each.advisor_id === advisorId) ?? null;
}

/** Whether a position is visible under the filter; turns newer than the preview are, until it is asked again. */
export function isShown({ latest }: PreviewState, position: number): boolean {
  if (latest === null || position > latest.last_position) return true;
  return latest.shown.some(([first = 0, last = 0]) => first <= position && position <= last);
}
