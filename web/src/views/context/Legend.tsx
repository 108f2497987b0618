import { useTranslation } from 'react-i18next';

/** The square of each sign, and what is drawn across it. */
const SIGNS = [
  { key: 'in', square: 'rb-in', stroke: null },
  { key: 'out', square: 'rb-out', stroke: null },
  { key: 'pinned', square: 'rb-in', stroke: { shape: 'rb-stem', path: 'M7.7 8V-5' } },
  { key: 'trimmed', square: 'rb-trim', stroke: { shape: 'rb-cut', path: 'M-1.5 10L10 -1.5' } },
] as const;

/** What the squares mean. */
export function Legend() {
  const { t } = useTranslation('context');
  return (
    <ul className="legend">
      {SIGNS.map(({ key, square, stroke }) => (
        <li key={key}>
          <svg viewBox="-2 -4.5 14 17" aria-hidden="true">
            <rect className={square} width="8.5" height="8.5" />
            {stroke && <path className={stroke.shape} d={stroke.path} />}
          </svg>
          {t(`ribbon.key.${key}`)}
        </li>
      ))}
    </ul>
  );
}
