import { useTranslation } from 'react-i18next';
import { formatNumber } from '../parts/format';
import { useInbox } from './useInbox';

/** How many memories wait for the person's word; nothing when there are none. */
export function WaitingMemories() {
  const { t } = useTranslation('memory');
  const waiting = useInbox((state) => state.counts.proposed);
  if (waiting === 0) return null;
  return (
    <>
      {' '}
      <span className="badge num" aria-hidden="true">
        {formatNumber(waiting)}
      </span>
      <span className="vh">{t('waiting', { count: waiting })}</span>
    </>
  );
}
