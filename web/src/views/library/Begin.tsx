import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { startNew } from '../../commands/conversations';
import { startUnkept } from '../../commands/unkept';
import { unkept } from '../../model/unkept';
import { RouteLink } from '../parts/RouteLink';
import { useRoute } from '../parts/store';
import { Icon } from './Icon';

/** The ways to begin, and the way back to the open one that no list has. */
export function Begin() {
  const { t } = useTranslation(['library', 'keeping']);
  const { id, starting } = useStore(unkept);
  const route = useRoute();
  const isHere = route.page === 'conversation' && route.id === id;
  return (
    <>
      <button type="button" className="btn begin" onClick={startNew}>
        <Icon name="new" />
        {t('library:conversations.new')}
      </button>
      <button
        type="button"
        className="link begin-unkept"
        title={t('keeping:unkept.lead')}
        aria-pressed={starting}
        onClick={startUnkept}
      >
        {t('keeping:unkept.start')}
      </button>
      {id !== null && (
        <RouteLink
          className="unkept-here"
          to={{ page: 'conversation', id, turnId: null }}
          aria-label={t('keeping:unkept.open')}
          aria-current={isHere ? 'page' : undefined}
        >
          {t('keeping:unkept.mark')}
        </RouteLink>
      )}
    </>
  );
}
