import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { attempt } from '../../commands/refused';
import { type Delivery, loadDeliveries, sendAgain, type Webhook, webhooks } from '../../commands/webhooks';
import { formatMoment, formatWhen, joinWords } from '../parts/format';

const PAUSE = 3000;

/** The last messages and what became of them; looked at again while one is on its way. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('settings');
  const items = useStore(webhooks, (state) => state.deliveries[webhook.id] ?? null);
  const waits = items?.some((each) => each.status === 'waiting') ?? false;
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(() => void attempt(() => loadDeliveries(webhook)), PAUSE);
    return () => clearInterval(timer);
  }, [waits, webhook]);
  if (items === null) return null;
  if (items.length === 0) return <p className="quiet">{t('webhooks.nothingSent')}</p>;
  return (
    <ul className="deliveries" aria-label={t('webhooks.deliveries')}>
      {items.map((each) => (
        <Row key={each.id} webhook={webhook} delivery={each} />
      ))}
    </ul>
  );
}

function Row({ webhook, delivery }: { webhook: Webhook; delivery: Delivery }) {
  const { t } = useTranslation('settings');
  const { status, attempts, answered, problem, next_at: next } = delivery;
  const words = [
    t(`webhooks.status.${status}`),
    t('webhooks.attempts', { count: attempts }),
    answered === null ? '' : t('webhooks.answered', { status: answered }),
    problem === null || problem === 'status' ? '' : t(`webhooks.problem.${problem}`),
    status === 'waiting' && next !== null && attempts > 0 ? t('webhooks.next', { when: formatMoment(next) }) : '',
  ];
  return (
    <li>
      <span>
        <code dir="ltr">{delivery.event}</code> <span className="quiet">{formatWhen(delivery.created_at)}</span>
      </span>
      <span className={status === 'failed' ? 'wrong' : 'quiet'}>{joinWords(words.filter((each) => each !== ''))}</span>
      <button
        type="button"
        className="btn quiet"
        aria-label={t('webhooks.againOf', { event: delivery.event })}
        onClick={() => void sendAgain(webhook, delivery)}
      >
        {t('webhooks.again')}
      </button>
    </li>
  );
}
