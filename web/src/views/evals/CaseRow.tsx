import { useTranslation } from 'react-i18next';
import type { EvalCase } from '../../model/evals';
import { formatWhen } from '../parts/format';
import { RouteLink } from '../parts/RouteLink';
import { StatusMark } from './StatusMark';
import { sayScore } from './words';

/** One test in a line; the whole of it leads to its page. */
export function CaseRow({ one, advisorId }: { one: EvalCase; advisorId: string }) {
  const { t } = useTranslation('evals');
  const { latest } = one;
  return (
    <li className="case">
      <RouteLink to={{ page: 'evals', id: advisorId, caseId: one.id }}>
        <StatusMark status={latest?.status ?? null} />
        <span className="name">
          <bdi>{one.name}</bdi>
        </span>
        <span className="case-figures">
          <span>{t('cases.expects', { count: one.asserts.length })}</span>
          {latest && latest.score !== null && (
            <span className="num">{t('run.score', { score: sayScore(latest.score) })}</span>
          )}
          {latest && <time dateTime={latest.ended_at}>{formatWhen(latest.ended_at)}</time>}
        </span>
      </RouteLink>
    </li>
  );
}
