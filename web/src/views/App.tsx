import { CSPProvider } from '@base-ui/react/csp-provider';
import { DirectionProvider } from '@base-ui/react/direction-provider';
import { Tooltip } from '@base-ui/react/tooltip';
import { lazy, Suspense, useEffect } from 'react';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { watchApprovals } from '../commands/approvals';
import { openOne } from '../commands/open';
import { watchDraft } from '../commands/preview';
import { watchUnkept } from '../commands/unkept';
import { keepLoadingWorkspace } from '../commands/workspace';
import { i18n, speak } from '../locales/i18n';
import { account } from '../model/account';
import { isWay } from '../model/route';
import { KeyListener } from './keys/KeyListener';
import { Overlays } from './keys/Overlays';
import { PlaceTabs } from './library/Places';
import { Sidebar } from './library/Sidebar';
import { Broken } from './parts/Broken';
import { usePreferences, useRoute } from './parts/store';
import { Announcer } from './shell/Announcer';
import { MapBench } from './shell/MapBench';
import { StatusLine } from './shell/StatusLine';
import { Workbench } from './shell/Workbench';

const ContaminationPage = lazy(() =>
  import('./contamination/ContaminationPage').then((room) => ({ default: room.ContaminationPage })),
);
const UnaskedPage = lazy(() => import('./heartbeats/UnaskedPage').then((room) => ({ default: room.UnaskedPage })));
const Advisors = lazy(() => import('./advisors/Advisors').then((room) => ({ default: room.Advisors })));
const AllTests = lazy(() => import('./evals/AllTests').then((room) => ({ default: room.AllTests })));
const EvalsPage = lazy(() => import('./evals/EvalsPage').then((room) => ({ default: room.EvalsPage })));
const Instructions = lazy(() => import('./instructions/Instructions').then((room) => ({ default: room.Instructions })));
const Documents = lazy(() => import('./documents/Documents').then((room) => ({ default: room.Documents })));
const Panels = lazy(() => import('./panels/Panels').then((room) => ({ default: room.Panels })));
const Topics = lazy(() => import('./topics/Topics').then((room) => ({ default: room.Topics })));
const JournalPage = lazy(() => import('./journal/JournalPage').then((room) => ({ default: room.JournalPage })));
const MemoryPage = lazy(() => import('./memory/MemoryPage').then((room) => ({ default: room.MemoryPage })));
const ToolsPage = lazy(() => import('./tools/ToolsPage').then((room) => ({ default: room.ToolsPage })));
const WorkPage = lazy(() => import('./work/WorkPage').then((room) => ({ default: room.WorkPage })));
const People = lazy(() => import('./accounts/People').then((room) => ({ default: room.People })));
const Audit = lazy(() => import('./accounts/Audit').then((room) => ({ default: room.Audit })));
const Door = lazy(() => import('./accounts/Door').then((room) => ({ default: room.Door })));
const VerifyDialog = lazy(() => import('./accounts/VerifyDialog').then((room) => ({ default: room.VerifyDialog })));
const Settings = lazy(() => import('./settings/Settings').then((room) => ({ default: room.Settings })));

export function App() {
  return (
    <I18nextProvider i18n={i18n}>
      <CSPProvider disableStyleElements>
        <Tooltip.Provider delay={500}>
          <Broken>
            <House />
          </Broken>
        </Tooltip.Provider>
      </CSPProvider>
    </I18nextProvider>
  );
}

/** The pages, or the way in for whoever is nobody here. */
function House() {
  const { i18n: spoken } = useTranslation();
  const { page } = useRoute();
  const { closed, verifying } = useStore(account);
  useAppearance();
  return (
    <DirectionProvider direction={spoken.dir()}>
      {closed !== null || isWay(page) ? (
        <Suspense>
          <Door page={page} closed={closed} />
        </Suspense>
      ) : (
        <Screen />
      )}
      {verifying !== null && (
        <Suspense>
          <VerifyDialog onEnd={verifying} />
        </Suspense>
      )}
    </DirectionProvider>
  );
}

function Screen() {
  const route = useRoute();
  useEffect(keepLoadingWorkspace, []);
  useEffect(watchDraft, []);
  useEffect(watchApprovals, []);
  useTelling();
  useEffect(watchUnkept, []);
  const isTalk = route.page === 'conversation' || route.page === 'map' || route.page === 'contamination';
  const openId = isTalk ? route.id : null;
  useEffect(() => openOne(openId), [openId]);
  return (
    <>
      {route.page === 'map' ? (
        <MapBench id={route.id} turnId={route.turnId} />
      ) : route.page === 'conversation' ? (
        <Workbench />
      ) : (
        <div className="app page">
          <Sidebar />
          <main className="page-body">
            <PlaceTabs />
            <Suspense>
              {route.page === 'contamination' && <ContaminationPage id={route.id} />}
              {route.page === 'unasked' && <UnaskedPage id={route.id} />}
              {route.page === 'advisors' && <Advisors id={route.id} />}
              {route.page === 'evals' && route.id === null && <AllTests />}
              {route.page === 'evals' && route.id !== null && (
                <EvalsPage key={route.id} id={route.id} caseId={route.caseId} />
              )}
              {route.page === 'panels' && <Panels id={route.id} />}
              {route.page === 'topics' && <Topics id={route.id} />}
              {route.page === 'memory' && <MemoryPage id={route.id} />}
              {route.page === 'journal' && <JournalPage id={route.id} turnId={route.turnId} />}
              {route.page === 'documents' && <Documents id={route.id} />}
              {route.page === 'instructions' && <Instructions />}
              {route.page === 'tools' && <ToolsPage />}
              {route.page === 'work' && <WorkPage />}
              {route.page === 'people' && <People />}
              {route.page === 'audit' && <Audit />}
              {route.page === 'settings' && <Settings />}
            </Suspense>
          </main>
          <StatusLine />
        </div>
      )}
      <Overlays />
      <KeyListener />
      <Announcer />
    </>
  );
}

/** Only who wants to be told of finished answers loads what tells. */
function useTelling(): void {
  const wanted = usePreferences((state) => state.tell !== 'off');
  useEffect(() => {
    if (!wanted) return undefined;
    const watching = import('../commands/tell').then(({ watchTurns }) => watchTurns());
    return () => void watching.then((stop) => stop());
  }, [wanted]);
}

/** Theme, density and language on the document. */
function useAppearance(): void {
  const { theme, density, locale } = usePreferences(({ theme, density, locale }) => ({ theme, density, locale }));
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (theme === 'system') delete dataset.theme;
    else dataset.theme = theme;
    dataset.density = density;
  }, [theme, density]);
  useEffect(() => void speak(locale), [locale]);
}
