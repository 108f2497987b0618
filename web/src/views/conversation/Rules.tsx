import { useTranslation } from 'react-i18next';

/** The line where context begins for every voice. */
export function BoundaryRule({ included, voices }: { included: number; voices: number }) {
  const { t } = useTranslation('conversation');
  const turns = t('boundary.turns', { count: included });
  return (
    <div className="boundary">
      <b>{t('boundary.from')}</b>
      <hr />
      <span>{t('boundary.count', { count: voices, turns })}</span>
    </div>
  );
}

/** A line the person drew. */
export function DividerRule() {
  const { t } = useTranslation('conversation');
  return (
    <div className="divider">
      <hr />
      <span>{t('divider')}</span>
      <hr />
    </div>
  );
}
