import { useTranslation } from 'react-i18next';
import { operate, type Seen, type UnderWay } from '../../commands/operations';
import { Confirm } from '../parts/Confirm';
import { formatMoment, formatNumber, joinWords } from '../parts/format';
import { ageOf, useKind } from './words';

/** A turn or a piece of work of anybody's: how it is, since when, and two ways out. */
export function ThingRow({ thing, seen }: { thing: UnderWay; seen: Seen }) {
  const { t } = useTranslation('settings');
  const name = useKind()(thing.kind);
  const words = [
    t(`operations.status.${thing.status}`),
    t('operations.for', { age: ageOf(seen, thing.created_at) }),
    thing.starts > 1 ? t('operations.begun', { formatted: formatNumber(thing.starts) }) : '',
    thing.due_at === null ? '' : formatMoment(thing.due_at),
  ];
  return (
    <li aria-label={name}>
      <p>
        <b>{name}</b> <code dir="ltr">{thing.id}</code>{' '}
        {thing.stuck && <span className="stuck">{t('operations.stuck')}</span>}
      </p>
      <p className="how">{joinWords(words.filter((each) => each !== ''))}</p>
      <div className="acts">
        <Confirm
          word={t('operations.retry')}
          question={t('operations.sureRetry')}
          onYes={() => void operate('retry', thing, name)}
        />
        <Confirm
          word={t('operations.stop')}
          question={t('operations.sureStop')}
          onYes={() => void operate('stop', thing, name)}
        />
      </div>
    </li>
  );
}
