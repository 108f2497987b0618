/* Made by `npm run generate`; do not edit. */

export type Fact =
  | ConversationCreatedFact
  | ConversationRenamedFact
  | TurnAcceptedFact
  | RepliesSendingFact
  | ReplyUsedToolsFact
  | ReplyPicturedFact
  | ReplySettledFact
  | ReplyAddedFact
  | ReplyChosenFact
  | ReplyEditedFact
  | ReplyWeighedFact
  | TurnsMarkedFact
  | TurnsRemovedFact
  | TurnsRestoredFact
  | DividerDrawnFact
  | ConversationDeletedFact;
export type PartAnswer = TextPartAnswer | ImagePartAnswer | CodePartAnswer | FilePartAnswer;
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
  | ReplyUsedToolsFrame
  | ReplyPicturedFrame
  | ReplySettledFrame
  | ReplyAddedFrame
  | ReplyChosenFrame
  | ReplyEditedFrame
  | ReplyWeighedFrame
  | TurnsMarkedFrame
  | TurnsRemovedFrame
  | TurnsRestoredFrame
  | DividerDrawnFrame
  | ConversationDeletedFrame
  | DeltaFrame
  | GapFrame
  | ReconnectFrame
  | ListChangedFrame
  | WorkChangedFrame;

export interface Events {
  ChoiceAnswer?: ChoiceAnswer;
  CodePartAnswer?: CodePartAnswer;
  ConversationCreatedFact?: ConversationCreatedFact;
  ConversationCreatedFrame?: ConversationCreatedFrame;
  ConversationDeletedFact?: ConversationDeletedFact;
  ConversationDeletedFrame?: ConversationDeletedFrame;
  ConversationRenamedFact?: ConversationRenamedFact;
  ConversationRenamedFrame?: ConversationRenamedFrame;
  DeltaEvent?: DeltaEvent;
  DeltaFrame?: DeltaFrame;
  DividerDrawnFact?: DividerDrawnFact;
  DividerDrawnFrame?: DividerDrawnFrame;
  ErrorAnswer?: ErrorAnswer;
  Fact?: Fact;
  FilePartAnswer?: FilePartAnswer;
  Frame?: Frame;
  GapEvent?: GapEvent;
  GapFrame?: GapFrame;
  ImagePartAnswer?: ImagePartAnswer;
  ListChangedEvent?: ListChangedEvent;
  ListChangedFrame?: ListChangedFrame;
  MarksAnswer?: MarksAnswer;
  MetricsAnswer?: MetricsAnswer;
  PartAnswer?: PartAnswer;
  PictureAnswer?: PictureAnswer;
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
  ReplyPicturedFact?: ReplyPicturedFact;
  ReplyPicturedFrame?: ReplyPicturedFrame;
  ReplySettledFact?: ReplySettledFact;
  ReplySettledFrame?: ReplySettledFrame;
  ReplyUsedToolsFact?: ReplyUsedToolsFact;
  ReplyUsedToolsFrame?: ReplyUsedToolsFrame;
  ReplyWeighedFact?: ReplyWeighedFact;
  ReplyWeighedFrame?: ReplyWeighedFrame;
  SendingAnswer?: SendingAnswer;
  SnapshotFrame?: SnapshotFrame;
  State?: State;
  TextPartAnswer?: TextPartAnswer;
  ToolUseAnswer?: ToolUseAnswer;
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
  WorkChangedEvent?: WorkChangedEvent;
  WorkChangedFrame?: WorkChangedFrame;
}
/**
 * What was chosen; what is as usual is absent. `newest_model` is what the newest turn was sent with.
 */
export interface ChoiceAnswer {
  caller_note?: string;
  dropping?: 'oldest' | 'importance' | 'sticky';
  failed_turns?: boolean;
  filter?: string;
  focus?: string;
  leave_out?: string[];
  max_tokens?: number;
  model?: string;
  models?: {
    [k: string]: string;
  };
  newest_model?: string;
  off?: ('reference' | 'synthesis' | 'state' | 'memory' | 'instructions' | 'todo' | 'documents' | 'caller')[];
  omit?: string[];
  phase?: 'last';
  split?: string;
  stamps?: boolean;
  synthesis?: string;
  take_in?: string[];
  thinking?: ('off' | 'low' | 'medium' | 'high') | number;
  usual_models?: boolean;
}
/**
 * Source text in a language.
 */
export interface CodePartAnswer {
  code: string;
  filename: string | null;
  kind: 'code';
  language: string;
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
 * The last of all: nothing of the conversation is left, and the stream says no more of it.
 */
export interface ConversationDeletedFact {
  conversation_id: string;
  kind: 'conversation_deleted';
  seq: number;
}
/**
 * An event named `conversation_deleted`.
 */
export interface ConversationDeletedFrame {
  data: ConversationDeletedFact;
  event: 'conversation_deleted';
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
 *
 * `wordings` are the ids of all wordings of this message, oldest first, this turn's own among them; empty where there
 * is but one.
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
  origin: 'person' | 'round' | 'heartbeat' | 'review' | 'imported';
  parts: PartAnswer[];
  pinned: boolean;
  position: number;
  replies: ReplyAnswer[];
  stars: number;
  surface: ('openai' | 'responses' | 'mcp' | 'agui' | 'bridge') | null;
  tags: string[];
  text: string;
  topic: string | null;
  wordings: string[];
  worth: number | null;
}
/**
 * Plain text.
 */
export interface TextPartAnswer {
  kind: 'text';
  text: string;
}
/**
 * A picture; its bytes are at /v1/documents/{document_id}/data.
 */
export interface ImagePartAnswer {
  document_id: string;
  height: number;
  kind: 'image';
  media_type: string;
  name: string;
  width: number;
}
/**
 * A file; more about it is at /v1/documents/{document_id}.
 */
export interface FilePartAnswer {
  document_id: string;
  kind: 'file';
  media_type: string;
  name: string;
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
  importance: number | null;
  metrics: MetricsAnswer | null;
  model: string;
  name: string;
  pictures: PictureAnswer[];
  state: State;
  text: string;
  thinking: string;
  tools: ToolUseAnswer[];
  variant: number;
  worth: number | null;
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
 * A picture in a reply; its bytes are those of the document.
 *
 * `alt` says what it shows, as far as somebody said so. `at` is where in the text it stands, in code points.
 */
export interface PictureAnswer {
  alt: string;
  at: number;
  document_id: string;
  height: number;
  media_type: string;
  name: string;
  round: number;
  width: number;
}
/**
 * One call of a tool in a reply, and what came of it.
 *
 * `at` is where in the text it stands, in code points; `round` how often results had been handed back before. While
 * it is `asking`, `approval_id` names the question. `told` is what the model reads where that is not the result.
 */
export interface ToolUseAnswer {
  allowed: string | null;
  approval_id: string | null;
  arguments: string;
  at: number;
  epoch: number;
  expires_at: string | null;
  id: string;
  name: string;
  pictures: PictureAnswer[];
  result: string;
  round: number;
  seconds: number | null;
  server: string;
  status: 'asking' | 'running' | 'success' | 'error' | 'rejected';
  told: string;
  tool: string;
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
 * These uses of tools, as they stand now; each takes the place of the one with its id.
 */
export interface ReplyUsedToolsFact {
  conversation_id: string;
  kind: 'reply_used_tools';
  reply_id: string;
  seq: number;
  turn_id: string;
  uses: ToolUseAnswer[];
}
/**
 * All the pictures its model has put into the reply, as they stand now.
 */
export interface ReplyPicturedFact {
  conversation_id: string;
  kind: 'reply_pictured';
  pictures: PictureAnswer[];
  reply_id: string;
  seq: number;
  turn_id: string;
}
/**
 * How a reply ended and how long its text is, in code points; the text itself travels as deltas.
 */
export interface ReplySettledFact {
  conversation_id: string;
  epoch: number;
  error: ErrorAnswer | null;
  finish_reason: string | null;
  importance: number | null;
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
  importance: number | null;
  kind: 'reply_edited';
  reply_id: string;
  seq: number;
  text: string | null;
  turn_id: string;
}
/**
 * This counts instead of what was reckoned; nothing means that what was reckoned counts again.
 */
export interface ReplyWeighedFact {
  conversation_id: string;
  kind: 'reply_weighed';
  reply_id: string;
  seq: number;
  turn_id: string;
  worth: number | null;
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
  worth?: number | null;
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
  kept_until: string | null;
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
 * An event named `reply_used_tools`.
 */
export interface ReplyUsedToolsFrame {
  data: ReplyUsedToolsFact;
  event: 'reply_used_tools';
}
/**
 * An event named `reply_pictured`.
 */
export interface ReplyPicturedFrame {
  data: ReplyPicturedFact;
  event: 'reply_pictured';
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
 * An event named `reply_weighed`.
 */
export interface ReplyWeighedFrame {
  data: ReplyWeighedFact;
  event: 'reply_weighed';
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
/**
 * An event named `list_changed`.
 */
export interface ListChangedFrame {
  data: ListChangedEvent;
  event: 'list_changed';
}
/**
 * The list of conversations and folders stands at this number; what was read at another one may be old.
 */
export interface ListChangedEvent {
  number: number;
}
/**
 * An event named `work_changed`.
 */
export interface WorkChangedFrame {
  data: WorkChangedEvent;
  event: 'work_changed';
}
/**
 * Lasting work was begun, taken, given back or ended here; what was read of it before may be old.
 */
export interface WorkChangedEvent {}
