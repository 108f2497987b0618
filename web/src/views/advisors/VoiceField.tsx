import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { loadVoices } from '../../commands/speech';
import { Field } from '../parts/Field';
import { VoiceOptions } from '../parts/VoiceOptions';

/** How an advisor sounds; '' leaves it to the listener. */
export function VoiceField({ value, onChange }: { value: string; onChange: (voice: string) => void }) {
  const { t } = useTranslation('speech');
  useEffect(() => void loadVoices(), []);
  return (
    <Field label={t('advisorVoice')} help={t('advisorVoiceHelp')}>
      {(ids) => (
        <select {...ids} className="input" value={value} onChange={(event) => onChange(event.target.value)}>
          <VoiceOptions chosen={value} usual={t('advisorVoiceUsual')} />
        </select>
      )}
    </Field>
  );
}
