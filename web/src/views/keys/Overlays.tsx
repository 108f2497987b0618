import { lazy, Suspense, useEffect } from 'react';
import { useScreen } from '../parts/store';

const readPalette = () => import('./Palette');
const Palette = lazy(() => readPalette().then((room) => ({ default: room.Palette })));
const Help = lazy(() => import('./Help').then((room) => ({ default: room.Help })));
const ApprovalDialog = lazy(() => import('../tools/ApprovalDialog').then((room) => ({ default: room.ApprovalDialog })));
const RoundsDialog = lazy(() => import('../rounds/RoundsDialog').then((room) => ({ default: room.RoundsDialog })));
const AssertDialog = lazy(() => import('../evals/AssertDialog').then((room) => ({ default: room.AssertDialog })));
const KeyEditor = lazy(() => import('./KeyEditor').then((room) => ({ default: room.KeyEditor })));

/** What lies over the page at somebody's wish. Each takes the focus and gives it back, so the mode is what it was. */
export function Overlays() {
  const overlay = useScreen((state) => state.overlay);
  useReadyPalette();
  return (
    <Suspense>
      {overlay === 'palette' && <Palette />}
      {overlay === 'help' && <Help />}
      {overlay === 'keys' && <KeyEditor />}
      {overlay === 'approvals' && <ApprovalDialog />}
      {overlay === 'rounds' && <RoundsDialog />}
      {overlay === 'assert' && <AssertDialog />}
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
