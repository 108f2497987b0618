import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { giveLeave, leaveOf } from '../../commands/heartbeats';
import { type Heartbeat, intervalsWith, spanOf } from '../../model/heartbeats';

/** How often, and when not. */
export function LeaveForm({ heartbeat, onEnd }: { heartbeat: Heartbeat; onEnd: () => void }) {
  const { t } = useTranslation('heartbeats');
  const id = useId();
  const [leave, setLeave] = useState(leaveOf(heartbeat));
  const [quiet, setQuiet] = useState(leave.quiet_from !== null);
  const hours = { quiet_from: leave.quiet_from ?? '22:00', quiet_until: leave.quiet_until ?? '08:00' };
  const save = async () => {
    const kept = quiet ? hours : { quiet_from: null, quiet_until: null };
    const model = leave.model?.trim() || null;
    if (await giveLeave(heartbeat, { ...leave, ...kept, model })) onEnd();
  };
  return (
    <form
      className="leave-form"
      aria-label={t('changeFor', { name: heartbeat.name })}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <label htmlFor={`${id}-every`}>{t('often')}</label>
      <select
        id={`${id}-every`}
        className="input"
        value={leave.every_minutes}
        onChange={(event) => setLeave({ ...leave, every_minutes: Number(event.target.value) })}
      >
        {intervalsWith(leave.every_minutes).map((minutes) => (
          <option key={minutes} value={minutes}>
            {t(`every.${spanOf(minutes).unit}`, { count: spanOf(minutes).count })}
          </option>
        ))}
      </select>
      <label className="check">
        <input type="checkbox" checked={quiet} onChange={(event) => setQuiet(event.target.checked)} /> {t('quiet')}
      </label>
      <div className="hours">
        <input
          type="time"
          className="input"
          aria-label={t('quietFrom')}
          disabled={!quiet}
          required={quiet}
          value={hours.quiet_from}
          onChange={(event) => setLeave({ ...leave, ...hours, quiet_from: event.target.value })}
        />
        <span aria-hidden="true">–</span>
        <input
          type="time"
          className="input"
          aria-label={t('quietUntil')}
          disabled={!quiet}
          required={quiet}
          value={hours.quiet_until}
          onChange={(event) => setLeave({ ...leave, ...hours, quiet_until: event.target.value })}
        />
      </div>
      <label htmlFor={`${id}-model`}>{t('model')}</label>
      <input
        id={`${id}-model`}
        className="input"
        dir="ltr"
        placeholder={t('ownModel')}
        value={leave.model ?? ''}
        onChange={(event) => setLeave({ ...leave, model: event.target.value })}
      />
      <div className="acts">
        <button type="submit" className="btn sm">
          {t('save')}
        </button>
        <button type="button" className="btn sm quiet" onClick={onEnd}>
          {t('cancel')}
        </button>
      </div>
    </form>
  );
}
