import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Decidable, readDecidable } from '../../commands/journal';
import { explain } from '../../commands/refused';
import { Refusal } from '../../protocol/request';
import { RouteLink } from '../parts/RouteLink';
import { DecisionForm } from './DecisionForm';

/** What a turn led to, being written down. */
export function WriteDecision({ turnId }: { turnId: string }) {
  const { t } = useTranslation('journal');
  const [found, setFound] = useState<Decidable | string | null>(null);
  useEffect(() => {
    readDecidable(turnId).then(setFound, (error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      setFound(error.code === 'not_found' ? t('form.missing') : explain(error));
    });
  }, [turnId, t]);
  if (found === null) return null;
  if (typeof found === 'string' || !found.turn.all_completed) {
    return (
      <div className="not-yet">
        <h1>{t('form.title')}</h1>
        <p>{typeof found === 'string' ? found : t('form.waiting')}</p>
        <RouteLink className="link" to={{ page: 'journal', id: null, turnId: null }}>
          {t('back')}
        </RouteLink>
      </div>
    );
  }
  return (
    <>
      <header>
        <h1>{t('form.title')}</h1>
        <p>{t('form.lead', { position: found.turn.position })}</p>
        {found.earlier.length > 0 && (
          <p>
            {t('form.earlier')}{' '}
            {found.earlier.map((each) => (
              <RouteLink key={each.id} className="link" to={{ page: 'journal', id: each.id, turnId: null }}>
                <span dir="auto">{each.choice}</span>
              </RouteLink>
            ))}
          </p>
        )}
      </header>
      <DecisionForm turn={found.turn} claims={found.claims} />
    </>
  );
}
