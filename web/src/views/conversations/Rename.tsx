import { useRef } from 'react';
import { isComposing } from '../parts/composing';

interface Props {
  label: string;
  value: string;
  /** Null when it stays as it was. */
  onDone: (value: string | null) => void;
}

/** A name being changed in its place: Enter or leaving takes it, Esc leaves it as it was. */
export function Rename({ label, value, onDone }: Props) {
  const done = useRef(false);
  const finish = (next: string | null) => {
    if (done.current) return;
    done.current = true;
    const trimmed = next?.trim() ?? null;
    onDone(trimmed === value ? null : trimmed);
  };
  return (
    <input
      className="input rename"
      aria-label={label}
      defaultValue={value}
      maxLength={300}
      dir="auto"
      // biome-ignore lint/a11y/noAutofocus: the person has just asked to write here.
      autoFocus
      onFocus={(event) => event.target.select()}
      onBlur={(event) => finish(event.target.value)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (isComposing(event)) return;
        if (event.key === 'Enter') finish(event.currentTarget.value);
        else if (event.key === 'Escape') finish(null);
      }}
    />
  );
}
