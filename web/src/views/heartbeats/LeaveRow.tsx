import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { giveLeave, leaveOf, letDecide, takeLeave } from '../../commands/heartbeats';
import type { Heartbeat } from '../../model/heartbeats';
import { formatMoment } from '../parts/format';
import { Monogram } from '../parts/Monogram';
import { Asking } from './Asking';
import { LeaveForm } from './LeaveForm';
import { Span } from './Span';

/** One advisor: whether it may speak, how often, when next, and what it would be asked. */
export function LeaveRow({ heartbeat, most }: { heartbeat: Heartbeat; most: number }) {
  const { t } = useTranslation('heartbeats');
  const [editing, setEditing] = useState(false);
  const { name, enabled } = heartbeat;
  return (
    <li className="leave">
      <div className="who">
        <Monogram name={name} colour={heartbeat.colour} hollow={!enabled} />
        <h2>
          <bdi>{name}</bdi>
        </h2>
        <p className="last-time">
          {enabled ? <When heartbeat={heartbeat} /> : t('off')}
          <WaitingFor heartbeat={heartbeat} most={most} />
        </p>
      </div>
      <div className="acts">
        {enabled ? (
          <>
            <button type="button" className="btn sm" aria-expanded={editing} onClick={() => setEditing(!editing)}>
              {t('change')}
              <span className="vh"> {name}</span>
            </button>
            <button type="button" className="btn sm" onClick={() => void letDecide(heartbeat)}>
              {t('now')}
              <span className="vh"> {name}</span>
            </button>
            <button type="button" className="btn sm quiet" onClick={() => void takeLeave(heartbeat)}>
              {t('take')}
              <span className="vh"> {name}</span>
            </button>
          </>
        ) : (
          <button
            type="button"
            className="btn sm"
            onClick={() => {
              setEditing(true);
              void giveLeave(heartbeat, leaveOf(heartbeat));
            }}
          >
            {t('give')}
            <span className="vh"> {name}</span>
          </button>
        )}
      </div>
      {enabled && editing && <LeaveForm heartbeat={heartbeat} onEnd={() => setEditing(false)} />}
      {enabled && <Asking heartbeat={heartbeat} />}
    </li>
  );
}

function When({ heartbeat }: { heartbeat: Heartbeat }) {
  const { t } = useTranslation('heartbeats');
  return (
    <>
      <Span minutes={heartbeat.every_minutes} />
      {heartbeat.quiet_from && (
        <span>{t('quietBetween', { from: heartbeat.quiet_from, until: heartbeat.quiet_until })}</span>
      )}
      {heartbeat.next_at && <span>{t('nextAt', { when: formatMoment(heartbeat.next_at) })}</span>}
    </>
  );
}

/** What keeps it from speaking again. */
function WaitingFor({ heartbeat: { unread, unanswered }, most }: { heartbeat: Heartbeat; most: number }) {
  const { t } = useTranslation('heartbeats');
  if (unread > 0) return <strong>{t('isUnread')}</strong>;
  if (unanswered >= most) return <strong>{t('isUnanswered', { number: unanswered })}</strong>;
  return null;
}
