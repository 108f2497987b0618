import '../../locales/evals';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { loadEveryone } from '../../commands/advisors';
import { followEvals, loadEvals } from '../../commands/evals';
import { quietly } from '../../commands/quietly';
import { RouteLink } from '../parts/RouteLink';
import { CasePage } from './CasePage';
import { Overview } from './Overview';
import { useAdvisor, useEvals } from './useEvals';

/** An advisor under test: all its tests, or one of them. */
export function EvalsPage({ id, caseId }: { id: string; caseId: string | null }) {
  const { t } = useTranslation('evals');
  const { history, problem } = useEvals((state) => ({
    history: state.advisorId === id ? state.history : null,
    problem: state.advisorId === id ? state.problem : null,
  }));
  const advisor = useAdvisor(id);
  useEffect(() => followEvals(id), [id]);
  useEffect(() => void quietly(loadEveryone), []);
  if (history === 'missing') {
    return (
      <div className="report evals not-yet">
        <h1>{t('missing')}</h1>
        <RouteLink className="link" to={{ page: 'advisors', id: null }}>
          {t('toAdvisors')}
        </RouteLink>
      </div>
    );
  }
  if (problem !== null) {
    return (
      <div className="report evals not-yet" role="alert">
        <p className="wrong">{problem}</p>
        <button type="button" className="btn" onClick={() => void loadEvals(id)}>
          {t('again')}
        </button>
      </div>
    );
  }
  if (history === null || advisor === null) {
    return (
      <p className="report evals" role="status">
        {t('loading')}
      </p>
    );
  }
  return (
    <div className="report evals">
      {caseId === null ? (
        <Overview advisor={advisor} history={history} />
      ) : (
        <CasePage key={caseId} advisor={advisor} history={history} caseId={caseId} />
      )}
    </div>
  );
}
