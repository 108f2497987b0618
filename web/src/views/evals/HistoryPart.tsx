import { useTranslation } from 'react-i18next';
import { loadOlderRuns } from '../../commands/evals';
import { type EvalHistory, type EvalRun, scoresOf } from '../../model/evals';
import { formatNumber, formatWhen, joinWords } from '../parts/format';
import { ScorePlot } from './ScorePlot';
import { sayGaps, sayHeld, sayScore, sayUsed } from './words';

/** How each version of the advisor did: drawn, and as a table underneath. */
export function HistoryPart({ history }: { history: EvalHistory }) {
  const { t } = useTranslation('evals');
  const scores = scoresOf(history.items);
  return (
    <section className="part history" aria-labelledby="evals-history">
      <h2 id="evals-history">{t('history.title')}</h2>
      {history.items.length === 0 ? (
        <p className="help">{t('history.none')}</p>
      ) : (
        <>
          <p className="help">{t('history.lead')}</p>
          {scores.length > 0 && <ScorePlot scores={scores} />}
          <RunTable runs={history.items} />
          {history.next !== null && (
            <button type="button" className="btn sm" onClick={() => void loadOlderRuns()}>
              {t('history.older')}
            </button>
          )}
        </>
      )}
    </section>
  );
}

const COLUMNS = ['version', 'score', 'held', 'model', 'used', 'when'] as const;

function RunTable({ runs }: { runs: readonly EvalRun[] }) {
  const { t } = useTranslation('evals');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys.
    <section className="wide" tabIndex={0} aria-label={t('history.table')}>
      <table>
        <thead>
          <tr>
            {COLUMNS.map((each) => (
              <th key={each} scope="col">
                {t(`history.${each}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {runs.map((each) => (
            <RunRow key={each.id} run={each} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function RunRow({ run }: { run: EvalRun }) {
  const { t } = useTranslation('evals');
  return (
    <tr>
      <th scope="row" className="num">
        {formatNumber(run.advisor_version)}
        {run.description !== null && <small>{t('history.draft')}</small>}
      </th>
      <td className="num">{run.score === null ? t('history.noScore') : sayScore(run.score)}</td>
      <td>
        {run.status === 'done' || run.status === 'running' ? sayHeld(t, run) : t(`run.status.${run.status}`)}
        {sayGaps(t, run).map((gap) => (
          <small key={gap}>{gap}</small>
        ))}
      </td>
      <td>
        <bdi>{run.model}</bdi>
      </td>
      <td className="num">{joinWords(sayUsed(t, run))}</td>
      <td>
        <time dateTime={run.created_at}>{formatWhen(run.created_at)}</time>
      </td>
    </tr>
  );
}
