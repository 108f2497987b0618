import { lazy, Suspense, useEffect } from 'react';
import { useStore } from 'zustand';
import { tour } from '../../model/tour';
import { useScreen } from '../parts/store';

const readPalette = () => import('./Palette');
const Palette = lazy(() => readPalette().then((room) => ({ default: room.Palette })));
const Help = lazy(() => import('./Help').then((room) => ({ default: room.Help })));
const ApprovalDialog = lazy(() => import('../tools/ApprovalDialog').then((room) => ({ default: room.ApprovalDialog })));
const RoundsDialog = lazy(() => import('../rounds/RoundsDialog').then((room) => ({ default: room.RoundsDialog })));
const AssertDialog = lazy(() => import('../evals/AssertDialog').then((room) => ({ default: room.AssertDialog })));
const ModelDialog = lazy(() => import('../models/ModelDialog').then((room) => ({ default: room.ModelDialog })));
const DeleteDialog = lazy(() =>
  import('../conversations/DeleteDialog').then((room) => ({ default: room.DeleteDialog })),
);
const RevisitDialog = lazy(() =>
  import('../conversations/RevisitDialog').then((room) => ({ default: room.RevisitDialog })),
);
const Tour = lazy(() => import('../tour/Tour').then((room) => ({ default: room.Tour })));
const ShareDialog = lazy(() => import('../share/ShareDialog').then((room) => ({ default: room.ShareDialog })));
const KeyEditor = lazy(() => import('./KeyEditor').then((room) => ({ default: room.KeyEditor })));

/** What lies over the page at somebody's wish. Each takes the focus and gives it back, so the mode is what it was. */
export function Overlays() {
  const overlay = useScreen((state) => state.overlay);
  const isTouring = useStore(tour, (state) => state.step !== null);
  useReadyPalette();
  return (
    <Suspense>
      {overlay === 'palette' && <Palette />}
      {overlay === 'help' && <Help />}
      {overlay === 'keys' && <KeyEditor />}
      {overlay === 'approvals' && <ApprovalDialog />}
      {overlay === 'rounds' && <RoundsDialog />}
      {overlay === 'assert' && <AssertDialog />}
      {overlay === 'models' && <ModelDialog />}
      {overlay === 'deleting' && <DeleteDialog />}
      {overlay === 'revisit' && <RevisitDialog />}
      {isTouring && <Tour />}
      {overlay === 'share' && <ShareDialog />}
    </Suspense>
  );
}

/** Whoever presses Ctrl+K types on at once, so the palette is there before it is called, once the page has time. */
function useReadyPalette(): void {
  useEffect(() => {
    const timer = setTimeout(() => void readPalette().catch(() => undefined), 1500);
    return () => clearTimeout(timer);
  }, []);
}
