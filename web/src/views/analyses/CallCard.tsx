import '../../locales/inspector';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ModelCall } from '../../model/analyses';
import { formatNumber, joinWords } from '../parts/format';
import { Hash } from '../payloads/Hash';
import { RawForm } from '../payloads/RawForm';
import { WireBody } from '../payloads/WireForm';
import { present, sayCost, sayOutcome, sayStep, sayTokens } from './words';

interface Props {
  call: ModelCall;
  number: number;
  isRunning: boolean;
  /** A single call is open from the beginning. */
  isOnly: boolean;
  /** For the name of a file that is saved. */
  name: string;
}

/** One request: its figures, and on opening its fingerprint, its words, its bytes and the answer. */
export function CallCard({ call, number, isRunning, isOnly, name }: Props) {
  const { t } = useTranslation('analyses');
  const { t: inspector } = useTranslation('inspector');
  const [open, setOpen] = useState(isOnly);
  const words = present([
    call.model,
    call.bytes === null ? null : inspector('payload.bytes', { count: call.bytes, formatted: formatNumber(call.bytes) }),
    sayTokens(t, call.usage),
    sayCost(t, call.cost),
  ]);
  const tone = call.outcome === 'complete' ? 'good' : call.outcome === null ? 'open' : 'bad';
  return (
    <li className="call">
      <button type="button" className="head" aria-expanded={open} onClick={() => setOpen(!open)}>
        <span className="num">{formatNumber(number)}</span>
        <b>{sayStep(t, call.step)}</b>
        <span className={`outcome ${tone}`}>{sayOutcome(t, call.outcome, isRunning)}</span>
        <small>{joinWords(words)}</small>
      </button>
      {open && <CallBody call={call} number={number} name={name} />}
    </li>
  );
}

type Part = 'read' | 'bytes' | 'answer';
const PARTS: readonly Part[] = ['read', 'bytes', 'answer'];

function CallBody({ call, number, name }: { call: ModelCall; number: number; name: string }) {
  const { t } = useTranslation('analyses');
  const [part, setPart] = useState<Part>('read');
  return (
    <div className="body">
      {call.erased && <p className="note">{t('erased')}</p>}
      {call.body !== null && <Hash sha256={call.sha256} body={call.body} />}
      <fieldset className="seg" aria-label={t('part.label')}>
        {PARTS.map((each) => (
          <button key={each} type="button" aria-pressed={each === part} onClick={() => setPart(each)}>
            {t(`part.${each}`)}
          </button>
        ))}
      </fieldset>
      {part === 'answer' ? (
        <Answer call={call} />
      ) : call.body === null ? (
        <p className="note">{t('noBytes')}</p>
      ) : part === 'bytes' ? (
        <RawForm body={call.body} name={`${name}-${call.step}`} position={number} />
      ) : (
        <WireBody body={call.body} />
      )}
    </div>
  );
}

function Answer({ call }: { call: ModelCall }) {
  const { t } = useTranslation('analyses');
  if (call.answer === null) return <p className="note">{t('noAnswer')}</p>;
  return (
    <section className="bytes" aria-label={t('part.answer')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre tabIndex={0} dir="auto">
        {call.answer}
      </pre>
    </section>
  );
}
