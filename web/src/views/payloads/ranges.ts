/** Numbers in order, as stretches: 1, 2, 3, 5 is 1–3, 5. */
import { joinWords } from '../parts/format';

export type Range = readonly [first: number, last: number];

export function buildRanges(numbers: readonly number[]): Range[] {
  const ranges: [number, number][] = [];
  for (const each of [...new Set(numbers)].sort((a, b) => a - b)) {
    const open = ranges.at(-1);
    if (open && open[1] === each - 1) open[1] = each;
    else ranges.push([each, each]);
  }
  return ranges;
}

// A list longer than this is not read by anybody; its ends and how much it holds say enough.
const MOST = 6;

export function formatRanges(numbers: readonly number[]): string {
  const ranges = buildRanges(numbers);
  const written = ranges.map(([first, last]) => (first === last ? String(first) : `${first}–${last}`));
  if (written.length <= MOST) return joinWords(written);
  return joinWords([...written.slice(0, MOST - 1), '…', ...written.slice(-1)]);
}
