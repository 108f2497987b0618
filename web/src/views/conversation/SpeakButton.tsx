import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { flipReply } from '../../commands/speech';
import { speech } from '../../model/speech/speech';
import type { Reply } from '../../protocol/events';

/** Read this answer aloud from its start, or stop. There is nothing to hear in one without words. */
export function SpeakButton({ turnId, reply }: { turnId: string; reply: Reply }) {
  const { t } = useTranslation('speech');
  const speaking = useIsSpeaking(reply.id);
  if ((reply.edited ?? reply.text) === '' && !speaking) return null;
  return (
    <button
      type="button"
      className="btn sm quiet speak"
      aria-label={t(speaking ? 'stopFor' : 'listenTo', { name: reply.name })}
      onClick={() => flipReply(turnId, reply)}
    >
      {t(speaking ? 'stop' : 'listen')}
    </button>
  );
}

/** A word, and a mark that moves where motion is welcome. It is seen, not announced: it would be heard over the voice. */
export function SpeakingWord() {
  const { t } = useTranslation('speech');
  return (
    <span className="speaking-word">
      <span className="bars" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {t('speaking')}
    </span>
  );
}

export function useIsSpeaking(replyId: string): boolean {
  return useStore(speech, ({ now }) => now?.replyId === replyId);
}
