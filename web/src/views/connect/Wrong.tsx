import { useTranslation } from 'react-i18next';
import type { Wrong as Said } from '../../commands/connections';

/** What is wrong, in words, with the provider's own words quoted. */
export function Wrong({ wrong }: { wrong: Said | null }) {
  const { t } = useTranslation('composer');
  return (
    <div aria-live="polite">
      {wrong && (
        <p className="verdict bad">
          <b>{wrong.head}</b> {wrong.quoted && <q dir="auto">{wrong.quoted}</q>}{' '}
          {wrong.status !== null && `(${wrong.status}). `}
          {t('provider.notKept')}
        </p>
      )}
    </div>
  );
}
