import { useEffect } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { exportAddress, loadDecision, removeDecision } from '../../commands/journal';
import { attempt } from '../../commands/refused';
import type { Decision } from '../../model/journal';
import { RouteLink } from '../parts/RouteLink';
import { formatDay, formatSure } from './days';
import { OutcomePart } from './OutcomePart';
import { ReviewPart } from './ReviewPart';
import { Stances } from './Stances';
import { useJournal } from './useJournal';

const HOME = { page: 'journal', id: null, turnId: null } as const;

/** One decision: what was chosen, how it turned out, and where everybody stood. */
export function DecisionPage({ id }: { id: string }) {
  const { t } = useTranslation('journal');
  const one = useJournal((state) => state.one);
  useEffect(() => void attempt(() => loadDecision(id)), [id]);
  if (one === 'missing') {
    return (
      <div className="not-yet">
        <h1>{t('one.missing')}</h1>
        <p>{t('one.missingHelp')}</p>
        <RouteLink className="link" to={HOME}>
          {t('back')}
        </RouteLink>
      </div>
    );
  }
  if (one === null || one.id !== id) return null;
  return (
    <article className="one">
      <RouteLink className="link up" to={HOME}>
        {t('back')}
      </RouteLink>
      <header>
        <h1 dir="auto">{one.question}</h1>
        <DecidedIn decision={one} />
      </header>
      <Chosen decision={one} />
      <OutcomePart key={`outcome ${one.outcome_at}`} decision={one} />
      {one.outcome === null && <ReviewPart key={`review ${one.review_at}`} decision={one} />}
      <Stances decision={one} />
      <footer>
        <a className="link" href={exportAddress(one.id)} download>
          {t('export')}
        </a>
        <button type="button" className="btn sm danger" onClick={() => void removeDecision(one)}>
          {t('one.remove')}
        </button>
      </footer>
    </article>
  );
}

/** Where it was made, as long as that is there. */
function DecidedIn({ decision }: { decision: Decision }) {
  const { t } = useTranslation('journal');
  const { title, position, conversation_id: id, turn_id: turnId } = decision;
  const day = formatDay(decision.created_at);
  if (title === null || position === null) return <p>{t('one.gone', { day })}</p>;
  const link = <RouteLink className="link" to={{ page: 'conversation', id, turnId }} />;
  return (
    <p>
      <Trans
        t={t}
        i18nKey={title === '' ? 'one.decidedUntitled' : 'one.decided'}
        values={{ day, position, title }}
        components={{ place: link }}
      />
    </p>
  );
}

function Chosen({ decision }: { decision: Decision }) {
  const { t } = useTranslation('journal');
  return (
    <dl className="chosen-facts">
      <div>
        <dt>{t('one.options')}</dt>
        {decision.options.map((each) => (
          <dd key={each} className={each === decision.choice ? 'option taken' : 'option'} dir="auto">
            {each}
            {each === decision.choice && <small> {t('one.chosen')}</small>}
          </dd>
        ))}
      </div>
      <div>
        <dt>{t('one.sure')}</dt>
        <dd className="sure num">{formatSure(decision.confidence)}</dd>
      </div>
      {decision.change_my_mind && (
        <div className="wide">
          <dt>{t('one.mind')}</dt>
          <dd className="said" dir="auto">
            {decision.change_my_mind}
          </dd>
        </div>
      )}
    </dl>
  );
}
