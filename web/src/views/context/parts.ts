/** Filter lines the builder can show: parts, joined by all or any, with groups one level deep. */
import { LETTER_OF, type Token, tokenize } from '../../model/filterLine';

export const KINDS = {
  t: 'topic',
  s: 'stars',
  r: 'recent',
  d: 'date',
  c: 'words',
  a: 'advisor',
  m: 'model',
  b: 'blue',
  g: 'grey',
  p: 'pinned',
  e: 'error',
  k: 'tag',
  o: 'inside',
  n: 'divider',
  w: 'importance',
  i: 'image',
  x: 'tool',
  '@': 'saved',
} as const;
export type Letter = keyof typeof KINDS;

export interface Part {
  readonly letter: Letter;
  readonly not: boolean;
  readonly op: '' | '=' | '<' | '<=' | '>' | '>=';
  /** A number, an age, a day, the name of a saved filter, or what stands between the quotes, escapes and all. */
  readonly value: string;
  readonly quoted: boolean;
  /** A topic with everything below it. */
  readonly below: boolean;
}

export type Join = 'all' | 'any';
export interface Group {
  readonly join: Join;
  readonly parts: readonly Part[];
}
/** The whole line; a group inside it joins the other way. */
export interface Built {
  readonly join: Join;
  readonly items: readonly (Part | Group)[];
}

export const NOTHING: Built = { join: 'all', items: [] };

export function isGroup(item: Part | Group): item is Group {
  return 'parts' in item;
}

/** The parts of a canonical line; null when it is more than two levels deep, or has a command. */
export function readParts(line: string): Built | null {
  const tokens = tokenize(line);
  if (tokens.some(({ kind }) => kind === 'colon' || kind === 'odd')) return null;
  if (tokens.length === 0 || line.trim() === '*') return NOTHING;
  const reader = new Reader(tokens);
  const tree = reader.readAny();
  return tree === null || !reader.isDone() ? null : flatten(tree);
}

/** The line these parts say. Parts that lack their value are left out. */
export function writeParts({ join, items }: Built): string {
  const said = items.map((item) => {
    if (!isGroup(item)) return isComplete(item) ? writePart(item) : '';
    const inner = item.parts.filter(isComplete).map(writePart);
    const text = inner.join(item.join === 'any' ? ' | ' : ' ');
    return inner.length > 1 && item.join === 'any' ? `(${text})` : text;
  });
  return said.filter(Boolean).join(join === 'any' ? ' | ' : ' ');
}

export function writePart({ letter, not, op, value, quoted, below }: Part): string {
  const shown = quoted ? `'${value}'` : value;
  return `${not ? '!' : ''}${letter}${op}${shown}${below ? '...' : ''}`;
}

const NEEDS_VALUE: ReadonlySet<Letter> = new Set(['r', 'd', 'c', 'k', 'w', '@']);

export function isComplete({ letter, op, value, quoted }: Part): boolean {
  if (value.trim() === '') return !NEEDS_VALUE.has(letter) && !quoted && op === '';
  return letter !== 'd' || /^(\d+(min|h|d|w|mo|y)?|\d{4}-\d{2}-\d{2})$/.test(value);
}

/** Text as somebody types it, ready to stand between quotes: stars stay wildcards. */
export function escapeTyped(typed: string): string {
  const escaped = typed.replace(/\\[\s\S]|'/gu, (found) => (found === "'" ? "\\'" : found));
  return /(?:^|[^\\])(?:\\\\)*\\$/.test(escaped) ? `${escaped}\\` : escaped;
}

/** What stands between quotes, as somebody would type it. */
export function showQuoted(value: string): string {
  return value.replace(/\\'/g, "'");
}

type Tree = Part | { readonly join: Join; readonly terms: readonly Tree[] };

class Reader {
  private at = 0;
  private readonly tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  isDone(): boolean {
    return this.at >= this.tokens.length;
  }

  readAny(): Tree | null {
    const terms = [this.readAll()];
    while (this.takeSign('|') || this.takeSign('+')) terms.push(this.readAll());
    return joinTerms('any', terms);
  }

  private readAll(): Tree | null {
    const terms = [this.readOne()];
    while (!this.isDone() && !this.isNext('|') && !this.isNext('+') && !this.isNext(')')) {
      this.takeSign('&');
      terms.push(this.readOne());
    }
    return joinTerms('all', terms);
  }

  private readOne(): Tree | null {
    const not = this.takeSign('!');
    if (this.takeSign('(')) {
      const inner = not ? null : this.readAny();
      return this.takeSign(')') ? inner : null;
    }
    const token = this.tokens[this.at++];
    if (token?.kind === 'saved') return { ...blank('@'), not, value: token.text.slice(1) };
    if (token?.kind !== 'key') return null;
    return this.readValue({ ...blank((LETTER_OF[token.text] ?? token.text) as Letter), not });
  }

  private readValue(part: Part): Part {
    let read = part;
    for (let token = this.tokens[this.at]; token?.kind === 'value'; token = this.tokens[++this.at]) {
      if (/^[<>=]/.test(token.text)) read = { ...read, op: token.text as Part['op'] };
      else if (token.text === '...' || token.text === '…') read = { ...read, below: true };
      else if (/^['"]/.test(token.text)) read = { ...read, quoted: true, value: unquote(token.text) };
      else read = { ...read, value: token.text };
    }
    return read;
  }

  private isNext(sign: string): boolean {
    const token = this.tokens[this.at];
    return token?.kind === 'sign' && token.text === sign;
  }

  private takeSign(sign: string): boolean {
    if (!this.isNext(sign)) return false;
    this.at++;
    return true;
  }
}

export function blank(letter: Letter): Part {
  return { letter, not: false, op: '', value: '', quoted: false, below: false };
}

function unquote(text: string): string {
  const inner = text.slice(1, -1);
  return text.startsWith('"') ? escapeTyped(inner.replace(/\\"/g, '"')) : inner;
}

function joinTerms(join: Join, terms: readonly (Tree | null)[]): Tree | null {
  if (terms.some((term) => term === null)) return null;
  return terms.length === 1 ? (terms[0] as Tree) : { join, terms: terms as Tree[] };
}

function flatten(tree: Tree): Built | null {
  if (!('terms' in tree)) return { join: 'all', items: [tree] };
  const items: (Part | Group)[] = [];
  for (const term of tree.terms) {
    if (!('terms' in term)) items.push(term);
    else if (term.join === tree.join || term.terms.some((each) => 'terms' in each)) return null;
    else items.push({ join: term.join, parts: term.terms as Part[] });
  }
  return { join: tree.join, items };
}
