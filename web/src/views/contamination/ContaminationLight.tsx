import { useTranslation } from 'react-i18next';
import { RouteLink } from '../parts/RouteLink';
import { useConversation } from '../parts/store';
import { useContamination } from './useContamination';

/** The light in the last line: one sentence, and the way to what it rests on. */
export function ContaminationLight() {
  const { t } = useTranslation('contamination');
  const id = useConversation((state) => (state.phase === 'ready' ? state.id : null));
  const found = useContamination(id);
  if (id === null || found === null || found.light === 'dark') return null;
  return (
    <RouteLink className={`apart-light ${found.light}`} to={{ page: 'contamination', id }} title={t('open')}>
      {t(`light.${found.light}`)}
    </RouteLink>
  );
}
