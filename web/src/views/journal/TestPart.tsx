import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { testDecision } from '../../commands/journal';
import type { Decision } from '../../model/journal';
import type { DecisionCases } from '../../protocol/generated/answers';
import { RouteLink } from '../parts/RouteLink';

/** Whether it went wrong, in part at least, with somebody's blessing. */
export const canBeTested = ({ outcome, stances }: Decision) =>
  (outcome === 'wrong' || outcome === 'mixed') && stances.some((each) => each.attitude === 'for');

/** A choice that went wrong, asked again of everybody who stood for it. */
export function TestPart({ decision }: { decision: Decision }) {
  const { t } = useTranslation('journal');
  const [made, setMade] = useState<DecisionCases | null>(null);
  const names = new Map(decision.stances.map((each) => [each.advisor_id, each.name]));
  return (
    <div className="as-test">
      <button type="button" className="btn sm" onClick={() => void testDecision(decision).then(setMade)}>
        {t('test.make')}
      </button>
      <p className="help">{t('test.help')}</p>
      {made !== null && (
        <ul aria-label={t('test.title')}>
          {made.cases.map((each) => (
            <li key={each.id}>
              <RouteLink className="link" to={{ page: 'evals', id: each.advisor_id, caseId: each.id }}>
                {names.get(each.advisor_id) ?? each.name}
              </RouteLink>
            </li>
          ))}
          {made.unkept.map((each) => (
            <li key={each.advisor_id} className="help">
              {t('test.unkept', { name: each.name, reason: each.message })}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
