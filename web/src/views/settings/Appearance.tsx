import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { flipOverlay } from '../../commands/keys/palette';
import { countRebound } from '../../commands/keys/rebind';
import { LOCALES } from '../../locales/i18n';
import { type Preferences, prefer } from '../../model/preferences';
import { usePreferences } from '../parts/store';
import { Telling } from './Telling';

/** How the screen looks and behaves, for this browser. */
export function Appearance() {
  const { t } = useTranslation('settings');
  const now = usePreferences((state) => state);
  return (
    <ul className="settings">
      <Choices
        label={t('appearance.theme')}
        name="theme"
        value={now.theme}
        options={[
          ['system', t('appearance.themeSystem')],
          ['light', t('appearance.themeLight')],
          ['dark', t('appearance.themeDark')],
        ]}
      />
      <Choices
        label={t('appearance.density')}
        name="density"
        value={now.density}
        options={[
          ['calm', t('appearance.densityCalm')],
          ['dense', t('appearance.densityDense')],
        ]}
      />
      <Language value={now.locale} />
      <Choices
        label={t('appearance.longReplies')}
        name="longReplies"
        value={now.longReplies}
        options={[
          ['scroll', t('appearance.longScroll')],
          ['stay', t('appearance.longStay')],
        ]}
      />
      <Telling />
      <Switch label={t('appearance.ribbon')} help={t('appearance.ribbonHelp')} name="ribbon" value={now.ribbon} />
      <Switch
        label={t('appearance.modeKeys')}
        help={t('appearance.modeKeysHelp')}
        name="modeKeys"
        value={now.modeKeys}
      />
      <Switch
        label={t('appearance.modeNames')}
        help={t('appearance.modeNamesHelp')}
        name="modeNames"
        value={now.modeNames}
      />
      <Row label={<span>{t('appearance.keys')}</span>} help={t('appearance.keysChanged', { count: countRebound() })}>
        <button type="button" className="btn" onClick={() => flipOverlay('keys')}>
          {t('appearance.changeKeys')}
        </button>
      </Row>
    </ul>
  );
}

function Row({ label, help, children }: { label: ReactNode; help?: string; children: ReactNode }) {
  return (
    <li className="setting">
      <div className="about">
        {label}
        {help && <p>{help}</p>}
      </div>
      <div className="value">{children}</div>
    </li>
  );
}

interface ChoicesProps {
  label: string;
  name: 'theme' | 'density' | 'longReplies';
  value: string;
  options: readonly (readonly [value: string, label: string])[];
}

function Choices({ label, name, value, options }: ChoicesProps) {
  const id = useId();
  return (
    <Row label={<span id={id}>{label}</span>}>
      <div className="choices" role="radiogroup" aria-labelledby={id}>
        {options.map(([each, words]) => (
          <label key={each}>
            <input
              type="radio"
              name={`${id}-${name}`}
              value={each}
              checked={value === each}
              onChange={() => prefer({ [name]: each } as Partial<Preferences>)}
            />
            {words}
          </label>
        ))}
      </div>
    </Row>
  );
}

function Switch({
  label,
  help,
  name,
  value,
}: {
  label: string;
  help: string;
  name: 'ribbon' | 'modeKeys' | 'modeNames';
  value: boolean;
}) {
  const id = useId();
  return (
    <Row label={<label htmlFor={id}>{label}</label>} help={help}>
      <input id={id} type="checkbox" checked={value} onChange={(event) => prefer({ [name]: event.target.checked })} />
    </Row>
  );
}

function Language({ value }: { value: string }) {
  const { t } = useTranslation('settings');
  const id = useId();
  return (
    <Row label={<label htmlFor={id}>{t('appearance.locale')}</label>}>
      <select id={id} className="input" value={value} onChange={(event) => prefer({ locale: event.target.value })}>
        <option value="system">{t('appearance.localeSystem')}</option>
        {Object.entries(LOCALES).map(([locale, name]) => (
          <option key={locale} value={locale} lang={locale}>
            {name}
          </option>
        ))}
      </select>
    </Row>
  );
}
