import { useTranslation } from 'react-i18next';
import { RouteLink } from '../library/RouteLink';
import { useConversation } from '../parts/store';
import { useApart } from './useApart';

/** The light in the last line: one sentence, and the way to what it rests on. */
export function ApartLight() {
  const { t } = useTranslation('apart');
  const id = useConversation((state) => (state.phase === 'ready' ? state.id : null));
  const found = useApart(id);
  if (id === null || found === null || found.light === 'dark') return null;
  return (
    <RouteLink className={`apart-light ${found.light}`} to={{ page: 'apart', id }} title={t('open')}>
      {t(`light.${found.light}`)}
    </RouteLink>
  );
}
