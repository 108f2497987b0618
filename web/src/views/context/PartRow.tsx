import { useTranslation } from 'react-i18next';
import { MomentFields, NamedFields, NumberField, StarFields, TopicFields } from './PartFields';
import { isComplete, KINDS, type Part } from './parts';
import { describePart } from './sentence';

interface Props {
  part: Part;
  onChange: (part: Part | null) => void;
}

/** One condition: not or not, what it is, its value, and the way out. */
export function PartRow({ part, onChange }: Props) {
  const { t } = useTranslation('context');
  const kind = t(`builder.kind.${KINDS[part.letter]}`);
  const whole = isComplete(part);
  return (
    <fieldset className={whole ? 'part' : 'part unfinished'}>
      <legend className="vh">{whole ? describePart(part, t) : kind}</legend>
      <label className="not">
        <input
          type="checkbox"
          checked={part.not}
          onChange={(event) => onChange({ ...part, not: event.target.checked })}
        />
        {t('builder.not')}
      </label>
      <b>{kind}</b>
      <Fields part={part} onChange={onChange} />
      <button
        type="button"
        className="btn sm quiet"
        aria-label={t('builder.remove', { part: kind })}
        onClick={() => onChange(null)}
      >
        {t('builder.removeWord')}
      </button>
      {!whole && <p className="muted">{t('builder.needsValue')}</p>}
    </fieldset>
  );
}

function Fields({ part, onChange }: { part: Part; onChange: (part: Part) => void }) {
  switch (part.letter) {
    case 't':
      return <TopicFields part={part} onChange={onChange} />;
    case 's':
      return <StarFields part={part} onChange={onChange} />;
    case 'd':
      return <MomentFields part={part} onChange={onChange} />;
    case 'a':
    case 'm':
      return <NamedFields part={part} onChange={onChange} bare />;
    case 'c':
    case 'k':
    case '@':
      return <NamedFields part={part} onChange={onChange} />;
    case 'r':
    case 'o':
    case 'w':
      return <NumberField part={part} onChange={onChange} />;
    default:
      return null;
  }
}
