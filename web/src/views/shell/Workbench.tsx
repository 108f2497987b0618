import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { flipTodos } from '../../commands/todos';
import { inspect } from '../../model/screen';
import { emit } from '../../model/signals';
import { Composer } from '../composer/Composer';
import { Counter } from '../context/Counter';
import { FilterLine } from '../context/FilterLine';
import { Ribbon } from '../context/Ribbon';
import { Conversation } from '../conversation/Conversation';
import { DrawerButton } from '../library/DrawerButton';
import { Sidebar } from '../library/Sidebar';
import { useConversation, usePreferences, useScreen } from '../parts/store';
import { ApprovalBadge } from '../tools/ApprovalBadge';
import { Welcome } from '../welcome/Welcome';
import { Broken } from './Broken';
import { Missing } from './Missing';
import { StatusLine } from './StatusLine';

const Inspector = lazy(() => import('../inspector/Inspector').then((room) => ({ default: room.Inspector })));
const Beside = lazy(() => import('../reminders/Beside').then((room) => ({ default: room.Beside })));
const Reader = lazy(() => import('../conversation/Reader').then((room) => ({ default: room.Reader })));

/** The page of one conversation, or of the one that has not begun. */
export function Workbench() {
  const { t } = useTranslation();
  const { id, phase } = useConversation((state) => ({ id: state.id, phase: state.phase }));
  const { inspecting, beside, reading } = useScreen((state) => ({
    inspecting: state.inspector !== null,
    beside: state.beside,
    reading: state.reading !== null,
  }));
  const isSplit = inspecting || beside !== null;
  const ribbon = usePreferences((state) => state.ribbon);
  const shape = isSplit ? 'app inspecting' : ribbon && phase !== 'none' ? 'app' : 'app no-ribbon';
  return (
    <div className={shape}>
      <button type="button" className="skip link" onClick={() => emit('focusComposer')}>
        {t('skipToComposer')}
      </button>
      <Sidebar narrow={isSplit} />
      <header className="top">
        <DrawerButton />
        <FilterLine key={id ?? 'new'} />
        <Counter />
        <ApprovalBadge />
        <div className="tabs">
          <button type="button" className="btn quiet" aria-pressed={beside === 'todo'} onClick={flipTodos}>
            {t('todo')}
          </button>
          <button
            type="button"
            className="btn quiet"
            aria-pressed={inspecting}
            onClick={() => inspect(inspecting ? null : { kind: 'draft', advisorId: null })}
          >
            {t('inspector')}
          </button>
        </div>
      </header>
      <main className="main">
        {phase === 'none' ? <Welcome /> : phase === 'missing' ? <Missing /> : <Conversation />}
      </main>
      {(ribbon || isSplit) && phase !== 'none' && <Ribbon slim={isSplit} />}
      <Composer />
      {inspecting && (
        <Broken>
          <Suspense>
            <Inspector />
          </Suspense>
        </Broken>
      )}
      {beside !== null && (
        <Broken>
          <Suspense>
            <Beside key={beside} />
          </Suspense>
        </Broken>
      )}
      <StatusLine />
      {reading && (
        <Suspense>
          <Reader />
        </Suspense>
      )}
    </div>
  );
}
