/** The answer a test is being made of. Apart from all other tests: the first screen needs no more of them. */
import { createStore } from 'zustand/vanilla';

export interface Asserting {
  readonly turnId: string;
  readonly replyId: string;
}

export const asserting = createStore<Asserting>(() => ({ turnId: '', replyId: '' }));
