import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { placeOf, rounds } from '../../model/rounds';

/** A round is no word of the person's: a line across, and what was said in their place on request. */
export function RoundHeading({ turnId, text }: { turnId: string; text: string }) {
  const { t } = useTranslation('rounds');
  const [open, setOpen] = useState(false);
  const id = useId();
  const place = useStore(
    rounds,
    useShallow((state) => placeOf(state, turnId)),
  );
  return (
    <div className="round-heading">
      <hr />
      <h3>{place ? t('heading.numbered', place) : t('heading.plain')}</h3>
      <button type="button" className="link" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {t(open ? 'heading.hide' : 'heading.show')}
      </button>
      <hr />
      {open && (
        <p id={id} className="said" dir="auto">
          {text}
        </p>
      )}
    </div>
  );
}
