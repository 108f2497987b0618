import { type Token, type TokenKind, tokenize } from '../../model/filterLine';

const LOOK: Readonly<Record<TokenKind, string>> = {
  key: 'k',
  value: 'v',
  sign: 'o',
  saved: 'k',
  colon: 'o',
  command: 'v',
  odd: 'v',
};

export function lookOf({ kind }: Token): string {
  return LOOK[kind];
}

/** A filter line in its colours. Spaces stay as they were typed. */
export function Query({ line }: { line: string }) {
  const pieces: { from: number; text: string; look: string }[] = [];
  let at = 0;
  for (const token of tokenize(line)) {
    if (token.from > at) pieces.push({ from: at, text: line.slice(at, token.from), look: 'o' });
    pieces.push({ from: token.from, text: token.text, look: lookOf(token) });
    at = token.to;
  }
  return pieces.map(({ from, text, look }) => (
    <span key={from} className={look}>
      {text}
    </span>
  ));
}
