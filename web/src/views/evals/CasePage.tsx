import { useEffect, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { archiveCase, loadCase, runEvals, unarchiveCase } from '../../commands/evals';
import { attempt } from '../../commands/refused';
import { type EvalHistory, isAnyRunning, runningOf, type WholeCase } from '../../model/evals';
import type { Advisor } from '../../model/workspace';
import { RouteLink } from '../parts/RouteLink';
import { CaseForm } from './CaseForm';
import { PlayedPart } from './PlayedPart';
import { Sent } from './Sent';
import { StatusMark } from './StatusMark';
import { useEvals } from './useEvals';

interface Props {
  advisor: Advisor;
  history: EvalHistory;
  caseId: string;
}

/** One test: what must hold, what came of it, and what is sent for it. */
export function CasePage({ advisor, history, caseId }: Props) {
  const { t } = useTranslation('evals');
  const one = useEvals((state) => state.one);
  const line = history.cases.find((each) => each.id === caseId);
  const stamp = `${line?.latest?.run_id}.${line?.latest?.ended_at}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer result is read when the list tells of it.
  useEffect(() => void attempt(() => loadCase(caseId)), [caseId, stamp]);
  const up = (
    <RouteLink className="link up" to={{ page: 'evals', id: advisor.id, caseId: null }}>
      {t('back', { name: advisor.name })}
    </RouteLink>
  );
  if (one === 'missing') {
    return (
      <div className="not-yet">
        <h1>{t('one.missing')}</h1>
        <p>{t('one.missingHelp')}</p>
        {up}
      </div>
    );
  }
  if (one === null || one.id !== caseId) return <p role="status">{t('loading')}</p>;
  return (
    <article className="one">
      <header>
        {up}
        <h1 dir="auto">{one.name}</h1>
        <Origin one={one} name={advisor.name} />
      </header>
      <Deeds one={one} history={history} />
      <Holds key={one.updated_at} one={one} advisor={advisor} />
      <Sent title={t('one.kept')} body={one.body} sha256={one.source?.sha256 ?? null} />
      <footer className="acts">
        {one.archived ? (
          <button type="button" className="btn sm" onClick={() => void unarchiveCase(one)}>
            {t('one.bringBack')}
          </button>
        ) : (
          <button type="button" className="btn sm danger" onClick={() => void archiveCase(one)}>
            {t('one.putAway')}
          </button>
        )}
      </footer>
    </article>
  );
}

/** Where it comes from. */
function Origin({ one, name }: { one: WholeCase; name: string }) {
  const { t } = useTranslation('evals');
  const { source } = one;
  if (source === null) return <p>{t('one.imported')}</p>;
  const to = { page: 'conversation', id: source.conversation_id, turnId: source.turn_id } as const;
  return (
    <p>
      <Trans
        t={t}
        i18nKey="one.from"
        values={{ name, version: source.advisor_version }}
        components={{ place: <RouteLink className="link" to={to} /> }}
      />{' '}
      {source.tools.length > 0 && t('one.tools')}
    </p>
  );
}

function Deeds({ one, history }: { one: WholeCase; history: EvalHistory }) {
  const { t } = useTranslation('evals');
  const running = runningOf(history);
  if (one.archived) return <p className="help">{t('one.isAway')}</p>;
  const run = () => void runEvals({ advisor_id: one.advisor_id, case_ids: [one.id], repeat: 1 });
  return (
    <div className="acts">
      <StatusMark status={one.latest?.status ?? null} />
      <button type="button" className="btn" disabled={running !== null || isAnyRunning(history)} onClick={run}>
        {t('run.this')}
      </button>
      {running?.case_ids.includes(one.id) && <span role="status">{t('one.inFlight')}</span>}
    </div>
  );
}

/** What must hold, with the verdicts on it, or being written differently. */
function Holds({ one, advisor }: { one: WholeCase; advisor: Advisor }) {
  const [changing, setChanging] = useState(false);
  if (changing) return <CaseForm one={one} onDone={() => setChanging(false)} />;
  return <PlayedPart one={one} advisor={advisor} onChange={() => setChanging(true)} />;
}
