import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { isGone } from '../../model/conversation';
import { maps } from '../../model/map';
import { emit } from '../../model/signals';
import { Composer } from '../composer/Composer';
import { Ribbon } from '../context/Ribbon';
import { Conversation } from '../conversation/Conversation';
import { NotKept } from '../conversation/NotKept';
import { Sidebar } from '../library/Sidebar';
import { Broken } from '../parts/Broken';
import { useConversation, usePreferences, useScreen } from '../parts/store';
import { Welcome } from '../welcome/Welcome';
import { Missing } from './Missing';
import { StatusLine } from './StatusLine';
import { Top } from './Top';

const Inspector = lazy(() => import('../inspector/Inspector').then((room) => ({ default: room.Inspector })));
const Beside = lazy(() => import('./Beside').then((room) => ({ default: room.Beside })));
const QuotedWords = lazy(() => import('../map/QuotedWords').then((room) => ({ default: room.QuotedWords })));

/** The page of one conversation, or of the one that has not begun. */
export function Workbench() {
  const { t } = useTranslation();
  const phase = useConversation((state) => state.phase);
  const quoting = useStore(maps, (state) => state.quoted !== null);
  const { inspecting, beside } = useScreen((state) => ({
    inspecting: state.inspector !== null,
    beside: state.beside,
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
      <Top />
      <main className="main">{phase === 'none' ? <Blank /> : isGone(phase) ? <Missing /> : <Conversation />}</main>
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
      {quoting && (
        <Suspense>
          <QuotedWords />
        </Suspense>
      )}
    </div>
  );
}

/** Before anything was asked. */
function Blank() {
  return (
    <>
      <NotKept id={null} />
      <Welcome />
    </>
  );
}
