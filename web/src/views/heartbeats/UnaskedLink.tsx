import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { watchUnread } from '../../commands/heartbeats';
import { RouteLink } from '../parts/RouteLink';
import { useRoute } from '../parts/store';

/** The way to who may speak unasked, beside a conversation. */
export function UnaskedLink() {
  const { t } = useTranslation('heartbeats');
  const route = useRoute();
  useEffect(watchUnread, []);
  const isOfOne = route.page === 'conversation' || route.page === 'map' || route.page === 'unasked';
  if (!isOfOne || route.id === null) return null;
  return (
    <RouteLink
      className="unasked-link"
      to={{ page: 'unasked', id: route.id }}
      aria-current={route.page === 'unasked' ? 'page' : undefined}
    >
      {t('link')}
    </RouteLink>
  );
}
