/** Two texts as runs of words that stayed, went or came. */

export interface Run {
  readonly op: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** The runs in reading order: what went stands before what came in its place. */
export function diffWords(before: string, after: string): Run[] {
  const a = split(before);
  const b = split(after);
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const runs: Run[] = [];
  const say = (op: Run['op'], words: readonly string[]) => {
    const text = words.join('');
    const last = runs.at(-1);
    if (text === '') return;
    if (last?.op === op) runs[runs.length - 1] = { op, text: last.text + text };
    else runs.push({ op, text });
  };
  say('same', a.slice(0, head));
  walk(a.slice(head, a.length - tail), b.slice(head, b.length - tail), say);
  say('same', a.slice(a.length - tail));
  return runs;
}

/** A word with the blanks behind it. */
function split(text: string): string[] {
  return text.match(/\S+\s*|\s+/gu) ?? [];
}

// The table of common lengths grows with both texts; above this many cells the middle is shown as replaced whole.
const MOST_CELLS = 16_000_000;

function walk(
  a: readonly string[],
  b: readonly string[],
  say: (op: Run['op'], words: readonly string[]) => void,
): void {
  const width = b.length + 1;
  if ((a.length + 1) * width > MOST_CELLS) {
    say('removed', a);
    say('added', b);
    return;
  }
  const common = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      common[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      say('same', [a[i++] ?? '']);
      j++;
    } else if (i < a.length && (j === b.length || at(i + 1, j) >= at(i, j + 1))) say('removed', [a[i++] ?? '']);
    else say('added', [b[j++] ?? '']);
  }
}
