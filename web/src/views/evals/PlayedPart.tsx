import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type EvalResult,
  isChangedSince,
  judge,
  messagesOf,
  type Played,
  stretchesOf,
  type WholeCase,
} from '../../model/evals';
import type { Assertion } from '../../model/expectations';
import type { Advisor } from '../../model/workspace';
import { formatSeconds, formatWhen, joinWords } from '../parts/format';
import { Marked } from './Marked';
import { Exchanges } from './Sent';
import { StatusMark } from './StatusMark';
import { useEvals } from './useEvals';
import { VerdictList } from './VerdictList';
import { sayUsed } from './words';

interface Props {
  one: WholeCase;
  advisor: Advisor;
  onChange: () => void;
}

/** What must hold, whether it did, and the words that rests on; of the newest run, once for each time it was played. */
export function PlayedPart({ one, advisor, onChange }: Props) {
  const { t } = useTranslation('evals');
  const played = useEvals((state) => state.played);
  const [chosen, setChosen] = useState<number | null>(null);
  const result = played?.results.find((each) => each.repeat === chosen) ?? played?.results[0] ?? null;
  const assertions = one.asserts as Assertion[];
  const isOld = result !== null && isChangedSince(one, result);
  return (
    <>
      <section className="part" aria-labelledby="evals-holds">
        <h2 id="evals-holds">{t('one.expects')}</h2>
        {isOld && <p className="caution">{t('one.changedSince')}</p>}
        <VerdictList judged={judge(assertions, isOld ? [] : (result?.verdicts ?? []))} />
        <button type="button" className="btn sm" onClick={onChange}>
          {t('one.change')}
        </button>
      </section>
      <section className="part" aria-labelledby="evals-answer">
        <h2 id="evals-answer">{t('one.answerOf', { name: advisor.name })}</h2>
        {played && <Times played={played} shown={result?.repeat ?? null} onShow={setChosen} />}
        {played && result ? (
          <Answer played={played} result={result} />
        ) : (
          <p className="help">{t(one.latest === null ? 'one.noAnswer' : 'loading')}</p>
        )}
        <Expected one={one} />
      </section>
    </>
  );
}

/** Each time it was played in this run. */
function Times({ played, shown, onShow }: { played: Played; shown: number | null; onShow: (time: number) => void }) {
  const { t } = useTranslation('evals');
  if (played.results.length < 2) return null;
  return (
    <fieldset className="times">
      <legend className="vh">{t('one.times')}</legend>
      {played.results.map(({ repeat, status }) => (
        <button
          key={repeat}
          type="button"
          className="btn sm"
          aria-pressed={repeat === shown}
          onClick={() => onShow(repeat)}
        >
          {t('one.time', { number: repeat })} <StatusMark status={status} />
        </button>
      ))}
    </fieldset>
  );
}

function Answer({ played, result }: { played: Played; result: EvalResult }) {
  const { t } = useTranslation('evals');
  const stretches = stretchesOf(result.verdicts);
  const { run } = played;
  const ran = { version: run.advisor_version, model: run.model, when: formatWhen(result.ended_at) };
  return (
    <>
      <p className="help">{joinWords([t('one.ran', ran), ...sayUsed(t, result), formatSeconds(result.seconds)])}</p>
      {stretches.length > 0 && <p className="help">{t('one.marked', { count: stretches.length })}</p>}
      {result.error !== '' && (
        <p className="wrong" dir="auto">
          {t('one.failed')} {result.error}
        </p>
      )}
      {result.answer !== '' && <Marked text={result.answer} stretches={stretches} />}
      <Exchanges title={t('one.sent')} exchanges={result.exchanges} />
      <Exchanges title={t('one.judge')} exchanges={result.judged} />
    </>
  );
}

/** The answer that was kept as a good one. */
function Expected({ one }: { one: WholeCase }) {
  const { t } = useTranslation('evals');
  const kept = messagesOf(one.body, 'expected_messages');
  if (kept.length === 0) return null;
  return (
    <details>
      <summary>{t('one.expected')}</summary>
      <div className="as-said" dir="auto">
        {kept.map((each) => each.content).join('\n\n')}
      </div>
    </details>
  );
}
