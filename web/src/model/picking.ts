/** What a model is being chosen for: an answer that is asked for again, or the message that is being written. */
import { createStore } from 'zustand/vanilla';
import type { PreviewState } from './preview';

export interface Picking {
  readonly reply: { readonly turnId: string; readonly replyId: string } | null;
}

export const picking = createStore<Picking>(() => ({ reply: null }));

/** The model of the message before, where it would serve somebody again; null where it serves nobody. */
export function newestModel({ latest }: PreviewState): string | null {
  const model = latest?.choice.newest_model;
  return model !== undefined && latest?.advisors.some((each) => each.model === model) ? model : null;
}

/** A model's own name, without the provider it is reached through. */
export function nameOfModel(model: string): string {
  return model.slice(model.indexOf(':') + 1);
}
