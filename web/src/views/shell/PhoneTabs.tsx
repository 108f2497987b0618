import { useTranslation } from 'react-i18next';
import { subjectNow } from '../../commands/inspecting';
import { leaveMap, openMap } from '../../commands/map';
import { inspect, openBeside } from '../../model/screen';
import { Icon } from '../library/Icon';
import { RouteLink } from '../parts/RouteLink';
import { useRoute, useScreen } from '../parts/store';

/** On a phone the top has no room for them: the conversation and the ways beside it stand in the last line. */
export function PhoneTabs() {
  const { t } = useTranslation(['shell', 'map', 'journal']);
  const { inspecting, beside } = useScreen((state) => ({ inspecting: state.inspector !== null, beside: state.beside }));
  const { page } = useRoute();
  if (page !== 'conversation' && page !== 'map') return null;
  const onMap = page === 'map';
  const isTalking = !onMap && !inspecting && beside === null;
  const open = (show: () => void) => () => {
    show();
    if (onMap) leaveMap();
  };
  const talk = () => {
    inspect(null);
    openBeside(null);
  };
  return (
    <nav className="phone-tabs" aria-label={t('beside')}>
      <button type="button" aria-pressed={isTalking} onClick={open(talk)}>
        <Icon name="conversations" />
        <span>{t('talk')}</span>
      </button>
      <button
        type="button"
        aria-pressed={inspecting && !onMap}
        onClick={open(() => inspect(inspecting && !onMap ? null : subjectNow()))}
      >
        <Icon name="inspector" />
        <span>{t('inspector')}</span>
      </button>
      <button type="button" aria-pressed={onMap} onClick={() => (onMap ? leaveMap() : openMap())}>
        <Icon name="map" />
        <span>{t('map:tab')}</span>
      </button>
      <RouteLink to={{ page: 'journal', id: null, turnId: null }}>
        <Icon name="journal" />
        <span>{t('journal:title')}</span>
      </RouteLink>
      <button
        type="button"
        aria-pressed={beside === 'todo' && !onMap}
        onClick={open(() => openBeside(beside === 'todo' && !onMap ? null : 'todo'))}
      >
        <Icon name="todo" />
        <span>{t('todo')}</span>
      </button>
    </nav>
  );
}
