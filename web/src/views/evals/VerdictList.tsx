import { useTranslation } from 'react-i18next';
import { asSentence } from '../../locales/sentence';
import type { Judged, Verdict } from '../../model/evals';
import { StatusMark } from './StatusMark';
import { sayAssertion, sayScore } from './words';

/** Each thing that must hold: whether it does, why, and the words that rests on. */
export function VerdictList({ judged }: { judged: readonly Judged[] }) {
  return (
    <ol className="verdicts">
      {judged.map((each, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what must hold has no other name than its place.
        <Row key={at} judged={each} />
      ))}
    </ol>
  );
}

function Row({ judged: { assertion, verdict } }: { judged: Judged }) {
  const { t } = useTranslation('evals');
  const words = assertion === null ? null : sayAssertion(t, assertion);
  const written = words ?? (assertion === null ? (verdict?.name ?? '') : JSON.stringify(assertion));
  return (
    <li className={verdict?.status ?? 'none'}>
      <span className="what" dir="auto">
        {words === null ? <code>{written}</code> : words}
      </span>
      <StatusMark status={verdict?.status ?? null} />
      {verdict && <Why verdict={verdict} />}
    </li>
  );
}

function Why({ verdict }: { verdict: Verdict }) {
  const { t } = useTranslation('evals');
  const { status, reason, score, type, spots } = verdict;
  // What stands in the answer is marked there.
  const quotes = spots.flatMap(({ where, quote }) => (where !== 'answer' && typeof quote === 'string' ? [quote] : []));
  return (
    <div className="why" dir="auto">
      {status === 'not_graded' && <p className="help">{t('statusHelp.not_graded')}</p>}
      {reason !== '' && <p>{asSentence(reason)}</p>}
      {quotes.length > 0 && (
        <p>
          {quotes.map((quote, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same words may be found twice.
            <mark key={at}>{quote}</mark>
          ))}
        </p>
      )}
      {type === 'llm-rubric' && score !== null && (
        <p className="help num">{t('run.score', { score: sayScore(score) })}</p>
      )}
    </div>
  );
}
