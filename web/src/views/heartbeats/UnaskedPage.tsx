import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { followUnasked } from '../../commands/heartbeats';
import { RouteLink } from '../parts/RouteLink';
import { LeaveRow } from './LeaveRow';
import { RunLog } from './RunLog';
import { useUnasked } from './useUnasked';

/** Who may speak unasked in a conversation, and what became of every occasion. */
export function UnaskedPage({ id }: { id: string }) {
  const { t } = useTranslation('heartbeats');
  const leave = useUnasked((state) => (state.conversationId === id ? state.leave : null));
  useEffect(() => followUnasked(id), [id]);
  return (
    <div className="unasked-page">
      <header>
        <RouteLink className="link up" to={{ page: 'conversation', id, turnId: null }}>
          {t('back')}
        </RouteLink>
        <h1>{t('title')}</h1>
        <p>{t('lead')}</p>
      </header>
      {leave && (
        <section aria-label={t('who')}>
          {!leave.running && (
            <p className="silenced" role="status">
              {t('silenced')}
            </p>
          )}
          <ul className="leaves">
            {leave.items.map((each) => (
              <LeaveRow key={each.advisor_id} heartbeat={each} most={leave.most_unanswered} />
            ))}
          </ul>
          <p className="help">{t('rules', { number: leave.most_unanswered, zone: leave.time_zone })}</p>
        </section>
      )}
      <RunLog id={id} />
    </div>
  );
}
