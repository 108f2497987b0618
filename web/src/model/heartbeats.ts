/** Who may speak unasked in the conversation that is looked at, and what became of each occasion. */
import { createStore } from 'zustand/vanilla';
import type { HeartbeatAnswer, HeartbeatRunAnswer, HeartbeatsAnswer } from '../protocol/generated/answers';

export type HeartbeatRun = HeartbeatRunAnswer;
export type Heartbeat = HeartbeatAnswer;

export interface Unasked {
  readonly conversationId: string | null;
  /** Who may speak; nothing until it was asked for. */
  readonly leave: HeartbeatsAnswer | null;
  /** Newest first; nothing until they were asked for. */
  readonly runs: readonly HeartbeatRun[] | null;
}

export const NOBODY: Unasked = { conversationId: null, leave: null, runs: null };
export const unasked = createStore<Unasked>(() => NOBODY);

/** How often somebody may speak, in minutes: the steps a person chooses from. */
export const INTERVALS = [30, 60, 120, 240, 480, 1440, 4320, 10_080] as const;

/** The steps, with the present value among them whatever it is. */
export function intervalsWith(minutes: number): readonly number[] {
  return [...new Set<number>([...INTERVALS, minutes])].sort((a, b) => a - b);
}

/** A span in its largest whole unit. */
export function spanOf(minutes: number): { unit: 'minutes' | 'hours' | 'days'; count: number } {
  if (minutes % 1440 === 0) return { unit: 'days', count: minutes / 1440 };
  if (minutes % 60 === 0) return { unit: 'hours', count: minutes / 60 };
  return { unit: 'minutes', count: minutes };
}

export function runOf(state: Unasked, turnId: string): HeartbeatRun | null {
  return state.runs?.find((each) => each.turn_id === turnId) ?? null;
}
