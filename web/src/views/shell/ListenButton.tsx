import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { flipListening, watchSpeech } from '../../commands/speech';
import { speech } from '../../model/speech/speech';
import { useRoute } from '../parts/store';

/** Whether answers are read aloud while they come. Beside a conversation, it also keeps the reading going. */
export function ListenButton() {
  const { t } = useTranslation('speech');
  const listening = useStore(speech, (state) => state.listening);
  useEffect(watchSpeech, []);
  if (useRoute().page !== 'conversation') return null;
  return (
    <button type="button" className="word" aria-pressed={listening} onClick={flipListening}>
      {t('toggle')}: {t(listening ? 'on' : 'off')}
    </button>
  );
}
