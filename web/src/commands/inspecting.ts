/** Open the inspector on what is worth looking at now, or close it. */
import { conversation, openTurn } from '../model/conversation';
import { inspect, type Subject, screen } from '../model/screen';
import { chosenOf, standingReplies } from '../model/voices';

/** While voices speak, what they were sent is final and shown; otherwise what would be sent next. */
export function subjectNow(): Subject {
  const turn = openTurn(conversation.getState());
  const { advisorId } = screen.getState();
  const reply = turn && ((advisorId && chosenOf(turn, advisorId)) || standingReplies(turn)[0]);
  return turn && reply ? { kind: 'reply', turnId: turn.id, replyId: reply.id } : { kind: 'draft', advisorId: null };
}

export function flipInspector(): void {
  inspect(screen.getState().inspector ? null : subjectNow());
}
