import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findTurn } from '../../model/conversation';
import type { OutlineRow } from '../../model/outline';
import { formatTime, formatWhen } from '../parts/format';
import { useConversation } from '../parts/store';
import { ImportanceMark } from './ImportanceMark';

const TurnActions = lazy(() => import('./TurnActions').then((room) => ({ default: room.TurnActions })));

interface Props {
  row: OutlineRow;
  newest: boolean;
  /** How many of the advisors asked do not get this turn. */
  outCount: number;
  asked: number;
}

// The first turns of a conversation are kept by a rule, which the reasons of their importance tell; nobody pinned them.
const PINNED_BY_RULE = 3;

/** The measurements beside a turn: number and marks, time, and what can be done with it. */
export function TurnMargin({ row, newest, outCount, asked }: Props) {
  const { t } = useTranslation('conversation');
  return (
    <div className="marg">
      <div className="first">
        <h2 className="no" id={`n-${row.id}`}>
          <span className="vh">{t('turn.number')} </span>
          {row.position}
        </h2>
        {row.stars > 0 && (
          <span className="stars">
            <span aria-hidden="true">{'★'.repeat(row.stars)}</span>
            <span className="vh">{t('turn.stars', { count: row.stars })}</span>
          </span>
        )}
        {row.colour_flag !== null && (
          <span className={`flag ${row.colour_flag}`} title={t(row.colour_flag === 'blue' ? 'turn.blue' : 'turn.grey')}>
            <span className="vh">
              {row.colour_flag === 'blue' ? t('turn.blue') : t('turn.grey')} <span>{t('turn.flag')}</span>
            </span>
          </span>
        )}
        {row.pinned && row.position > PINNED_BY_RULE && (
          <span className="pin" title={t('turn.pinned')}>
            <span className="vh">{t('turn.pinned')}</span>
          </span>
        )}
      </div>
      <div className="slot">
        {outCount > 0 ? (
          <span className="off">{outCount === asked ? t('turn.off') : t('turn.offFor', { count: outCount })}</span>
        ) : (
          <time dateTime={new Date(row.at).toISOString()} className="num">
            {newest ? formatTime(row.at) : formatWhen(row.at)}
          </time>
        )}{' '}
        <More row={row} newest={newest} />
      </div>
      <Weight row={row} />
    </div>
  );
}

/** What the message is worth, once its turn is here. */
function Weight({ row: { id, position, pinned } }: { row: OutlineRow }) {
  const { importance, worth } = useConversation((state) => {
    const turn = findTurn(state, id);
    return { importance: turn?.importance ?? null, worth: turn?.worth ?? null };
  });
  return <ImportanceMark what={{ kind: 'turn', id, position }} importance={importance} worth={worth} pinned={pinned} />;
}

/** The actions load when they are first wanted. */
function More({ row, newest }: { row: OutlineRow; newest: boolean }) {
  const { t } = useTranslation('conversation');
  const [wanted, want] = useState(false);
  const button = (
    <button
      type="button"
      className="btn sm quiet more"
      aria-label={t('actions.moreFor', { position: row.position })}
      onClick={() => want(true)}
    >
      {t('actions.more')}
    </button>
  );
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <TurnActions row={row} newest={newest} trigger={button} />
    </Suspense>
  );
}
