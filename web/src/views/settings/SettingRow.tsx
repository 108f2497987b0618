import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeSetting, resetSetting, type Setting, type Value } from '../../commands/settings';
import { Control } from './Control';
import { isOwn, sayHelp, sayName, saySource, sayUnit, sayValue, sayWhyNot } from './words';

/** One setting: what it is, its value, where that comes from, and the way back. Saved as soon as it is changed. */
export function SettingRow({ setting }: { setting: Setting }) {
  const { t } = useTranslation('settings');
  const id = useId();
  const [wrong, setWrong] = useState<string | null>(null);
  const save = async (value: Value) => setWrong(await changeSetting(setting, value));
  const title = sayName(t, setting);
  const usual = sayValue(t, setting, setting.default);
  return (
    <li className="setting" id={`setting-${setting.name}`}>
      <div className="about">
        <label htmlFor={id}>{title}</label>
        <p id={`${id}-help`}>{setting.editable ? sayHelp(t, setting) : sayWhyNot(t, setting)}</p>
        {setting.put_aside !== null && (
          <p className="wrong">
            {t('putAside', { value: setting.put_aside.value, reason: setting.put_aside.reason.replace(/\.$/, '') })}
          </p>
        )}
        {wrong !== null && (
          <p className="wrong" role="alert">
            {t('refused', { reason: wrong.replace(/\.$/, '') })}
          </p>
        )}
      </div>
      <div className="value">
        <span className="control">
          <Control
            id={id}
            setting={setting}
            describedBy={`${id}-help ${id}-source`}
            onChange={(value) => void save(value)}
          />
          {sayUnit(t, setting) && <span className="unit">{sayUnit(t, setting)}</span>}
        </span>
        <p id={`${id}-source`} className="source">
          <span>{saySource(t, setting)}</span>
          <span>{t(`scope.${setting.scope}`)}</span>
          {(isOwn(setting) || setting.put_aside !== null) && (
            <button
              type="button"
              className="link"
              aria-label={t('resetFor', { title, value: usual })}
              onClick={() => void resetSetting(setting).then(setWrong)}
            >
              {t('reset', { value: usual })}
            </button>
          )}
        </p>
      </div>
    </li>
  );
}
