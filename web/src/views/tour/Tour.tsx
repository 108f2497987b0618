import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import '../../locales/help';
import { useStore } from 'zustand';
import { endTour, stepTour } from '../../commands/tour';
import { STEPS, type TourStep, tour } from '../../model/tour';
import { useMedia } from '../parts/useMedia';
import { type Spot, useSpot } from './useSpot';

/** Where each step points: at what is there now, and before the first question at what stands in its place. */
const TARGETS: Readonly<Record<TourStep, readonly string[]>> = {
  ask: ['.compose .box'],
  threads: ['.turn.now .reply', '.welcome .voices'],
  sent: ['.turn.now .reply .sent', '.compose .estimate', '.top .tabs'],
  outcome: ['.turn-outcome', '.top .tabs'],
};

/** One note beside the thing it is about. Nothing is locked: whoever goes on working may leave it standing. */
export function Tour() {
  const step = useStore(tour, (state) => state.step);
  return step === null ? null : <Step key={step} step={step} />;
}

function Step({ step }: { step: number }) {
  const { t } = useTranslation('help');
  const name = STEPS[step] ?? 'ask';
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const spot = useSpot(TARGETS[name], isStill);
  const next = useRef<HTMLButtonElement>(null);
  const isLast = step === STEPS.length - 1;
  // The person asked for it, here or one step before; what they wrote keeps its caret for the way back.
  useEffect(() => next.current?.focus({ preventScroll: true }), []);
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    endTour();
  };
  return (
    <>
      {spot && <div className="tour-ring" style={{ ...spot.ring }} aria-hidden="true" />}
      <section
        className="tour-note"
        aria-labelledby="tour-title"
        aria-describedby="tour-text"
        style={placeNote(spot)}
        onKeyDown={leave}
      >
        <p className="tour-count">{t('tour.count', { step: step + 1, steps: STEPS.length })}</p>
        <h2 id="tour-title">{t(`tour.${name}`)}</h2>
        <p id="tour-text">{t(`tour.${name}Text`)}</p>
        <div className="tour-deeds">
          {!isLast && (
            <button type="button" className="btn sm quiet" onClick={endTour}>
              {t('tour.skip')}
            </button>
          )}
          {step > 0 && (
            <button type="button" className="btn sm" onClick={() => stepTour(-1)}>
              {t('tour.back')}
            </button>
          )}
          <button
            type="button"
            ref={next}
            className="btn sm"
            aria-describedby="tour-title tour-text"
            onClick={() => stepTour(1)}
          >
            {t(isLast ? 'tour.done' : 'tour.next')}
          </button>
        </div>
      </section>
    </>
  );
}

/** Beside what it points at; the style sheet puts it at the edge of the window where there is no room or nothing. */
function placeNote(spot: Spot | null): Record<string, string | number> {
  return spot?.note ?? {};
}
