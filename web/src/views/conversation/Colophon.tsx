import { useTranslation } from 'react-i18next';
import { beginSentence } from '../../locales/sentence';
import { findTurn } from '../../model/conversation';
import { isAtWork } from '../../model/toolUse';
import { isCut, isFailed, isWaiting, standingReplies } from '../../model/voices';
import type { Reply } from '../../protocol/events';
import { sayCount } from '../parts/counts';
import { joinWords } from '../parts/format';
import { useConversation } from '../parts/store';

const KINDS = ['done', 'speaking', 'waiting', 'failed', 'cut'] as const;
type Kind = (typeof KINDS)[number];

function kindOf(reply: Reply): Kind {
  if (isWaiting(reply)) return 'waiting';
  if (isAtWork(reply)) return 'waiting';
  if (reply.state === 'streaming') return 'speaking';
  if (isFailed(reply)) return 'failed';
  return isCut(reply) ? 'cut' : 'done';
}

/** The last cell of a grid in which somebody still speaks: how far it has come, in words. */
export function Colophon({ turnId, position }: { turnId: string; position: number }) {
  const { t } = useTranslation('conversation');
  const { t: tell } = useTranslation('composer');
  const counts = useConversation((state) => {
    const turn = findTurn(state, turnId);
    const kinds = turn ? standingReplies(turn).map(kindOf) : [];
    return Object.fromEntries(KINDS.map((kind) => [kind, kinds.filter((each) => each === kind).length]));
  }) as Record<Kind, number>;
  const isOpen = counts.speaking + counts.waiting > 0;
  if (!isOpen) return null;
  const parts = KINDS.filter((kind) => counts[kind] > 0).map((kind) =>
    t(`soFar.${kind}`, { count: counts[kind], number: sayCount(tell, counts[kind]) }),
  );
  return (
    <div className="colophon">
      <h3>{t('soFar.title', { position })}</h3>
      <p>{t('soFar.sentence', { said: beginSentence(joinWords(parts)) })}</p>
    </div>
  );
}
