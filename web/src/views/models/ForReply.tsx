import { useTranslation } from 'react-i18next';
import { closeOverlay } from '../../commands/keys/palette';
import { askModel } from '../../commands/reask';
import type { Reply } from '../../protocol/events';
import { ModelList } from './ModelList';

/** The question goes out at once; what there is stays. */
export function ForReply({ turnId, reply }: { turnId: string; reply: Reply }) {
  const { t } = useTranslation('modelChoice');
  const choose = (model: string) => {
    closeOverlay();
    void askModel(turnId, reply.id, model);
  };
  return (
    <>
      <p className="about">{t(reply.chosen && reply.state !== 'complete' ? 'leadFailed' : 'leadReply')}</p>
      <ModelList now={reply.model} onChoose={choose} />
    </>
  );
}
