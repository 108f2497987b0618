import { useTranslation } from 'react-i18next';
import { Field } from '../parts/Field';

interface AddressFieldProps {
  value: string;
  onChange: (value: string) => void;
  wrong?: string | undefined;
  help?: string;
  required?: boolean;
  focused?: boolean;
}

/** The address one signs in with. */
export function AddressField(props: AddressFieldProps) {
  const { value, onChange, wrong, help, required = true, focused = false } = props;
  const { t } = useTranslation('accounts');
  return (
    <Field label={t('email')} wrong={wrong} help={help}>
      {(ids) => (
        <input
          {...ids}
          className="input"
          type="email"
          name="username"
          autoComplete="username"
          dir="ltr"
          maxLength={254}
          required={required}
          // biome-ignore lint/a11y/noAutofocus: the form is all there is, and this is where it begins.
          autoFocus={focused}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
