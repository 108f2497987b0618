import { useTranslation } from 'react-i18next';
import { chooseReply } from '../../commands/replies';
import type { Reply } from '../../protocol/events';
import { sayNth } from '../parts/counts';

interface Props {
  replies: readonly Reply[];
  shown: Reply;
  onLook: (replyId: string) => void;
}

/** Several answers of one voice: look at each, let one of them stand. */
export function Variants({ replies, shown, onLook }: Props) {
  const { t } = useTranslation('conversation');
  if (replies.length < 2) return null;
  const place = replies.indexOf(shown);
  const step = (to: number) => {
    const next = replies[to];
    if (next) onLook(next.id);
  };
  return (
    <div className="variants">
      <button type="button" className="link" disabled={place <= 0} onClick={() => step(place - 1)}>
        <span aria-hidden="true">‹</span>
        <span className="vh">{t('reply.previous')}</span>
      </button>
      <span>{t('reply.variantOf', { answer: sayNth(t, 'answer', place + 1), count: replies.length })}</span>
      <button type="button" className="link" disabled={place >= replies.length - 1} onClick={() => step(place + 1)}>
        <span aria-hidden="true">›</span>
        <span className="vh">{t('reply.next')}</span>
      </button>
      {!shown.chosen && <span>{t('reply.notChosen')}</span>}
      {!shown.chosen && shown.state === 'complete' && (
        <button type="button" className="link" onClick={() => void chooseReply(shown.id)}>
          {t('reply.choose')}
        </button>
      )}
    </div>
  );
}
