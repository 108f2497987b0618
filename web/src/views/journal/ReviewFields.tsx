import { useTranslation } from 'react-i18next';
import { dayOf, monthsFrom } from '../../model/journal';
import { Field } from '../parts/Field';

const AHEAD = [
  ['month', 1],
  ['quarter', 3],
  ['year', 12],
] as const;

interface Props {
  /** As a date field has it; empty for no day. */
  day: string;
  onDay: (day: string) => void;
  who: string;
  onWho: (advisorId: string) => void;
  voices: readonly { readonly advisor_id: string; readonly name: string }[];
}

/** When to look back, and who asks then. */
export function ReviewFields({ day, onDay, who, onWho, voices }: Props) {
  const { t } = useTranslation('journal');
  const now = new Date();
  return (
    <div className="reviewfields">
      <Field label={t('review.day')}>
        {(ids) => (
          <input
            {...ids}
            type="date"
            className="input"
            min={dayOf(now)}
            value={day}
            onChange={(event) => onDay(event.target.value)}
          />
        )}
      </Field>
      <div className="acts">
        {AHEAD.map(([name, months]) => {
          const then = monthsFrom(now, months);
          return (
            <button
              key={name}
              type="button"
              className="btn sm quiet"
              aria-pressed={day === then}
              onClick={() => onDay(then)}
            >
              {t(`review.${name}`)}
            </button>
          );
        })}
        <button type="button" className="btn sm quiet" aria-pressed={day === ''} onClick={() => onDay('')}>
          {t('review.never')}
        </button>
      </div>
      {day !== '' && (
        <Field label={t('review.who')} help={t('review.whoHelp')}>
          {(ids) => (
            <select {...ids} className="input" value={who} onChange={(event) => onWho(event.target.value)}>
              {voices.map((each) => (
                <option key={each.advisor_id} value={each.advisor_id}>
                  {each.name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
    </div>
  );
}
