import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '../../model/screen';
import { type Advisor, findAdvisor } from '../../model/workspace';
import { Monogram } from '../parts/Monogram';
import { useWorkspace } from '../parts/store';

interface Props {
  seats: readonly string[];
  onChange: (seats: readonly string[]) => void;
}

/** Who sits at the table, in order, and who could. */
export function Seats({ seats, onChange }: Props) {
  const { t } = useTranslation('library');
  const list = useRef<HTMLOListElement>(null);
  // A table that was never laid is no mistake; one that somebody emptied is.
  const [wasSeated, setWasSeated] = useState(seats.length > 0);
  if (!wasSeated && seats.length > 0) setWasSeated(true);
  const seated = useWorkspace((state) => seats.flatMap((id) => findAdvisor(state, id) ?? []));
  const others = useWorkspace((state) => state.advisors.filter((each) => !seats.includes(each.id)));
  const move = (advisor: Advisor, step: 1 | -1) => {
    const at = seats.indexOf(advisor.id);
    const next = seats.toSpliced(at, 1).toSpliced(at + step, 0, advisor.id);
    onChange(next);
    announce(t('seats.moved', { name: advisor.name, place: at + step + 1, count: seats.length }));
    // The button travels with its row; at either end the other one takes over.
    requestAnimationFrame(() => {
      const row = list.current?.querySelector(`[data-seat="${CSS.escape(advisor.id)}"]`);
      const wanted = row?.querySelector<HTMLButtonElement>(`[data-step="${step}"]:enabled`);
      (wanted ?? row?.querySelector<HTMLButtonElement>('[data-step]:enabled'))?.focus();
    });
  };
  return (
    <fieldset className="field seats">
      <legend className="label">{t('seats.label')}</legend>
      {seated.length === 0 && <p className={wasSeated ? 'wrong' : 'help'}>{t('seats.none')}</p>}
      <ol ref={list}>
        {seated.map((each, index) => (
          <li key={each.id} data-seat={each.id}>
            <Monogram name={each.name} colour={each.colour} />
            <span className="t" dir="auto">
              {each.name} <small>{each.tagline}</small>
            </span>
            <button
              type="button"
              className="btn sm quiet"
              data-step="-1"
              disabled={index === 0}
              aria-label={t('seats.upLabel', { name: each.name })}
              onClick={() => move(each, -1)}
            >
              {t('seats.up')}
            </button>
            <button
              type="button"
              className="btn sm quiet"
              data-step="1"
              disabled={index === seated.length - 1}
              aria-label={t('seats.downLabel', { name: each.name })}
              onClick={() => move(each, 1)}
            >
              {t('seats.down')}
            </button>
            <button
              type="button"
              className="btn sm quiet"
              aria-label={t('seats.removeLabel', { name: each.name })}
              onClick={() => onChange(seats.filter((id) => id !== each.id))}
            >
              {t('seats.remove')}
            </button>
          </li>
        ))}
      </ol>
      {others.length > 0 && (
        <div className="others">
          <span className="help">{t('seats.others')}</span>
          {others.map((each) => (
            <button
              key={each.id}
              type="button"
              className="btn sm"
              aria-label={t('seats.addLabel', { name: each.name })}
              onClick={() => onChange([...seats, each.id])}
            >
              <Monogram name={each.name} colour={each.colour} small hollow /> {each.name}
            </button>
          ))}
        </div>
      )}
    </fieldset>
  );
}
