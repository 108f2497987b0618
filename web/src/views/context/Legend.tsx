import { useTranslation } from 'react-i18next';

/** What the squares mean. */
export function Legend() {
  const { t } = useTranslation('context');
  return (
    <ul className="legend">
      <li>
        <svg viewBox="-2 -4.5 14 17" aria-hidden="true">
          <rect className="rb-in" width="8.5" height="8.5" />
        </svg>
        {t('ribbon.key.in')}
      </li>
      <li>
        <svg viewBox="-2 -4.5 14 17" aria-hidden="true">
          <rect className="rb-out" width="8.5" height="8.5" />
        </svg>
        {t('ribbon.key.out')}
      </li>
      <li>
        <svg viewBox="-2 -4.5 14 17" aria-hidden="true">
          <rect className="rb-in" width="8.5" height="8.5" />
          <path className="rb-stem" d="M7.7 8V-5" />
        </svg>
        {t('ribbon.key.pinned')}
      </li>
      <li>
        <svg viewBox="-2 -4.5 14 17" aria-hidden="true">
          <rect className="rb-trim" width="8.5" height="8.5" />
          <path className="rb-cut" d="M-1.5 10L10 -1.5" />
        </svg>
        {t('ribbon.key.trimmed')}
      </li>
    </ul>
  );
}
