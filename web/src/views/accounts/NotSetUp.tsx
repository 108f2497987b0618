import { useTranslation } from 'react-i18next';

/** Nobody owns it yet: where the link is that makes somebody the owner. */
export function NotSetUp() {
  const { t } = useTranslation('accounts');
  return (
    <div className="form">
      <h1>{t('notSetUp.title')}</h1>
      <p className="sub">{t('notSetUp.lead')}</p>
      <pre dir="ltr">{`${location.origin}/setup#…`}</pre>
      <p className="sub">{t('notSetUp.again')}</p>
      <button type="button" className="btn" onClick={() => location.reload()}>
        {t('notSetUp.look')}
      </button>
    </div>
  );
}
