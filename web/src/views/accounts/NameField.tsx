import { useTranslation } from 'react-i18next';
import { Field } from '../parts/Field';

interface Props {
  readonly value: string;
  readonly onChange: (name: string) => void;
}

/** What others call somebody. Every form with it begins with it. */
export function NameField({ value, onChange }: Props) {
  const { t } = useTranslation('accounts');
  return (
    <Field label={t('name')} help={t('nameHelp')}>
      {(ids) => (
        <input
          {...ids}
          className="input"
          name="name"
          autoComplete="name"
          dir="auto"
          maxLength={200}
          required
          // biome-ignore lint/a11y/noAutofocus: the form was asked for, and this is where it begins.
          autoFocus
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
