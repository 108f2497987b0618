import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exportAddress, loadJournal, loadMoreDecisions } from '../../commands/journal';
import { attempt } from '../../commands/refused';
import type { DecisionLine } from '../../model/journal';
import { formatNumber } from '../parts/format';
import { RouteLink } from '../parts/RouteLink';
import { CalibrationPart } from './CalibrationPart';
import { DecisionRow } from './DecisionRow';
import { Scorecard } from './Scorecard';
import { useJournal } from './useJournal';

type DecisionStanding = DecisionLine['standing'];

/** Those to look back on first, then what all of them say together, then those that are known. */
export function JournalList() {
  const { t } = useTranslation('journal');
  const decisions = useJournal((state) => state.decisions);
  useEffect(() => void attempt(loadJournal), []);
  const isEmpty = decisions !== null && decisions.length === 0;
  const those = (standing: DecisionStanding) => (decisions ?? []).filter((each) => each.standing === standing);
  return (
    <>
      <header>
        <h1>{t('title')}</h1>
        {!isEmpty && (
          <a className="link" href={exportAddress(null)} download>
            {t('export')}
          </a>
        )}
        <p>{t('lead')}</p>
      </header>
      {isEmpty && <Nothing />}
      {decisions !== null && !isEmpty && (
        <>
          <Part standing="due" rows={those('due')} />
          <Part standing="open" rows={those('open')} />
          <CalibrationPart />
          <Scorecard />
          <Part standing="known" rows={those('known')} />
          <More />
        </>
      )}
    </>
  );
}

/** What it is for, and how to begin. */
function Nothing() {
  const { t } = useTranslation('journal');
  return (
    <div className="not-yet">
      <h2>{t('empty.title')}</h2>
      <p>{t('empty.text')}</p>
      <RouteLink className="btn" to={{ page: 'conversation', id: null, turnId: null }}>
        {t('empty.go')}
      </RouteLink>
    </div>
  );
}

function Part({ standing, rows }: { standing: DecisionStanding; rows: readonly DecisionLine[] }) {
  const { t } = useTranslation('journal');
  if (rows.length === 0) return null;
  return (
    <section className={`part ${standing}`} aria-label={t(`part.${standing}`)}>
      <h2>
        {t(`part.${standing}`)} <span className="num">{formatNumber(rows.length)}</span>
      </h2>
      {standing === 'due' && <p className="help">{t('part.dueHelp')}</p>}
      <ul>
        {rows.map((each) => (
          <DecisionRow key={each.id} decision={each} />
        ))}
      </ul>
    </section>
  );
}

function More() {
  const { t } = useTranslation('journal');
  const next = useJournal((state) => state.next);
  const [busy, setBusy] = useState(false);
  if (next === null) return null;
  const load = async () => {
    setBusy(true);
    await attempt(loadMoreDecisions);
    setBusy(false);
  };
  return (
    <button type="button" className="btn" disabled={busy} onClick={() => void load()}>
      {t('more')}
    </button>
  );
}
