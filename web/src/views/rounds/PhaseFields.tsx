import { useTranslation } from 'react-i18next';
import { BUILT_IN, isOwnPrompt, MOST_PHASES, type PhaseEdit, startPhases, wrongPhases } from '../../model/phases';
import { newKey } from '../../protocol/key';
import { Field } from '../parts/Field';
import { LineField } from '../parts/LineField';

interface Props {
  phases: readonly PhaseEdit[];
  onChange: (phases: readonly PhaseEdit[]) => void;
  /** How long the first phase lasted before there were any. */
  early: number;
}

/** The phases of a panel, one under the other; none means the usual ones. */
export function PhaseFields({ phases, onChange, early }: Props) {
  const { t } = useTranslation('rounds');
  const put = (index: number, change: Partial<PhaseEdit>) =>
    onChange(phases.map((each, at) => (at === index ? { ...each, ...change } : each)));
  const add = () => onChange([...phases.slice(0, -1), NEXT(), ...phases.slice(-1)]);
  const trouble = wrongPhases(phases);
  return (
    <fieldset className="phase-fields">
      <legend>{t('phases.title')}</legend>
      <p className="help">{t('phases.lead')}</p>
      {phases.length === 0 ? (
        <p>
          <button type="button" className="btn sm" onClick={() => onChange(startPhases(early, t))}>
            {t('phases.own')}
          </button>
        </p>
      ) : (
        <>
          <ol>
            {phases.map((each, index) => (
              <PhaseRow
                key={each.key}
                phase={each}
                number={index + 1}
                isLast={index === phases.length - 1}
                onChange={(change) => put(index, change)}
                onRemove={phases.length > 1 ? () => onChange(without(phases, index)) : null}
              />
            ))}
          </ol>
          {trouble && (
            <p className="wrong" role="alert">
              {t(`phases.${trouble}`)}
            </p>
          )}
          <p className="acts">
            {phases.length < MOST_PHASES && (
              <button type="button" className="btn sm" onClick={add}>
                {t('phases.add')}
              </button>
            )}
            <button type="button" className="link" onClick={() => onChange([])}>
              {t('phases.usual')}
            </button>
          </p>
        </>
      )}
    </fieldset>
  );
}

const NEXT = (): PhaseEdit => ({ key: newKey(), name: '', turns: '1', prompt: 'ongoing', note: '' });

/** The last that is left never ends. */
function without(phases: readonly PhaseEdit[], index: number): PhaseEdit[] {
  const left = phases.filter((_, at) => at !== index);
  return left.map((each, at) => (at === left.length - 1 ? { ...each, turns: '' } : each));
}

interface RowProps {
  phase: PhaseEdit;
  number: number;
  isLast: boolean;
  onChange: (change: Partial<PhaseEdit>) => void;
  onRemove: (() => void) | null;
}

const ROWS = 3;

function PhaseRow({ phase, number, isLast, onChange, onRemove }: RowProps) {
  const { t } = useTranslation('rounds');
  const isOwn = isOwnPrompt(phase.prompt);
  return (
    <li>
      <h2>{t('phases.numbered', { number })}</h2>
      <div className="row">
        <LineField label={t('phases.name')} most={80} value={phase.name} onChange={(name) => onChange({ name })} />
        {isLast ? (
          <p className="last">
            <span>{t('phases.turns')}</span>
            <span>{t('phases.last')}</span>
          </p>
        ) : (
          <LineField
            label={t('phases.turns')}
            figures="numeric"
            value={phase.turns}
            onChange={(turns) => onChange({ turns })}
          />
        )}
        <Field label={t('phases.prompt')}>
          {(ids) => (
            <select
              {...ids}
              className="input"
              value={isOwn ? 'text' : phase.prompt}
              onChange={(event) => onChange({ prompt: event.target.value === 'text' ? '' : event.target.value })}
            >
              {BUILT_IN.map((each) => (
                <option key={each} value={each}>
                  {t(`phases.${each}`)}
                </option>
              ))}
              <option value="text">{t('phases.text')}</option>
            </select>
          )}
        </Field>
      </div>
      {isOwn && (
        <Field label={t('phases.words')}>
          {(ids) => (
            <textarea
              {...ids}
              className="input"
              dir="auto"
              rows={ROWS}
              maxLength={4000}
              value={phase.prompt}
              onChange={(event) => onChange({ prompt: event.target.value })}
            />
          )}
        </Field>
      )}
      <LineField
        label={t('phases.note')}
        help={t('phases.noteHelp', { turnSlot: '{{turn}}', ofSlot: '{{of}}' })}
        most={200}
        value={phase.note}
        onChange={(note) => onChange({ note })}
      />
      {onRemove && (
        <p>
          <button type="button" className="link" onClick={onRemove}>
            {t('phases.remove', { name: phase.name || t('phases.numbered', { number }) })}
          </button>
        </p>
      )}
    </li>
  );
}
