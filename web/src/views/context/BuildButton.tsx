import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { screen } from '../../model/screen';
import { Popover } from '../parts/Floating';
import { useScreen } from '../parts/store';

const Builder = lazy(() => import('./Builder').then((room) => ({ default: room.Builder })));

/** Opens the builder beside the line it writes; the sentence beside a small one is its word. */
export function BuildButton({ onEditText, small = false }: { onEditText: () => void; small?: boolean }) {
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
        <button type="button" className={small ? 'build' : 'btn quiet sm build'} title={t('builder.title')}>
          {small && (
            <svg className="icon" viewBox="0 0 16 16" aria-hidden="true" fill="none" stroke="currentColor">
              <path d="M2 4h12M4.5 8h7M6.5 12h3" strokeWidth="1.4" />
            </svg>
          )}
          <span className={small ? 'vh' : ''}>{t('filter.build')}</span>
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
