import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { improve, stopImproving } from '../../commands/improve';
import { type EvalHistory, type Improvement, runningOf } from '../../model/evals';
import type { Advisor } from '../../model/workspace';
import { Field } from '../parts/Field';
import { AttemptList } from './AttemptList';
import { Better } from './Better';
import { Cut } from './Cut';
import { useEvals } from './useEvals';

/** Better words for an advisor: asked for, watched, and taken over or left. */
export function ImprovePart({ advisor, history }: { advisor: Advisor; history: EvalHistory }) {
  const { t } = useTranslation('evals');
  const improvement = useEvals((state) => state.improvement);
  const isRunning = improvement?.status === 'running';
  return (
    <section className="part improve" aria-labelledby="evals-improve">
      <h2 id="evals-improve">{t('improve.title')}</h2>
      <p className="help">{t('improve.lead', { name: advisor.name })}</p>
      {improvement && isRunning && <Looking improvement={improvement} />}
      {improvement && !isRunning && <Found advisor={advisor} improvement={improvement} />}
      {improvement && improvement.attempts.length > 0 && <AttemptList improvement={improvement} />}
      {!isRunning && <ImproveForm advisor={advisor} history={history} />}
    </section>
  );
}

function Looking({ improvement }: { improvement: Improvement }) {
  const { t } = useTranslation('evals');
  const { id, rounds, attempts } = improvement;
  const number = attempts.length;
  return (
    <div className="running">
      <p role="status">{number === 0 ? t('improve.beginning') : t('improve.running', { number, rounds })}</p>
      <progress max={rounds + 1} value={number} aria-label={t('improve.title')} />
      <button type="button" className="btn sm" onClick={() => void stopImproving(id)}>
        {t('improve.stop')}
      </button>
    </div>
  );
}

/** What came of it; a search that was cut short may have found something all the same. */
function Found({ advisor, improvement }: { advisor: Advisor; improvement: Improvement }) {
  const { t } = useTranslation('evals');
  const { status, error, after } = improvement;
  return (
    <>
      {status !== 'done' && <Cut word={t(`improve.status.${status}`)} error={error} />}
      {after === null ? (
        <p className="verdict">{t('improve.notBetter')}</p>
      ) : (
        <Better key={improvement.id} advisor={advisor} improvement={improvement} />
      )}
    </>
  );
}

const ROUNDS = [1, 2, 3, 5, 10] as const;

function ImproveForm({ advisor, history }: { advisor: Advisor; history: EvalHistory }) {
  const { t } = useTranslation('evals');
  const [rounds, setRounds] = useState(3);
  const [busy, setBusy] = useState(false);
  const isWanted = history.cases.some((each) => each.latest?.status === 'failed');
  const wasRun = history.cases.some((each) => each.latest !== null);
  const start = async () => {
    setBusy(true);
    await improve(advisor.id, { rounds });
    setBusy(false);
  };
  if (!isWanted) return <p className="help">{t(wasRun ? 'improve.holds' : 'improve.needs')}</p>;
  return (
    <form
      className="fields"
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <Field label={t('improve.rounds')}>
        {(ids) => (
          <select {...ids} className="input" value={rounds} onChange={(event) => setRounds(Number(event.target.value))}>
            {ROUNDS.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div className="acts">
        <button type="submit" className="btn" disabled={busy || runningOf(history) !== null}>
          {t('improve.start')}
        </button>
      </div>
    </form>
  );
}
