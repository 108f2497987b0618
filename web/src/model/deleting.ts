/** The conversation somebody is asked about before it is deleted for good. */
import { createStore } from 'zustand/vanilla';

export interface Deleting {
  readonly id: string;
  readonly title: string;
}

export const deleting = createStore<Deleting>(() => ({ id: '', title: '' }));
