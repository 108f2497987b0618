/** A filter line as coloured pieces, cut where the server's lexer cuts. Columns are UTF-16 units, as editors count. */

/** key: a predicate. value: what it asks for. sign: what joins. saved: @name. command: behind the colon. odd: unreadable. */
export type TokenKind = 'key' | 'value' | 'sign' | 'saved' | 'colon' | 'command' | 'odd';

export interface Token {
  readonly kind: TokenKind;
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export const LETTER_OF: Readonly<Record<string, string>> = {
  topic: 't',
  stars: 's',
  star: 's',
  recent: 'r',
  blue: 'b',
  grey: 'g',
  gray: 'g',
  model: 'm',
  advisor: 'a',
  date: 'd',
  contains: 'c',
  pinned: 'p',
  importance: 'w',
  image: 'i',
  tool: 'x',
  error: 'e',
  tag: 'k',
  inside: 'o',
  new: 'n',
};

const WORDS = Object.keys(LETTER_OF).sort((one, other) => other.length - one.length);
const NAME = new RegExp(`(?:${WORDS.join('|')}|[tsrbgmadcpwixekon])`, 'y');
const STRING = /'(?:[^'\\]|\\.)*'?|"(?:[^"\\]|\\.)*"?/suy;
const COMPARE = /<=|>=|<|>|=/y;
const WHEN = /[0-9][\p{L}\p{N}_.-]*/uy;
const NUMBER = /[0-9]+(?:\.[0-9]+)?/y;
const DOTS = /\.\.\.|…/y;
const SAVED = /@[\p{L}\p{N}_][\p{L}\p{N}_-]*/uy;
const SIGN = /[|+&!()*]/y;
const SPACE = /\s+/uy;
const PLAIN = /[^\s'":]+/uy;

export function tokenize(line: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let dated = false;
  let commanded = false;
  const take = (pattern: RegExp, kind: TokenKind | null): string | null => {
    pattern.lastIndex = at;
    const text = pattern.exec(line)?.[0];
    if (!text) return null;
    if (kind !== null) tokens.push({ kind, from: at, to: at + text.length, text });
    at += text.length;
    return text;
  };
  while (at < line.length) {
    if (take(SPACE, null) !== null) continue;
    if (commanded) {
      if (take(STRING, 'value') ?? take(PLAIN, tokens.at(-1)?.kind === 'colon' ? 'command' : 'value')) continue;
    } else if (line[at] === ':') {
      take(/:/y, 'colon');
      commanded = true;
      continue;
    } else {
      const name = take(NAME, 'key');
      if (name !== null) {
        dated = (LETTER_OF[name] ?? name) === 'd';
        continue;
      }
      if (take(COMPARE, 'value') ?? take(STRING, 'value') ?? take(dated ? WHEN : NUMBER, 'value')) continue;
      if (take(DOTS, 'value') ?? take(SAVED, 'saved') ?? take(SIGN, 'sign')) continue;
    }
    take(/[\s\S]/uy, 'odd');
  }
  return tokens;
}

/** What stands before the command's colon, and what stands behind it; null when there is no command. */
export function splitCommand(line: string): { filter: string; command: string | null } {
  const colon = tokenize(line).find((token) => token.kind === 'colon');
  if (!colon) return { filter: line.trim(), command: null };
  return { filter: line.slice(0, colon.from).trim(), command: line.slice(colon.to).trim() };
}
