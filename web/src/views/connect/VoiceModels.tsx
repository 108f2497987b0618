import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Tested, Wanted } from '../../commands/connections';
import { type Preset, presetsOf, priceOf, propose } from '../../model/voiceModels';
import type { Advisor } from '../../model/workspace';
import { sayCount } from '../parts/counts';
import { formatMoney } from '../parts/format';
import { useHeard } from './useHeard';
import { VoiceRow } from './VoiceRow';

interface VoiceModelsProps {
  title: string;
  /** The name that is made up for it here; null where everybody knows it by its title. */
  called: string | null;
  wanted: Wanted;
  tested: Tested;
  seats: readonly Advisor[];
  busy: boolean;
  onBack: () => void;
  onUse: (advisors: Record<string, string>) => void;
}

/** A model for every voice: proposed, asked for one word, priced, and changed where somebody knows better. */
export function VoiceModels({ title, called, wanted, tested, seats, busy, onBack, onUse }: VoiceModelsProps) {
  const { t } = useTranslation('composer');
  const [preset, setPreset] = useState<Preset>('different');
  const [own, setOwn] = useState<Readonly<Record<string, string>>>({});
  const [silent, setSilent] = useState<ReadonlySet<string>>(new Set());
  const proposed = propose(tested, preset, seats.length, silent);
  const chosen = seats.map((seat, index) => own[seat.id] ?? proposed[index] ?? tested.model);
  const heard = useHeard(wanted, chosen);
  for (const [model, hearing] of heard)
    if (typeof hearing === 'object' && !silent.has(model)) setSilent(new Set([...silent, model]));
  const ready = !busy && chosen.every((model) => heard.get(model) === 'heard');
  const keep = useRef<HTMLButtonElement>(null);
  const isFirst = useRef(true);
  // The button that was pressed is gone; the next one takes its place, once, when it can be pressed.
  useEffect(() => {
    if (!ready || !isFirst.current) return;
    isFirst.current = false;
    keep.current?.focus();
  }, [ready]);
  const passed = [...silent].filter((model) => !chosen.includes(model));
  const number = sayCount(t, seats.length);
  return (
    <form
      className="voice-models"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) onUse(Object.fromEntries(seats.map((seat, index) => [seat.id, chosen[index] ?? tested.model])));
      }}
    >
      <p className="verdict good">
        <b>{t(wanted.key === null ? 'provider.answers' : 'provider.works')}</b>{' '}
        {t('provider.found', { count: tested.models.length, name: title })}{' '}
        {called !== null && t('provider.called', { called, model: tested.model })}
      </p>
      <Presets
        tested={tested}
        count={seats.length}
        chosen={Object.keys(own).length > 0 ? null : preset}
        onChoose={(now) => {
          setPreset(now);
          setOwn({});
        }}
      />
      <ul className="speakers" aria-label={t('provider.voices.list')}>
        {seats.map((seat, index) => (
          <VoiceRow
            key={seat.id}
            advisor={seat}
            tested={tested}
            model={chosen[index] ?? tested.model}
            hearing={heard.get(chosen[index] ?? tested.model) ?? 'asking'}
            onChoose={(model) => setOwn({ ...own, [seat.id]: model })}
          />
        ))}
      </ul>
      <p className="muted" role="status">
        {passed.length > 0 && `${t('provider.voices.passed', { count: passed.length, models: passed.join(', ') })} `}
        <Cost tested={tested} chosen={chosen} />
      </p>
      <div className="foot end">
        <span>{t('provider.later')}</span>
        <button type="button" className="btn" onClick={onBack}>
          {t('provider.voices.back')}
        </button>
        <button ref={keep} type="submit" className="btn primary" disabled={!ready}>
          {t('provider.voices.use', { count: seats.length, number })}
        </button>
      </div>
    </form>
  );
}

interface PresetsProps {
  tested: Tested;
  count: number;
  chosen: Preset | null;
  onChoose: (preset: Preset) => void;
}

function Presets({ tested, count, chosen, onChoose }: PresetsProps) {
  const { t } = useTranslation('composer');
  const name = useId();
  const sizes = { different: tested.spread, same: tested.spread, cheapest: tested.cheapest };
  const most = (each: Preset) => Math.min(count, sizes[each].length);
  return (
    <fieldset className="presets">
      <legend className="vh">{t('provider.voices.how')}</legend>
      {presetsOf(tested).map((each) => (
        <label key={each}>
          <input type="radio" name={name} checked={each === chosen} onChange={() => onChoose(each)} />
          {t(`provider.voices.preset.${each}`, { count: most(each), number: sayCount(t, most(each)) })}
        </label>
      ))}
    </fieldset>
  );
}

/** What one question to everybody costs, as far as anybody knows. */
function Cost({ tested, chosen }: { tested: Tested; chosen: readonly string[] }) {
  const { t } = useTranslation('composer');
  const { dollars, unknown } = priceOf(tested.offers, chosen);
  const number = sayCount(t, chosen.length);
  if (unknown === chosen.length) return t('provider.voices.unknownCost');
  if (unknown > 0) return t('provider.voices.partCost', { money: formatMoney(dollars), count: unknown });
  if (dollars === 0) return t('provider.voices.free');
  return t('provider.voices.cost', { money: formatMoney(dollars), count: chosen.length, number });
}
