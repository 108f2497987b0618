import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Setting, Value } from '../../commands/settings';
import { library } from '../../model/library';
import { isComposing } from '../parts/composing';
import { sayChoice, sayValue } from './words';

interface Props {
  id: string;
  setting: Setting;
  describedBy: string;
  onChange: (value: Value) => void;
}

/** The control for a setting, by its kind. What cannot be changed here is shown as it is. */
export function Control(props: Props) {
  const { setting } = props;
  const { t } = useTranslation('settings');
  if (!setting.editable || setting.kind === 'secret')
    return (
      <output id={props.id} className="as-is">
        {sayValue(t, setting)}
      </output>
    );
  if (setting.kind === 'boolean') return <Check {...props} />;
  if (setting.kind === 'choice') return <Choice {...props} />;
  return <Field {...props} />;
}

function Check({ id, setting, describedBy, onChange }: Props) {
  return (
    <input
      id={id}
      type="checkbox"
      checked={setting.value === true}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}

function Choice({ id, setting, describedBy, onChange }: Props) {
  const { t } = useTranslation('settings');
  return (
    <select
      id={id}
      className="input"
      value={String(setting.value ?? '')}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.target.value)}
    >
      {setting.optional && <option value="">{t('none')}</option>}
      {setting.choices?.map((choice) => (
        <option key={choice} value={choice}>
          {sayChoice(t, setting.name, choice)}
        </option>
      ))}
    </select>
  );
}

/** Numbers and texts are saved when they are left or Enter is pressed; Esc brings the old value back. */
function Field({ id, setting, describedBy, onChange }: Props) {
  const { t } = useTranslation('settings');
  const before = setting.value === null ? '' : String(setting.value);
  // What was typed over another value is not about this one.
  const [typed, setTyped] = useState({ over: before, text: before });
  const text = typed.over === before ? typed.text : before;
  const suggestions = useSuggestions(setting.name);
  const save = () => {
    if (text.trim() !== before) onChange(readValue(setting, text));
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event)) return;
    if (event.key === 'Enter') save();
    if (event.key !== 'Escape' || text === before) return;
    event.stopPropagation();
    setTyped({ over: before, text: before });
  };
  return (
    <>
      <input
        id={id}
        className={setting.kind === 'text' ? 'input' : 'input num'}
        inputMode={setting.kind === 'integer' ? 'numeric' : setting.kind === 'number' ? 'decimal' : 'text'}
        dir={setting.kind === 'text' ? 'auto' : 'ltr'}
        spellCheck={false}
        autoComplete="off"
        value={text}
        placeholder={setting.optional ? t('none') : undefined}
        list={suggestions.length > 0 ? `${id}-known` : undefined}
        aria-describedby={describedBy}
        onChange={(event) => setTyped({ over: before, text: event.target.value })}
        onBlur={save}
        onKeyDown={press}
      />
      {suggestions.length > 0 && (
        <datalist id={`${id}-known`}>
          {suggestions.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
    </>
  );
}

/** What was typed as the server wants it. What is no number goes as it is, so that the server says what is wrong. */
export function readValue({ kind, optional }: Pick<Setting, 'kind' | 'optional'>, text: string): Value {
  const said = text.trim();
  if (said === '' && optional) return null;
  if (kind === 'text') return said;
  const number = Number(said.replace(/[\s_']/g, ''));
  return said === '' || Number.isNaN(number) ? said : number;
}

function useSuggestions(name: string): readonly string[] {
  const models = useStore(library, (state) => state.models);
  if (name === 'time_zone') return Intl.supportedValuesOf('timeZone');
  if (name === 'default_model') return models?.items.flatMap((each) => each.models.map((model) => model.id)) ?? [];
  return [];
}
