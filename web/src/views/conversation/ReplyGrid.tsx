import { memo } from 'react';
import { findTurn } from '../../model/conversation';
import { isFailed, standingReplies, voicesOf } from '../../model/voices';
import { useConversation } from '../parts/store';
import { Colophon } from './Colophon';
import { ReplyCard } from './ReplyCard';

interface Props {
  turnId: string;
  position: number;
  askedAt: number;
}

/** The answers of a turn as newspaper columns. It redraws only when a voice joins or a second one fails. */
export const ReplyGrid = memo(function ReplyGrid({ turnId, position, askedAt }: Props) {
  const voices = useConversation((state) => {
    const turn = findTurn(state, turnId);
    return turn ? voicesOf(turn) : [];
  });
  // A card that failed tells that the others did not, where that is so.
  const alone = useConversation((state) => {
    const turn = findTurn(state, turnId);
    return turn !== null && standingReplies(turn).filter(isFailed).length < 2;
  });
  const others = alone ? voices.length - 1 : 0;
  return (
    <div className={voices.length === 1 ? 'replies one' : 'replies'}>
      {voices.map((advisorId) => (
        <ReplyCard key={advisorId} turnId={turnId} advisorId={advisorId} askedAt={askedAt} others={others} />
      ))}
      {voices.length > 1 && <Colophon turnId={turnId} position={position} />}
    </div>
  );
});
