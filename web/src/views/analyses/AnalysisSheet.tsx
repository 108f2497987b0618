import '../../locales/analyses';
import '../../locales/inspector';
import { useTranslation } from 'react-i18next';
import { asSentence } from '../../locales/sentence';
import type { WholeAnalysis } from '../../model/analyses';
import { formatNumber, formatWhen } from '../parts/format';
import { CallCard } from './CallCard';
import { useAnalyses } from './useAnalyses';
import { sayCost, sayKind, sayTurns } from './words';

/** One analysis: its figures, why it failed if it did, and every request that was made for it. */
export function AnalysisSheet({ id }: { id: string | null }) {
  const { t } = useTranslation('analyses');
  const { t: inspector } = useTranslation('inspector');
  const analysis = useAnalyses((state) => (state.open?.id === id ? state.open : null));
  if (analysis === null) return <p className="none">{inspector('empty.opening')}</p>;
  return (
    <article className="opened-look" aria-label={`${sayKind(t, analysis.kind)}, ${sayTurns(t, analysis)}`}>
      <h3>
        {sayKind(t, analysis.kind)} <small>{sayTurns(t, analysis)}</small>
      </h3>
      <p className="note">{t(`about.${analysis.kind as 'map'}`, { defaultValue: t('about.other') })}</p>
      {analysis.error && (
        <p className="wrong" dir="auto">
          {asSentence(analysis.error.message)}
        </p>
      )}
      <Figures analysis={analysis} />
      {analysis.calls.length === 0 ? (
        <p className="note">{t(analysis.status === 'running' ? 'nothingYet' : 'nothingSent')}</p>
      ) : (
        <ol className="calls" aria-label={t('requests')}>
          {analysis.calls.map((call, at) => (
            <CallCard
              // biome-ignore lint/suspicious/noArrayIndexKey: calls have no other name than their place.
              key={`${analysis.id}.${at}`}
              call={call}
              number={at + 1}
              isRunning={analysis.status === 'running'}
              isOnly={analysis.calls.length === 1}
              name={analysis.kind}
            />
          ))}
        </ol>
      )}
    </article>
  );
}

function Figures({ analysis }: { analysis: WholeAnalysis }) {
  const { t } = useTranslation('analyses');
  const { usage } = analysis;
  const figures: [string, string | null][] = [
    ['model', analysis.model],
    ['begun', formatWhen(analysis.created_at)],
    ['status', t(`status.${analysis.status}`)],
    ['calls', usage.calls === undefined ? null : formatNumber(usage.calls)],
    ['in', usage.input_tokens === undefined ? null : formatNumber(usage.input_tokens)],
    ['out', usage.output_tokens === undefined ? null : formatNumber(usage.output_tokens)],
    ['cached', usage.cached_tokens ? formatNumber(usage.cached_tokens) : null],
    ['cost', analysis.status === 'running' ? null : (sayCost(t, analysis.cost) ?? t('unknown'))],
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
