import { useTranslation } from 'react-i18next';
import { openAssert } from '../../commands/assert';
import { copyText } from '../../commands/copyText';
import { openReader } from '../../commands/reading';
import { chooseReply, editReply, replayReply } from '../../commands/replies';
import type { Reply } from '../../protocol/events';
import { Menu, MenuItem } from '../parts/Floating';

interface Props {
  turnId: string;
  reply: Reply;
  onEdit: () => void;
}

/** What else can be done with one answer. */
export function ReplyMenu({ turnId, reply, onEdit }: Props) {
  const { t } = useTranslation(['conversation', 'evals']);
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
      <MenuItem onClick={() => openReader(turnId, reply.advisor_id)}>{t('reply.open')}</MenuItem>
      {reply.completed && words !== '' && <MenuItem onClick={onEdit}>{t('reply.edit')}</MenuItem>}
      {reply.edited !== null && <MenuItem onClick={() => void editReply(reply.id, null)}>{t('reply.revert')}</MenuItem>}
      {reply.state === 'complete' && (
        <MenuItem onClick={() => openAssert(turnId, reply.id)}>{t('evals:assert.open')}</MenuItem>
      )}
      {reply.completed && <MenuItem onClick={() => void replayReply(reply.id, {})}>{t('reply.again')}</MenuItem>}
      {reply.state === 'complete' && !reply.chosen && (
        <MenuItem onClick={() => void chooseReply(reply.id)}>{t('reply.choose')}</MenuItem>
      )}
    </Menu>
  );
}
