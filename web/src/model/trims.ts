/** What the newest finished send had to leave out after all, because a provider said it was too much. */
import { createStore } from 'zustand/vanilla';

export interface Trim {
  readonly advisorId: string;
  /** X: the turns that were predicted to go along. */
  readonly predicted: number;
  /** The ids of those that were dropped; their number is T. */
  readonly turnIds: readonly string[];
  readonly visible: number | null;
}

export interface Trims {
  /** The turn that was sent; null before any was looked at. */
  readonly turnId: string | null;
  /** The filter at that moment: under another one the counter is about something else. */
  readonly filter: string;
  readonly trims: readonly Trim[];
}

export const trims = createStore<Trims>(() => ({ turnId: null, filter: '', trims: [] }));

/** The advisor who was sent the fewest turns of those predicted; null when nothing was trimmed. */
export function tightestTrim({ trims: all }: Trims): Trim | null {
  const sent = ({ predicted, turnIds }: Trim) => predicted - turnIds.length;
  return all.reduce<Trim | null>((least, each) => (least === null || sent(each) < sent(least) ? each : least), null);
}

export function isTrimmed({ trims: all }: Trims, turnId: string, advisorId: string): boolean {
  return all.some((each) => each.advisorId === advisorId && each.turnIds.includes(turnId));
}
