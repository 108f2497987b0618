import { useTranslation } from 'react-i18next';
import type { Beat } from '../../model/heartbeats';
import { RouteLink } from '../library/RouteLink';
import { formatWhen } from '../parts/format';
import { Monogram } from '../parts/Monogram';
import { useUnasked } from './useUnasked';

/** Every occasion: what was said, and why nothing came. */
export function BeatLog({ id }: { id: string }) {
  const { t } = useTranslation('heartbeats');
  const beats = useUnasked((state) => (state.conversationId === id ? state.beats : null));
  if (beats === null) return null;
  return (
    <section className="beats" aria-label={t('log.title')}>
      <h2>{t('log.title')}</h2>
      {beats.length === 0 ? (
        <p className="help">{t('log.none')}</p>
      ) : (
        <ol>
          {beats.map((each) => (
            <Entry key={each.id} beat={each} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Entry({ beat }: { beat: Beat }) {
  const { t } = useTranslation('heartbeats');
  const { status, reason, turn_id: turnId, conversation_id: id } = beat;
  const at = beat.ended_at ?? beat.due_at;
  return (
    <li className={status}>
      <time dateTime={at} className="num">
        {formatWhen(at)}
      </time>
      <Monogram name={beat.name} colour={beat.colour} small hollow={status !== 'fired'} />
      <p>
        <b dir="auto">{beat.name}</b> {status === 'skipped' && t(`reason.${reason ?? 'failed'}`)}
        {status === 'fired' && t('log.spoke')}
        {status === 'taken' && t('log.deciding')}
        {beat.times > 1 && <span className="times">{t('log.times', { count: beat.times })}</span>}
        {beat.why !== '' && (
          <q className="why" dir="auto">
            {beat.why}
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
