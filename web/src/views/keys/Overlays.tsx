import { lazy, Suspense } from 'react';
import { useScreen } from '../parts/store';

const Palette = lazy(() => import('./Palette').then((room) => ({ default: room.Palette })));
const Help = lazy(() => import('./Help').then((room) => ({ default: room.Help })));
const KeyEditor = lazy(() => import('./KeyEditor').then((room) => ({ default: room.KeyEditor })));

/** What lies over the page at somebody's wish. Each takes the focus and gives it back, so the mode is what it was. */
export function Overlays() {
  const overlay = useScreen((state) => state.overlay);
  return (
    <Suspense>
      {overlay === 'palette' && <Palette />}
      {overlay === 'help' && <Help />}
      {overlay === 'keys' && <KeyEditor />}
    </Suspense>
  );
}
