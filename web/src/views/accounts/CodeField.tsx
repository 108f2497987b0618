import { useTranslation } from 'react-i18next';
import { Field } from '../parts/Field';

interface CodeFieldProps {
  value: string;
  onChange: (value: string) => void;
  wrong?: string | undefined;
  help?: string;
}

/** A code: six digits of an app, or a recovery code. */
export function CodeField({ value, onChange, wrong, help }: CodeFieldProps) {
  const { t } = useTranslation('accounts');
  return (
    <Field label={t('factor.code')} help={help} wrong={wrong}>
      {(ids) => (
        <input
          {...ids}
          className="input"
          name="code"
          autoComplete="one-time-code"
          dir="ltr"
          maxLength={100}
          required
          // biome-ignore lint/a11y/noAutofocus: it appears because it is what is asked for now.
          autoFocus
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
