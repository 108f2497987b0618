import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { writeDecision } from '../../commands/journal';
import { explain } from '../../commands/refused';
import { type Attitude, type Claims, monthsFrom, morningOf, questionOf } from '../../model/journal';
import { go } from '../../model/route';
import { standingReplies } from '../../model/voices';
import type { Turn } from '../../protocol/events';
import { Refusal } from '../../protocol/request';
import { Field } from '../parts/Field';
import { OptionFields } from './OptionFields';
import { ReviewFields } from './ReviewFields';
import { StanceFields } from './StanceFields';
import { SureField } from './SureField';

const LATER_MONTHS = 3;

interface Decision {
  question: string;
  options: readonly string[];
  /** Which of the options. */
  chosen: number | null;
  confidence: number;
  mind: string;
  stances: Readonly<Record<string, Attitude>>;
  day: string;
  /** Who looks back with the person; nobody chosen yet is whoever was against it. */
  who: string | null;
}

/** Everything that is asked when a decision is written down, from what must be said to what may be. */
export function DecisionForm({ turn, claims }: { turn: Turn; claims: Claims }) {
  const { t } = useTranslation('journal');
  const voices = standingReplies(turn);
  const { formState, handleSubmit, register, setError, setValue, watch } = useForm<Decision>({
    defaultValues: {
      question: questionOf(turn.text),
      options: ['', ''],
      chosen: null,
      confidence: 70,
      mind: '',
      stances: {},
      day: monthsFrom(new Date(), LATER_MONTHS),
      who: null,
    },
  });
  const { options, chosen, confidence, stances, day, who } = watch();

  const choice = (chosen === null ? '' : (options[chosen] ?? '')).trim();
  const against = voices.find((each) => stances[each.advisor_id] === 'against');
  const reviewer = who ?? (against ?? voices[0])?.advisor_id ?? '';
  const refuse = (message: string) => setError('root', { message });
  const leave = () => go({ page: 'conversation', id: turn.conversation_id, turnId: turn.id });

  const save = async ({ question, mind }: Decision) => {
    const [first, ...others] = options.map((each) => each.trim()).filter(Boolean);
    if (choice === '' || first === undefined) return refuse(t('form.needChoice'));
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
      refuse(explain(error));
    }
  };

  return (
    <form className="deciding" onSubmit={(event) => void handleSubmit(save)(event)}>
      <Field label={t('form.question')}>
        {(ids) => (
          <textarea
            {...ids}
            className="input serif"
            rows={2}
            dir="auto"
            required
            maxLength={1_000}
            {...register('question')}
          />
        )}
      </Field>
      <OptionFields
        options={options}
        onOptions={(said) => setValue('options', said)}
        chosen={chosen}
        onChosen={(index) => setValue('chosen', index)}
      />
      <SureField confidence={confidence} onChange={(sure) => setValue('confidence', sure)} />
      <Field label={t('form.mind')} help={t('form.mindHelp')}>
        {(ids) => <textarea {...ids} className="input" rows={2} dir="auto" maxLength={20_000} {...register('mind')} />}
      </Field>
      <StanceFields
        voices={voices}
        claims={claims}
        choice={choice}
        stances={stances}
        onStances={(said) => setValue('stances', said)}
      />
      <fieldset>
        <legend>{t('form.review')}</legend>
        <p className="help">{t('form.reviewHelp')}</p>
        <ReviewFields
          day={day}
          onDay={(chosenDay) => setValue('day', chosenDay)}
          who={reviewer}
          onWho={(advisorId) => setValue('who', advisorId)}
          voices={voices}
        />
      </fieldset>
      {formState.errors.root && (
        <p className="wrong" role="alert">
          {formState.errors.root.message}
        </p>
      )}
      <div className="acts">
        <button type="submit" className="btn primary" disabled={formState.isSubmitting}>
          {t('form.save')}
        </button>
        <button type="button" className="btn quiet" onClick={leave}>
          {t('form.cancel')}
        </button>
      </div>
    </form>
  );
}
