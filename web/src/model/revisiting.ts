/** The conversation whose questions somebody wants to ask a panel once more. */
import { createStore } from 'zustand/vanilla';

export interface Revisiting {
  readonly id: string;
  readonly title: string;
}

export const revisiting = createStore<Revisiting>(() => ({ id: '', title: '' }));
