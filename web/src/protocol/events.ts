/** What the feed says, by the names the client uses. The types are made from the server's schema. */
import type {
  DeltaEvent,
  ErrorAnswer,
  Fact,
  Frame as FeedFrame,
  MarksAnswer,
  PictureAnswer,
  ReplyAnswer,
  State,
  ToolUseAnswer,
  TurnAnswer,
  ViewAnswer,
} from './generated/events';

export type { Fact };
export type Delta = DeltaEvent;
export type FeedEvent = Fact | Delta;
export type Reply = ReplyAnswer;
export type ReplyState = State;
export type ReplyError = ErrorAnswer;
export type ToolUse = ToolUseAnswer;
export type Picture = PictureAnswer;
export type Turn = TurnAnswer;
export type ConversationView = ViewAnswer;
export type Marks = MarksAnswer;
export type Mark = 'in' | 'out' | 'pin';

/** One server-sent event: its name, its body, and the cursor to go on from when it has one. */
export type Frame = FeedFrame & { id?: string | undefined };

/** The closed list of what the feed may say. Anything else is dropped unread. */
const NAMES: Record<Frame['event'], true> = {
  snapshot: true,
  gap: true,
  reconnect: true,
  list_changed: true,
  work_changed: true,
  delta: true,
  conversation_created: true,
  conversation_renamed: true,
  turn_accepted: true,
  replies_sending: true,
  reply_used_tools: true,
  reply_pictured: true,
  reply_settled: true,
  reply_added: true,
  reply_chosen: true,
  reply_edited: true,
  reply_weighed: true,
  turns_marked: true,
  turns_removed: true,
  turns_restored: true,
  divider_drawn: true,
  conversation_deleted: true,
};

export const FRAME_NAMES: ReadonlySet<string> = new Set(Object.keys(NAMES));
