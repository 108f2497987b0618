import '../../locales/inspector';
import { useTranslation } from 'react-i18next';
import type { Reply } from '../../protocol/events';
import type { SentPayload } from '../payloads/shown';

interface Props {
  reply: Reply;
  list: SentPayload['receipts'] | null | undefined;
  onRetry: () => void;
}

/** Why there is no payload to show. */
export function Nothing({ reply, list, onRetry }: Props) {
  const { t } = useTranslation('inspector');
  if (list === undefined) return <p className="none">{t('empty.opening')}</p>;
  if (list === null) {
    return (
      <p className="none">
        {t('empty.failed')}{' '}
        <button type="button" className="link" onClick={onRetry}>
          {t('retry')}
        </button>
      </p>
    );
  }
  const words = !reply.completed ? 'waiting' : reply.state === 'stopped' ? 'stopped' : 'never';
  return <p className="none">{t(`empty.${words}`)}</p>;
}
