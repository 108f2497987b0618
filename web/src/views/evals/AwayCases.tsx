import { useTranslation } from 'react-i18next';
import { loadAway, unarchiveCase } from '../../commands/evals';
import { attempt } from '../../commands/refused';
import { evals } from '../../model/evals';
import { useEvals } from './useEvals';

/** Tests that were archived, when somebody asks for them. */
export function AwayCases() {
  const { t } = useTranslation('evals');
  const away = useEvals((state) => state.away);
  const flip = () => (away === null ? void attempt(loadAway) : evals.setState({ away: null }));
  return (
    <section className="away">
      <button type="button" className="link" aria-expanded={away !== null} onClick={flip}>
        {t(away === null ? 'cases.showAway' : 'cases.hideAway')}
      </button>
      {away?.length === 0 && <p className="help">{t('cases.noneAway')}</p>}
      <ul>
        {away?.map((each) => (
          <li key={each.id}>
            <bdi>{each.name}</bdi>
            <button
              type="button"
              className="btn sm"
              aria-label={t('cases.bringBackFor', { name: each.name })}
              onClick={() => void unarchiveCase(each)}
            >
              {t('cases.bringBack')}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
