import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { closeOverlay } from '../../commands/keys/palette';
import { explain } from '../../commands/refused';
import { foresee, loadRounds, startRounds } from '../../commands/rounds';
import { editHabits, readCeiling, wrongHabits } from '../../model/habits';
import { costOf, MODES, type RoundForecast, type RoundMode, type SplitForecast } from '../../model/rounds';
import type { ForecastAnswer, RoundsAnswer } from '../../protocol/generated/answers';
import { Refusal } from '../../protocol/request';
import { Dialog } from '../parts/Floating';
import { useConversation } from '../parts/store';
import { HabitFields, QuietField } from './HabitFields';
import { RoundCost } from './RoundCost';
import { SplitPart } from './SplitPart';
import { Wording } from './Wording';

/** Before advisors answer each other: how often, in which words, and what it may cost. */
export function RoundsDialog() {
  const { t } = useTranslation('rounds');
  const id = useConversation((state) => state.id);
  const [found, setFound] = useState<RoundsAnswer | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (id === null) return;
    loadRounds(id).then(setFound, (error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      setProblem(explain(error));
    });
  }, [id]);
  return (
    <Dialog open onClose={closeOverlay} title={t('title')} className="rounds-dialog">
      <p className="quiet">{t('lead')}</p>
      {problem !== null && (
        <p className="wrong" role="alert">
          {problem}
        </p>
      )}
      {found === null && problem === null && <p role="status">{t('loading')}</p>}
      {found !== null && id !== null && <Form id={id} found={found} />}
    </Dialog>
  );
}

interface Wanted {
  mode: RoundMode;
  text: string;
  habits: ReturnType<typeof editHabits>;
  asks: boolean;
  /** Advisors who are not asked this time. */
  without: readonly string[];
}

function Form({ id, found }: { id: string; found: RoundsAnswer }) {
  const { t } = useTranslation('rounds');
  const { wordings } = found;
  const { formState, handleSubmit, register, setError, setValue, watch } = useForm<Wanted>({
    defaultValues: {
      mode: 'answer',
      text: wordings.answer,
      habits: editHabits(found.habits),
      asks: false,
      without: [],
    },
  });
  const { mode, text, habits, without } = watch();
  const onlySplit = mode === 'split';
  const { forecast, refusal, split } = useForecast(id, text, onlySplit, found);

  const change = (changed: Partial<typeof habits>) => setValue('habits', { ...habits, ...changed });
  const wrong = wrongHabits(habits);
  const most = readCeiling(habits);
  const asked = Object.keys(forecast?.per_advisor ?? {}).filter((each) => !without.includes(each));
  const cost = forecast === null ? null : costOf(forecast, asked);
  const isOver = most !== null && cost !== null && cost > most;
  const isBlind = most !== null && forecast !== null && cost === null;
  const over = isOver ? t('ceilingOver') : isBlind ? t('ceilingBlind') : undefined;

  const start = async ({ asks }: Wanted) => {
    try {
      const wish = {
        count: Number(habits.count),
        asks,
        until_quiet: habits.quiet && !onlySplit,
        only_split: onlySplit,
        text,
        ...(most !== null && { ceiling: most }),
      };
      await startRounds(id, wish, without.length > 0 ? asked : null);
      closeOverlay();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setError('root', { message: explain(error) });
    }
  };
  const choose = (chosen: RoundMode) => {
    setValue('mode', chosen);
    setValue('text', wordings[chosen]);
  };
  return (
    <form className="fields" onSubmit={(event) => void handleSubmit(start)(event)}>
      <Wording mode={mode} modes={MODES} text={text} onMode={choose} onText={(said) => setValue('text', said)} />
      <HabitFields habits={habits} over={over} onChange={change} />
      <label className="check">
        <input type="checkbox" {...register('asks')} />
        <span>{t('asks')}</span>
      </label>
      {onlySplit ? <p className="help">{t('split.until')}</p> : <QuietField habits={habits} onChange={change} />}
      {refusal !== null && (
        <p className="wrong" role="alert">
          {t('cannot', { message: refusal })}
        </p>
      )}
      {onlySplit && split !== null && <SplitPart split={split} />}
      {forecast !== null && (
        <RoundCost
          forecast={forecast}
          without={without}
          cost={cost}
          ceiling={wrong === 'ceiling' ? null : most}
          onChange={(left) => setValue('without', left)}
        />
      )}
      {formState.errors.root && (
        <p className="wrong" role="alert">
          {formState.errors.root.message}
        </p>
      )}
      <div className="end">
        <button type="button" className="btn" onClick={closeOverlay}>
          {t('cancel')} <kbd>Esc</kbd>
        </button>
        <button
          type="submit"
          className="btn primary"
          disabled={
            formState.isSubmitting || wrong !== null || over !== undefined || forecast === null || asked.length === 0
          }
        >
          {t('start')}
        </button>
      </div>
    </form>
  );
}

const PAUSE = 300;

/** What a round in these words may cost; the last answer stays until the next has come. */
function useForecast(
  id: string,
  text: string,
  onlySplit: boolean,
  found: RoundsAnswer,
): { forecast: RoundForecast | null; refusal: string | null; split: SplitForecast | null } {
  const [latest, setLatest] = useState<ForecastAnswer>({ ...found, split: null });
  useEffect(() => {
    let gone = false;
    const timer = setTimeout(() => {
      foresee(id, text, onlySplit).then(
        (answer) => !gone && setLatest(answer),
        (error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
          const reason = { code: error.code, message: error.message };
          if (!gone) setLatest({ forecast: null, refusal: reason, split: null });
        },
      );
    }, PAUSE);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [id, text, onlySplit]);
  return { forecast: latest.forecast, refusal: latest.refusal?.message ?? null, split: latest.split };
}
