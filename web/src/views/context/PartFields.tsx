import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { escapeTyped, KINDS, type Part, showQuoted } from './parts';
import { useNames } from './useNames';

interface Props {
  part: Part;
  onChange: (part: Part) => void;
}

const OPS = [
  ['', 'eq'],
  ['>=', 'ge'],
  ['<=', 'le'],
  ['>', 'gt'],
  ['<', 'lt'],
] as const;

/** A name, some text, a saved filter. `bare`: leaving it empty means the current one. */
export function NamedFields({ part, onChange, bare = false }: Props & { bare?: boolean }) {
  const { t } = useTranslation('context');
  const list = useId();
  const names = useNames(part.letter);
  const saved = part.letter === '@';
  const write = (typed: string) =>
    onChange({ ...part, quoted: !saved && (typed !== '' || !bare), value: saved ? typed : escapeTyped(typed) });
  return (
    <>
      <input
        className="input"
        list={list}
        aria-label={t(`builder.kind.${KINDS[part.letter]}`)}
        placeholder={bare ? t('builder.current') : ''}
        value={showQuoted(part.value)}
        onChange={(event) => write(event.target.value)}
      />
      <datalist id={list}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

export function TopicFields({ part, onChange }: Props) {
  const { t } = useTranslation('context');
  return (
    <>
      <NamedFields part={part.quoted ? part : { ...part, value: '' }} onChange={onChange} bare />
      {!part.quoted && (
        <span className="with-word">
          <span aria-hidden="true">{t('builder.newest')}</span>
          <Digits value={part.value} label={t('builder.newest')} onChange={(value) => onChange({ ...part, value })} />
        </span>
      )}
      <label>
        <input
          type="checkbox"
          checked={part.below}
          onChange={(event) => onChange({ ...part, below: event.target.checked })}
        />
        {t('builder.below')}
      </label>
    </>
  );
}

export function StarFields({ part, onChange }: Props) {
  const { t } = useTranslation('context');
  const shown = part.value === '' ? 'any' : part.op === '=' ? '' : part.op;
  const compare = (now: string) =>
    onChange(
      now === 'any' ? { ...part, op: '', value: '' } : { ...part, op: now as Part['op'], value: part.value || '2' },
    );
  return (
    <>
      <select
        className="input"
        aria-label={t('builder.compare')}
        value={shown}
        onChange={(event) => compare(event.target.value)}
      >
        <option value="any">{t('builder.op.any')}</option>
        {OPS.map(([op, name]) => (
          <option key={op} value={op}>
            {t(`builder.op.${name}`)}
          </option>
        ))}
      </select>
      {part.value !== '' && (
        <select
          className="input"
          aria-label={t('builder.value')}
          value={part.value}
          onChange={(event) => onChange({ ...part, value: event.target.value })}
        >
          {[0, 1, 2, 3].map((count) => (
            <option key={count}>{count}</option>
          ))}
        </select>
      )}
    </>
  );
}

const UNITS = ['min', 'h', 'd', 'w', 'mo', 'y'] as const;

export function MomentFields({ part, onChange }: Props) {
  const { t } = useTranslation('context');
  const day = part.value.includes('-');
  const [, count = '', unit = 'd'] = /^(\d*)(\w*)$/.exec(part.value) ?? [];
  const ops = day ? OPS : OPS.slice(1);
  const shown = part.op === '=' ? '' : part.op === '' && !day ? '<=' : part.op;
  const switchTo = (how: string) =>
    onChange(
      how === 'day'
        ? { ...part, op: '>=', value: new Date().toISOString().slice(0, 10) }
        : { ...part, op: '<', value: '7d' },
    );
  return (
    <>
      <select
        className="input"
        aria-label={t('builder.how')}
        value={day ? 'day' : 'age'}
        onChange={(event) => switchTo(event.target.value)}
      >
        <option value="age">{t('builder.age')}</option>
        <option value="day">{t('builder.day')}</option>
      </select>
      <select
        className="input"
        aria-label={t('builder.compare')}
        value={shown}
        onChange={(event) => onChange({ ...part, op: event.target.value as Part['op'] })}
      >
        {ops.map(([op, name]) => (
          <option key={op} value={op}>
            {day ? t(`builder.dayOp.${name}`) : t(`builder.ageOp.${name as 'le'}`)}
          </option>
        ))}
      </select>
      {day ? (
        <input
          className="input"
          type="date"
          aria-label={t('builder.day')}
          value={part.value}
          onChange={(event) => onChange({ ...part, value: event.target.value || '-' })}
        />
      ) : (
        <>
          <Digits
            value={count}
            label={t('builder.value')}
            onChange={(now) =>
              onChange({ ...part, op: part.op || '<', value: now === '' ? '' : `${now}${unit || 'd'}` })
            }
          />
          <select
            className="input"
            aria-label={t('builder.unit')}
            value={unit || 'd'}
            onChange={(event) => onChange({ ...part, value: `${count || '7'}${event.target.value}` })}
          >
            {UNITS.map((each) => (
              <option key={each} value={each}>
                {t(`builder.unitOf.${each}`)}
              </option>
            ))}
          </select>
        </>
      )}
    </>
  );
}

/** The newest N, the newest N outside, an importance. */
export function NumberField({ part, onChange }: Props) {
  const { t } = useTranslation('context');
  if (part.letter !== 'w') {
    const label = part.letter === 'o' ? t('builder.extra') : t('builder.value');
    return (
      <span className="with-word">
        {part.letter === 'o' && <span aria-hidden="true">{label}</span>}
        <Digits value={part.value} label={label} onChange={(value) => onChange({ ...part, value })} />
      </span>
    );
  }
  return (
    <>
      <select
        className="input"
        aria-label={t('builder.compare')}
        value={part.op === '=' ? '' : part.op}
        onChange={(event) => onChange({ ...part, op: event.target.value as Part['op'] })}
      >
        {OPS.map(([op, name]) => (
          <option key={op} value={op}>
            {t(`builder.op.${name}`)}
          </option>
        ))}
      </select>
      <input
        className="input digits"
        type="number"
        min="0"
        max="1"
        step="0.1"
        aria-label={t('builder.value')}
        value={part.value}
        onChange={(event) => onChange({ ...part, value: event.target.value })}
      />
    </>
  );
}

function Digits({ value, label, onChange }: { value: string; label: string; onChange: (value: string) => void }) {
  return (
    <input
      className="input digits"
      inputMode="numeric"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value.replace(/\D/g, '').replace(/^0+/, '').slice(0, 9))}
    />
  );
}
