import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { writeDecision } from '../../commands/journal';
import { explain } from '../../commands/refused';
import { type Attitude, type Claims, monthsFrom, morningOf } from '../../model/journal';
import { go } from '../../model/route';
import { standingReplies } from '../../model/voices';
import type { Turn } from '../../protocol/events';
import { Refusal } from '../../protocol/request';
import { Field } from '../library/Field';
import { OptionFields } from './OptionFields';
import { ReviewFields } from './ReviewFields';
import { StanceFields } from './StanceFields';
import { SureField } from './SureField';

const LATER_MONTHS = 3;

/** Everything that is asked when a decision is written down, from what must be said to what may be. */
export function DecisionForm({ turn, claims }: { turn: Turn; claims: Claims }) {
  const { t } = useTranslation('journal');
  const voices = standingReplies(turn);
  const [question, setQuestion] = useState(turn.text.trim().replace(/\s+/g, ' '));
  const [options, setOptions] = useState<readonly string[]>(['', '']);
  const [chosen, setChosen] = useState<number | null>(null);
  const [confidence, setConfidence] = useState(70);
  const [mind, setMind] = useState('');
  const [stances, setStances] = useState<Readonly<Record<string, Attitude>>>({});
  const [day, setDay] = useState(() => monthsFrom(new Date(), LATER_MONTHS));
  const [who, setWho] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const choice = (chosen === null ? '' : (options[chosen] ?? '')).trim();
  const against = voices.find((each) => stances[each.advisor_id] === 'against');
  const reviewer = who ?? (against ?? voices[0])?.advisor_id ?? '';
  const leave = () => go({ page: 'conversation', id: turn.conversation_id, turnId: turn.id });

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const said = options.map((each) => each.trim()).filter(Boolean);
    const [first, ...others] = said;
    if (choice === '' || first === undefined) return setProblem(t('form.needChoice'));
    setBusy(true);
    try {
      await writeDecision({
        turn_id: turn.id,
        question,
        options: [first, ...others],
        choice,
        confidence,
        change_my_mind: mind,
        stances: { ...stances },
        review_at: day === '' ? null : morningOf(day),
        reviewer_id: reviewer || null,
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setProblem(explain(error));
      setBusy(false);
    }
  };

  return (
    <form className="deciding" onSubmit={(event) => void save(event)}>
      <Field label={t('form.question')}>
        {(ids) => (
          <textarea
            {...ids}
            className="input serif"
            rows={2}
            dir="auto"
            required
            maxLength={1_000}
            value={question}
            onChange={(event) => setQuestion(event.target.value)}
          />
        )}
      </Field>
      <OptionFields options={options} onOptions={setOptions} chosen={chosen} onChosen={setChosen} />
      <SureField confidence={confidence} onChange={setConfidence} />
      <Field label={t('form.mind')} help={t('form.mindHelp')}>
        {(ids) => (
          <textarea
            {...ids}
            className="input"
            rows={2}
            dir="auto"
            maxLength={20_000}
            value={mind}
            onChange={(event) => setMind(event.target.value)}
          />
        )}
      </Field>
      <StanceFields voices={voices} claims={claims} choice={choice} stances={stances} onStances={setStances} />
      <fieldset>
        <legend>{t('form.review')}</legend>
        <p className="help">{t('form.reviewHelp')}</p>
        <ReviewFields day={day} onDay={setDay} who={reviewer} onWho={setWho} voices={voices} />
      </fieldset>
      {problem && (
        <p className="wrong" role="alert">
          {problem}
        </p>
      )}
      <div className="acts">
        <button type="submit" className="btn primary" disabled={busy}>
          {t('form.save')}
        </button>
        <button type="button" className="btn quiet" onClick={leave}>
          {t('form.cancel')}
        </button>
      </div>
    </form>
  );
}
