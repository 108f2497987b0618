import { useTranslation } from 'react-i18next';
import { LineField } from '../parts/LineField';

export interface CeilingText {
  readonly day: string;
  readonly month: string;
}

interface Props {
  value: CeilingText;
  onChange: (value: CeilingText) => void;
}

/** Dollars that a token may spend in a day and in a month, as they are typed. */
export function CeilingFields({ value, onChange }: Props) {
  const { t } = useTranslation('accounts');
  const wrong = (typed: string) => (isCeiling(typed) ? undefined : t('tokens.ceilingWrong'));
  return (
    <div className="ceilings">
      <LineField
        label={t('tokens.dayCeiling')}
        value={value.day}
        onChange={(day) => onChange({ ...value, day })}
        wrong={wrong(value.day)}
        figures="decimal"
        short
      />
      <LineField
        label={t('tokens.monthCeiling')}
        help={t('tokens.ceilingHelp')}
        value={value.month}
        onChange={(month) => onChange({ ...value, month })}
        wrong={wrong(value.month)}
        figures="decimal"
        short
      />
    </div>
  );
}

/** Nothing, or a number above nothing; people type either sign before the decimals. */
export function readCeiling(typed: string): number | null {
  return typed.trim() === '' ? null : Number(typed.trim().replace(',', '.'));
}

export function areCeilings({ day, month }: CeilingText): boolean {
  return isCeiling(day) && isCeiling(month);
}

function isCeiling(typed: string): boolean {
  const dollars = readCeiling(typed);
  return dollars === null || (dollars > 0 && dollars <= 1_000_000);
}
