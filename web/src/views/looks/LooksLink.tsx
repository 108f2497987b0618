import { useTranslation } from 'react-i18next';
import { openLooks } from '../../commands/looks';
import { useConversation } from '../parts/store';

/** The way from what voices were sent to what models were sent that only looked. */
export function LooksLink() {
  const { t } = useTranslation('looks');
  const began = useConversation((state) => state.id !== null);
  if (!began) return null;
  return (
    <button type="button" className="link" onClick={() => openLooks()}>
      {t('title')}
    </button>
  );
}
