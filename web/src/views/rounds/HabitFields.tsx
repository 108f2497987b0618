import { useTranslation } from 'react-i18next';
import { type HabitsEdit, wrongHabits } from '../../model/habits';
import { MOST_ROUNDS } from '../../model/rounds';
import { LineField } from '../parts/LineField';

interface Props {
  habits: HabitsEdit;
  onChange: (change: Partial<HabitsEdit>) => void;
  /** Why the ceiling cannot stand, where more is known than its form. */
  over?: string | undefined;
}

/** How many rounds at most, and what they may cost. */
export function HabitFields({ habits, onChange, over }: Props) {
  const { t } = useTranslation('rounds');
  const wrong = wrongHabits(habits);
  return (
    <div className="pair">
      <LineField
        label={t('count')}
        help={t('countHelp')}
        wrong={wrong === 'count' ? t('countWrong', { most: MOST_ROUNDS }) : undefined}
        figures="numeric"
        short
        value={habits.count}
        onChange={(count) => onChange({ count })}
      />
      <LineField
        label={t('ceiling')}
        help={t('ceilingHelp')}
        wrong={wrong === 'ceiling' ? t('ceilingWrong') : over}
        figures="decimal"
        short
        placeholder={t('noCeiling')}
        value={habits.ceiling}
        onChange={(ceiling) => onChange({ ceiling })}
      />
    </div>
  );
}

/** Whether rounds end when they bring nothing new. */
export function QuietField({ habits, onChange }: Omit<Props, 'over'>) {
  const { t } = useTranslation('rounds');
  return (
    <label className="check">
      <input type="checkbox" checked={habits.quiet} onChange={(event) => onChange({ quiet: event.target.checked })} />
      <span>
        {t('quiet')} <small>{t('quietHelp')}</small>
      </span>
    </label>
  );
}
