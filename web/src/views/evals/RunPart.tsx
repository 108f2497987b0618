import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { resumeRun, runEvals, stopRun } from '../../commands/evals';
import { type EvalHistory, type EvalRun, isAnyRunning, runningOf } from '../../model/evals';
import type { Advisor } from '../../model/workspace';
import { Field } from '../parts/Field';
import { formatWhen, joinWords } from '../parts/format';
import { ModelField } from '../parts/ModelField';
import { Cut } from './Cut';
import { sayGaps, sayHeld, sayScore, sayUsed } from './words';

const TIMES = [1, 2, 3, 4, 5] as const;

/** Have all tests played, see them played, and how they did last. */
export function RunPart({ advisor, history }: { advisor: Advisor; history: EvalHistory }) {
  const { t } = useTranslation('evals');
  const running = runningOf(history);
  const last = history.items[0];
  return (
    <section className="part run" aria-labelledby="evals-run">
      <h2 id="evals-run">{t('run.title')}</h2>
      {running ? (
        <Running run={running} />
      ) : (
        <>
          {last && <Last run={last} />}
          <RunForm advisor={advisor} history={history} />
        </>
      )}
    </section>
  );
}

function Running({ run }: { run: EvalRun }) {
  const { t } = useTranslation('evals');
  const progress = t('run.progress', { done: run.finished, planned: run.planned });
  return (
    <div className="running">
      <p role="status">
        {progress} <span className="help">{joinWords([run.model, ...sayUsed(t, run)])}</span>
      </p>
      <progress max={run.planned} value={run.finished} aria-label={progress} />
      <button type="button" className="btn sm" onClick={() => void stopRun(run.id)}>
        {t('run.stop')}
      </button>
    </div>
  );
}

/** How the newest run did; one that did not come to its end can go on. */
function Last({ run }: { run: EvalRun }) {
  const { t } = useTranslation('evals');
  const isWhole = run.status === 'done';
  const facts = [
    t('cases.version', { version: run.advisor_version }),
    run.model,
    formatWhen(run.created_at),
    ...sayUsed(t, run),
  ];
  return (
    <div className={`last ${run.status}`}>
      <p className="verdict">
        {sayHeld(t, run)}
        {run.score !== null && <small className="num">{t('run.score', { score: sayScore(run.score) })}</small>}
      </p>
      {sayGaps(t, run).map((gap) => (
        <p key={gap} className="gap">
          {gap}
        </p>
      ))}
      <p className="help">{joinWords(facts)}</p>
      {!isWhole && (
        <Cut word={t(`run.status.${run.status}`)} error={run.error}>
          {t('run.progress', { done: run.finished, planned: run.planned })}{' '}
          <button type="button" className="btn sm" onClick={() => void resumeRun(run.id)}>
            {t('run.goOn')}
          </button>
        </Cut>
      )}
    </div>
  );
}

function RunForm({ advisor, history }: { advisor: Advisor; history: EvalHistory }) {
  const { t } = useTranslation('evals');
  const [model, setModel] = useState('');
  const [times, setTimes] = useState(1);
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    await runEvals({ advisor_id: advisor.id, repeat: times, ...(model !== '' && { model }) });
    setBusy(false);
  };
  return (
    <form
      className="fields"
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      <ModelField
        value={model}
        onChange={setModel}
        usual={(usual) => t('run.usual', { model: advisor.model || usual })}
        help={t('run.modelHelp')}
      />
      <Field label={t('run.times')} help={t('run.timesHelp')}>
        {(ids) => (
          <select {...ids} className="input" value={times} onChange={(event) => setTimes(Number(event.target.value))}>
            {TIMES.map((each) => (
              <option key={each} value={each}>
                {t('run.timesOne', { count: each })}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div className="acts">
        <button type="submit" className="btn primary" disabled={busy || isAnyRunning(history)}>
          {t('run.all', { count: history.cases.length })}
        </button>
        <Forecast history={history} times={times} />
      </div>
    </form>
  );
}

/** What it may use, by what the last whole run used; nobody can say before the first. */
function Forecast({ history, times }: { history: EvalHistory; times: number }) {
  const { t } = useTranslation('evals');
  const like = history.items.find((each) => each.status === 'done' && each.finished > 0 && each.tokens > 0);
  if (like === undefined) return null;
  const share = (history.cases.length * times) / like.finished;
  const used = { tokens: Math.round(like.tokens * share), cost: like.cost === null ? null : like.cost * share };
  return <span className="help">{t('run.forecast', { used: joinWords(sayUsed(t, used)) })}</span>;
}
