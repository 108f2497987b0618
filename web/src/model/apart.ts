/** Whether the voices of the open conversation have stayed apart. */
import { createStore } from 'zustand/vanilla';
import type { ContaminationAnswer } from '../protocol/generated/answers';

export interface Apart {
  readonly conversationId: string | null;
  readonly found: ContaminationAnswer | null;
}

export const apart = createStore<Apart>(() => ({ conversationId: null, found: null }));
