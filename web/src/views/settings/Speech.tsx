import { type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { loadVoices } from '../../commands/speech';
import { type Preferences, prefer } from '../../model/preferences';
import { speech } from '../../model/speech/speech';
import { formatNumber } from '../parts/format';
import { usePreferences } from '../parts/store';
import { VoiceOptions } from '../parts/VoiceOptions';

/** How answers sound, for this browser. */
export function Speech() {
  const { t } = useTranslation('speech');
  const now = usePreferences((state) => state);
  const silent = useStore(speech, ({ ofServer, ofBrowser }) => ofServer?.length === 0 && ofBrowser.length === 0);
  useEffect(() => void loadVoices(), []);
  return (
    <ul className="settings">
      <Row label={t('engine')}>
        {(id) => (
          <select
            id={id}
            className="input"
            value={now.speechEngine}
            onChange={(event) => prefer({ speechEngine: event.target.value as Preferences['speechEngine'] })}
          >
            <option value="auto">{t('engineAuto')}</option>
            <option value="browser">{t('engineBrowser')}</option>
            <option value="server">{t('engineServer')}</option>
          </select>
        )}
      </Row>
      <Row label={t('voice')} help={silent ? t('voiceNone') : t('voiceHelp')}>
        {(id) => (
          <select
            id={id}
            className="input"
            value={now.speechVoice}
            onChange={(event) => prefer({ speechVoice: event.target.value })}
          >
            <VoiceOptions chosen={now.speechVoice} usual={t('voiceEach')} />
          </select>
        )}
      </Row>
      <Row label={t('rate')} help={t('rateTimes', { rate: formatNumber(now.speechRate, 2) })}>
        {(id) => (
          <input
            id={id}
            type="range"
            min={0.5}
            max={1.5}
            step={0.05}
            value={now.speechRate}
            aria-valuetext={t('rateTimes', { rate: formatNumber(now.speechRate, 2) })}
            onChange={(event) => prefer({ speechRate: Number(event.target.value) })}
          />
        )}
      </Row>
      <Device value={now.speechDevice} />
    </ul>
  );
}

/** Loudspeakers are offered where a browser can choose between them, and tells their names. */
function Device({ value }: { value: string }) {
  const { t } = useTranslation('speech');
  const [devices, setDevices] = useState<readonly MediaDeviceInfo[]>([]);
  useEffect(() => {
    if (!('setSinkId' in HTMLMediaElement.prototype)) return;
    const all = navigator.mediaDevices?.enumerateDevices() ?? Promise.resolve([]);
    all.then(
      (found) => setDevices(found.filter((each) => each.kind === 'audiooutput' && each.label !== '')),
      () => {},
    );
  }, []);
  if (devices.length === 0) return null;
  return (
    <Row label={t('device')}>
      {(id) => (
        <select
          id={id}
          className="input"
          value={value}
          onChange={(event) => prefer({ speechDevice: event.target.value })}
        >
          <option value="">{t('deviceUsual')}</option>
          {devices.map((each) => (
            <option key={each.deviceId} value={each.deviceId}>
              {each.label}
            </option>
          ))}
        </select>
      )}
    </Row>
  );
}

function Row({ label, help, children }: { label: string; help?: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <li className="setting">
      <div className="about">
        <label htmlFor={id}>{label}</label>
        {help && <p>{help}</p>}
      </div>
      <div className="value">{children(id)}</div>
    </li>
  );
}
