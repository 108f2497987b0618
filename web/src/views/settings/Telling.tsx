import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Preferences, prefer } from '../../model/preferences';
import { usePreferences } from '../parts/store';

const CHOICES = ['off', 'plain', 'words'] as const;

/** Whether the browser tells of finished answers. It is asked for leave at this press, and never before. */
export function Telling() {
  const { t } = useTranslation('settings');
  const id = useId();
  const tell = usePreferences((state) => state.tell);
  const [isRefused, setRefused] = useState(() => tell !== 'off' && globalThis.Notification?.permission === 'denied');
  if (!('Notification' in globalThis)) return null;
  const choose = async (choice: Preferences['tell']) => {
    const leave = choice === 'off' ? 'granted' : await Notification.requestPermission();
    setRefused(leave !== 'granted');
    prefer({ tell: leave === 'granted' ? choice : 'off' });
  };
  return (
    <li className="setting">
      <div className="about">
        <span id={id}>{t('appearance.tell')}</span>
        <p>{t('appearance.tellHelp')}</p>
        {isRefused && <p role="alert">{t('appearance.tellRefused')}</p>}
      </div>
      <div className="value">
        <div className="choices" role="radiogroup" aria-labelledby={id}>
          {CHOICES.map((each) => (
            <label key={each}>
              <input
                type="radio"
                name={id}
                value={each}
                checked={tell === each}
                onChange={() => void choose(each).catch(() => setRefused(true))}
              />
              {t(`appearance.tell_${each}`)}
            </label>
          ))}
        </div>
      </div>
    </li>
  );
}
