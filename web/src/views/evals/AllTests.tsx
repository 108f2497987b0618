import '../../locales/evals';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { countCases } from '../../commands/evals';
import { attempt } from '../../commands/refused';
import { Monogram } from '../parts/Monogram';
import { SinglePage } from '../parts/Page';
import { RouteLink } from '../parts/RouteLink';
import { useWorkspace } from '../parts/store';

/** Every advisor with how much of it is tested; each leads to its tests. */
export function AllTests() {
  const { t } = useTranslation('evals');
  const advisors = useWorkspace((state) => state.advisors);
  const [counts, setCounts] = useState<ReadonlyMap<string, number> | null>(null);
  useEffect(() => void attempt(async () => setCounts(await countCases())), []);
  return (
    <SinglePage title={t('title')} lead={t('all.lead')}>
      <ul className="tested">
        {advisors.map((each) => (
          <li key={each.id}>
            <RouteLink to={{ page: 'evals', id: each.id, caseId: null }}>
              <Monogram name={each.name} colour={each.colour} />
              <span className="t" dir="auto">
                {each.name}
              </span>
              {counts !== null && <span className="n">{t('all.count', { count: counts.get(each.id) ?? 0 })}</span>}
            </RouteLink>
          </li>
        ))}
      </ul>
    </SinglePage>
  );
}
