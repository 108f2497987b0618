import { useTranslation } from 'react-i18next';
import { isAsking, isAtWork } from '../../model/toolUse';
import { isCutByLength, isScripted } from '../../model/voices';
import type { Reply } from '../../protocol/events';
import { followWith } from '../parts/format';
import { StateMark, StateWord } from '../parts/StateWord';

/** How a reply is doing; while it waits for a tool or for the person, that is the word. */
export function ToolState({ reply }: { reply: Reply }) {
  const { t } = useTranslation('tools');
  if (isAsking(reply)) return <StateMark mark="asking">{t('state.asking')}</StateMark>;
  if (isAtWork(reply)) return <StateMark mark="waiting">{t('state.running')}</StateMark>;
  if (isCutByLength(reply)) return <StateWord state="length" />;
  if (reply.state === 'complete' && isScripted(reply)) return <Rehearsed />;
  return <StateWord state={reply.state} seconds={reply.metrics?.total_seconds} />;
}

/** How long a scripted voice took says nothing; that nothing was asked of a model does. */
function Rehearsed() {
  const { t } = useTranslation('conversation');
  return (
    <StateMark mark="complete">
      <span className="vh">{t('state.complete')}</span> {t('reply.rehearsal')}
      <span className="vh">{followWith(t('reply.scripted'))}</span>
    </StateMark>
  );
}
