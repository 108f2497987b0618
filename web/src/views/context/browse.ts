/** Going back and forth through earlier lines. */

export interface Browsing {
  /** How many lines back; 0 is the line being written. */
  readonly back: number;
  readonly written: string;
}

export const AT_HAND: Browsing = { back: 0, written: '' };

/** The line `step` further back (negative: forward) in a history whose newest line comes last; null at either end. */
export function browse(
  history: readonly string[],
  now: Browsing,
  line: string,
  step: number,
): { line: string; browsing: Browsing } | null {
  const back = now.back + step;
  if (back < 0 || back > history.length) return null;
  const written = now.back === 0 ? line : now.written;
  const found = back === 0 ? written : history[history.length - back];
  return { line: found ?? '', browsing: { back, written } };
}
