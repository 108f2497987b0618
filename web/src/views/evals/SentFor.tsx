import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { closeOverlay } from '../../commands/keys/palette';
import { loadReceipts } from '../../commands/receipts';
import { conversation, findReply } from '../../model/conversation';
import { focusOn, inspect } from '../../model/screen';
import type { Reply } from '../../protocol/events';
import { useReceipts } from '../payloads/useReceipts';

/** That the exact request is kept with a test, by its fingerprint, and the way to look at it. */
export function SentFor({ reply }: { reply: Reply }) {
  const { t } = useTranslation('evals');
  const known = useReceipts((state) => state.byReply[reply.id]);
  const madeFor = `${reply.state}.${reply.epoch}`;
  useEffect(() => void loadReceipts(reply.id, madeFor), [reply.id, madeFor]);
  const receipt = known?.list?.findLast((each) => each.round === 0);
  const look = () => {
    const turnId = findReply(conversation.getState(), reply.id)?.turn.id;
    if (turnId === undefined) return;
    closeOverlay();
    focusOn(turnId, reply.advisor_id);
    inspect({ kind: 'reply', turnId, replyId: reply.id });
  };
  if (known && !receipt) return <p className="help">{t('assert.payloadNone')}</p>;
  return (
    <div className="sent-for">
      <p>
        {t('assert.payload', { name: reply.name })}{' '}
        <button type="button" className="link" onClick={look}>
          {t('assert.look')}
        </button>
      </p>
      {receipt && <code>{t('assert.hash', { hash: receipt.sha256 })}</code>}
    </div>
  );
}
