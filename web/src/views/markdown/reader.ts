/** A growing text to blocks. What is finished is read once; only the open end is read again when more arrives. */
import type { Token, Tokens } from 'marked';
import { finish } from './finish';
import { lex, lexOpen } from './lexer';
import { type Cut, closes, type Fence, Scissors } from './pieces';

export interface CodeToken extends Tokens.Code {
  /** More of it may come. */
  open?: boolean;
}

export interface MarkdownBlock {
  readonly start: number;
  readonly tokens: readonly Token[];
}

/** Pieces come in pages, so that a long reply costs no more to look through than a short one. */
export interface Reading {
  /** Finished: the same arrays in every later reading of a longer text. */
  readonly pages: readonly (readonly MarkdownBlock[])[];
  /** Finished pieces, each the same object in every later reading, and at its end the one that still grows. */
  readonly open: readonly MarkdownBlock[];
}

const PAGE = 32;

export interface Lexers {
  lex: (source: string) => Token[];
  lexOpen: (source: string) => Token[];
}

export class Reader {
  readonly #lexers: Lexers;
  #scissors = new Scissors();
  #pages: MarkdownBlock[][] = [];
  #open: MarkdownBlock[] = [];
  #text = '';
  #streaming = false;
  #reading: Reading | null = null;

  constructor(lexers: Lexers = { lex, lexOpen }) {
    this.#lexers = lexers;
  }

  /** Asking twice gives the same reading; a text that does not continue the last one is read afresh. */
  read(text: string, streaming: boolean): Reading {
    if (this.#reading && text === this.#text && streaming === this.#streaming) return this.#reading;
    if (!text.startsWith(this.#text)) this.#forget();
    for (const cut of this.#scissors.advance(text)) this.#keep(this.#readCut(text, cut));
    this.#text = text;
    this.#streaming = streaming;
    const last = this.#readRest(text, streaming);
    this.#reading = { pages: this.#pages, open: last ? [...this.#open, last] : this.#open };
    return this.#reading;
  }

  #keep(piece: MarkdownBlock): void {
    this.#open = [...this.#open, piece];
    if (this.#open.length < PAGE) return;
    this.#pages = [...this.#pages, this.#open];
    this.#open = [];
  }

  #forget(): void {
    this.#scissors = new Scissors();
    this.#pages = [];
    this.#open = [];
  }

  #readCut(text: string, cut: Cut): MarkdownBlock {
    if (cut.kind === 'code') return { start: cut.start, tokens: [buildCode(text, cut.fence, cut.codeEnd, false)] };
    return { start: cut.start, tokens: this.#lexers.lex(cut.head + text.slice(cut.start, cut.end)) };
  }

  #readRest(text: string, streaming: boolean): MarkdownBlock | null {
    const { start, fence, at, head } = this.#scissors;
    if (start >= text.length) return null;
    if (fence) {
      const ends = closes(fence, text.slice(at)) || (streaming && /^ {0,3}[`~]+\s*$/.test(text.slice(at)));
      return { start, tokens: [buildCode(text, fence, ends ? at : text.length, streaming)] };
    }
    const source = head + text.slice(start);
    return { start, tokens: streaming ? this.#lexers.lexOpen(finish(source)) : this.#lexers.lex(source) };
  }
}

function buildCode(text: string, fence: Fence, end: number, open: boolean): CodeToken {
  const code = text.slice(fence.body, end).replace(/\r\n/g, '\n').replace(/\n$/, '');
  const flush = fence.indent === 0 ? code : code.replace(new RegExp(`^ {1,${fence.indent}}`, 'gm'), '');
  return { type: 'code', raw: flush, lang: fence.info.trim(), text: flush, open };
}
