import { useTranslation } from 'react-i18next';
import { openAnalyses } from '../../commands/analyses';
import type { Analysis } from '../../model/analyses';
import { formatWhen, joinWords } from '../parts/format';
import { present, sayCost, sayKind, sayTokens, sayTurns } from './words';

/** One analysis in the list: what it was for, of which turns, how it stands and what it used. */
export function AnalysisRow({ analysis, shown }: { analysis: Analysis; shown: boolean }) {
  const { t } = useTranslation('analyses');
  const calls = analysis.usage.calls ?? 0;
  const used = present([
    calls > 0 ? t('calls', { count: calls }) : null,
    calls > 0 ? sayTokens(t, analysis.usage) : null,
    calls > 0 ? sayCost(t, analysis.cost) : null,
  ]);
  return (
    <li>
      <button
        type="button"
        className={`look ${analysis.status}`}
        aria-current={shown ? 'true' : undefined}
        onClick={() => openAnalyses(analysis.id)}
      >
        <span className="what">
          <b>{sayKind(t, analysis.kind)}</b> <span>{sayTurns(t, analysis)}</span>
        </span>
        <time dateTime={analysis.created_at}>{formatWhen(analysis.created_at)}</time>
        {analysis.status === 'done' ? (
          <small>{joinWords([analysis.model, ...used])}</small>
        ) : (
          <small>
            <em>{t(`status.${analysis.status}`)}</em> {joinWords([analysis.model, ...used])}
          </small>
        )}
      </button>
    </li>
  );
}
