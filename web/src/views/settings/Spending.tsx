import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { openSettings, spending, watchSpending } from '../../commands/settings';
import type { SpendingAnswer } from '../../protocol/generated/answers';
import { formatMoney } from '../parts/format';

/** The day so far, for the status line: "$1.84 of $5.00 today". Nothing while nothing was spent and nothing is limited. */
export function Spending() {
  const { t } = useTranslation();
  const answer = useStore(spending, (state) => state.today);
  useEffect(watchSpending, []);
  if (answer === null || isNothing(answer)) return null;
  const { today, ceilings } = answer;
  const over = ceilings.day > 0 && today.cost > ceilings.day;
  const cost = today.unknown > 0 ? t('spent.atLeast', { cost: formatMoney(today.cost) }) : formatMoney(today.cost);
  const ceiling = formatMoney(ceilings.day);
  const words = over ? 'spent.over' : ceilings.day > 0 ? 'spent.ofToday' : 'spent.today';
  return (
    <button
      type="button"
      className={over ? 'word num spent over' : 'word num spent'}
      onClick={() => openSettings('spending')}
    >
      {t(words, { cost, ceiling })}
    </button>
  );
}

function isNothing({ today, ceilings }: SpendingAnswer): boolean {
  return ceilings.day === 0 && today.cost === 0;
}
