/** A person is a square of ink with their initials; colours are the advisors'. */
export function Initials({ name, away = false }: { name: string; away?: boolean }) {
  const words = name
    .replace(/@.*/, '')
    .split(/[\s._-]+/)
    .filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((each) => [...(each ?? '')][0] ?? '');
  return (
    <span className={away ? 'initials away' : 'initials'} aria-hidden="true">
      {letters.join('').toUpperCase()}
    </span>
  );
}
