import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Weighed } from '../../commands/importance';
import { worthOf } from '../../model/importance';
import { on } from '../../model/signals';
import { formatNumber } from '../parts/format';

const ImportanceWhy = lazy(() => import('./ImportanceWhy').then((room) => ({ default: room.ImportanceWhy })));

interface Props {
  what: Weighed;
  importance: number | null;
  worth: number | null;
  pinned?: boolean;
}

/** What a message or an answer weighs, once the person has said so or wants to. Why, is told to who asks. */
export function ImportanceMark({ what, importance, worth, pinned = false }: Props) {
  const { t } = useTranslation('importance');
  const [wanted, want] = useState(false);
  useEffect(() => on('weigh', (id) => id === what.id && want(true)), [what.id]);
  if (worth === null && !wanted) return null;
  if (worthOf({ importance, worth }) === null) return null;
  const shown = t(`mark.${compare(worth, importance)}`);
  const about = { shown, score: formatNumber(worth ?? 0, 2) };
  const name =
    what.kind === 'turn'
      ? t('mark.turn', { ...about, position: what.position })
      : t('mark.reply', { ...about, name: what.name });
  const button = (
    <button type="button" className="link weight" aria-label={worth === null ? shown : name} onClick={() => want(true)}>
      {shown}
    </button>
  );
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <ImportanceWhy
        what={what}
        importance={importance}
        worth={worth}
        pinned={pinned}
        trigger={button}
        onClose={() => want(false)}
      />
    </Suspense>
  );
}

/** The person's word beside what was reckoned. Nothing was said yet: it is only being looked at. */
function compare(worth: number | null, importance: number | null): 'open' | 'more' | 'less' | 'same' {
  if (worth === null) return 'open';
  if (worth === importance) return 'same';
  return worth > (importance ?? 0) ? 'more' : 'less';
}
