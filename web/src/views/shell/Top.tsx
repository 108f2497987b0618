import { useTranslation } from 'react-i18next';
import { flipInspector, subjectNow } from '../../commands/inspecting';
import { leaveMap, openMap } from '../../commands/map';
import { openShare } from '../../commands/share';
import { flipTodos } from '../../commands/todos';
import { inspect, openBeside } from '../../model/screen';
import { Counter } from '../context/Counter';
import { FilterLine } from '../context/FilterLine';
import { DrawerButton } from '../library/DrawerButton';
import { Icon } from '../library/Icon';
import { useConversation, useRoute, useScreen } from '../parts/store';
import { ApprovalBadge } from '../tools/ApprovalBadge';

/** The first line beside a conversation: what is sent on, and the ways to look at it. */
export function Top() {
  const id = useConversation((state) => state.id);
  return (
    <header className="top">
      <DrawerButton />
      <FilterLine key={id ?? 'new'} />
      <Counter />
      <ApprovalBadge />
      <Tabs />
    </header>
  );
}

function Tabs() {
  const { t } = useTranslation(['shell', 'map']);
  const hasTurns = useConversation((state) => state.rows.length > 0);
  const onMap = useRoute().page === 'map';
  const { inspecting, beside } = useScreen((state) => ({ inspecting: state.inspector !== null, beside: state.beside }));
  // What stands beside a conversation is out of sight on the map: there the tabs only open it.
  const fromMap = (open: () => void) => () => {
    open();
    leaveMap();
  };
  return (
    <div className="tabs">
      <button
        type="button"
        className="btn quiet"
        aria-pressed={!onMap && beside === 'todo'}
        onClick={onMap ? fromMap(() => openBeside('todo')) : flipTodos}
      >
        {t('todo')}
      </button>
      <button
        type="button"
        className="btn quiet"
        aria-pressed={!onMap && inspecting}
        onClick={onMap ? fromMap(() => inspect(subjectNow())) : flipInspector}
      >
        {t('inspector')}
      </button>
      <button type="button" className="btn quiet" aria-pressed={onMap} onClick={() => (onMap ? leaveMap() : openMap())}>
        {t('map:tab')}
      </button>
      {hasTurns && (
        <button type="button" className="btn share" onClick={() => openShare()}>
          <Icon name="share" />
          {t('share')}
        </button>
      )}
    </div>
  );
}
