/** The conversation of this tab that is not kept: the one about to begin, and the one that has. */
import { createStore } from 'zustand/vanilla';

export interface Unkept {
  /** The next new conversation is not kept. */
  readonly starting: boolean;
  readonly id: string | null;
  /** When it is deleted at the latest. */
  readonly until: string | null;
}

export const unkept = createStore<Unkept>(() => ({ starting: false, id: null, until: null }));
