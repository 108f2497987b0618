import { useTranslation } from 'react-i18next';
import { isAsking, isAtWork } from '../../model/toolUse';
import type { Reply } from '../../protocol/events';
import { StateWord } from '../conversation/StateWord';

/** How a reply is doing; while it waits for a tool or for the person, that is the word. */
export function ToolState({ reply }: { reply: Reply }) {
  const { t } = useTranslation('tools');
  if (isAsking(reply)) return <span className="state asking">{t('state.asking')}</span>;
  if (isAtWork(reply)) return <span className="state waiting">{t('state.running')}</span>;
  return <StateWord state={reply.state} />;
}
