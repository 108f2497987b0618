import { useTranslation } from 'react-i18next';

interface Props {
  /** What the form does. */
  label: string;
  disabled: boolean;
  onCancel: () => void;
}

/** The foot of a form that can be left as it was. */
export function FormActs({ label, disabled, onCancel }: Props) {
  const { t } = useTranslation('accounts');
  return (
    <div className="acts">
      <button type="submit" className="btn primary" disabled={disabled}>
        {label}
      </button>
      <button type="button" className="btn quiet" onClick={onCancel}>
        {t('cancel')}
      </button>
    </div>
  );
}
