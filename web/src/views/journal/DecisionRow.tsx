import { useTranslation } from 'react-i18next';
import type { DecisionLine } from '../../model/journal';
import { Monogram } from '../parts/Monogram';
import { RouteLink } from '../parts/RouteLink';
import { formatDay, formatSure } from './days';

/** One decision in a line or two; the whole of it leads to its page. */
export function DecisionRow({ decision }: { decision: DecisionLine }) {
  const { t } = useTranslation('journal');
  const { id, question, choice, confidence, outcome, standing, created_at: at } = decision;
  return (
    <li className="decision">
      <RouteLink to={{ page: 'journal', id, turnId: null }}>
        <span className="q">
          <bdi>{question}</bdi>
        </span>
        <span className="chose">{t('row.chose', { choice, confidence: formatSure(confidence) })}</span>
        <span className="when">
          {outcome ? (
            <b className={`outcome ${outcome}`}>{t(`outcome.${outcome}`)}</b>
          ) : (
            <span className={standing === 'due' ? 'due-now' : ''}>
              <ReviewDay decision={decision} />
            </span>
          )}
          <span>{t('row.on', { day: formatDay(at) })}</span>
        </span>
        <Stood decision={decision} />
      </RouteLink>
    </li>
  );
}

function ReviewDay({ decision }: { decision: DecisionLine }) {
  const { t } = useTranslation('journal');
  const { review_at: review, reviewer, standing } = decision;
  if (review === null) return t('row.noDay');
  const day = formatDay(review);
  return standing === 'due' ? t('row.dayCame', { day }) : t('row.asks', { name: reviewer ?? '', day });
}

/** Who stood where, as squares in three groups; each group says its word. */
function Stood({ decision }: { decision: DecisionLine }) {
  const { t } = useTranslation('journal');
  return (
    <span className="stood">
      {(['for', 'against', 'open'] as const).map((attitude) => {
        const those = decision.stances.filter((each) => each.attitude === attitude);
        if (those.length === 0) return null;
        return (
          <span key={attitude} className="group">
            <span className="word">{t(`attitude.${attitude}`)}</span>
            <span className="who">
              {those.map((each) => (
                <Monogram
                  key={each.advisor_id}
                  name={each.name}
                  colour={each.colour}
                  small
                  hollow={attitude !== 'for'}
                />
              ))}
            </span>
            <span className="vh">{those.map((each) => each.name).join(', ')}</span>
          </span>
        );
      })}
    </span>
  );
}
