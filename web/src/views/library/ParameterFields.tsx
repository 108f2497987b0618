import { useTranslation } from 'react-i18next';
import type { AdvisorEdit, AdvisorProblem } from '../../model/advisorEdit';
import { Field } from './Field';

interface Props {
  edit: AdvisorEdit;
  wrong: readonly AdvisorProblem[];
  onChange: (change: Partial<AdvisorEdit>) => void;
}

/** What shapes an answer beside the words. Empty leaves it to others. */
export function ParameterFields({ edit, wrong, onChange }: Props) {
  const { t } = useTranslation('library');
  return (
    <div className="pair">
      <Field
        label={t('parameters.temperature')}
        help={t('parameters.temperatureHelp')}
        wrong={wrong.includes('temperature') ? t('parameters.temperatureWrong') : undefined}
      >
        {(ids) => (
          <input
            {...ids}
            className="input num"
            inputMode="decimal"
            value={edit.temperature}
            onChange={(event) => onChange({ temperature: event.target.value })}
          />
        )}
      </Field>
      <Field
        label={t('parameters.maxTokens')}
        help={t('parameters.maxTokensHelp')}
        wrong={wrong.includes('maxTokens') ? t('parameters.maxTokensWrong') : undefined}
      >
        {(ids) => (
          <input
            {...ids}
            className="input num"
            inputMode="numeric"
            value={edit.maxTokens}
            onChange={(event) => onChange({ maxTokens: event.target.value })}
          />
        )}
      </Field>
    </div>
  );
}
