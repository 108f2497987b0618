import type { ReactNode } from 'react';
import { Field } from './Field';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  help?: ReactNode;
  wrong?: string | undefined;
  most?: number;
  placeholder?: string;
  /** Figures instead of words. */
  figures?: 'numeric' | 'decimal';
  short?: boolean;
}

/** One line of words, or of figures, with its label, help and trouble. */
export function LineField({ label, value, onChange, help, wrong, most, placeholder, figures, short = false }: Props) {
  const kind = figures
    ? ({ className: `input num${short ? ' short' : ''}`, inputMode: figures } as const)
    : ({ className: 'input', dir: 'auto' } as const);
  return (
    <Field label={label} help={help} wrong={wrong}>
      {(ids) => (
        <input
          {...ids}
          {...kind}
          maxLength={most}
          placeholder={placeholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
