import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { evalsAddress } from '../../commands/evals';
import type { EvalHistory } from '../../model/evals';
import type { Advisor } from '../../model/workspace';
import { Monogram } from '../parts/Monogram';
import { RouteLink } from '../parts/RouteLink';
import { AwayCases } from './AwayCases';
import { CaseRow } from './CaseRow';
import { HistoryPart } from './HistoryPart';
import { ImprovePart } from './ImprovePart';
import { RunPart } from './RunPart';
import { TakeIn } from './TakeIn';

/** All tests of an advisor: run them, look at each, find better words, see how it went from version to version. */
export function Overview({ advisor, history }: { advisor: Advisor; history: EvalHistory }) {
  const { t } = useTranslation('evals');
  const [taking, setTaking] = useState(false);
  const { cases } = history;
  const isEmpty = cases.length === 0;
  return (
    <>
      <header>
        <RouteLink className="link up" to={{ page: 'advisors', id: advisor.id }}>
          <bdi>{advisor.name}</bdi>
        </RouteLink>
        <h1>
          <Monogram name={advisor.name} colour={advisor.colour} hollow={advisor.archived} />{' '}
          <span dir="auto">{t('titleOf', { name: advisor.name })}</span>
        </h1>
        <div className="acts">
          {!isEmpty && (
            <a className="btn quiet" href={evalsAddress(advisor.id)} download>
              {t('file.export')}
            </a>
          )}
          <button type="button" className="btn quiet" onClick={() => setTaking(true)}>
            {t('file.import')}
          </button>
        </div>
        <p>{t('lead')}</p>
      </header>
      {isEmpty ? (
        <Nothing name={advisor.name} />
      ) : (
        <>
          <RunPart advisor={advisor} history={history} />
          <section className="part" aria-labelledby="evals-cases">
            <h2 id="evals-cases">{t('cases.title')}</h2>
            <ul className="cases">
              {cases.map((each) => (
                <CaseRow key={each.id} one={each} advisorId={advisor.id} />
              ))}
            </ul>
          </section>
          <ImprovePart advisor={advisor} history={history} />
        </>
      )}
      {(!isEmpty || history.items.length > 0) && <HistoryPart history={history} />}
      <AwayCases />
      <TakeIn advisorId={advisor.id} open={taking} onClose={() => setTaking(false)} />
    </>
  );
}

/** What it is for, and how to begin. */
function Nothing({ name }: { name: string }) {
  const { t } = useTranslation('evals');
  return (
    <div className="not-yet">
      <h2>{t('empty.title')}</h2>
      <p>{t('empty.text', { name })}</p>
      <RouteLink className="btn" to={{ page: 'conversation', id: null, turnId: null }}>
        {t('empty.go')}
      </RouteLink>
    </div>
  );
}
