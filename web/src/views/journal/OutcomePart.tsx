import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { recordOutcome } from '../../commands/journal';
import { type Decision, OUTCOMES, type Outcome } from '../../model/journal';
import { Field } from '../parts/Field';
import { formatDay } from './days';
import { canBeTested, TestPart } from './TestPart';

/** What happened: said, said differently, or taken back. */
export function OutcomePart({ decision }: { decision: Decision }) {
  const { t } = useTranslation('journal');
  const [saying, setSaying] = useState(decision.outcome === null);
  return (
    <section className={`happened ${decision.standing}`} aria-label={t('one.happened')}>
      <h2>{t('one.happened')}</h2>
      {decision.standing === 'due' && <p className="due-now">{t('review.due')}</p>}
      {saying ? (
        <OutcomeForm decision={decision} onDone={() => setSaying(false)} />
      ) : (
        <Known decision={decision} onChange={() => setSaying(true)} />
      )}
    </section>
  );
}

function Known({ decision, onChange }: { decision: Decision; onChange: () => void }) {
  const { t } = useTranslation('journal');
  const { outcome, outcome_text: text, outcome_at: at } = decision;
  if (outcome === null) return null;
  return (
    <>
      <p>
        <b className={`outcome ${outcome}`}>{t(`outcome.${outcome}`)}</b> {at !== null && <time>{formatDay(at)}</time>}
      </p>
      {text && (
        <p className="said" dir="auto">
          {text}
        </p>
      )}
      <div className="acts">
        <button type="button" className="btn sm" onClick={onChange}>
          {t('say.change')}
        </button>
        <button type="button" className="btn sm quiet" onClick={() => void recordOutcome(decision, null, '')}>
          {t('say.takeBack')}
        </button>
      </div>
      {canBeTested(decision) && <TestPart decision={decision} />}
    </>
  );
}

function OutcomeForm({ decision, onDone }: { decision: Decision; onDone: () => void }) {
  const { t } = useTranslation('journal');
  const name = useId();
  const [outcome, setOutcome] = useState<Outcome | null>(decision.outcome);
  const [text, setText] = useState(decision.outcome_text);
  const save = async () => {
    if (outcome !== null && (await recordOutcome(decision, outcome, text))) onDone();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <fieldset className="choices">
        <legend>{t('say.how')}</legend>
        {OUTCOMES.map((each) => (
          <label key={each} className="pickone">
            <input type="radio" name={name} checked={outcome === each} onChange={() => setOutcome(each)} />
            {t(`outcome.${each}`)}
          </label>
        ))}
      </fieldset>
      <Field label={t('say.text')} help={t('say.textHelp')}>
        {(ids) => (
          <textarea
            {...ids}
            className="input"
            rows={3}
            dir="auto"
            maxLength={20_000}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <button type="submit" className="btn primary" disabled={outcome === null}>
        {t('say.save')}
      </button>
    </form>
  );
}
