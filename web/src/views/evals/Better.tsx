import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { acceptImprovement } from '../../commands/improve';
import type { Improvement } from '../../model/evals';
import { keep, recall } from '../../model/keep';
import type { Advisor } from '../../model/workspace';
import { DiffedWords } from '../parts/WordDiff';
import { StatusMark } from './StatusMark';
import { sayScore } from './words';

interface Props {
  advisor: Advisor;
  improvement: Improvement;
}

/** Before and after: the words, the scores, each test; and the two ways to end it. */
export function Better({ advisor, improvement }: Props) {
  const { t } = useTranslation('evals');
  const { accepted_version: version, best, attempts, pieces } = improvement;
  const why = attempts.find((each) => each.number === best)?.why ?? '';
  return (
    <div className="better">
      <p className="verdict">{t('improve.better')}</p>
      <Scores improvement={improvement} />
      {why !== '' && <p dir="auto">{why}</p>}
      <h3>{t('improve.difference')}</h3>
      <DiffedWords runs={pieces} />
      <Changes cases={improvement.cases} />
      {version === null ? (
        <Choice advisor={advisor} improvement={improvement} />
      ) : (
        <p className="help">{t('improve.accepted', { version })}</p>
      )}
    </div>
  );
}

function Scores({ improvement: { score_before: before, score_after: after } }: { improvement: Improvement }) {
  const { t } = useTranslation('evals');
  return (
    <dl className="scores">
      {[['before', before] as const, ['after', after] as const].map(([name, score]) => (
        <div key={name}>
          <dt>{t(`improve.${name}`)}</dt>
          <dd className="num">{score === null ? t('history.noScore') : sayScore(score)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Each test under both wordings. */
function Changes({ cases }: { cases: Improvement['cases'] }) {
  const { t } = useTranslation('evals');
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('improve.test')}</th>
          <th scope="col">{t('improve.before')}</th>
          <th scope="col">{t('improve.after')}</th>
        </tr>
      </thead>
      <tbody>
        {cases.map((each) => (
          <tr key={each.case_id}>
            <th scope="row">
              <bdi>{each.name}</bdi>
            </th>
            <td>
              <StatusMark status={each.before?.status ?? null} />
            </td>
            <td>
              <StatusMark status={each.after?.status ?? null} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const MOST_LEFT = 20;

/** Take them over, or leave it. An advisor that was changed meanwhile was not the one that was tried. */
function Choice({ advisor, improvement }: Props) {
  const { t } = useTranslation('evals');
  const [left, setLeft] = useState(() => recall<string[]>('leftWords', []).includes(improvement.id));
  const [busy, setBusy] = useState(false);
  const accept = async () => {
    setBusy(true);
    await acceptImprovement(improvement);
    setBusy(false);
  };
  const leave = () => {
    keep('leftWords', [improvement.id, ...recall<string[]>('leftWords', [])].slice(0, MOST_LEFT));
    setLeft(true);
  };
  if (advisor.version !== improvement.advisor_version)
    return <p className="caution">{t('improve.stale', { name: advisor.name })}</p>;
  return (
    <div className="acts">
      <button type="button" className={left ? 'btn' : 'btn primary'} disabled={busy} onClick={() => void accept()}>
        {t('improve.accept')}
      </button>
      {left ? (
        <span className="help">{t('improve.left')}</span>
      ) : (
        <button type="button" className="btn" disabled={busy} onClick={leave}>
          {t('improve.leave')}
        </button>
      )}
    </div>
  );
}
