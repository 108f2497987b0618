/**
 * Sentences out of text that is still being written. The server's `speech/sentences.py` is a twin.
 *
 * Characters are taken one at a time and nothing is looked at twice, so how the text was cut into pieces makes no
 * difference, and the work grows with its length alone. A sentence is told when the first character after it is known,
 * because "Dr. Who" and "3.50" look like ends until then; Chinese and Japanese ends are told at once.
 */
import { fullStopEnds, isCapital } from './endings';
import { plain } from './plain';

const ENDS: ReadonlySet<string> = new Set('.?!…؟۔।');
const ENDS_AT_ONCE: ReadonlySet<string> = new Set('。！？｡');
const CLOSERS: ReadonlySet<string> = new Set('"\'”’»)]}*_~`');
const PAUSES: ReadonlySet<string> = new Set(',;:—');
const PAUSES_AT_ONCE: ReadonlySet<string> = new Set('、，；：');
/** Shorter lines than this are the beginning of the next one, unless something else says that they end. */
const SUBSTANTIAL = 20;
/** A listener cannot follow longer sentences, and no voice should have to wait for their end. */
const LONGEST = 400;
const EARLIEST_CUT = 100;
/** Looking back further than this finds no abbreviation. */
const LOOK_BACK = 48;
const BLOCK = /^(?:[-*+>]|#{1,6}|[0-9]{1,9}[.)])$/;
const BLOCK_BEGINNING = /^(?:[-*+]|#{1,6}|[0-9]{1,9}[.)]?|`{1,2}|~{1,2}|\$|\\)$/;
const LIST_SIGNS: ReadonlySet<string> = new Set(' \t>-*+#');

const isBlank = (sign: string | undefined): boolean => sign !== undefined && /\s/.test(sign);

/** What is said instead of what cannot be: a sentence for a block of code, a word for a formula. */
export interface Stand {
  readonly code: string;
  readonly formula: string;
}

/** Takes text as it comes and gives the sentences that are complete, ready to be spoken. */
export class SentenceStream {
  readonly #stand: Stand;
  #said: string[] = [];
  #pending: string[] = [];
  /** Where a sentence may have ended, and whether a blank came after it. */
  #end = -1;
  #blank = false;
  /** Where a sentence that goes on for too long may be cut. */
  #pause = -1;
  #space = -1;
  /** The line: where it begins, its first signs until they mean something (then null), what it is. */
  #line = 0;
  #head: string | null = '';
  #unbroken = true;
  #block = false;
  #table = false;
  #codeSpan = false;
  #brackets = false;
  #address = false;
  /** Inside a code block or a formula: what it ends with, and what of that was seen. */
  #closing = '';
  #inside = '';
  #opening = false;

  constructor(stand: Stand = { code: 'Code block.', formula: 'formula' }) {
    this.#stand = stand;
  }

  /** The sentences that are complete now, in order. Text is cut between characters, never inside one. */
  push(text: string): string[] {
    for (const sign of text) this.#take(sign);
    const said = this.#said;
    this.#said = [];
    return said;
  }

  /** What is left when no more text comes; nothing can be pushed after it. */
  close(): string[] {
    if (this.#opening) this.#tell(this.#stand.code);
    this.#flush(this.#pending.length);
    return this.#said;
  }

  #take(sign: string): void {
    if (this.#closing !== '') this.#takeInside(sign);
    else if (sign === '\n') this.#endLine();
    else if (this.#address) this.#address = sign !== ')';
    else this.#takeText(sign);
  }

  #takeText(sign: string): void {
    if (this.#blank && !isBlank(sign)) this.#judge(sign);
    if (sign === '(' && this.#pending.at(-1) === ']') {
      this.#address = true;
      return;
    }
    this.#pending.push(sign);
    if (this.#head !== null) this.#readHead(sign);
    this.#mark(sign);
    if (this.#pending.length >= LONGEST) this.#cut();
  }

  /** Remember what this sign may turn out to be. */
  #mark(sign: string): void {
    const here = this.#pending.length;
    if (isBlank(sign)) {
      this.#space = here;
      this.#blank = this.#end >= 0;
      if (PAUSES.has(this.#pending.at(-2) ?? '')) this.#pause = here;
      return;
    }
    if (sign === '`') this.#codeSpan = !this.#codeSpan;
    const isMath = (sign === '(' || sign === ')') && this.#pending.at(-2) === '\\';
    if (sign === '[' || sign === ']' || isMath) this.#brackets = sign === '[' || sign === '(';
    if (this.#table || this.#codeSpan || this.#brackets) return;
    if (ENDS_AT_ONCE.has(sign)) this.#flush(here);
    else if (ENDS.has(sign)) this.#end = here - 1;
    else if (!CLOSERS.has(sign)) this.#end = -1;
    if (PAUSES_AT_ONCE.has(sign)) this.#pause = here;
  }

  /** Decide about the end that was seen, now that the next sign is known. */
  #judge(following: string): void {
    const quoted = !isBlank(this.#pending[this.#end + 1]);
    if (this.#doesEnd(following) && !(quoted && /\p{Ll}/u.test(following))) this.#flush(this.#pending.length);
    this.#end = -1;
    this.#blank = false;
  }

  #doesEnd(following: string): boolean {
    const sign = this.#pending[this.#end];
    if (following === '.' || following === '…') return false;
    if (sign === '…' || (sign === '.' && this.#pending[this.#end - 1] === '.')) return isCapital(following);
    if (sign !== '.') return true;
    const before = this.#pending.slice(Math.max(0, this.#end - LOOK_BACK), this.#end).join('');
    return fullStopEnds(before, following, this.#unbroken && this.#opensLine());
  }

  #opensLine(): boolean {
    let word = this.#end;
    while (word > this.#line && !isBlank(this.#pending[word - 1])) word -= 1;
    return this.#pending.slice(this.#line, word).every((each) => LIST_SIGNS.has(each));
  }

  /** Find out from its first signs what this line is. */
  #readHead(sign: string): void {
    if (this.#head === '' && isBlank(sign)) return;
    const head = (this.#head ?? '') + sign;
    this.#head = head;
    if (head === '```' || head === '~~~' || head === '$$' || head === '\\[') this.#beginInside(head);
    else if (head === '|' || head === '>' || (isBlank(sign) && BLOCK.test(head.slice(0, -1)))) {
      this.#table = head === '|';
      this.#beginBlock();
    } else if (!BLOCK_BEGINNING.test(head)) this.#head = null;
  }

  /** A list item, a heading, a quotation or a row: what came before it has ended. */
  #beginBlock(): void {
    this.#flush(this.#line);
    this.#head = null;
    this.#block = true;
  }

  /** A code block or a formula: what came before it has ended, and nothing of it is spoken. */
  #beginInside(opened: string): void {
    this.#pending.length = this.#line;
    this.#flush(this.#pending.length);
    this.#closing = opened === '\\[' ? '\\]' : opened;
    this.#inside = '';
    this.#opening = opened === '```' || opened === '~~~';
    const { formula } = this.#stand;
    if (!this.#opening) this.#tell(`${formula.slice(0, 1).toUpperCase()}${formula.slice(1)}.`);
  }

  #takeInside(sign: string): void {
    if (this.#closing.startsWith('`') || this.#closing.startsWith('~')) {
      this.#takeCode(sign);
      return;
    }
    this.#inside = (this.#inside + sign).slice(-2);
    if (this.#inside === this.#closing) this.#leaveInside();
  }

  #takeCode(sign: string): void {
    if (sign !== '\n') {
      if (this.#inside.length < LONGEST) this.#inside += sign;
      return;
    }
    const line = this.#inside.trim();
    this.#inside = '';
    const extra = /^(?:`+|~+)/.exec(line)?.[0].length ?? 0;
    let ended = line.startsWith(this.#closing) && extra === line.length;
    if (this.#opening) {
      this.#opening = false;
      this.#tell(this.#stand.code);
      const fence = this.#closing.slice(0, 1);
      const more = line.startsWith(fence) ? extra : 0;
      this.#closing += fence.repeat(more);
      ended = fence === '`' && line.slice(more).includes('`');
    }
    if (ended) this.#leaveInside();
  }

  #leaveInside(): void {
    this.#closing = '';
    this.#beginLine();
  }

  #endLine(): void {
    const line = this.#pending.slice(this.#line).join('').trim();
    const whole = this.#pending.join('').trim();
    const substantial = whole.length >= SUBSTANTIAL && [...whole].length >= SUBSTANTIAL;
    if (this.#block || this.#end >= 0 || line === '' || whole.endsWith(':') || substantial) {
      this.#flush(this.#pending.length);
    } else this.#pending.push(' ');
    this.#beginLine();
  }

  #beginLine(): void {
    this.#line = this.#pending.length;
    this.#head = '';
    this.#unbroken = true;
    this.#block = this.#table = this.#codeSpan = this.#brackets = this.#address = false;
    this.#end = -1;
    this.#blank = false;
  }

  /** End a sentence that does not end by itself, where it breathes or at least between two words. */
  #cut(): void {
    this.#flush([this.#pause, this.#space].find((each) => each >= EARLIEST_CUT) ?? this.#pending.length);
  }

  /** Tell what is pending up to here; what is behind it stays. */
  #flush(at: number): void {
    const told = this.#pending.splice(0, at);
    this.#tell(plain(told.join(''), this.#stand.formula));
    this.#unbroken = this.#unbroken && this.#line >= at;
    this.#line = Math.max(this.#line - at, 0);
    this.#end = this.#end >= at ? this.#end - at : -1;
    this.#blank = this.#blank && this.#end >= 0;
    this.#pause = this.#pause > at ? this.#pause - at : -1;
    this.#space = this.#space > at ? this.#space - at : -1;
  }

  #tell(sentence: string): void {
    if (sentence !== '') this.#said.push(sentence);
  }
}

/** The sentences of a text that is complete. */
export function splitSentences(text: string, stand?: Stand): string[] {
  const stream = new SentenceStream(stand);
  return [...stream.push(text), ...stream.close()];
}
