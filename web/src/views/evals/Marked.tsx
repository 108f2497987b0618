import { useMemo } from 'react';
import { cutText, type Stretch } from '../../model/spots';

/** Words as they came, with what verdicts rest on marked in them. */
export function Marked({ text, stretches }: { text: string; stretches: readonly Stretch[] }) {
  const pieces = useMemo(() => cutText(text, stretches), [text, stretches]);
  return (
    <div className="as-said" dir="auto">
      {pieces.map((piece) =>
        piece.marked ? <mark key={piece.at}>{piece.text}</mark> : <span key={piece.at}>{piece.text}</span>,
      )}
    </div>
  );
}
