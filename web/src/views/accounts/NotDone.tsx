import { useTranslation } from 'react-i18next';
import type { ProblemKey } from '../../commands/problems';
import { RouteLink } from '../parts/RouteLink';

/** Somebody who is signed in went to a provider and came back without what they went for. */
export function NotDone({ problem }: { problem: ProblemKey }) {
  const { t } = useTranslation('accounts');
  return (
    <div className="form">
      <h1>{t('notDone.title')}</h1>
      <p role="alert">{t(problem)}</p>
      <RouteLink className="link" to={{ page: 'settings' }}>
        {t('notDone.back')}
      </RouteLink>
    </div>
  );
}
