import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  createWebhook,
  EVENTS,
  SHAPES,
  type Wanted,
  type WebhookEvent,
  type WebhookShape,
} from '../../commands/webhooks';
import { FormActs } from '../accounts/FormActs';
import { Trouble } from '../accounts/Trouble';
import { useForm } from '../accounts/useForm';
import { LineField } from '../parts/LineField';
import { nameEvent } from './words';

/** Where it is told, of what, in which form, and whether with words. */
export function WebhookForm({ onEnd }: { onEnd: () => void }) {
  const { t } = useTranslation('settings');
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(['turn.completed']);
  const [shape, setShape] = useState<WebhookShape>('standard');
  const [includeText, setIncludeText] = useState(false);
  const { submit, busy, at, whole } = useForm(async () => {
    await createWebhook({ url: url.trim(), events: [...events] as Wanted['events'], shape, include_text: includeText });
    onEnd();
  });
  const tick = (event: WebhookEvent, on: boolean) =>
    setEvents((before) => (on ? [...before, event] : before.filter((each) => each !== event)));
  return (
    <form className="narrow-form" onSubmit={submit}>
      <LineField label={t('webhooks.url')} help={t('webhooks.urlHelp')} value={url} onChange={setUrl} most={2000} />
      <fieldset>
        <legend>{t('webhooks.events')}</legend>
        {EVENTS.map((event) => (
          <label key={event} className="check">
            <input
              type="checkbox"
              checked={events.includes(event)}
              onChange={(change) => tick(event, change.target.checked)}
            />
            <span>
              {t(nameEvent(event))} <code dir="ltr">{event}</code>
            </span>
          </label>
        ))}
      </fieldset>
      <label className="shape">
        <span>{t('webhooks.shape')}</span>
        <select className="input" value={shape} onChange={(change) => setShape(change.target.value as WebhookShape)}>
          {SHAPES.map((each) => (
            <option key={each} value={each}>
              {each === 'standard' ? t('webhooks.standard') : NAMES[each]}
            </option>
          ))}
        </select>
      </label>
      <label className="check">
        <input type="checkbox" checked={includeText} onChange={(change) => setIncludeText(change.target.checked)} />
        <span>
          {t('webhooks.text')} <small>{t('webhooks.textHelp')}</small>
        </span>
      </label>
      <Trouble words={at('email') ?? whole} />
      <FormActs
        label={t('webhooks.save')}
        disabled={busy || url.trim() === '' || events.length === 0}
        onCancel={onEnd}
      />
    </form>
  );
}

/** Products are called what they are called. */
const NAMES: Readonly<Record<Exclude<WebhookShape, 'standard'>, string>> = {
  slack: 'Slack',
  discord: 'Discord',
  mattermost: 'Mattermost',
  ntfy: 'ntfy',
  gotify: 'Gotify',
};
