import { Dialog } from '@base-ui/react/dialog';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { screen } from '../../model/screen';
import { useRoute, useScreen } from '../parts/store';
import { takePart } from './drawerPart';
import { Library } from './Library';

/** Where there is no room for it beside the page, the library comes over it. Going somewhere closes it. */
export function Drawer() {
  const { t } = useTranslation('library');
  const open = useScreen((state) => state.drawer);
  const route = useRoute();
  const popup = useRef<HTMLDivElement>(null);
  const opened = useRef(route);
  useEffect(() => {
    if (route !== opened.current) screen.setState({ drawer: false });
  }, [route]);
  return (
    <Dialog.Root open={open} onOpenChange={(now) => screen.setState({ drawer: now })}>
      <Dialog.Portal>
        <Dialog.Backdrop className="shade" />
        <Dialog.Popup ref={popup} className="drawer" initialFocus={() => takePart(popup.current)}>
          <Dialog.Title className="vh">{t('library')}</Dialog.Title>
          <Dialog.Close className="close">{t('close')}</Dialog.Close>
          <Library />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
