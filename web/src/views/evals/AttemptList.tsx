import { useTranslation } from 'react-i18next';
import type { Improvement } from '../../model/evals';
import { WordDiff } from '../parts/WordDiff';
import { sayScore } from './words';

type Attempt = Improvement['attempts'][number];

/** Every wording that was tried, why it was proposed and how it did. */
export function AttemptList({ improvement }: { improvement: Improvement }) {
  const { t } = useTranslation('evals');
  return (
    <details className="attempts" open={improvement.status === 'running'}>
      <summary>{t('improve.attempts')}</summary>
      <ol>
        {improvement.attempts.map((each) => (
          <Row key={each.number} attempt={each} improvement={improvement} />
        ))}
      </ol>
    </details>
  );
}

function Row({ attempt, improvement }: { attempt: Attempt; improvement: Improvement }) {
  const { t } = useTranslation('evals');
  const { number, description, why, score, passed, error } = attempt;
  const planned = improvement.case_ids.length;
  return (
    <li>
      <p>
        <b>{number === 0 ? t('improve.own') : t('improve.attempt', { number })}</b>{' '}
        {score !== null && <span className="num">{t('run.score', { score: sayScore(score) })}</span>}{' '}
        {score !== null && <span>{t('run.held', { passed, judged: planned })}</span>}{' '}
        {number > 0 && number === improvement.best && <span className="best">{t('improve.best')}</span>}
      </p>
      {why !== '' && <p dir="auto">{why}</p>}
      {error !== '' && (
        <p className="wrong" dir="auto">
          {error}
        </p>
      )}
      {number > 0 && description !== '' && number !== improvement.best && (
        <details>
          <summary>{t('improve.difference')}</summary>
          <WordDiff before={improvement.before} after={description} />
        </details>
      )}
    </li>
  );
}
