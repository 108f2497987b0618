import { type ReactNode, useId } from 'react';

interface Props {
  label: string;
  words: string;
  onChange: (words: string) => void;
  /** What stands beside it. */
  children: ReactNode;
}

/** A line to search a list of keys by. */
export function Find({ label, words, onChange, children }: Props) {
  const id = useId();
  return (
    <div className="find">
      <label htmlFor={id}>{label}</label>
      <input id={id} className="input" type="search" value={words} onChange={(event) => onChange(event.target.value)} />
      {children}
    </div>
  );
}
