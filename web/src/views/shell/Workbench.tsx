import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
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
import { Welcome } from '../welcome/Welcome';
import { Broken } from './Broken';
import { Missing } from './Missing';
import { StatusLine } from './StatusLine';

const Inspector = lazy(() => import('../inspector/Inspector').then((room) => ({ default: room.Inspector })));
const Reader = lazy(() => import('../conversation/Reader').then((room) => ({ default: room.Reader })));

/** The page of one conversation, or of the one that has not begun. */
export function Workbench() {
  const { t } = useTranslation();
  const { id, phase } = useConversation((state) => ({ id: state.id, phase: state.phase }));
  const { inspecting, reading } = useScreen((state) => ({
    inspecting: state.inspector !== null,
    reading: state.reading !== null,
  }));
  const ribbon = usePreferences((state) => state.ribbon);
  const shape = inspecting ? 'app inspecting' : ribbon && phase !== 'none' ? 'app' : 'app no-ribbon';
  return (
    <div className={shape}>
      <button type="button" className="skip link" onClick={() => emit('focusComposer')}>
        {t('skipToComposer')}
      </button>
      <Sidebar narrow={inspecting} />
      <header className="top">
        <DrawerButton />
        <FilterLine key={id ?? 'new'} />
        <Counter />
        <div className="tabs">
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
      {(ribbon || inspecting) && phase !== 'none' && <Ribbon slim={inspecting} />}
      <Composer />
      {inspecting && (
        <Broken>
          <Suspense>
            <Inspector />
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
