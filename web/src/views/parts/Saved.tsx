import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { isComposing } from './composing';

interface Props {
  label: string;
  value: string;
  most: number;
  /** Several lines. */
  lines?: boolean;
  /** True when it was kept. */
  onSave: (value: string) => Promise<boolean>;
}

/** Words that are kept when one leaves the field, presses Enter or it goes away; Esc takes back what was typed. */
export function Saved({ label, value, most, lines = false, onSave }: Props) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const saving = useRef<string | null>(null);
  const save = async () => {
    if (typed === null || typed === saving.current) return;
    saving.current = typed;
    try {
      // What is typed meanwhile stays.
      if (typed === value || (await onSave(typed))) setTyped((now) => (now === typed ? null : now));
    } finally {
      saving.current = null;
    }
  };
  const leave = useRef(save);
  useEffect(() => {
    leave.current = save;
  });
  useEffect(() => () => void leave.current(), []);
  const press = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'Enter' && !lines) void save();
    if (event.key !== 'Escape' || typed === null) return;
    event.stopPropagation();
    setTyped(null);
  };
  const shared = {
    id,
    className: 'input',
    dir: 'auto',
    maxLength: most,
    value: typed ?? value,
    onBlur: () => void save(),
    onKeyDown: press,
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {lines ? (
        <textarea {...shared} rows={3} onChange={(event) => setTyped(event.target.value)} />
      ) : (
        <input {...shared} onChange={(event) => setTyped(event.target.value)} />
      )}
    </div>
  );
}
