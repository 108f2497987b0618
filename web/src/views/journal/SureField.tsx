import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../parts/format';
import { formatSure } from './days';

// A twentieth: so many of twenty is a whole number.
const STEP = 5;

/** How sure, in percent, and in words that say what the number promises. */
export function SureField({ confidence, onChange }: { confidence: number; onChange: (confidence: number) => void }) {
  const { t } = useTranslation('journal');
  const id = useId();
  const percent = formatSure(confidence);
  const words =
    confidence === 100
      ? t('form.certain', { percent })
      : confidence === 0
        ? t('form.hopeless', { percent })
        : t('form.sureWords', { percent, number: formatNumber(confidence / STEP) });
  return (
    <div className="field sure">
      <label htmlFor={id}>{t('form.sure')}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        step={STEP}
        value={confidence}
        aria-valuetext={words}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
      <output htmlFor={id} aria-hidden="true">
        {words}
      </output>
    </div>
  );
}
