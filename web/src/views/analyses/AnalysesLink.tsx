import '../../locales/analyses';
import { useTranslation } from 'react-i18next';
import { openAnalyses } from '../../commands/analyses';
import { useConversation } from '../parts/store';

/** The way from what voices were sent to what models were sent that only looked. */
export function AnalysesLink() {
  const { t } = useTranslation('analyses');
  const began = useConversation((state) => state.id !== null);
  if (!began) return null;
  return (
    <button type="button" className="link" onClick={() => openAnalyses()}>
      {t('title')}
    </button>
  );
}
