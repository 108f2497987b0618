import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { watchConversations } from '../../commands/conversations';
import { on } from '../../model/signals';
import { useRoute, useScreen } from '../parts/store';
import { useMedia } from '../parts/useMedia';
import { DrawerButton } from './DrawerButton';
import { openDrawerAt } from './drawerPart';
import { Library } from './Library';
import { Rail } from './Rail';
import { useJump } from './useJump';

const Drawer = lazy(() => import('./Drawer').then((room) => ({ default: room.Drawer })));

/** The left column: the library, a rail of words while something else needs the room, or a drawer. */
export function Sidebar({ narrow = false }: { narrow?: boolean }) {
  const { t } = useTranslation('library');
  const small = useMedia('(max-width: 1100px)');
  const { page } = useRoute();
  const open = useScreen((state) => state.drawer);
  const beside = !narrow && !small;
  useJump();
  useEffect(watchConversations, []);
  useEffect(() => {
    if (beside) return;
    return on('focusSearch', () => openDrawerAt('search'));
  }, [beside]);
  return (
    <>
      {beside && (
        <aside className="side" aria-label={t('library')}>
          <Library />
        </aside>
      )}
      {narrow && <Rail />}
      {small && page !== 'conversation' && page !== 'map' && <DrawerButton />}
      {open && (
        <Suspense>
          <Drawer />
        </Suspense>
      )}
    </>
  );
}
