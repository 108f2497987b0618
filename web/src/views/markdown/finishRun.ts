/** One run of words: every star, tick and bracket that is open at its end is closed, or left out until it means something. */
import { matchMath } from './math';

const OPEN_LINK = /^!?\[([^[\]]*)(?:\](?:\([^()\s]*(?:\s[^()]*)?)?)?$/;
const PUNCTUATION = /[!-/:-@[-`{-~]/g;

export function finishRun(run: string): string {
  const open: string[] = [];
  let bracket = -1;
  let at = 0;
  while (at < run.length) {
    const char = run[at] ?? '';
    const size = '`*_~'.includes(char) ? countSame(run, at) : 1;
    let next = at + (char === '\\' ? 2 : size);
    if (char === '$' || char === '\\') {
      const math = matchMath(run.slice(at, at + 2_100));
      if (math) next = at + math.raw.length;
      else if (isOpenMath(run.slice(at))) return close(run.slice(0, at) + showSource(run.slice(at)), open);
    } else if (char === '`') {
      const end = findTicks(run, next, size);
      if (end < 0) return close(next === run.length ? run.slice(0, at) : run + '`'.repeat(size), open);
      next = end + size;
    } else if (char === '*' || char === '_' || char === '~') {
      if (next === run.length) return finishMark(run.slice(0, at), char, size, open);
      step(run, at, size, open);
    } else if (char === '[') bracket = run[at - 1] === '!' ? at - 1 : at;
    at = next;
  }
  const link = bracket < 0 ? null : OPEN_LINK.exec(run.slice(bracket));
  return close(link ? run.slice(0, bracket) + (link[1] ?? '') : run.replace(/\\$/, ''), open);
}

/** Every sign stands for itself. */
export const showSource = (text: string): string => text.replace(PUNCTUATION, '\\$&');

/** Stars inside of the text close what they can, else they open something. */
function step(run: string, at: number, size: number, open: string[]): void {
  const char = run[at] ?? '';
  let left = size;
  if (at > 0 && /\S/.test(run[at - 1] ?? ''))
    while (open.at(-1)?.[0] === char && (open.at(-1)?.length ?? 0) <= left) left -= open.pop()?.length ?? 0;
  const inWord = char === '_' && /\w/.test(run[at - 1] ?? '');
  if (left === size && /\S/.test(run[at + size] ?? '') && !inWord) open.push(char.repeat(size));
}

/** Stars at the very end are a closer or half of one, or they open nothing yet. */
function finishMark(before: string, char: string, size: number, open: string[]): string {
  let text = before;
  let left = size;
  while (open.at(-1)?.[0] === char && (open.at(-1)?.length ?? 0) < left) {
    left -= open.at(-1)?.length ?? 0;
    text += open.pop() ?? '';
  }
  return close(text, open);
}

function close(text: string, open: readonly string[]): string {
  return open.length === 0 ? text : text.trimEnd() + [...open].reverse().join('');
}

/** A formula without its end is shown as its source; a price is no formula. */
function isOpenMath(rest: string): boolean {
  if (rest.length > 200) return false;
  if (/^\$\$?[A-Za-z\\({|]/.test(rest)) return !rest.slice(2).includes('$');
  return /^\\[([]./s.test(rest) && !/\\[)\]]/.test(rest);
}

function countSame(text: string, at: number): number {
  let end = at;
  while (text[end] === text[at]) end += 1;
  return end - at;
}

/** The start of the closing ticks. */
function findTicks(run: string, from: number, size: number): number {
  for (let at = run.indexOf('`', from); at >= 0; at = run.indexOf('`', at + countSame(run, at)))
    if (countSame(run, at) === size) return at;
  return -1;
}
