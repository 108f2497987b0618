import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { closeOverlay } from '../../commands/keys/palette';
import words from '../../locales/en/modelChoice.json';
import { i18n } from '../../locales/i18n';
import { findTurn } from '../../model/conversation';
import { type Picking, picking } from '../../model/picking';
import { useAskedPanel } from '../panels/useAskedPanel';
import { Dialog } from '../parts/Floating';
import { useConversation } from '../parts/store';
import { ForMessage } from './ForMessage';
import { ForReply } from './ForReply';

// Not with the first screen: it has to arrive soon.
i18n.addResourceBundle('en', 'modelChoice', words);

/** Choose another model for once: for the message being written, or for one answer. */
export function ModelDialog() {
  const { reply } = useStore(picking);
  return reply === null ? <OfMessage /> : <OfReply reply={reply} />;
}

function OfMessage() {
  const { t } = useTranslation('modelChoice');
  const { asked } = useAskedPanel();
  return (
    <Dialog open onClose={closeOverlay} title={t('title')} className="palette model-choice">
      <ForMessage asked={asked} />
    </Dialog>
  );
}

function OfReply({ reply: { turnId, replyId } }: { reply: NonNullable<Picking['reply']> }) {
  const { t } = useTranslation('modelChoice');
  const found = useConversation((state) => findTurn(state, turnId)?.replies.find((each) => each.id === replyId));
  if (!found) return null;
  return (
    <Dialog open onClose={closeOverlay} title={t('titleFor', { name: found.name })} className="palette model-choice">
      <ForReply turnId={turnId} reply={found} />
    </Dialog>
  );
}
