/** Whether the voices of the open conversation have stayed contamination. */
import { createStore } from 'zustand/vanilla';
import type { ContaminationAnswer } from '../protocol/generated/answers';

export interface Contamination {
  readonly conversationId: string | null;
  readonly found: ContaminationAnswer | null;
}

export const contamination = createStore<Contamination>(() => ({ conversationId: null, found: null }));
