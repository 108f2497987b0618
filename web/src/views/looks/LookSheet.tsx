import { useTranslation } from 'react-i18next';
import { asSentence } from '../../locales/sentence';
import type { WholeLook } from '../../model/looks';
import { formatNumber, formatWhen } from '../parts/format';
import { CallCard } from './CallCard';
import { useLooks } from './useLooks';
import { sayCost, sayKind, sayTurns } from './words';

/** One look: its figures, why it failed if it did, and every request that was made for it. */
export function LookSheet({ id }: { id: string | null }) {
  const { t } = useTranslation('looks');
  const { t: inspector } = useTranslation('inspector');
  const look = useLooks((state) => (state.open?.id === id ? state.open : null));
  if (look === null) return <p className="none">{inspector('empty.opening')}</p>;
  return (
    <article className="opened-look" aria-label={`${sayKind(t, look.kind)}, ${sayTurns(t, look)}`}>
      <h3>
        {sayKind(t, look.kind)} <small>{sayTurns(t, look)}</small>
      </h3>
      <p className="note">{t(`about.${look.kind as 'map'}`, { defaultValue: t('about.other') })}</p>
      {look.error && (
        <p className="wrong" dir="auto">
          {asSentence(look.error.message)}
        </p>
      )}
      <Figures look={look} />
      {look.calls.length === 0 ? (
        <p className="note">{t(look.status === 'running' ? 'nothingYet' : 'nothingSent')}</p>
      ) : (
        <ol className="calls" aria-label={t('requests')}>
          {look.calls.map((call, at) => (
            <CallCard
              // biome-ignore lint/suspicious/noArrayIndexKey: calls have no other name than their place.
              key={`${look.id}.${at}`}
              call={call}
              number={at + 1}
              isRunning={look.status === 'running'}
              isOnly={look.calls.length === 1}
              name={look.kind}
            />
          ))}
        </ol>
      )}
    </article>
  );
}

function Figures({ look }: { look: WholeLook }) {
  const { t } = useTranslation('looks');
  const { usage } = look;
  const figures: [string, string | null][] = [
    ['model', look.model],
    ['begun', formatWhen(look.created_at)],
    ['status', t(`status.${look.status}`)],
    ['calls', usage.calls === undefined ? null : formatNumber(usage.calls)],
    ['in', usage.input_tokens === undefined ? null : formatNumber(usage.input_tokens)],
    ['out', usage.output_tokens === undefined ? null : formatNumber(usage.output_tokens)],
    ['cached', usage.cached_tokens ? formatNumber(usage.cached_tokens) : null],
    ['cost', look.status === 'running' ? null : (sayCost(t, look.cost) ?? t('unknown'))],
  ];
  return (
    <dl className="use">
      {figures.map(
        ([name, value]) =>
          value !== null && (
            <div key={name}>
              <dt>{t(`figure.${name as 'model'}`)}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
