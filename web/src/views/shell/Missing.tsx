import { useTranslation } from 'react-i18next';
import { go } from '../../model/route';

/** The address names a conversation that is not there. */
export function Missing() {
  const { t } = useTranslation();
  return (
    <section className="grid content-center justify-items-start gap-3 h-full px-20">
      <h1 className="font-serif text-title">{t('missing.title')}</h1>
      <p className="text-ink-3">{t('missing.body')}</p>
      <button type="button" className="btn" onClick={() => go({ page: 'conversation', id: null, turnId: null })}>
        {t('missing.back')}
      </button>
    </section>
  );
}
