import { useTranslation } from 'react-i18next';
import { screen } from '../../model/screen';
import { useScreen } from '../parts/store';

/** Opens the library where it is a drawer; elsewhere it is not drawn. */
export function DrawerButton() {
  const { t } = useTranslation('library');
  const open = useScreen((state) => state.drawer);
  return (
    <button
      type="button"
      className="drawer-button"
      aria-label={t('library')}
      aria-haspopup="dialog"
      aria-expanded={open}
      onClick={() => screen.setState({ drawer: true })}
    >
      <svg viewBox="0 0 18 18" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
        <path d="M1 4h16M1 9h11M1 14h16" />
      </svg>
    </button>
  );
}
