/** Find quoted words among the letters on the page, and mark exactly those. */
import { unitOf } from '../../protocol/points';

/** A letter or digit of the page: everything else may be marks of Markdown, or be set differently. */
const LETTER = /[\p{L}\p{N}]/u;
// The address of a link is written and not shown.
const ADDRESS = /\]\([^)\s]*\)/g;
// What the page adds by itself: where a link leads, what can be pressed.
const ADDED = '.md-place, button, .vh';

interface TextPoint {
  readonly node: Text;
  readonly unit: number;
}

/** The words of a source between two code points, as a range of what is drawn; null when they cannot be told there. */
export function findWords(drawn: readonly Element[], source: string, start: number, end: number): Range | null {
  const from = unitOf(source, start);
  const quote = source.slice(from, unitOf(source, end));
  const { letters, places } = readLetters(drawn);
  const wanted = lettersOf(quote);
  if (wanted === '') return null;
  const at = nearest(letters, wanted, lettersOf(source.slice(0, from)).length);
  const first = places[at];
  const last = places[at + [...wanted].length - 1];
  if (at < 0 || first === undefined || last === undefined) return null;
  return rangeOf(first, last, quote);
}

function lettersOf(text: string): string {
  return [...text.replaceAll(ADDRESS, ']')].filter((each) => LETTER.test(each)).join('');
}

function readLetters(drawn: readonly Element[]): { letters: string[]; places: TextPoint[] } {
  const letters: string[] = [];
  const places: TextPoint[] = [];
  for (const element of drawn) {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node.parentElement?.closest(ADDED)) continue;
      let unit = 0;
      for (const letter of node.textContent ?? '') {
        if (LETTER.test(letter)) {
          letters.push(letter);
          places.push({ node: node as Text, unit });
        }
        unit += letter.length;
      }
    }
  }
  return { letters, places };
}

/** Where the letters stand; of several places the one nearest to where the source has them. */
function nearest(letters: readonly string[], wanted: string, expected: number): number {
  const needle = [...wanted];
  let best = -1;
  for (let at = 0; at <= letters.length - needle.length; at++) {
    if (!needle.every((each, place) => letters[at + place] === each)) continue;
    if (best < 0 || Math.abs(at - expected) < Math.abs(best - expected)) best = at;
  }
  return best;
}

/** From the first letter to the last, with the signs the quote has before and behind them where they are drawn. */
function rangeOf(first: TextPoint, last: TextPoint, quote: string): Range {
  const range = document.createRange();
  const opening = /^[^\p{L}\p{N}]*/u.exec(quote)?.[0] ?? '';
  const closing = /[^\p{L}\p{N}]*$/u.exec(quote)?.[0] ?? '';
  const after = last.unit + (String.fromCodePoint(last.node.data.codePointAt(last.unit) ?? 0).length || 1);
  const isBefore = first.node.data.slice(0, first.unit).endsWith(opening);
  const isBehind = last.node.data.slice(after).startsWith(closing);
  range.setStart(first.node, isBefore ? first.unit - opening.length : first.unit);
  range.setEnd(last.node, isBehind ? after + closing.length : after);
  return range;
}

export const MARK = 'quoted';

interface Highlights {
  set(name: string, highlight: unknown): void;
  delete(name: string): void;
}

/** Mark a range without touching the page; where the browser cannot, it is selected instead. Null takes it away. */
export function mark(range: Range | null): void {
  const { highlights } = CSS as { highlights?: Highlights };
  const { Highlight: Made } = globalThis as { Highlight?: new (range: Range) => unknown };
  if (highlights && Made) {
    if (range) highlights.set(MARK, new Made(range));
    else highlights.delete(MARK);
    return;
  }
  const selection = getSelection();
  selection?.removeAllRanges();
  if (range) selection?.addRange(range);
}
