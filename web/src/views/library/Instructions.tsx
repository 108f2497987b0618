import { useTranslation } from 'react-i18next';
import { InstructionList } from '../reminders/InstructionList';

/** The instructions for every conversation. */
export function Instructions() {
  const { t } = useTranslation('reminders');
  return (
    <div className="shelf single">
      <header>
        <h1>{t('instructions.title')}</h1>
        <p>{t('instructions.lead')}</p>
      </header>
      <div className="beside">
        <div className="list">
          <InstructionList here={null} />
        </div>
      </div>
    </div>
  );
}
