/** A text cut where verdicts rest on it. */
import { unitOf } from '../protocol/points';

/** A stretch of a text in code points, as the server counts. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

export interface MarkedText {
  readonly at: number;
  readonly text: string;
  readonly marked: boolean;
}

/** The text in pieces, in order; stretches that touch are one. What lies beyond the text is not there. */
export function cutText(text: string, stretches: readonly Stretch[]): readonly MarkedText[] {
  const ends = stretches
    .map(({ start, end }) => ({ from: unitOf(text, start), to: unitOf(text, end) }))
    .filter(({ from, to }) => from < to)
    .toSorted((a, b) => a.from - b.from);
  const pieces: MarkedText[] = [];
  let at = 0;
  const say = (to: number, marked: boolean) => {
    if (to <= at) return;
    const last = pieces.at(-1);
    const words = text.slice(at, to);
    if (last?.marked === marked) pieces[pieces.length - 1] = { ...last, text: last.text + words };
    else pieces.push({ at, text: words, marked });
    at = to;
  };
  for (const { from, to } of ends) {
    say(from, false);
    say(to, true);
  }
  say(text.length, false);
  return pieces;
}
