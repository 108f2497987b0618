import { useTranslation } from 'react-i18next';
import { go } from '../../model/route';
import { useConversation } from '../parts/store';

/** The address names a conversation that is not there, or is not there any more. */
export function Missing() {
  const { t } = useTranslation(['shell', 'keeping']);
  const deleted = useConversation((state) => state.phase === 'deleted');
  return (
    <section className="missing" role={deleted ? 'status' : undefined}>
      <h1>{deleted ? t('keeping:delete.gone') : t('shell:missing.title')}</h1>
      <p>{deleted ? t('keeping:delete.goneBody') : t('shell:missing.body')}</p>
      <button type="button" className="btn" onClick={() => go({ page: 'conversation', id: null, turnId: null })}>
        {t('shell:missing.back')}
      </button>
    </section>
  );
}
