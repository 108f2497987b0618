import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { attempt } from '../../commands/refused';
import {
  loadDeliveries,
  pingWebhook,
  removeWebhook,
  replaceSecret,
  switchWebhook,
  type Webhook,
} from '../../commands/webhooks';
import { Confirm } from '../parts/Confirm';
import { formatMoment } from '../parts/format';
import { Deliveries } from './Deliveries';

/** One address: what it is told, whether it hears it, and what it was told. */
export function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('settings');
  const [open, setOpen] = useState(false);
  const look = () => {
    if (!open) void attempt(() => loadDeliveries(webhook));
    setOpen(!open);
  };
  return (
    <li aria-labelledby={`webhook-${webhook.id}`}>
      <p>
        <b id={`webhook-${webhook.id}`} dir="ltr">
          {webhook.url}
        </b>{' '}
        <span className={webhook.trouble === null ? 'quiet' : 'wrong'}>{t(`webhooks.state.${stateOf(webhook)}`)}</span>
      </p>
      <p className="quiet">
        <code dir="ltr">{webhook.events.join(', ')}</code> {webhook.include_text && t('webhooks.withText')}
      </p>
      {webhook.enabled && webhook.failing_since !== null && (
        <p className="wrong">{t('webhooks.failing', { when: formatMoment(webhook.failing_since) })}</p>
      )}
      {webhook.rotating_until !== null && (
        <p className="quiet">{t('webhooks.rotating', { when: formatMoment(webhook.rotating_until) })}</p>
      )}
      <div className="acts">
        <button
          type="button"
          className="btn quiet"
          onClick={() => {
            setOpen(true);
            void pingWebhook(webhook);
          }}
        >
          {t('webhooks.ping')}
        </button>
        <button type="button" className="btn quiet" aria-expanded={open} onClick={look}>
          {t('webhooks.deliveries')}
        </button>
        <button type="button" className="btn quiet" onClick={() => void switchWebhook(webhook)}>
          {t(webhook.enabled ? 'webhooks.off' : 'webhooks.on')}
        </button>
        <button type="button" className="btn quiet" onClick={() => void replaceSecret(webhook)}>
          {t('webhooks.rotate')}
        </button>
        <Confirm word={t('webhooks.remove')} question={t('webhooks.sure')} onYes={() => void removeWebhook(webhook)} />
      </div>
      {open && <Deliveries webhook={webhook} />}
    </li>
  );
}

function stateOf({ enabled, trouble }: Webhook): 'on' | 'off' | 'gone' | 'failing' {
  return enabled ? 'on' : (trouble ?? 'off');
}
