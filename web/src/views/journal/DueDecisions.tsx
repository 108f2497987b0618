import { useTranslation } from 'react-i18next';
import { useJournal } from './useJournal';

/** How many decisions wait to be looked back on; nothing when there are none. */
export function DueDecisions() {
  const { t } = useTranslation('journal');
  const count = useJournal((state) => (state.decisions ?? []).filter((each) => each.standing === 'due').length);
  if (count === 0) return null;
  return <span className="news num">{t('dueCount', { count })}</span>;
}
