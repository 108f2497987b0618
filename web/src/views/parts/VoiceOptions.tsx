import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { type SpeechVoice, speech } from '../../model/speech/speech';

/** Every voice there is, by where it comes from; also the one that was chosen when it is not here. */
export function VoiceOptions({ chosen, usual }: { chosen: string; usual: string }) {
  const { t } = useTranslation('speech');
  const { ofServer, ofBrowser } = useStore(speech);
  const isHere = [...(ofServer ?? []), ...ofBrowser].some((voice) => voice.id === chosen);
  return (
    <>
      <option value="">{usual}</option>
      {chosen !== '' && !isHere && <option value={chosen}>{t('gone', { voice: chosen })}</option>}
      <Group label={t('ofServer')} voices={ofServer ?? []} />
      <Group label={t('ofBrowser')} voices={ofBrowser} />
    </>
  );
}

function Group({ label, voices }: { label: string; voices: readonly SpeechVoice[] }) {
  if (voices.length === 0) return null;
  return (
    <optgroup label={label}>
      {voices.map((voice) => (
        <option key={voice.id} value={voice.id}>
          {[voice.name, voice.language, voice.engine === 'espeak' && 'espeak-ng'].filter(Boolean).join(', ')}
        </option>
      ))}
    </optgroup>
  );
}
