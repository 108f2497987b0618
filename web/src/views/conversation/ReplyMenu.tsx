import { useTranslation } from 'react-i18next';
import { openAssert } from '../../commands/assert';
import { copyText } from '../../commands/copyText';
import { openModels } from '../../commands/otherModels';
import { openVoice } from '../../commands/reading';
import { chooseReply, editReply, replayReply } from '../../commands/replies';
import { flipReply } from '../../commands/speech';
import { removeTurns } from '../../commands/turns';
import { openWhy } from '../../commands/why';
import { findTurn } from '../../model/conversation';
import { emit } from '../../model/signals';
import { isCutByLength, isFailed } from '../../model/voices';
import type { Reply } from '../../protocol/events';
import { Menu, MenuItem } from '../parts/Floating';
import { useConversation } from '../parts/store';
import { useIsSpeaking } from './SpeakButton';

interface Props {
  turnId: string;
  reply: Reply;
  onEdit: () => void;
}

/** What else can be done with one answer. */
export function ReplyMenu({ turnId, reply, onEdit }: Props) {
  const { t } = useTranslation(['conversation', 'importance', 'models', 'speech']);
  const speaking = useIsSpeaking(reply.id);
  const isOpen = useConversation((state) => findTurn(state, turnId)?.all_completed === false);
  const words = reply.edited ?? reply.text;
  return (
    <Menu
      align="end"
      trigger={
        <button type="button" className="btn sm quiet more" aria-label={t('reply.moreFor', { name: reply.name })}>
          {t('reply.more')}
        </button>
      }
    >
      <MenuItem onClick={() => void copyText(words)} disabled={words === ''}>
        {t('reply.copy')}
      </MenuItem>
      <MenuItem onClick={() => openVoice(turnId, reply.advisor_id)}>{t('reply.open')}</MenuItem>
      {(words !== '' || speaking) && (
        <MenuItem onClick={() => flipReply(turnId, reply)}>{t(speaking ? 'speech:stop' : 'speech:listen')}</MenuItem>
      )}
      {reply.completed && words !== '' && <MenuItem onClick={onEdit}>{t('reply.edit')}</MenuItem>}
      {reply.edited !== null && <MenuItem onClick={() => void editReply(reply.id, null)}>{t('reply.revert')}</MenuItem>}
      {reply.state === 'complete' && (
        <MenuItem onClick={() => openAssert(turnId, reply.id)}>{t('reply.assert')}</MenuItem>
      )}
      {reply.state === 'complete' && !isCutByLength(reply) && reply.importance !== null && (
        <MenuItem onClick={() => emit('weigh', reply.id)}>{t('importance:mark.open')}</MenuItem>
      )}
      {reply.state === 'complete' && (
        <MenuItem onClick={() => void openWhy(turnId, reply.id)}>{t('reply.why')}</MenuItem>
      )}
      {reply.completed && <MenuItem onClick={() => void replayReply(reply.id, {})}>{t('reply.again')}</MenuItem>}
      {reply.completed && (
        <MenuItem onClick={() => openModels({ turnId, replyId: reply.id })}>{t('models:again')}</MenuItem>
      )}
      {reply.state === 'complete' && !reply.chosen && (
        <MenuItem onClick={() => void chooseReply(reply.id)}>{t('reply.choose')}</MenuItem>
      )}
      {isFailed(reply) && (
        <MenuItem disabled={isOpen} onClick={() => void removeTurns([turnId])}>
          {t('reply.removeTurn')}
        </MenuItem>
      )}
    </Menu>
  );
}
