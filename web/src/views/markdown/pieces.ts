/**
 * A reply is cut into pieces that are lexed on their own. Where a cut falls depends on the lines before it and the
 * beginning of the next one, never on how the text arrived, and a cut once made stays.
 */

/** No piece that has to be lexed again and again while it grows gets much longer than this. */
export const LIMIT = 4_000;

export interface Fence {
  mark: string;
  indent: number;
  info: string;
  /** Where the code starts. */
  body: number;
}

export type Cut =
  | { kind: 'words'; start: number; end: number; head: string }
  | { kind: 'code'; start: number; end: number; fence: Fence; codeEnd: number };

const BLANK = /^\s*$/;
const ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
const INDENTED = /^(?: {2,}|\t)/;
const HEADING = /^ {0,3}#{1,6}(?:\s|$)/;
const FENCE = /^( {0,3})(`{3,}(?=[^`]*$)|~{3,})(.*)$/;
const INNER_FENCE = /^[ \t]*(`{3,}|~{3,})/;
const TABLE_RULE = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?$/;
/** Enough of a line to know what it starts. */
const DECIDED = /[^\s\d.)*+#-]/;
const MAYBE_FENCE = /^ {0,3}[`~]/;

/** Reads each line once, however often it is asked. */
export class Scissors {
  /** Where the open piece starts. */
  start = 0;
  /** The line that was not complete yet. */
  at = 0;
  fence: Fence | null = null;
  /** The first two lines of a table that was cut for its length. */
  head = '';
  #inner = '';
  #list = false;
  #blank = false;
  #alone = false;
  #table = '';
  #before = '';

  /** The cuts that are certain now. The rest of the text, from `start`, is still open. */
  advance(text: string): Cut[] {
    const cuts: Cut[] = [];
    for (;;) {
      const newline = text.indexOf('\n', this.at);
      const end = newline < 0 ? text.length : newline;
      if (!this.fence && end - this.at > LIMIT) {
        this.#cutLongLine(text, cuts);
        continue;
      }
      const line = text.slice(this.at, end).replace(/\r$/, '');
      if (newline < 0) {
        if (!this.fence && DECIDED.test(line) && !MAYBE_FENCE.test(line) && this.#begins(line))
          this.#cut(cuts, this.at);
        return cuts;
      }
      this.#take(line, end + 1, cuts);
      this.at = end + 1;
    }
  }

  #take(line: string, next: number, cuts: Cut[]): void {
    if (this.fence) {
      if (!closes(this.fence, line)) return;
      cuts.push({ kind: 'code', start: this.start, end: next, fence: this.fence, codeEnd: this.at });
      this.#open(next);
      return;
    }
    if (this.#begins(line)) this.#cut(cuts, this.at);
    const fence = this.#inner === '' ? this.#fence(line) : null;
    if (fence) this.fence = { mark: fence[2] ?? '', indent: fence[1]?.length ?? 0, info: fence[3] ?? '', body: next };
    else this.#note(line);
  }

  /** Does this line start a piece of its own? */
  #begins(line: string): boolean {
    if (this.at === this.start || BLANK.test(line)) return false;
    const size = this.at - this.start;
    if (size > 2 * LIMIT) return true;
    if (this.#inner !== '') return false;
    if (this.#alone || this.#fence(line) || (HEADING.test(line) && !this.#inside(line))) return true;
    if (size > LIMIT && (!this.#list || ITEM.test(line))) return true;
    return this.#blank && !INDENTED.test(line) && !(this.#list && ITEM.test(line));
  }

  #note(line: string): void {
    const blank = BLANK.test(line);
    if (this.#list) this.#inner = toggle(this.#inner, line);
    if (ITEM.test(line)) this.#list = true;
    if (blank) this.#table = '';
    else if (this.#before.includes('|') && TABLE_RULE.test(line.trimEnd())) this.#table = `${this.#before}\n${line}\n`;
    this.#alone = HEADING.test(line) && !this.#inside(line);
    this.#blank = blank;
    this.#before = line;
  }

  #fence(line: string): RegExpExecArray | null {
    return this.#inside(line) ? null : FENCE.exec(line);
  }

  /** In a list, a line that is set in belongs to an item. */
  #inside(line: string): boolean {
    return this.#list && INDENTED.test(line);
  }

  #cut(cuts: Cut[], end: number): void {
    cuts.push({ kind: 'words', start: this.start, end, head: this.head });
    const table = this.#blank || end - this.start <= LIMIT ? '' : this.#table;
    this.#open(end);
    this.head = table;
    this.#table = table;
  }

  #cutLongLine(text: string, cuts: Cut[]): void {
    const halfOfPair = /[\ud800-\udbff]/.test(text[this.at + LIMIT - 1] ?? '');
    this.at += halfOfPair ? LIMIT - 1 : LIMIT;
    this.#cut(cuts, this.at);
  }

  #open(start: number): void {
    this.start = start;
    this.fence = null;
    this.head = '';
    this.#inner = '';
    this.#list = false;
    this.#blank = false;
    this.#alone = false;
    this.#table = '';
    this.#before = '';
  }
}

/** Is this line the end of that code? */
export function closes(fence: Fence, line: string): boolean {
  const run = /^ {0,3}(`{3,}|~{3,})\s*$/.exec(line)?.[1];
  return run !== undefined && run[0] === fence.mark[0] && run.length >= fence.mark.length;
}

/** A fence inside of a list item: nothing is cut before it is closed. */
function toggle(inner: string, line: string): string {
  const run = INNER_FENCE.exec(line)?.[1];
  if (run === undefined) return inner;
  if (inner === '') return run;
  return run[0] === inner[0] && run.length >= inner.length && line.trim() === run ? '' : inner;
}
