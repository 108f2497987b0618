import { useTranslation } from 'react-i18next';
import type { HeartbeatRun } from '../../model/heartbeats';
import { formatWhen } from '../parts/format';
import { Monogram } from '../parts/Monogram';
import { RouteLink } from '../parts/RouteLink';
import { useUnasked } from './useUnasked';

/** Every occasion: what was said, and why nothing came. */
export function RunLog({ id }: { id: string }) {
  const { t } = useTranslation('heartbeats');
  const runs = useUnasked((state) => (state.conversationId === id ? state.runs : null));
  if (runs === null) return null;
  return (
    <section className="heartbeat-runs" aria-label={t('log.title')}>
      <h2>{t('log.title')}</h2>
      {runs.length === 0 ? (
        <p className="help">{t('log.none')}</p>
      ) : (
        <ol>
          {runs.map((each) => (
            <Entry key={each.id} run={each} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Entry({ run }: { run: HeartbeatRun }) {
  const { t } = useTranslation('heartbeats');
  const { status, reason, turn_id: turnId, conversation_id: id } = run;
  const at = run.ended_at ?? run.due_at;
  return (
    <li className={status}>
      <time dateTime={at} className="num">
        {formatWhen(at)}
      </time>
      <Monogram name={run.name} colour={run.colour} small hollow={status !== 'fired'} />
      <p>
        <b dir="auto">{run.name}</b> {status === 'skipped' && t(`reason.${reason ?? 'failed'}`)}
        {status === 'fired' && t('log.spoke')}
        {status === 'taken' && t('log.deciding')}
        {run.times > 1 && <span className="times">{t('log.times', { count: run.times })}</span>}
        {run.why !== '' && (
          <q className="unasked-why" dir="auto">
            {run.why}
          </q>
        )}
      </p>
      {turnId && (
        <RouteLink className="link" to={{ page: 'conversation', id, turnId }}>
          {t('log.read')}
        </RouteLink>
      )}
    </li>
  );
}
