import { useTranslation } from 'react-i18next';
import { RouteLink } from '../parts/RouteLink';

/** A link that was used, has run out, or was opened without its end. */
export function LinkGone({ kind }: { kind: 'setup' | 'join' | 'reset' }) {
  const { t } = useTranslation('accounts');
  return (
    <div className="form">
      <h1>{t('linkGone.title')}</h1>
      <p className="sub" role="alert">
        {t(`linkGone.${kind}`)}
      </p>
      <RouteLink className="link" to={{ page: 'sign-in' }}>
        {t('linkGone.signIn')}
      </RouteLink>
    </div>
  );
}
