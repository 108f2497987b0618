import '../../locales/accounts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { attempt } from '../../commands/refused';
import { loadWebhooks, webhooks } from '../../commands/webhooks';
import { Once } from '../accounts/Once';
import { WebhookForm } from './WebhookForm';
import { WebhookRow } from './WebhookRow';

/** Programs elsewhere that are told what has ended. A secret is shown once. */
export function Webhooks() {
  const { t } = useTranslation('settings');
  const items = useStore(webhooks, (state) => state.items);
  const told = useStore(webhooks, (state) => state.told);
  const [adding, setAdding] = useState(false);
  useEffect(() => void attempt(loadWebhooks), []);
  return (
    <>
      {told !== null && (
        <Once
          label={t('webhooks.secret')}
          secret={told}
          help={t('webhooks.secretHelp')}
          onClose={() => webhooks.setState({ told: null })}
        />
      )}
      {items?.length === 0 && <p>{t('webhooks.nothing')}</p>}
      {items !== null && items.length > 0 && (
        <ul className="webhooks" aria-label={t('section.webhooks')}>
          {items.map((each) => (
            <WebhookRow key={each.id} webhook={each} />
          ))}
        </ul>
      )}
      {adding ? (
        <WebhookForm onEnd={() => setAdding(false)} />
      ) : (
        <button type="button" className="btn" onClick={() => setAdding(true)}>
          {t('webhooks.add')}
        </button>
      )}
    </>
  );
}
