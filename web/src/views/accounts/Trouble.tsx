/** Why a form was refused, read out at once; nothing while nothing was. */
export function Trouble({ words }: { words: string | null | undefined }) {
  return words ? (
    <p className="trouble" role="alert">
      {words}
    </p>
  ) : null;
}
