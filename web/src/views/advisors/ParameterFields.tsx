import { useTranslation } from 'react-i18next';
import type { AdvisorEdit, AdvisorProblem } from '../../model/advisorEdit';
import { LineField } from '../parts/LineField';
import { ThinkingField } from '../parts/ThinkingField';

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
      <LineField
        label={t('parameters.temperature')}
        help={t('parameters.temperatureHelp')}
        wrong={wrong.includes('temperature') ? t('parameters.temperatureWrong') : undefined}
        figures="decimal"
        value={edit.temperature}
        onChange={(temperature) => onChange({ temperature })}
      />
      <LineField
        label={t('parameters.maxTokens')}
        help={t('parameters.maxTokensHelp')}
        wrong={wrong.includes('maxTokens') ? t('parameters.maxTokensWrong') : undefined}
        figures="numeric"
        value={edit.maxTokens}
        onChange={(maxTokens) => onChange({ maxTokens })}
      />
      <ThinkingField
        value={edit.thinking}
        onChange={(thinking) => onChange({ thinking })}
        usual={t('thinking.asPanel')}
        help={t('thinking.help')}
      />
    </div>
  );
}
