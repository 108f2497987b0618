import { useTranslation } from 'react-i18next';
import { FIRST_BUDGET, isLevel, isWrongThinking, LEVELS } from '../../model/thinking';
import { Field } from './Field';
import { LineField } from './LineField';

interface Props {
  /** A level, a number of tokens, or '' for no choice. */
  value: string;
  onChange: (value: string) => void;
  /** What no choice means here. */
  usual: string;
  help: string;
}

const BUDGET = 'budget';

/** How much is thought before an answer: by a level, or by a number of tokens. */
export function ThinkingField({ value, onChange, usual, help }: Props) {
  const { t } = useTranslation(['library', 'composer']);
  const hasBudget = value !== '' && !isLevel(value);
  return (
    <>
      <Field label={t('composer:think.title')} help={help}>
        {(ids) => (
          <select
            {...ids}
            className="input"
            value={hasBudget ? BUDGET : value}
            onChange={({ target }) => onChange(target.value === BUDGET ? FIRST_BUDGET : target.value)}
          >
            <option value="">{usual}</option>
            {LEVELS.map((level) => (
              <option key={level} value={level}>
                {t(`composer:think.${level}`)}
              </option>
            ))}
            <option value={BUDGET}>{t('thinking.budget')}</option>
          </select>
        )}
      </Field>
      {hasBudget && (
        <LineField
          label={t('thinking.tokens')}
          wrong={isWrongThinking(value) ? t('thinking.wrong') : undefined}
          figures="numeric"
          short
          value={value}
          onChange={(tokens) => onChange(tokens.trim() === '' ? '0' : tokens)}
        />
      )}
    </>
  );
}
