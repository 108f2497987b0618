import { useTranslation } from 'react-i18next';
import type { RoundMode } from '../../model/rounds';
import { Field } from '../parts/Field';

interface Props {
  mode: RoundMode;
  modes: readonly RoundMode[];
  text: string;
  onMode: (mode: RoundMode) => void;
  onText: (text: string) => void;
}

const ROWS = 3;

/** What is said in the person's place: one of the house's wordings, or that and what was made of it. */
export function Wording({ mode, modes, text, onMode, onText }: Props) {
  const { t } = useTranslation('rounds');
  return (
    <>
      <fieldset className="round-modes">
        <legend>{t('mode.label')}</legend>
        {modes.map((each) => (
          <label key={each}>
            <input type="radio" name="round-mode" checked={mode === each} onChange={() => onMode(each)} />
            <span>{t(`mode.${each}`)}</span>
          </label>
        ))}
      </fieldset>
      <Field label={t('text')} help={t('textHelp')}>
        {(ids) => (
          <textarea
            {...ids}
            className="input"
            dir="auto"
            rows={ROWS}
            value={text}
            onChange={(event) => onText(event.target.value)}
          />
        )}
      </Field>
    </>
  );
}
