import { useTranslation } from 'react-i18next';
import { asSentence } from '../../locales/sentence';
import { type EndedWork, endingOf, type WorkKind } from '../../model/work';
import { formatMoment, formatWhen } from '../parts/format';
import { About } from './About';

const REASONS = ['quiet', 'ceiling', 'person'] as const;

/** One piece that has ended: how, when, and why if it did not go well. */
export function EndedRow({ ended }: { ended: EndedWork }) {
  const { t } = useTranslation('work');
  const ending = endingOf(ended);
  const reason = REASONS.find((each) => each === ended.status);
  return (
    <li className={ending}>
      <p>
        <b>{t(`kind.${ended.kind as WorkKind}`)}</b> <About each={ended} />
      </p>
      <p className="quiet">
        <span className="how">{t(`ending.${ending}`)}</span>{' '}
        <time dateTime={ended.ended_at} title={formatMoment(ended.ended_at)}>
          {formatWhen(ended.ended_at)}
        </time>
      </p>
      {reason && <p>{t(`reason.${reason}`)}</p>}
      {ending !== 'stopped' && reason === undefined && ended.error && (
        <p className="why" dir="auto">
          {asSentence(ended.error.message)}
        </p>
      )}
    </li>
  );
}
