/** Advisors answering each other in the conversation on the screen. */
import { createStore } from 'zustand/vanilla';
import type { ForecastAnswer, RoundsAnswer, RunAnswer } from '../protocol/generated/answers';

export type Run = RunAnswer;
export type RoundForecast = NonNullable<RoundsAnswer['forecast']>;

export type SplitForecast = NonNullable<ForecastAnswer['split']>;

export const MODES = ['answer', 'challenge', 'settle', 'split'] as const;
export type RoundMode = (typeof MODES)[number];
export const MOST_ROUNDS = 10;

export interface Rounds {
  readonly conversationId: string | null;
  /** Newest first. */
  readonly runs: readonly Run[];
  /** A run that has ended and was read. */
  readonly dismissed: string | null;
}

export const rounds = createStore<Rounds>(() => ({ conversationId: null, runs: [], dismissed: null }));

/** The run that goes on or waits, if there is one. */
export function openRun(state: Rounds): Run | null {
  return state.runs.find((each) => each.status !== 'ended') ?? null;
}

/** Which round a turn is, and of how many; null for any other turn. */
export function placeOf(state: Rounds, turnId: string): { number: number; planned: number } | null {
  for (const run of state.runs) {
    const found = run.rounds.find((each) => each.turn_id === turnId);
    if (found) return { number: found.number, planned: run.planned };
  }
  return null;
}

/** What some advisors' part of a round may cost; null when a price is not known. */
export function costOf(forecast: RoundForecast, advisorIds: readonly string[]): number | null {
  const parts = advisorIds.map((id) => forecast.per_advisor[id]?.cost ?? null);
  return parts.some((each) => each === null) ? null : parts.reduce<number>((sum, each) => sum + (each ?? 0), 0);
}
