import { useTranslation } from 'react-i18next';

interface Props {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onStep: (step: 1 | -1) => void;
}

/** One place up, one place down. */
export function Steps({ name, isFirst, isLast, onStep }: Props) {
  const { t } = useTranslation('reminders');
  return (
    <>
      <button
        type="button"
        className="btn sm quiet"
        disabled={isFirst}
        aria-label={t('upOne', { name })}
        onClick={() => onStep(-1)}
      >
        {t('up')}
      </button>
      <button
        type="button"
        className="btn sm quiet"
        disabled={isLast}
        aria-label={t('downOne', { name })}
        onClick={() => onStep(1)}
      >
        {t('down')}
      </button>
    </>
  );
}
