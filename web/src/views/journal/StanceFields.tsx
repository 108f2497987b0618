import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ATTITUDES, type Attitude, attitudesFrom, type Claims, claimFor } from '../../model/journal';
import type { Reply } from '../../protocol/events';
import { Monogram } from '../parts/Monogram';
import { plainLine } from '../parts/plainLine';

type Stances = Readonly<Record<string, Attitude>>;

interface Props {
  voices: readonly Reply[];
  claims: Claims;
  choice: string;
  stances: Stances;
  onStances: (stances: Stances) => void;
}

/** Where everybody stands to the choice: picked by hand, or taken from a claim of the map and corrected. */
export function StanceFields({ voices, claims, choice, stances, onStances }: Props) {
  const { t } = useTranslation('journal');
  return (
    <fieldset className="stance-fields">
      <legend>{t('form.stances')}</legend>
      <p className="help">{t('form.stancesHelp')}</p>
      {claims.length > 0 && <FromMap claims={claims} choice={choice} onStances={onStances} />}
      {voices.map((voice) => (
        <StanceOfAdvisor
          key={voice.id}
          voice={voice}
          attitude={stances[voice.advisor_id] ?? null}
          onChange={(attitude) => {
            const { [voice.advisor_id]: _, ...others } = stances;
            onStances(attitude === null ? others : { ...others, [voice.advisor_id]: attitude });
          }}
        />
      ))}
    </fieldset>
  );
}

function FromMap({ claims, choice, onStances }: Pick<Props, 'claims' | 'choice' | 'onStances'>) {
  const { t } = useTranslation('journal');
  const id = useId();
  const [picked, setPicked] = useState<number | null>(null);
  const near = claimFor(choice, claims);
  const ordered = near === null ? claims : [near, ...claims.filter((each) => each !== near)];
  const claim = claims.find((each) => each.number === picked) ?? null;
  const pick = (number: number | null) => {
    setPicked(number);
    const wanted = claims.find((each) => each.number === number);
    if (wanted) onStances(attitudesFrom(wanted));
  };
  return (
    <div className="field frommap">
      <label htmlFor={id}>{t('form.fromMap')}</label>
      <select
        id={id}
        className="input"
        value={picked ?? ''}
        onChange={(event) => pick(event.target.value === '' ? null : Number(event.target.value))}
      >
        <option value="">{t('form.fromMapNone')}</option>
        {ordered.map((each) => (
          <option key={each.number} value={each.number}>
            {each.text}
          </option>
        ))}
      </select>
      {claim && (
        <p className="help" role="status">
          {t('form.fromMapDone', { claim: claim.text })}
        </p>
      )}
    </div>
  );
}

function StanceOfAdvisor(props: {
  voice: Reply;
  attitude: Attitude | null;
  onChange: (attitude: Attitude | null) => void;
}) {
  const { voice, attitude, onChange } = props;
  const { t } = useTranslation(['journal', 'conversation']);
  const name = useId();
  const words = plainLine(voice.edited ?? voice.text);
  return (
    <fieldset className="voice">
      <legend>
        <Monogram name={voice.name} colour={voice.colour} small /> {voice.name}
      </legend>
      <p dir="auto">{words || <em>{t(`conversation:state.${voice.state}`)}</em>}</p>
      <div className="choices">
        {[...ATTITUDES, null].map((each) => (
          <label key={each} className="pickone">
            <input type="radio" name={name} checked={attitude === each} onChange={() => onChange(each)} />
            {t(`attitude.${each ?? 'none'}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
