import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadModels } from '../../commands/advisors';
import { attempt } from '../../commands/refused';
import { Field } from './Field';
import { useLibrary } from './useLibrary';

const OTHER = ' other';

interface Props {
  /** '' for the default one. */
  value: string;
  onChange: (model: string) => void;
  help: string;
  /** What no model of its own means. */
  usual: (model: string) => string;
  wrong?: string | undefined;
}

/** One of the models that are set up, or any other by its name. */
export function ModelField({ value, onChange, help, usual, wrong }: Props) {
  const { t } = useTranslation('library');
  const models = useLibrary((state) => state.models);
  const known = models?.items.flatMap((provider) => provider.models.map((model) => model.id)) ?? [];
  const [typing, setTyping] = useState(false);
  const other = typing || (models !== null && value !== '' && !known.includes(value));
  useEffect(() => void attempt(loadModels), []);
  return (
    <Field label={t('model.label')} help={help} wrong={wrong}>
      {(ids) => (
        <div className="model">
          <select
            {...ids}
            className="input"
            value={other ? OTHER : value}
            onChange={(event) => {
              const chosen = event.target.value;
              setTyping(chosen === OTHER);
              onChange(chosen === OTHER ? '' : chosen);
            }}
          >
            <option value="">{usual(models?.default ?? '')}</option>
            {models === null && value !== '' && <option value={value}>{value}</option>}
            {models?.items.map((provider) => (
              <optgroup
                key={provider.name}
                label={provider.usable ? provider.name : t('model.unusable', { name: provider.name })}
              >
                {provider.models.map((model) => (
                  <option key={model.id} value={model.id}>
                    {model.id}
                  </option>
                ))}
              </optgroup>
            ))}
            <option value={OTHER}>{t('model.other')}</option>
          </select>
          {other && (
            <input
              className="input mono"
              aria-label={t('model.name')}
              placeholder="provider:model"
              maxLength={300}
              value={value}
              onChange={(event) => onChange(event.target.value)}
            />
          )}
        </div>
      )}
    </Field>
  );
}
