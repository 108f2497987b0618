import '../../locales/analyses';
import '../../locales/inspector';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { followAnalyses, loadAnalyses, loadAnalysis, loadOlderAnalyses } from '../../commands/analyses';
import { inspect } from '../../model/screen';
import { useConversation } from '../parts/store';
import { AnalysisRow } from './AnalysisRow';
import { AnalysisSheet } from './AnalysisSheet';
import { useAnalyses } from './useAnalyses';

/** Every analysis a model made of the open conversation, and what was sent for the one that is open. */
export function AnalysesView({ analysisId }: { analysisId: string | null }) {
  const { t } = useTranslation('analyses');
  const { t: inspector } = useTranslation('inspector');
  useEffect(followAnalyses, []);
  return (
    <>
      <header className="bare">
        <h2>{t('title')}</h2>
        <button type="button" className="btn sm quiet close" onClick={() => inspect(null)}>
          {inspector('close')}
        </button>
        <button type="button" className="btn sm back" onClick={() => inspect(null)}>
          {inspector('back')}
        </button>
      </header>
      <div className="line">
        <p className="lead">{t('lead')}</p>
        <div className="aside">
          <button type="button" className="link" onClick={() => inspect({ kind: 'draft', advisorId: null })}>
            {inspector('lookNow')}
          </button>
        </div>
      </div>
      <Listed analysisId={analysisId} />
    </>
  );
}

function Listed({ analysisId }: { analysisId: string | null }) {
  const { t } = useTranslation('analyses');
  const { t: inspector } = useTranslation('inspector');
  const began = useConversation((state) => state.id !== null);
  const { list, next, failed } = useAnalyses(({ list, next, failed }) => ({ list, next, failed }));
  const shown = analysisId ?? list?.[0]?.id ?? null;
  useEffect(() => {
    if (shown !== null) void loadAnalysis(shown);
  }, [shown]);
  if (!began) return <p className="none">{t('notBegun')}</p>;
  if (failed) {
    return (
      <p className="none">
        {t('failed')}{' '}
        <button type="button" className="link" onClick={() => void loadAnalyses()}>
          {inspector('retry')}
        </button>
      </p>
    );
  }
  if (list === null) return <p className="none">{inspector('empty.opening')}</p>;
  if (list.length === 0 && analysisId === null) return <p className="none">{t('none')}</p>;
  return (
    <div className="looks">
      <nav aria-label={t('title')}>
        <ul>
          {list.map((analysis) => (
            <AnalysisRow key={analysis.id} analysis={analysis} shown={analysis.id === shown} />
          ))}
        </ul>
        {next !== null && (
          <button type="button" className="btn sm" onClick={() => void loadOlderAnalyses()}>
            {t('older')}
          </button>
        )}
      </nav>
      <AnalysisSheet id={shown} />
    </div>
  );
}
