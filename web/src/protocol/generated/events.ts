/* Made by `npm run generate`; do not edit. */

export type Fact =
  | ConversationCreatedFact
  | ConversationRenamedFact
  | TurnAcceptedFact
  | RepliesSendingFact
  | ReplySettledFact
  | ReplyAddedFact
  | ReplyChosenFact
  | ReplyEditedFact
  | TurnsMarkedFact
  | TurnsRemovedFact
  | TurnsRestoredFact
  | DividerDrawnFact;
export type State =
  | 'waiting'
  | 'sending'
  | 'streaming'
  | 'complete'
  | 'empty'
  | 'filtered'
  | 'error'
  | 'incomplete'
  | 'interrupted'
  | 'stopped'
  | 'rate_limited';
export type Frame =
  | SnapshotFrame
  | ConversationCreatedFrame
  | ConversationRenamedFrame
  | TurnAcceptedFrame
  | RepliesSendingFrame
  | ReplySettledFrame
  | ReplyAddedFrame
  | ReplyChosenFrame
  | ReplyEditedFrame
  | TurnsMarkedFrame
  | TurnsRemovedFrame
  | TurnsRestoredFrame
  | DividerDrawnFrame
  | DeltaFrame
  | GapFrame
  | ReconnectFrame;

export interface Events {
  ChoiceAnswer?: ChoiceAnswer;
  ConversationCreatedFact?: ConversationCreatedFact;
  ConversationCreatedFrame?: ConversationCreatedFrame;
  ConversationRenamedFact?: ConversationRenamedFact;
  ConversationRenamedFrame?: ConversationRenamedFrame;
  DeltaEvent?: DeltaEvent;
  DeltaFrame?: DeltaFrame;
  DividerDrawnFact?: DividerDrawnFact;
  DividerDrawnFrame?: DividerDrawnFrame;
  ErrorAnswer?: ErrorAnswer;
  Fact?: Fact;
  Frame?: Frame;
  GapEvent?: GapEvent;
  GapFrame?: GapFrame;
  MarksAnswer?: MarksAnswer;
  MetricsAnswer?: MetricsAnswer;
  PartAnswer?: PartAnswer;
  ReconnectEvent?: ReconnectEvent;
  ReconnectFrame?: ReconnectFrame;
  RepliesSendingFact?: RepliesSendingFact;
  RepliesSendingFrame?: RepliesSendingFrame;
  ReplyAddedFact?: ReplyAddedFact;
  ReplyAddedFrame?: ReplyAddedFrame;
  ReplyAnswer?: ReplyAnswer;
  ReplyChosenFact?: ReplyChosenFact;
  ReplyChosenFrame?: ReplyChosenFrame;
  ReplyEditedFact?: ReplyEditedFact;
  ReplyEditedFrame?: ReplyEditedFrame;
  ReplySettledFact?: ReplySettledFact;
  ReplySettledFrame?: ReplySettledFrame;
  SendingAnswer?: SendingAnswer;
  SnapshotFrame?: SnapshotFrame;
  State?: State;
  TurnAcceptedFact?: TurnAcceptedFact;
  TurnAcceptedFrame?: TurnAcceptedFrame;
  TurnAnswer?: TurnAnswer;
  TurnsMarkedFact?: TurnsMarkedFact;
  TurnsMarkedFrame?: TurnsMarkedFrame;
  TurnsRemovedFact?: TurnsRemovedFact;
  TurnsRemovedFrame?: TurnsRemovedFrame;
  TurnsRestoredFact?: TurnsRestoredFact;
  TurnsRestoredFrame?: TurnsRestoredFrame;
  ViewAnswer?: ViewAnswer;
}
/**
 * What was chosen; what is as usual is absent.
 */
export interface ChoiceAnswer {
  dropping?: 'oldest' | 'importance' | 'sticky';
  failed_turns?: boolean;
  filter?: string;
  focus?: string;
  leave_out?: string[];
  model?: string;
  off?: ('reference' | 'state' | 'instructions' | 'todo' | 'documents')[];
  stamps?: boolean;
  take_in?: string[];
}
/**
 * The first fact of every conversation.
 */
export interface ConversationCreatedFact {
  conversation_id: string;
  created_at: string;
  kind: 'conversation_created';
  seq: number;
  title: string;
}
/**
 * An event named `conversation_created`.
 */
export interface ConversationCreatedFrame {
  data: ConversationCreatedFact;
  event: 'conversation_created';
}
/**
 * The title people see from now on.
 */
export interface ConversationRenamedFact {
  conversation_id: string;
  kind: 'conversation_renamed';
  seq: number;
  title: string;
}
/**
 * An event named `conversation_renamed`.
 */
export interface ConversationRenamedFrame {
  data: ConversationRenamedFact;
  event: 'conversation_renamed';
}
/**
 * `text` stands at `offset`, in code points, of this channel of this epoch of the reply.
 */
export interface DeltaEvent {
  channel: 'text' | 'thinking';
  conversation_id: string;
  epoch: number;
  kind: 'delta';
  offset: number;
  reply_id: string;
  text: string;
}
/**
 * An event named `delta`.
 */
export interface DeltaFrame {
  data: DeltaEvent;
  event: 'delta';
}
/**
 * A visible line behind the turn at this position.
 */
export interface DividerDrawnFact {
  conversation_id: string;
  kind: 'divider_drawn';
  position: number;
  seq: number;
}
/**
 * An event named `divider_drawn`.
 */
export interface DividerDrawnFrame {
  data: DividerDrawnFact;
  event: 'divider_drawn';
}
/**
 * Why a reply ended badly.
 */
export interface ErrorAnswer {
  code: string;
  facts: {
    [k: string]: unknown;
  };
  message: string;
}
/**
 * A human message is on disk, with one waiting reply per advisor asked.
 */
export interface TurnAcceptedFact {
  conversation_id: string;
  kind: 'turn_accepted';
  seq: number;
  turn: TurnAnswer;
}
/**
 * One human message and its replies.
 */
export interface TurnAnswer {
  all_completed: boolean;
  colour_flag: ('blue' | 'grey') | null;
  conversation_id: string;
  created_at: string;
  id: string;
  importance: number | null;
  marks: {
    [k: string]: 'in' | 'out' | 'pin';
  };
  parts: PartAnswer[];
  pinned: boolean;
  position: number;
  replies: ReplyAnswer[];
  stars: number;
  tags: string[];
  text: string;
  topic: string | null;
}
/**
 * A part of a message beside its text.
 */
export interface PartAnswer {
  kind: 'text';
  text: string;
}
/**
 * One advisor's reply.
 */
export interface ReplyAnswer {
  advisor_id: string;
  advisor_version: number;
  changes: ChoiceAnswer | null;
  chosen: boolean;
  colour: string;
  completed: boolean;
  edited: string | null;
  epoch: number;
  error: ErrorAnswer | null;
  finish_reason: string | null;
  id: string;
  metrics: MetricsAnswer | null;
  model: string;
  name: string;
  state: State;
  text: string;
  thinking: string;
  variant: number;
}
/**
 * What a reply cost and how fast it came; a figure that was neither measured nor reported is absent.
 */
export interface MetricsAnswer {
  attempts?: number;
  first_token_seconds?: number;
  input_tokens?: number;
  output_tokens?: number;
  tokens_per_second?: number;
  total_seconds?: number;
}
/**
 * These replies start now.
 */
export interface RepliesSendingFact {
  conversation_id: string;
  kind: 'replies_sending';
  replies: SendingAnswer[];
  seq: number;
  turn_id: string;
}
/**
 * One reply and the epoch it starts under; text of earlier epochs is void.
 */
export interface SendingAnswer {
  epoch: number;
  reply_id: string;
}
/**
 * How a reply ended and how long its text is, in code points; the text itself travels as deltas.
 */
export interface ReplySettledFact {
  conversation_id: string;
  epoch: number;
  error: ErrorAnswer | null;
  finish_reason: string | null;
  kind: 'reply_settled';
  metrics: MetricsAnswer | null;
  reply_id: string;
  seq: number;
  state: State;
  text_length: number;
  thinking_length: number;
  turn_id: string;
}
/**
 * Another variant, waiting; when it is chosen from the start, the one before it no longer is.
 */
export interface ReplyAddedFact {
  conversation_id: string;
  kind: 'reply_added';
  reply: ReplyAnswer;
  seq: number;
  turn_id: string;
}
/**
 * From now on this variant stands for its advisor in this turn.
 */
export interface ReplyChosenFact {
  conversation_id: string;
  kind: 'reply_chosen';
  reply_id: string;
  seq: number;
  turn_id: string;
}
/**
 * These words are shown and sent instead; none mean the advisor's own again.
 */
export interface ReplyEditedFact {
  conversation_id: string;
  kind: 'reply_edited';
  reply_id: string;
  seq: number;
  text: string | null;
  turn_id: string;
}
/**
 * The same marks were set on all of these turns.
 */
export interface TurnsMarkedFact {
  conversation_id: string;
  kind: 'turns_marked';
  marks: MarksAnswer;
  seq: number;
  turn_ids: string[];
}
/**
 * What was set; an absent key was left alone. `contexts` maps an advisor (empty: everybody) to a mark or none.
 */
export interface MarksAnswer {
  add_tags?: string[];
  colour_flag?: ('blue' | 'grey') | null;
  contexts?: {
    [k: string]: 'in' | 'out' | 'pin' | null;
  };
  pinned?: boolean;
  remove_tags?: string[];
  stars?: number;
  topic?: string | null;
}
/**
 * These turns are gone, until they are restored.
 */
export interface TurnsRemovedFact {
  conversation_id: string;
  kind: 'turns_removed';
  seq: number;
  turn_ids: string[];
}
/**
 * These turns stand again where they stood, with all they held.
 */
export interface TurnsRestoredFact {
  conversation_id: string;
  kind: 'turns_restored';
  seq: number;
  turns: TurnAnswer[];
}
/**
 * An event named `snapshot`.
 */
export interface SnapshotFrame {
  data: ViewAnswer;
  event: 'snapshot';
}
/**
 * A conversation as of fact number `seq`.
 */
export interface ViewAnswer {
  conversation_id: string;
  dividers: number[];
  has_older: boolean;
  seq: number;
  title: string;
  turns: TurnAnswer[];
}
/**
 * An event named `turn_accepted`.
 */
export interface TurnAcceptedFrame {
  data: TurnAcceptedFact;
  event: 'turn_accepted';
}
/**
 * An event named `replies_sending`.
 */
export interface RepliesSendingFrame {
  data: RepliesSendingFact;
  event: 'replies_sending';
}
/**
 * An event named `reply_settled`.
 */
export interface ReplySettledFrame {
  data: ReplySettledFact;
  event: 'reply_settled';
}
/**
 * An event named `reply_added`.
 */
export interface ReplyAddedFrame {
  data: ReplyAddedFact;
  event: 'reply_added';
}
/**
 * An event named `reply_chosen`.
 */
export interface ReplyChosenFrame {
  data: ReplyChosenFact;
  event: 'reply_chosen';
}
/**
 * An event named `reply_edited`.
 */
export interface ReplyEditedFrame {
  data: ReplyEditedFact;
  event: 'reply_edited';
}
/**
 * An event named `turns_marked`.
 */
export interface TurnsMarkedFrame {
  data: TurnsMarkedFact;
  event: 'turns_marked';
}
/**
 * An event named `turns_removed`.
 */
export interface TurnsRemovedFrame {
  data: TurnsRemovedFact;
  event: 'turns_removed';
}
/**
 * An event named `turns_restored`.
 */
export interface TurnsRestoredFrame {
  data: TurnsRestoredFact;
  event: 'turns_restored';
}
/**
 * An event named `gap`.
 */
export interface GapFrame {
  data: GapEvent;
  event: 'gap';
}
/**
 * The cursor could not be continued from; a snapshot follows.
 */
export interface GapEvent {
  conversation_id: string;
  reason: 'too_old' | 'from_the_future';
}
/**
 * An event named `reconnect`.
 */
export interface ReconnectFrame {
  data: ReconnectEvent;
  event: 'reconnect';
}
/**
 * This server is going; come back with the cursor, and another will answer.
 */
export interface ReconnectEvent {}
