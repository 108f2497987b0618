import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { moveReview } from '../../commands/journal';
import { type Decision, dayOf, morningOf } from '../../model/journal';
import { formatDay } from './days';
import { ReviewFields } from './ReviewFields';

/** The day to look back, and who asks; both can be changed until the outcome is known. */
export function ReviewPart({ decision }: { decision: Decision }) {
  const { t } = useTranslation('journal');
  const { review_at: at, reviewer, stances } = decision;
  const [changing, setChanging] = useState(false);
  const [day, setDay] = useState(at === null ? '' : dayOf(at));
  const [who, setWho] = useState(decision.reviewer_id ?? stances[0]?.advisor_id ?? '');
  const save = async () => {
    if (await moveReview(decision, day === '' ? null : morningOf(day), who)) setChanging(false);
  };
  return (
    <section className="review" aria-label={t('review.title')}>
      <h2>{t('review.title')}</h2>
      {!changing ? (
        <p>
          {at === null
            ? t('review.none')
            : decision.standing === 'due'
              ? `${t('row.dayCame', { day: formatDay(at) })}.`
              : t('review.waits', { name: reviewer ?? '', day: formatDay(at) })}{' '}
          <button type="button" className="link" onClick={() => setChanging(true)}>
            {t('review.change')}
          </button>
        </p>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <ReviewFields day={day} onDay={setDay} who={who} onWho={setWho} voices={stances} />
          <div className="acts">
            <button type="submit" className="btn primary">
              {t('review.save')}
            </button>
            <button type="button" className="btn quiet" onClick={() => setChanging(false)}>
              {t('review.cancel')}
            </button>
          </div>
        </form>
      )}
    </section>
  );
}
