import { useTranslation } from 'react-i18next';
import { openLooks } from '../../commands/looks';
import type { Look } from '../../model/looks';
import { formatWhen, joinWords } from '../parts/format';
import { present, sayCost, sayKind, sayTokens, sayTurns } from './words';

/** One look in the list: what it was for, of which turns, how it stands and what it used. */
export function LookRow({ look, shown }: { look: Look; shown: boolean }) {
  const { t } = useTranslation('looks');
  const calls = look.usage.calls ?? 0;
  const used = present([
    calls > 0 ? t('calls', { count: calls }) : null,
    calls > 0 ? sayTokens(t, look.usage) : null,
    calls > 0 ? sayCost(t, look.cost) : null,
  ]);
  return (
    <li>
      <button
        type="button"
        className={`look ${look.status}`}
        aria-current={shown ? 'true' : undefined}
        onClick={() => openLooks(look.id)}
      >
        <span className="what">
          <b>{sayKind(t, look.kind)}</b> <span>{sayTurns(t, look)}</span>
        </span>
        <time dateTime={look.created_at}>{formatWhen(look.created_at)}</time>
        {look.status === 'done' ? (
          <small>{joinWords([look.model, ...used])}</small>
        ) : (
          <small>
            <em>{t(`status.${look.status}`)}</em> {joinWords([look.model, ...used])}
          </small>
        )}
      </button>
    </li>
  );
}
