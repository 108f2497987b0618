import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { closeOverlay } from '../../commands/keys/palette';
import { pickModel } from '../../commands/otherModels';
import { newestModel } from '../../model/picking';
import { emit } from '../../model/signals';
import type { Advisor } from '../../model/workspace';
import { Monogram } from '../parts/Monogram';
import { useDraft, usePreview } from '../parts/store';
import { ModelList } from './ModelList';

// The dialog gives the focus back within a frame or two of its end; only then may it go to the box.
const RESTORED = 60;

/** A model for everybody who is asked, or for one of them. */
export function ForMessage({ asked }: { asked: readonly Advisor[] }) {
  const { t } = useTranslation('modelChoice');
  const { models } = useDraft();
  const newest = usePreview(newestModel);
  const [who, setWho] = useState('');
  const now = models[who] ?? (who === '' ? newest : null);
  const choose = (model: string | null) => {
    pickModel(who, model);
    closeOverlay();
    setTimeout(() => emit('focusComposer'), RESTORED);
  };
  return (
    <>
      <p className="about">{t('lead')}</p>
      {asked.length > 1 && <Whom asked={asked} who={who} onChange={setWho} />}
      <ModelList now={now} onChoose={choose} {...(now && { onUsual: () => choose(null) })} />
    </>
  );
}

interface WhomProps {
  asked: readonly Advisor[];
  who: string;
  onChange: (who: string) => void;
}

function Whom({ asked, who, onChange }: WhomProps) {
  const { t } = useTranslation('modelChoice');
  const name = useId();
  return (
    <fieldset className="whom">
      <legend className="vh">{t('who')}</legend>
      {[null, ...asked].map((advisor) => (
        <label key={advisor?.id ?? ''}>
          <input
            type="radio"
            name={name}
            checked={who === (advisor?.id ?? '')}
            onChange={() => onChange(advisor?.id ?? '')}
          />
          {advisor && <Monogram name={advisor.name} colour={advisor.colour} small hollow={false} />}
          <span dir="auto">{advisor?.name ?? t('all')}</span>
        </label>
      ))}
    </fieldset>
  );
}
