import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { agreeToDictation, declineDictation, flipDictation } from '../../commands/dictation';
import { dictation } from '../../model/dictation';

/** Speak instead of typing. Before the first time it says who may be listening. */
export function Dictate() {
  const { t } = useTranslation('speech');
  const phase = useStore(dictation, (state) => state.phase);
  if (phase === 'asking') {
    return (
      <span className="dictation" role="status">
        <span>{t('dictation.once')}</span>
        <button type="button" className="link" onClick={agreeToDictation}>
          {t('dictation.begin')}
        </button>
        <button type="button" className="link" onClick={declineDictation}>
          {t('dictation.decline')}
        </button>
      </span>
    );
  }
  const isOn = phase === 'listening';
  return (
    <button type="button" className="btn quiet dictate" aria-pressed={isOn} onClick={flipDictation}>
      {t(isOn ? 'dictation.stop' : 'dictation.start')}
    </button>
  );
}
