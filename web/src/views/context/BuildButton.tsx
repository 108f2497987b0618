import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { screen } from '../../model/screen';
import { Popover } from '../parts/Floating';
import { useScreen } from '../parts/store';

const Builder = lazy(() => import('./Builder').then((room) => ({ default: room.Builder })));

/** Opens the builder beside the line it writes. */
export function BuildButton({ onEditText }: { onEditText: () => void }) {
  const { t } = useTranslation('context');
  const open = useScreen((state) => state.overlay === 'builder');
  const setOpen = (now: boolean) => screen.setState({ overlay: now ? 'builder' : null });
  return (
    <Popover
      label={t('builder.title')}
      className="builder"
      align="start"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className="btn quiet sm build">
          {t('filter.build')}
        </button>
      }
    >
      <Suspense>
        <Builder
          onClose={() => setOpen(false)}
          onEditText={() => {
            setOpen(false);
            onEditText();
          }}
        />
      </Suspense>
    </Popover>
  );
}
