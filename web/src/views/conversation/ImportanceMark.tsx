import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Weighed } from '../../commands/importance';
import { worthOf } from '../../model/importance';
import { formatNumber } from '../parts/format';

const ImportanceWhy = lazy(() => import('./ImportanceWhy').then((room) => ({ default: room.ImportanceWhy })));

interface Props {
  what: Weighed;
  importance: number | null;
  worth: number | null;
  pinned?: boolean;
}

/** What a message or an answer is worth, in the letter the filter knows it by. Why, is told to who asks. */
export function ImportanceMark({ what, importance, worth, pinned = false }: Props) {
  const { t } = useTranslation('importance');
  const [wanted, want] = useState(false);
  const score = worthOf({ importance, worth });
  if (score === null) return null;
  const shown = t(worth === null ? 'mark.score' : 'mark.own', { score: formatNumber(score, 2) });
  const name =
    what.kind === 'turn'
      ? t('mark.turn', { shown, position: what.position })
      : t('mark.reply', { shown, name: what.name });
  const button = (
    <button
      type="button"
      className="link weight num"
      aria-label={worth === null ? name : t('mark.yours', { name })}
      onClick={() => want(true)}
    >
      {shown}
    </button>
  );
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <ImportanceWhy what={what} importance={importance} worth={worth} pinned={pinned} trigger={button} />
    </Suspense>
  );
}
