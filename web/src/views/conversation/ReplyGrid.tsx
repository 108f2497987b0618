import { memo } from 'react';
import { findTurn } from '../../model/conversation';
import { isFailed, standingReplies, voicesOf } from '../../model/voices';
import { useConversation, useScreen } from '../parts/store';
import { useNarrow } from '../parts/useNarrow';
import { Colophon } from './Colophon';
import { OpenedVoice } from './OpenedVoice';
import { ReplyCard } from './ReplyCard';
import { VoicesList } from './VoicesList';

interface Props {
  turnId: string;
  position: number;
  askedAt: number;
}

/** The answers of a turn as newspaper columns, one of them opened, or on a phone a list that leads to each. It redraws only when a voice joins or a second one fails. */
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
  const opened = useScreen((state) => state.opened[turnId]);
  const narrow = useNarrow();
  if (opened !== undefined && voices.length > 1 && voices.includes(opened)) {
    return <OpenedVoice turnId={turnId} advisorId={opened} voices={voices} askedAt={askedAt} others={others} />;
  }
  if (narrow && voices.length > 1) {
    return (
      <div className="replies">
        <VoicesList turnId={turnId} voices={voices} />
        <Colophon turnId={turnId} position={position} />
      </div>
    );
  }
  return (
    <div className={voices.length === 1 ? 'replies one' : 'replies'}>
      {voices.map((advisorId) => (
        <ReplyCard
          key={advisorId}
          turnId={turnId}
          advisorId={advisorId}
          askedAt={askedAt}
          others={others}
          isOneOfMany={voices.length > 1}
        />
      ))}
      {voices.length > 1 && <Colophon turnId={turnId} position={position} />}
    </div>
  );
});
