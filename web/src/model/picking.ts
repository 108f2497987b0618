/** What a model is being chosen for: an answer that is asked for again, or the message that is being written. */
import { createStore } from 'zustand/vanilla';

export interface Picking {
  readonly reply: { readonly turnId: string; readonly replyId: string } | null;
}

export const picking = createStore<Picking>(() => ({ reply: null }));

/** A model's own name, without the provider it is reached through. */
export function nameOfModel(model: string): string {
  return model.slice(model.indexOf(':') + 1);
}
