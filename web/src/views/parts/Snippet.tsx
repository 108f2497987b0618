import { unitOf } from '../../protocol/points';

interface Props {
  text: string;
  /** Stretches in code points, first and one behind last. */
  matches: readonly (readonly [unknown, unknown])[];
}

/** A piece of text with what was looked for marked in it. */
export function Snippet({ text, matches }: Props) {
  return (
    <>
      {cut(text, matches).map((piece) =>
        piece.hit ? <mark key={piece.from}>{piece.text}</mark> : <span key={piece.from}>{piece.text}</span>,
      )}
    </>
  );
}

interface SnippetPiece {
  readonly from: number;
  readonly text: string;
  readonly hit: boolean;
}

/** The text in pieces; overlapping or senseless stretches never repeat or lose a letter. */
export function cut(text: string, matches: Props['matches']): SnippetPiece[] {
  const pieces: SnippetPiece[] = [];
  let at = 0;
  const take = (to: number, hit: boolean) => {
    if (to > at) pieces.push({ from: at, text: text.slice(at, to), hit });
    at = Math.max(at, to);
  };
  for (const [first, last] of matches) {
    take(unitOf(text, Number(first)), false);
    take(unitOf(text, Number(last)), true);
  }
  take(text.length, false);
  return pieces;
}
