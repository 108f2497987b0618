import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Wish, writeSynthesis } from '../../commands/synthesis';
import { MODES } from '../../model/synthesis';
import { AnalysisCost } from './AnalysisCost';

interface Props {
  turnId: string;
  wish: Wish;
  onWish: (wish: Wish) => void;
  primary: boolean;
  onCancel: (() => void) | null;
  /** It is being written now. */
  onBegun: () => void;
}

const LONGEST = 2_000;

/** Which kind of text, and in whose words it is asked for. */
export function SynthesisForm({ turnId, wish, onWish, primary, onCancel, onBegun }: Props) {
  const { t } = useTranslation('synthesis');
  const { mode, instruction } = wish;
  const [busy, setBusy] = useState(false);
  const write = async () => {
    setBusy(true);
    if (await writeSynthesis(turnId, wish)) onBegun();
    setBusy(false);
  };
  return (
    <form
      className="synthesis-form"
      onSubmit={(event) => {
        event.preventDefault();
        void write();
      }}
    >
      <fieldset>
        <legend>{t('mode')}</legend>
        {MODES.map((each) => (
          <label key={each} className="mode">
            <input
              type="radio"
              name="mode"
              value={each}
              checked={mode === each}
              onChange={() => onWish({ mode: each, instruction })}
            />
            <b>{t(`modes.${each}`)}</b> <span>{t(`about.${each}`)}</span>
          </label>
        ))}
      </fieldset>
      {mode === 'custom' && (
        <Instruction value={instruction} onChange={(words) => onWish({ mode, instruction: words })} />
      )}
      <div className="acts">
        <button
          type="submit"
          className={primary ? 'btn primary' : 'btn'}
          disabled={busy || (mode === 'custom' && instruction.trim() === '')}
        >
          {t('write')}
        </button>
        {onCancel && (
          <button type="button" className="btn quiet" onClick={onCancel}>
            {t('cancel')}
          </button>
        )}
      </div>
      <AnalysisCost turnId={turnId} kind="synthesis" />
    </form>
  );
}

function Instruction({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation('synthesis');
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{t('instruction')}</label>
      <textarea
        id={id}
        className="input"
        rows={3}
        dir="auto"
        maxLength={LONGEST}
        value={value}
        aria-describedby={`${id}-help`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-help`} className="help">
        {t('instructionHelp')}
      </p>
    </div>
  );
}
