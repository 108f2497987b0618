import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { findTurn } from '../../model/conversation';
import { standingReplies } from '../../model/voices';
import type { Reply } from '../../protocol/events';
import { Monogram } from '../parts/Monogram';
import { plainLine } from '../parts/plainLine';
import { useConversation } from '../parts/store';

interface Props {
  turnId: string;
  /** The advisors this turn is not sent to, parted by blanks. */
  out: string;
  /** The way to the whole answers. */
  children: ReactNode;
}

/** A past turn: one line per voice. */
export function Digest({ turnId, out, children }: Props) {
  const replies = useConversation((state) => {
    const turn = findTurn(state, turnId);
    return turn ? standingReplies(turn) : [];
  });
  const left = new Set(out.split(' '));
  return (
    <ul className="digest">
      {replies.map((reply) => (
        <li key={reply.id} className={left.has(reply.advisor_id) ? 'out' : ''}>
          <Monogram name={reply.name} colour={reply.colour} small />
          <Line reply={reply} />
        </li>
      ))}
      <li className="whole">{children}</li>
    </ul>
  );
}

function Line({ reply }: { reply: Reply }) {
  const { t } = useTranslation('conversation');
  const words = plainLine(reply.edited ?? reply.text);
  return (
    <span dir="auto">
      <span className="vh">{reply.name}: </span>
      {words || <em>{t(`state.${reply.state}`)}</em>}
    </span>
  );
}
