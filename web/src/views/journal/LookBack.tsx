import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { watchDecisions } from '../../commands/journal';
import { formatNumber } from '../parts/format';
import { RouteLink } from '../parts/RouteLink';
import { formatDay, formatSure } from './days';
import { useJournal } from './useJournal';

const SOON = 7 * 86_400_000;

/** In the library: the decision whose day has come or is near. Nothing when there is none. */
export function LookBack() {
  const { t } = useTranslation('journal');
  const decisions = useJournal((state) => state.decisions);
  useEffect(watchDecisions, []);
  const soon = Date.now() + SOON;
  const near = (decisions ?? []).filter(
    (each) => each.outcome === null && each.review_at !== null && Date.parse(each.review_at) <= soon,
  );
  const [first] = near;
  if (!first?.review_at) return null;
  const { id, choice, confidence, reviewer, standing } = first;
  const asks = { name: reviewer ?? '', day: formatDay(first.review_at) };
  return (
    <RouteLink className="lookback" to={{ page: 'journal', id, turnId: null }}>
      <b>{near.length === 1 ? t('foot.one') : t('foot.many', { number: formatNumber(near.length) })}</b>
      <span>
        {t('foot.line', { choice, day: formatDay(first.created_at), confidence: formatSure(confidence) })}{' '}
        {reviewer !== null && (standing === 'due' ? t('foot.asks', asks) : `${t('row.asks', asks)}.`)}
      </span>
    </RouteLink>
  );
}
