import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { watchMemories } from '../../commands/memory';
import { RouteLink } from '../library/RouteLink';
import { formatNumber } from '../parts/format';
import { useRoute } from '../parts/store';
import { useInbox } from './useInbox';

/** The way to the inbox, with how many wait there. */
export function MemoryLink() {
  const { t } = useTranslation('memory');
  const route = useRoute();
  const waiting = useInbox((state) => state.counts.proposed);
  useEffect(watchMemories, []);
  const isOfOne = route.page === 'conversation' || route.page === 'map' || route.page === 'memory';
  const id = isOfOne ? route.id : null;
  return (
    <RouteLink to={{ page: 'memory', id }} aria-current={route.page === 'memory' ? 'page' : undefined}>
      {t('title')}
      {waiting > 0 && (
        <>
          {' '}
          <span className="badge num" aria-hidden="true">
            {formatNumber(waiting)}
          </span>
          <span className="vh">{t('waiting', { count: waiting })}</span>
        </>
      )}
    </RouteLink>
  );
}
