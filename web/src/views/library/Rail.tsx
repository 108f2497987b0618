import { useTranslation } from 'react-i18next';
import { Mark } from '../parts/Mark';
import { RouteLink } from '../parts/RouteLink';
import { openDrawerAt } from './drawerPart';

const PARTS = ['conversations', 'topics'] as const;

/** The library while the inspector needs its room: two words on their side. Each opens it as a drawer. */
export function Rail() {
  const { t } = useTranslation('library');
  return (
    <aside className="side narrow" aria-label={t('collapsed')}>
      <RouteLink className="brand" to={{ page: 'conversation', id: null, turnId: null }} aria-label={t('brand')}>
        <Mark />
      </RouteLink>
      <div className="rail">
        {PARTS.map((part) => (
          <button
            key={part}
            type="button"
            aria-haspopup="dialog"
            aria-current={part === 'conversations' ? 'page' : undefined}
            onClick={() => openDrawerAt(part)}
          >
            {t(`${part}.title`)}
          </button>
        ))}
      </div>
    </aside>
  );
}
