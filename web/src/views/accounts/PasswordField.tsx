import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../parts/Field';

interface PasswordFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** A password there is, one that is being chosen, with the rules below it, or something that browsers keep not. */
  kind: 'current-password' | 'new-password' | 'off';
  wrong?: string | undefined;
  focused?: boolean;
}

/** A password or a key, hidden unless somebody wants to see it. */
export function PasswordField({ label, value, onChange, kind, wrong, focused = false }: PasswordFieldProps) {
  const { t } = useTranslation('accounts');
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} wrong={wrong} help={kind === 'new-password' && t('password.rules')}>
      {(ids) => (
        <span className="shut">
          <input
            {...ids}
            className="input"
            type={shown ? 'text' : 'password'}
            name={kind}
            autoComplete={kind}
            autoCapitalize="none"
            spellCheck={false}
            required
            // biome-ignore lint/a11y/noAutofocus: the form is all there is, and this is where it begins.
            autoFocus={focused}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <button type="button" className="link" aria-pressed={shown} onClick={() => setShown(!shown)}>
            {t(shown ? 'password.hide' : 'password.show')}
          </button>
        </span>
      )}
    </Field>
  );
}
