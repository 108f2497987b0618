/** The message this tab sent last, as it stood in the box: what is being answered keeps the filter it was sent with. */
import { createStore } from 'zustand/vanilla';
import type { Turn } from '../protocol/events';
import type { Draft } from './draft';

export interface Underway {
  readonly turnId: string | null;
  readonly draft: Draft | null;
}

export const underway = createStore<Underway>(() => ({ turnId: null, draft: null }));

/** The message whose answers are being written under another filter than this one; null when there is none. */
export function refiltered({ turnId, draft }: Underway, open: Turn | null, filter: string): Draft | null {
  return draft !== null && open?.id === turnId && draft.filter !== filter ? draft : null;
}
