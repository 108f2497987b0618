/* Made by `npm run generate`; do not edit. */

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
/**
 * A colour by its name, in the order they are given out.
 */
export type Colour =
  | 'lapis'
  | 'umber'
  | 'rose'
  | 'iris'
  | 'olive'
  | 'cerulean'
  | 'brick'
  | 'plum'
  | 'ochre'
  | 'sea'
  | 'fern'
  | 'night'
  | 'bark'
  | 'damson'
  | 'pine'
  | 'oxblood'
  | 'moss'
  | 'indigo'
  | 'tobacco'
  | 'slate'
  | 'mulberry'
  | 'bottle';
export type Fact =
  | ConversationCreatedFact
  | ConversationRenamedFact
  | TurnAcceptedFact
  | RepliesSendingFact
  | ReplyUsedToolsFact
  | ReplySettledFact
  | ReplyAddedFact
  | ReplyChosenFact
  | ReplyEditedFact
  | ReplyWeighedFact
  | TurnsMarkedFact
  | TurnsRemovedFact
  | TurnsRestoredFact
  | DividerDrawnFact;

export interface Answers {
  AcceptedAnswer?: AcceptedAnswer;
  AdvisorAnswer?: AdvisorAnswer;
  AdvisorPreviewAnswer?: AdvisorPreviewAnswer;
  AdvisorsAnswer?: AdvisorsAnswer;
  AnalysesAnswer?: AnalysesAnswer;
  AnalysisAnswer?: AnalysisAnswer;
  AnalysisCallAnswer?: AnalysisCallAnswer;
  AnalysisErrorAnswer?: AnalysisErrorAnswer;
  AnalysisLine?: AnalysisLine;
  ApprovalAnswer?: ApprovalAnswer;
  ApprovalsAnswer?: ApprovalsAnswer;
  CacheAnswer?: CacheAnswer;
  CallAnswer?: CallAnswer;
  CeilingsAnswer?: CeilingsAnswer;
  ChangeAnswer?: ChangeAnswer;
  ChangedAdvisor?: ChangedAdvisor;
  ChangedConversation?: ChangedConversation;
  ChangedDocument?: ChangedDocument;
  ChangedInstruction?: ChangedInstruction;
  ChangedPanel?: ChangedPanel;
  ChangedServer?: ChangedServer;
  ChangedTodo?: ChangedTodo;
  ChangedTopic?: ChangedTopic;
  ChangingMemory?: ChangingMemory;
  ChangingSetting?: ChangingSetting;
  ChecksAnswer?: ChecksAnswer;
  ChoiceAnswer?: ChoiceAnswer;
  ChoiceBody?: ChoiceBody;
  CodePartAnswer?: CodePartAnswer;
  Colour?: Colour;
  CommandAnswer?: CommandAnswer;
  CommandBody?: CommandBody;
  CommandReading?: CommandReading;
  CompletionAnswer?: CompletionAnswer;
  ConversationAnswer?: ConversationAnswer;
  ConversationCreatedFact?: ConversationCreatedFact;
  ConversationRenamedFact?: ConversationRenamedFact;
  ConversationsAnswer?: ConversationsAnswer;
  CostAnswer?: CostAnswer;
  CountedTopicAnswer?: CountedTopicAnswer;
  Deciding?: Deciding;
  DescribingAdvisor?: DescribingAdvisor;
  DescriptionAnswer?: DescriptionAnswer;
  DiffAnswer?: DiffAnswer;
  DividerDrawnFact?: DividerDrawnFact;
  DocumentAnswer?: DocumentAnswer;
  DocumentsAnswer?: DocumentsAnswer;
  DraftBody?: DraftBody;
  DraftDiffBody?: DraftDiffBody;
  EditBody?: EditBody;
  ErrorAnswer?: ErrorAnswer;
  ExportAnswer?: ExportAnswer;
  ExportedAdvisor?: ExportedAdvisor;
  Fact?: Fact;
  FilePartAnswer?: FilePartAnswer;
  FilterErrorAnswer?: FilterErrorAnswer;
  FoundAnswer?: FoundAnswer;
  GuidelineAnswer?: GuidelineAnswer;
  HTTPValidationError?: HTTPValidationError;
  HealthAnswer?: HealthAnswer;
  HitAnswer?: HitAnswer;
  ImageAnswer?: ImageAnswer;
  ImagePartAnswer?: ImagePartAnswer;
  ImportAnswer?: ImportAnswer;
  ImportStep?: ImportStep;
  ImportanceAnswer?: ImportanceAnswer;
  ImportedAdvisor?: ImportedAdvisor;
  ImportedParameters?: ImportedParameters;
  ImportingAdvisors?: ImportingAdvisors;
  IndexedAnswer?: IndexedAnswer;
  InstructionAnswer?: InstructionAnswer;
  InstructionOrder?: InstructionOrder;
  InstructionSwitch?: InstructionSwitch;
  InstructionsAnswer?: InstructionsAnswer;
  ItemAnswer?: ItemAnswer;
  KeptAnswer?: KeptAnswer;
  KnownProviderAnswer?: KnownProviderAnswer;
  MarksAnswer?: MarksAnswer;
  MarksBody?: MarksBody;
  MemoriesAnswer?: MemoriesAnswer;
  MemoryAnswer?: MemoryAnswer;
  MemoryCountsAnswer?: MemoryCountsAnswer;
  MessageAnswer?: MessageAnswer;
  MetricsAnswer?: MetricsAnswer;
  ModelAnswer?: ModelAnswer;
  ModelsAnswer?: ModelsAnswer;
  Named?: Named;
  NewAdvisor?: NewAdvisor;
  NewConversation?: NewConversation;
  NewDraftBody?: NewDraftBody;
  NewDraftDiffBody?: NewDraftDiffBody;
  NewInstruction?: NewInstruction;
  NewMessage?: NewMessage;
  NewPanel?: NewPanel;
  NewServer?: NewServer;
  NewTodo?: NewTodo;
  NewTopic?: NewTopic;
  OutlineAnswer?: OutlineAnswer;
  PageAnswer?: PageAnswer;
  PageLineAnswer?: PageLineAnswer;
  PanelAnswer?: PanelAnswer;
  PanelCostAnswer?: PanelCostAnswer;
  PanelsAnswer?: PanelsAnswer;
  Parameters?: Parameters;
  ParametersAnswer?: ParametersAnswer;
  PartAnswer?: PartAnswer;
  PayloadDiffAnswer?: PayloadDiffAnswer;
  PieceAnswer?: PieceAnswer;
  PlacedReplyAnswer?: PlacedReplyAnswer;
  PoliciesAnswer?: PoliciesAnswer;
  PolicyAnswer?: PolicyAnswer;
  PreviewAnswer?: PreviewAnswer;
  PricesAnswer?: PricesAnswer;
  ProviderAnswer?: ProviderAnswer;
  ReadFilterAnswer?: ReadFilterAnswer;
  ReadingFilter?: ReadingFilter;
  ReadyAnswer?: ReadyAnswer;
  ReasonAnswer?: ReasonAnswer;
  RecallAnswer?: RecallAnswer;
  ReceiptAnswer?: ReceiptAnswer;
  ReceiptsAnswer?: ReceiptsAnswer;
  RemindedAnswer?: RemindedAnswer;
  RemovedConversationAnswer?: RemovedConversationAnswer;
  ReplayBody?: ReplayBody;
  RepliesSendingFact?: RepliesSendingFact;
  ReplyAddedFact?: ReplyAddedFact;
  ReplyAnswer?: ReplyAnswer;
  ReplyChosenFact?: ReplyChosenFact;
  ReplyEditedFact?: ReplyEditedFact;
  ReplySettledFact?: ReplySettledFact;
  ReplyUsedToolsFact?: ReplyUsedToolsFact;
  ReplyWeighedFact?: ReplyWeighedFact;
  RestoredAdvisor?: RestoredAdvisor;
  SavedFilterAnswer?: SavedFilterAnswer;
  SavedFiltersAnswer?: SavedFiltersAnswer;
  SavingFilter?: SavingFilter;
  ScanningMemory?: ScanningMemory;
  SearchAnswer?: SearchAnswer;
  SelectedAnswer?: SelectedAnswer;
  SendingAnswer?: SendingAnswer;
  SentAnswer?: SentAnswer;
  ServerAnswer?: ServerAnswer;
  ServersAnswer?: ServersAnswer;
  SettingAnswer?: SettingAnswer;
  SettingsAnswer?: SettingsAnswer;
  SpanAnswer?: SpanAnswer;
  Speaking?: Speaking;
  SpendingAnswer?: SpendingAnswer;
  SpentByAnswer?: SpentByAnswer;
  StandingAnswer?: StandingAnswer;
  State?: State;
  StatusAnswer?: StatusAnswer;
  StoppingAnswer?: StoppingAnswer;
  TelemetryAnswer?: TelemetryAnswer;
  TextPartAnswer?: TextPartAnswer;
  TodayAnswer?: TodayAnswer;
  TodoAnswer?: TodoAnswer;
  TodoList?: TodoList;
  TodosAnswer?: TodosAnswer;
  ToldToolAnswer?: ToldToolAnswer;
  ToolAnswer?: ToolAnswer;
  ToolUseAnswer?: ToolUseAnswer;
  TopicAnswer?: TopicAnswer;
  TopicsAnswer?: TopicsAnswer;
  TurnAcceptedFact?: TurnAcceptedFact;
  TurnAnswer?: TurnAnswer;
  TurnIdsBody?: TurnIdsBody;
  TurnImportanceAnswer?: TurnImportanceAnswer;
  TurnsAnswer?: TurnsAnswer;
  TurnsMarkedFact?: TurnsMarkedFact;
  TurnsRemovedFact?: TurnsRemovedFact;
  TurnsRestoredFact?: TurnsRestoredFact;
  ValidationError?: ValidationError;
  VersionsAnswer?: VersionsAnswer;
  ViewAnswer?: ViewAnswer;
  VoiceAnswer?: VoiceAnswer;
  VoicesAnswer?: VoicesAnswer;
  WholeDocumentAnswer?: WholeDocumentAnswer;
  WorthBody?: WorthBody;
  WritingMemory?: WritingMemory;
}
/**
 * A message that is on disk.
 */
export interface AcceptedAnswer {
  replayed: boolean;
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
  origin: 'person' | 'round' | 'heartbeat' | 'review';
  parts: PartAnswer[];
  pinned: boolean;
  position: number;
  replies: ReplyAnswer[];
  stars: number;
  tags: string[];
  text: string;
  topic: string | null;
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
 * Source text in a language.
 */
export interface CodePartAnswer {
  code: string;
  filename: string | null;
  kind: 'code';
  language: string;
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
  state: State;
  text: string;
  thinking: string;
  tools: ToolUseAnswer[];
  variant: number;
  worth: number | null;
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
  off?: ('reference' | 'state' | 'memory' | 'instructions' | 'todo' | 'documents')[];
  omit?: string[];
  stamps?: boolean;
  take_in?: string[];
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
  result: string;
  round: number;
  seconds: number | null;
  server: string;
  status: 'asking' | 'running' | 'success' | 'error' | 'rejected';
  told: string;
  tool: string;
}
/**
 * One version of a voice, saved at `created_at`. `model` is null when it uses the default.
 */
export interface AdvisorAnswer {
  archived: boolean;
  colour: string;
  created_at: string;
  description: string;
  id: string;
  model: string | null;
  name: string;
  parameters: ParametersAnswer;
  tagline: string;
  tools: string[];
  version: number;
  voice: string | null;
}
/**
 * What shapes an answer beside the words; null leaves it to the model, or to the settings.
 */
export interface ParametersAnswer {
  max_tokens: number | null;
  temperature: number | null;
}
/**
 * What one advisor would be sent. `tool_tokens`, for all it is told about its tools, are part of `fixed_tokens`.
 */
export interface AdvisorPreviewAnswer {
  advisor_id: string;
  binding: ('window' | 'tokens_per_minute' | 'characters') | null;
  body: string | null;
  cache: CacheAnswer | null;
  calibrated: boolean;
  cost: CostAnswer;
  estimate_error: number | null;
  fixed_tokens: number;
  history_tokens: number;
  included: number;
  items: ItemAnswer[];
  limit: number | null;
  max_tokens: number;
  message_count: number;
  messages: MessageAnswer[] | null;
  model: string;
  name: string;
  plain_tokens: number;
  problem: ErrorAnswer | null;
  provider: string | null;
  reply_allowance: number;
  request_allowance: number;
  request_tokens: number;
  sha256: string | null;
  size: number | null;
  spans: SpanAnswer[];
  tokens: number;
  tool_tokens: number;
  tools: ToldToolAnswer[];
  url: string | null;
}
/**
 * Where this payload parts from the last one sent, in bytes, and the share before that.
 */
export interface CacheAnswer {
  first_difference: number | null;
  share: number;
}
/**
 * The same for one advisor, and how much of its prompt may be cached.
 */
export interface CostAnswer {
  cached_tokens: number;
  cold: number | null;
  output: number | null;
  warm: number | null;
}
/**
 * What goes along with the message, and the tokens it is reckoned to take.
 */
export interface ItemAnswer {
  kind: 'reference' | 'state' | 'memory' | 'instructions' | 'todo' | 'documents';
  tokens: number;
}
/**
 * One message of the payload, what it is there for, and the tokens it is reckoned to take, images included.
 */
export interface MessageAnswer {
  calls: CallAnswer[];
  content: string;
  images: ImageAnswer[];
  kind:
    | 'system'
    | 'turn'
    | 'reply'
    | 'tool'
    | 'reference'
    | 'state'
    | 'memory'
    | 'instructions'
    | 'todo'
    | 'documents'
    | 'human'
    | 'nudge';
  role: 'system' | 'user' | 'assistant' | 'tool';
  tokens: number;
  turn_id: string | null;
}
/**
 * A call of a tool in a message: the name as it is sent, and the arguments as the model wrote them.
 */
export interface CallAnswer {
  arguments: string;
  name: string;
}
/**
 * A picture beside the words of a message; `bytes` is its size as it is sent.
 */
export interface ImageAnswer {
  bytes: number;
  document_id: string;
  height: number;
  media_type: string;
  name: string;
  tokens: number;
  width: number;
}
/**
 * Neighbouring visible turns with the same fate.
 */
export interface SpanAnswer {
  first: number;
  inside: boolean;
  last: number;
  sentence: string;
  turns: number;
  why: 'fits' | 'pinned' | 'too_old' | 'less_important' | 'cut_for_cache' | 'out_by_you';
}
/**
 * A tool an advisor is told about, as `server/tool`, and the tokens its description is reckoned to take.
 */
export interface ToldToolAnswer {
  name: string;
  tokens: number;
}
/**
 * Every voice of the workspace, oldest first.
 */
export interface AdvisorsAnswer {
  advisors: AdvisorAnswer[];
}
/**
 * The newest looks at a conversation, newest first.
 */
export interface AnalysesAnswer {
  analyses: AnalysisLine[];
}
/**
 * A look at a conversation: which turns, by which model, and what came of it.
 *
 * `cost` is in dollars and absent when it is not known.
 */
export interface AnalysisLine {
  conversation_id: string;
  cost: number | null;
  counts: {
    [k: string]: number;
  };
  created_at: string;
  ended_at: string | null;
  error: AnalysisErrorAnswer | null;
  first_position: number;
  id: string;
  kind: string;
  last_position: number;
  model: string;
  status: 'running' | 'done' | 'failed';
  usage: {
    [k: string]: number;
  };
}
/**
 * Why an analysis failed.
 */
export interface AnalysisErrorAnswer {
  code: string;
  facts: {
    [k: string]: unknown;
  };
  message: string;
}
/**
 * The same with every request that was made for it.
 */
export interface AnalysisAnswer {
  calls: AnalysisCallAnswer[];
  conversation_id: string;
  cost: number | null;
  counts: {
    [k: string]: number;
  };
  created_at: string;
  ended_at: string | null;
  error: AnalysisErrorAnswer | null;
  first_position: number;
  id: string;
  kind: string;
  last_position: number;
  model: string;
  status: 'running' | 'done' | 'failed';
  usage: {
    [k: string]: number;
  };
}
/**
 * One request as it was sent. `erased` says that a memory in it was forgotten, and its words with it.
 */
export interface AnalysisCallAnswer {
  answer: string | null;
  body: string | null;
  bytes: number | null;
  erased: boolean;
  model: string;
  outcome: string | null;
  provider: string;
  sent_at: string;
  sha256: string;
  step: string;
  url: string;
  usage: {
    [k: string]: number;
  } | null;
}
/**
 * A call that waits, or waited, for the person's leave.
 */
export interface ApprovalAnswer {
  advisor_id: string;
  advisor_name: string;
  allowed_arguments: string | null;
  arguments: string;
  call_id: string;
  call_sha256: string;
  conversation_id: string;
  created_at: string;
  expires_at: string;
  id: string;
  reason: string | null;
  reply_id: string;
  server: string;
  status: 'pending' | 'approved' | 'rejected' | 'expired' | 'used' | 'gone';
  tool: string;
  turn_id: string;
}
/**
 * What waits for the person, oldest first, and what need not ask any more.
 */
export interface ApprovalsAnswer {
  pending: ApprovalAnswer[];
  standing: StandingAnswer[];
}
/**
 * A tool that need not ask, as long as it describes itself in the same words.
 */
export interface StandingAnswer {
  created_at: string;
  server: string;
  tool: string;
}
/**
 * Dollars the browser asks about before it sends; 0 never asks.
 */
export interface CeilingsAnswer {
  day: number;
  turn: number;
}
/**
 * A message in both, in one, or in both with other words.
 */
export interface ChangeAnswer {
  a: number | null;
  b: number | null;
  kind: 'same' | 'removed' | 'added' | 'changed';
  pieces: PieceAnswer[];
  role: string;
}
/**
 * A run of words.
 */
export interface PieceAnswer {
  op: 'same' | 'removed' | 'added';
  text: string;
}
/**
 * What changes about an advisor; what is left out stays, and a model or voice of null is the default one again.
 *
 * `expect_version` is the version that was edited: when there is a newer one, nothing is saved.
 */
export interface ChangedAdvisor {
  colour?: Colour | null;
  description?: string | null;
  expect_version?: number | null;
  model?: string | null;
  name?: string | null;
  parameters?: Parameters | null;
  tagline?: string | null;
  tools?: string[] | null;
  voice?: string | null;
}
/**
 * What shapes an answer beside the words; null leaves it to the model, or to the settings.
 */
export interface Parameters {
  max_tokens?: number | null;
  temperature?: number | null;
}
/**
 * What may be changed about a conversation; what is left out stays.
 */
export interface ChangedConversation {
  panel_id?: string | null;
  title?: string | null;
  topic?: string | null;
}
/**
 * What to change about a document; what is left out stays.
 */
export interface ChangedDocument {
  enabled?: boolean | null;
  kind?: ('guideline' | 'inline' | 'library') | null;
  name?: string | null;
}
/**
 * What changes about an instruction; what is absent stays as it is.
 */
export interface ChangedInstruction {
  enabled?: boolean;
  name?: string;
  text?: string;
}
/**
 * What changes about a panel; what is left out stays.
 */
export interface ChangedPanel {
  advisor_ids?: [string, ...string[]] | null;
  early_turns?: number | null;
  name?: string | null;
}
/**
 * What changes about a server. `trusted`: it is believed when it says that a tool only reads.
 */
export interface ChangedServer {
  enabled?: boolean | null;
  trusted?: boolean | null;
}
/**
 * What changes about an item; what is absent stays as it is.
 */
export interface ChangedTodo {
  blocked_reason?: string;
  /**
   * @maxItems 200
   */
  depends_on?: number[];
  description?: string;
  priority?: 'low' | 'medium' | 'high' | 'critical';
  progress?: number;
  status?: 'not_started' | 'in_progress' | 'completed' | 'blocked';
  title?: string;
}
/**
 * What to change about a topic; what is left out stays. No parent is the root, no model the usual one.
 */
export interface ChangedTopic {
  model?: string | null;
  name?: string;
  parent_id?: string | null;
  prelude?: string;
}
/**
 * Other words, another kind, a decision, or several of these; `proposed` takes a decision back.
 */
export interface ChangingMemory {
  kind?: ('fact' | 'preference' | 'person' | 'topic' | 'decision') | null;
  status?: ('proposed' | 'accepted' | 'declined') | null;
  text?: string | null;
}
/**
 * A new value; nothing means none where a setting may have none.
 */
export interface ChangingSetting {
  value: boolean | number | string | null;
}
/**
 * What was looked at; `database` names the failure when there is one.
 */
export interface ChecksAnswer {
  database: string;
  draining: 'yes' | 'no';
  live: 'ok' | 'degraded';
}
/**
 * What the person chose for one send; what is absent is as usual.
 */
export interface ChoiceBody {
  dropping?: ('oldest' | 'importance' | 'sticky') | null;
  failed_turns?: boolean | null;
  filter?: string | null;
  focus?: string | null;
  leave_out?: string[] | null;
  model?: string | null;
  off?: ('reference' | 'state' | 'memory' | 'instructions' | 'todo' | 'documents')[] | null;
  omit?: string[] | null;
  stamps?: boolean | null;
  take_in?: string[] | null;
}
/**
 * The turns a command is about, whether it was carried out, and the turns that can be restored.
 */
export interface CommandAnswer {
  command: string;
  count: number;
  done: boolean;
  fact: Fact | null;
  text: string | null;
  turn_ids: string[];
  undo: string[];
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
 * The title people see from now on.
 */
export interface ConversationRenamedFact {
  conversation_id: string;
  kind: 'conversation_renamed';
  seq: number;
  title: string;
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
 * A visible line behind the turn at this position.
 */
export interface DividerDrawnFact {
  conversation_id: string;
  kind: 'divider_drawn';
  position: number;
  seq: number;
}
/**
 * A filter line that ends in a colon command.
 */
export interface CommandBody {
  confirm?: boolean;
  line: string;
}
/**
 * The command behind the colon.
 */
export interface CommandReading {
  arguments: {
    [k: string]: unknown;
  };
  name: string;
}
/**
 * Replace the characters from `start` to `end` by `text`.
 */
export interface CompletionAnswer {
  end: number;
  label: string;
  start: number;
  text: string;
}
/**
 * A conversation in a list; `topic` is where its next turn belongs, `opening` how its first turn begins.
 */
export interface ConversationAnswer {
  created_at: string;
  id: string;
  in_flight: boolean;
  opening: string;
  panel_id: string;
  seq: number;
  title: string;
  topic: string | null;
  turn_count: number;
  updated_at: string;
}
/**
 * A page of conversations, newest change first.
 */
export interface ConversationsAnswer {
  conversations: ConversationAnswer[];
  next: string | null;
}
/**
 * A topic and how many turns belong to it, and to the topics below it.
 */
export interface CountedTopicAnswer {
  id: string;
  model: string | null;
  name: string;
  parent_id: string | null;
  path: string;
  prelude: string;
  turns: number;
  turns_below: number;
}
/**
 * Yes or no to one call. `expect` is the hash of the call that was read; another one is refused.
 *
 * With yes, `arguments` take the place of the model's, and `always` allows the tool from now on. With no, `reason` is
 * told to the advisor.
 */
export interface Deciding {
  always?: boolean;
  arguments?: {
    [k: string]: unknown;
  } | null;
  decision: 'allow' | 'reject';
  expect?: string | null;
  reason?: string;
}
/**
 * The name to describe an advisor by, and the model that writes, if not the default one.
 */
export interface DescribingAdvisor {
  model?: string | null;
  name: string;
}
/**
 * A description and who wrote it; in a rehearsal it was written in advance.
 */
export interface DescriptionAnswer {
  description: string;
  model: string;
  rehearsal: boolean;
}
/**
 * What differs in what was sent, and in what came back.
 */
export interface DiffAnswer {
  answer: PieceAnswer[];
  payload: PayloadDiffAnswer;
}
/**
 * Where two payloads part.
 */
export interface PayloadDiffAnswer {
  a_size: number;
  b_size: number;
  changes: ChangeAnswer[];
  first_difference: number | null;
  shared: number;
}
/**
 * A file; without a conversation it belongs to all of them. A picture has a width, a height and no pages.
 *
 * `kind` is what it is for: a guideline goes to the system prompt of every advisor, an inline file into the messages
 * it is attached to, and the library is listed and searched.
 */
export interface DocumentAnswer {
  bytes: number;
  chars: number;
  conversation_id: string | null;
  created_at: string;
  enabled: boolean;
  height: number | null;
  id: string;
  indexed: IndexedAnswer;
  kind: 'guideline' | 'inline' | 'library';
  media_type: string;
  name: string;
  pages: number;
  removed_at: string | null;
  title: string;
  width: number | null;
}
/**
 * How many of a document's pieces can be found by meaning, of how many.
 */
export interface IndexedAnswer {
  done: number;
  total: number;
}
/**
 * Documents, newest first.
 */
export interface DocumentsAnswer {
  documents: DocumentAnswer[];
}
/**
 * A message to look at before it is sent. `details` brings the messages and the bytes too.
 *
 * In the bytes, images are written as a word about each, unless they are wanted `exact`.
 */
export interface DraftBody {
  advisor_ids?: string[] | null;
  at?: string | null;
  attachments?: string[] | null;
  choice?: ChoiceBody | null;
  details?: boolean;
  exact?: boolean;
  replaces?: string | null;
  text?: string;
}
/**
 * Two advisors whose payloads for a draft are compared.
 */
export interface DraftDiffBody {
  a: string;
  advisor_ids?: string[] | null;
  at?: string | null;
  attachments?: string[] | null;
  b: string;
  choice?: ChoiceBody | null;
  details?: boolean;
  exact?: boolean;
  replaces?: string | null;
  text?: string;
}
/**
 * Other words for a reply; none bring the advisor's own back.
 */
export interface EditBody {
  text: string | null;
}
/**
 * Every advisor that is not put away, to be kept or taken elsewhere.
 */
export interface ExportAnswer {
  advisors: ExportedAdvisor[];
  appVersion: string;
  exportedAt: string;
  source: string;
}
/**
 * An advisor as a file holds it.
 */
export interface ExportedAdvisor {
  colour: string;
  description: string;
  model: string | null;
  name: string;
  parameters: ParametersAnswer;
  tagline: string;
  tools: string[];
  voice: string | null;
}
/**
 * Why the line cannot be read, where (the column counts characters from 1), and a picture of it.
 */
export interface FilterErrorAnswer {
  caret: string;
  column: number;
  reason: string;
}
/**
 * A passage: `text` is that of the page from `start` to `end`, counted in code points.
 *
 * `by` says how it was found: its words, its meaning, or both. Scores order one answer and mean nothing beyond it.
 */
export interface FoundAnswer {
  by: ('words' | 'meaning')[];
  document_id: string;
  end: number;
  label: string;
  name: string;
  page: number;
  score: number;
  start: number;
  text: string;
}
/**
 * A file whose text stands in every system prompt, unless this send leaves it out.
 *
 * `sent_chars` of its `chars` are sent at least to each advisor it is not left out for; 0 when it is for all of them.
 */
export interface GuidelineAnswer {
  chars: number;
  id: string;
  name: string;
  sent_chars: number;
}
export interface HTTPValidationError {
  detail?: ValidationError[];
}
export interface ValidationError {
  ctx?: {};
  input?: unknown;
  loc: (string | number)[];
  msg: string;
  type: string;
}
/**
 * The process lives.
 */
export interface HealthAnswer {
  node: string;
  status: 'ok';
  version: string;
}
/**
 * A place where the words stand: in a title (no turn), a message (no advisor) or a chosen reply.
 *
 * `snippet` is a piece of the text on one line, `start` where it begins there, and `matches` the stretches in the
 * snippet that fit, first and one behind last; all counted in code points.
 */
export interface HitAnswer {
  advisor_id: string | null;
  conversation_id: string;
  created_at: string;
  matches: [number, number][];
  name: string | null;
  position: number | null;
  snippet: string;
  start: number;
  title: string;
  turn_id: string | null;
}
/**
 * What an import did, or would do: each row, who is put away, and panels that got the file's advisors.
 *
 * A panel that would be left with nobody gets those of the file.
 */
export interface ImportAnswer {
  archived: Named[];
  dry_run: boolean;
  mode: 'add' | 'replace';
  panels: Named[];
  rows: ImportStep[];
}
/**
 * Something by its id and name.
 */
export interface Named {
  id: string;
  name: string;
}
/**
 * What becomes of one row. A new advisor has no id in a dry run.
 */
export interface ImportStep {
  colour: string;
  id: string | null;
  name: string;
  outcome: 'new' | 'same' | 'changed';
  unarchived: boolean;
}
/**
 * What was reckoned and why, and what the person said instead; `counts` is what decides.
 *
 * `reasons` add up to `reckoned` in their order. `importance` is what is kept; it differs from `reckoned` only where
 * the rules have changed since.
 */
export interface ImportanceAnswer {
  counts: number | null;
  importance: number | null;
  reasons: ReasonAnswer[];
  reckoned: number | null;
  worth: number | null;
}
/**
 * A rule that held: the score is `amount`, is no less, or is so much more.
 *
 * `words` were found from `start` to `end`, in code points, where the rule is about words.
 */
export interface ReasonAnswer {
  amount: number;
  effect: 'is' | 'at_least' | 'more';
  end: number | null;
  rule: 'human' | 'reply' | 'question' | 'constraint' | 'decision' | 'priority' | 'small_talk' | 'long';
  start: number | null;
  words: string | null;
}
/**
 * A row of a file; what this version does not know of it is left alone.
 */
export interface ImportedAdvisor {
  colour?: string | null;
  description: string;
  model?: string | null;
  name: string;
  parameters?: ImportedParameters | null;
  tagline?: string | null;
  tools?: string[] | null;
  voice?: string | null;
}
/**
 * The same from a file, which may know more.
 */
export interface ImportedParameters {
  max_tokens?: number | null;
  temperature?: number | null;
}
/**
 * Advisors from a file. `replace` puts away everyone the file does not name; a dry run only says what happens.
 */
export interface ImportingAdvisors {
  /**
   * @minItems 1
   * @maxItems 500
   */
  advisors: [ImportedAdvisor, ...ImportedAdvisor[]];
  dry_run?: boolean;
  mode?: 'add' | 'replace';
}
/**
 * An instruction; without a conversation it is for all of them.
 *
 * `enabled` is its own switch, `switched` how it is overruled in the conversation that was asked about, `counts`
 * whether it is sent along there.
 */
export interface InstructionAnswer {
  conversation_id: string | null;
  counts: boolean;
  enabled: boolean;
  id: string;
  name: string;
  position: number;
  switched: boolean | null;
  text: string;
}
/**
 * Ids in their new order, all of every conversation or all of one.
 */
export interface InstructionOrder {
  /**
   * @minItems 1
   * @maxItems 1000
   */
  ids: [string, ...string[]];
}
/**
 * On or off in this conversation; null for as everywhere.
 */
export interface InstructionSwitch {
  enabled: boolean | null;
}
/**
 * Those for every conversation, then those of the one that was asked about, each in their order.
 */
export interface InstructionsAnswer {
  instructions: InstructionAnswer[];
}
/**
 * What one advisor would be sent under one rule; `inside` are the positions, as stretches.
 */
export interface KeptAnswer {
  advisor_id: string;
  cost: CostAnswer;
  included: number;
  inside: [number, number][];
  limit: number | null;
  name: string;
  problem: ErrorAnswer | null;
  tokens: number;
}
/**
 * A provider that was configured or found.
 */
export interface KnownProviderAnswer {
  base_url: string;
  kind: string;
  name: string;
}
/**
 * What to set on turns; what is absent is left alone. `contexts` maps an advisor (empty: everybody) to a mark.
 */
export interface MarksBody {
  add_tags?: string[] | null;
  colour_flag?: ('blue' | 'grey' | 'none') | null;
  contexts?: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^[^\x00]*$".
     */
    [k: string]: 'in' | 'out' | 'pin' | null;
  } | null;
  pinned?: boolean | null;
  remove_tags?: string[] | null;
  stars?: number | null;
  topic?: string | null;
  /**
   * @minItems 1
   * @maxItems 10000
   */
  turn_ids: [string, ...string[]];
  worth?: number | 'none' | null;
}
/**
 * Memories in the order they came, and how many there are in all.
 */
export interface MemoriesAnswer {
  counts: MemoryCountsAnswer;
  memories: MemoryAnswer[];
}
/**
 * How many there are of each status.
 */
export interface MemoryCountsAnswer {
  accepted: number;
  declined: number;
  proposed: number;
  retired: number;
}
/**
 * One memory: what it says, where it was found, and what has become of it.
 *
 * `quote` holds the words it was found in. `position` is absent for one the person wrote down, and once its turn is
 * gone. `replaces_id` names the memory that retires when this one is accepted.
 */
export interface MemoryAnswer {
  analysis_id: string | null;
  conversation_id: string | null;
  created_at: string;
  decided_at: string | null;
  id: string;
  kind: 'fact' | 'preference' | 'person' | 'topic' | 'decision';
  position: number | null;
  quote: string;
  replaces_id: string | null;
  status: 'proposed' | 'accepted' | 'declined' | 'retired';
  text: string;
  turn_id: string | null;
}
/**
 * One model; what nobody knows is absent.
 */
export interface ModelAnswer {
  context_window: number | null;
  default: boolean;
  id: string;
  input_limit: number | null;
  name: string;
  output_limit: number | null;
  prices: PricesAnswer | null;
}
/**
 * Dollars per million tokens.
 */
export interface PricesAnswer {
  cache_write: number | null;
  cached_input: number | null;
  input: number;
  output: number;
}
/**
 * Every provider with the models known by name; a provider may serve more.
 */
export interface ModelsAnswer {
  default: string;
  providers: ProviderAnswer[];
  rehearsal: boolean;
}
/**
 * A place that models are reached at; `why_not` says why one cannot be used.
 */
export interface ProviderAnswer {
  kind: string;
  models: ModelAnswer[];
  name: string;
  place: 'rehearsal' | 'local' | 'remote';
  usable: boolean;
  why_not: string | null;
}
/**
 * An advisor to make; without a colour it gets the first that nobody has.
 */
export interface NewAdvisor {
  colour?: Colour | null;
  description?: string;
  model?: string | null;
  name: string;
  parameters?: Parameters | null;
  tagline?: string;
  tools?: string[] | null;
  voice?: string | null;
}
/**
 * A conversation to begin.
 */
export interface NewConversation {
  panel_id?: string | null;
  title?: string;
}
/**
 * The first message of a conversation that does not exist yet; without a panel it has the default one.
 */
export interface NewDraftBody {
  advisor_ids?: string[] | null;
  at?: string | null;
  attachments?: string[] | null;
  choice?: ChoiceBody | null;
  details?: boolean;
  exact?: boolean;
  panel_id?: string | null;
  text?: string;
}
/**
 * The same for the first message of a conversation that does not exist yet.
 */
export interface NewDraftDiffBody {
  a: string;
  advisor_ids?: string[] | null;
  at?: string | null;
  attachments?: string[] | null;
  b: string;
  choice?: ChoiceBody | null;
  details?: boolean;
  exact?: boolean;
  panel_id?: string | null;
  text?: string;
}
/**
 * An instruction for every conversation, or for one; without a name it is called by its first words.
 */
export interface NewInstruction {
  conversation_id?: string | null;
  name?: string;
  text: string;
}
/**
 * A message to the panel, or to some of it.
 *
 * `at` and `expect` (fingerprints by advisor) come from a preview: then exactly that is sent, or nothing.
 * `replaces` is a turn nobody answered, which goes when this one comes. `attachments` are documents that go along.
 */
export interface NewMessage {
  advisor_ids?: string[] | null;
  at?: string | null;
  attachments?: string[] | null;
  choice?: ChoiceBody | null;
  expect?: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^[^\x00]*$".
     */
    [k: string]: string;
  } | null;
  pinned?: boolean | null;
  replaces?: string | null;
  text: string;
}
/**
 * A panel to make, its advisors in the order they are shown.
 */
export interface NewPanel {
  /**
   * @minItems 1
   * @maxItems 30
   */
  advisor_ids: [string, ...string[]];
  early_turns?: number;
  name: string;
}
/**
 * A server of tools at an address. Programs are started by the operator's configuration and by nothing else.
 */
export interface NewServer {
  name: string;
  url: string;
}
/**
 * An item to be; without a number it gets the next free one.
 */
export interface NewTodo {
  blocked_reason?: string;
  /**
   * @maxItems 200
   */
  depends_on?: number[];
  description?: string;
  number?: number | null;
  priority?: 'low' | 'medium' | 'high' | 'critical';
  progress?: number;
  status?: 'not_started' | 'in_progress' | 'completed' | 'blocked';
  title: string;
}
/**
 * A topic to make, with its parents, like /Work/Hiring.
 */
export interface NewTopic {
  path: string;
}
/**
 * Every turn of a conversation as of fact number `seq`, oldest first, in columns of equal length.
 *
 * The i-th entry of every column is the i-th turn. `stars`, `flags` and `pins` are texts with one character per turn:
 * the digit 0 to 3; `b` blue, `g` grey, `.` none; `p` pinned, `.` not. `states` has one text per turn with one
 * character per advisor, in the order of `advisors`: the state of its chosen reply by the letters in `codes`, `.` for
 * one that was not asked. `topics` are paths, and `topic` is an index into them, -1 for none. `created_at` counts
 * milliseconds since 1970. `openings` are the first 60 characters of the messages. `marks` holds the turns that have
 * any, by position: advisor id (empty: everybody) to mark. Deleted turns are absent, so positions may have holes.
 */
export interface OutlineAnswer {
  advisors: string[];
  codes: {
    [k: string]: string;
  };
  conversation_id: string;
  created_at: number[];
  dividers: number[];
  flags: string;
  ids: string[];
  marks: {
    [k: string]: {
      [k: string]: 'in' | 'out' | 'pin';
    };
  };
  openings: string[];
  pins: string;
  positions: number[];
  seq: number;
  stars: string;
  states: string[];
  topic: number[];
  topics: string[];
}
/**
 * The text of one page; `name` is the document's.
 */
export interface PageAnswer {
  document_id: string;
  label: string;
  name: string;
  number: number;
  text: string;
}
/**
 * A page in a list.
 */
export interface PageLineAnswer {
  chars: number;
  label: string;
  number: number;
}
/**
 * A line-up: those of its advisors that can be asked, in order.
 */
export interface PanelAnswer {
  advisor_ids: string[];
  default: boolean;
  early_turns: number;
  id: string;
  name: string;
}
/**
 * Dollars for the prompts, with nothing cached and with what may be, and for the longest answers.
 */
export interface PanelCostAnswer {
  cold: number | null;
  output: number | null;
  warm: number | null;
}
/**
 * Every line-up of the workspace.
 */
export interface PanelsAnswer {
  panels: PanelAnswer[];
}
/**
 * One reply and where it stands.
 */
export interface PlacedReplyAnswer {
  conversation_id: string;
  reply: ReplyAnswer;
  turn_id: string;
}
/**
 * One draft under every rule; `differences` are the positions on which the rules part, by advisor.
 */
export interface PoliciesAnswer {
  chosen: 'oldest' | 'importance' | 'sticky';
  conversation_id: string;
  differences: {
    [k: string]: [number, number][];
  };
  policies: PolicyAnswer[];
  seq: number;
  shown: [number, number][];
  visible: number;
}
/**
 * All advisors under one rule. `included` is the fewest turns any of them would be sent.
 */
export interface PolicyAnswer {
  advisors: KeptAnswer[];
  cost: PanelCostAnswer;
  dropping: 'oldest' | 'importance' | 'sticky';
  included: number;
}
/**
 * What every advisor asked would be sent; hand `at` and the fingerprints back with the send to hold it to this.
 *
 * `shown` are the turns in the view as stretches of positions, both ends included, oldest first. `last_position` is
 * the newest position when this was made; 0 when there was none. Before there is a conversation it has no id.
 * `reminders` is all that counts here now, also what this send leaves out.
 */
export interface PreviewAnswer {
  advisors: AdvisorPreviewAnswer[];
  at: string;
  choice: ChoiceAnswer;
  conversation_id: string | null;
  cost: PanelCostAnswer;
  counter: string;
  guidelines: GuidelineAnswer[];
  hidden_pins: number;
  included: number;
  last_position: number;
  recomputed: boolean;
  reminders: RemindedAnswer[];
  seq: number;
  shown: [number, number][];
  visible: number;
}
/**
 * A single thing advisors are reminded of; `name` is what a person knows it by.
 *
 * Leave it out of one send by `omit`: nothing or an advisor's id, then `/`, the kind, `:` and the id. A todo goes with
 * its list.
 */
export interface RemindedAnswer {
  id: string;
  kind: 'memory' | 'instruction' | 'todo' | 'document';
  name: string;
}
/**
 * A line, read: as a filter in letters and in words, what it depends on, or what is wrong with it.
 */
export interface ReadFilterAnswer {
  canonical: string | null;
  command: CommandReading | null;
  completions: CompletionAnswer[];
  error: FilterErrorAnswer | null;
  moving: boolean;
  ok: boolean;
  uses: string[];
  words: string | null;
}
/**
 * A line as it stands in an editor, and where the cursor is, in characters from 0.
 */
export interface ReadingFilter {
  cursor?: number | null;
  line: string;
}
/**
 * Whether this node takes work, and why not.
 */
export interface ReadyAnswer {
  checks: ChecksAnswer;
  ready: boolean;
}
/**
 * Passages, best first; the model that finds by meaning, if any; and how many pieces of all it has read so far.
 */
export interface RecallAnswer {
  embedder: string | null;
  found: FoundAnswer[];
  indexed: number;
  pieces: number;
}
/**
 * Exactly what was sent.
 */
export interface ReceiptAnswer {
  attempt: number;
  body: string;
  cost: number | null;
  epoch: number;
  headers: {
    [k: string]: string;
  };
  model: string;
  outcome: string | null;
  provider: string;
  round: number;
  sent_at: string;
  sha256: string;
  size: number;
  telemetry: TelemetryAnswer | null;
  url: string;
  usage: {
    [k: string]: number;
  } | null;
}
/**
 * One attempt: what was predicted, what was sent, what had to go.
 */
export interface TelemetryAnswer {
  advisor_id: string;
  attempt: number;
  attempt_history_tokens: number;
  attempt_total_tokens: number;
  binding: ('window' | 'tokens_per_minute' | 'characters') | null;
  calibrated: boolean;
  chars_per_token: number;
  cut_suspected: boolean;
  dropped_reference: boolean;
  fixed_tokens: number;
  last_error: string | null;
  max_context: number | null;
  max_tokens: number;
  max_usable: number | null;
  messages: SentAnswer[];
  model: string;
  overflow_matched: boolean;
  predicted_count: number;
  predicted_history_tokens: number;
  predicted_total_tokens: number;
  remaining_reserve: number | null;
  reply_allowance: number;
  request_allowance: number;
  request_tokens: number;
  round: number;
  selection: SelectedAnswer[];
  sent_count: number;
  stage:
    'sent' | 'delivered' | 'overflow_initial' | 'overflow_retry' | 'overflow_exhausted' | 'output_lowered' | 'failed';
  tool_tokens: number;
  trimmed: string[];
  trimmed_count: number;
  unreported_tokens: number | null;
  visible_count: number | null;
}
/**
 * One message of the payload, without its words.
 */
export interface SentAnswer {
  chars: number;
  kind:
    | 'system'
    | 'turn'
    | 'reply'
    | 'tool'
    | 'reference'
    | 'state'
    | 'memory'
    | 'instructions'
    | 'todo'
    | 'documents'
    | 'human'
    | 'nudge';
  role: 'system' | 'user' | 'assistant' | 'tool';
  turn_id: string | null;
}
/**
 * A turn in the payload and what it was reckoned to cost.
 */
export interface SelectedAnswer {
  model: string;
  tokens: number;
  turn_id: string;
}
/**
 * Every request made for one reply.
 */
export interface ReceiptsAnswer {
  receipts: ReceiptAnswer[];
}
/**
 * A conversation that was put away, and the replies that were still open there and have been asked to stop.
 */
export interface RemovedConversationAnswer {
  id: string;
  stopping: string[];
}
/**
 * What is different this time.
 */
export interface ReplayBody {
  advisor_version?: number | null;
  choice?: ChoiceBody | null;
  model?: string | null;
}
/**
 * The version whose words come back.
 */
export interface RestoredAdvisor {
  from_version: number;
}
/**
 * A saved filter; `canonical` is empty when its line cannot be read any more.
 */
export interface SavedFilterAnswer {
  canonical: string | null;
  line: string;
  name: string;
}
/**
 * Every saved filter of the workspace.
 */
export interface SavedFiltersAnswer {
  filters: SavedFilterAnswer[];
}
/**
 * A line to keep under a name.
 */
export interface SavingFilter {
  line: string;
}
/**
 * Which turns to read; absent: all since the last scan.
 */
export interface ScanningMemory {
  turn_ids?: [string, ...string[]] | null;
}
/**
 * Hits, newest first, titles before turns.
 *
 * One call looks for a moment only: while `next` is given there are older turns to look at, even if there are no hits
 * here; hand it back as `before`. `searched_to` says how far back this call has come.
 */
export interface SearchAnswer {
  hits: HitAnswer[];
  next: string | null;
  searched_to: string | null;
}
/**
 * A server and its tools. `source` is `house` for what is built in; `error` says why it could not be asked.
 */
export interface ServerAnswer {
  checked_at: string | null;
  connected: boolean;
  enabled: boolean;
  error: string | null;
  name: string;
  protocol: string | null;
  source: 'house' | 'operator' | 'person';
  tools: ToolAnswer[];
  trusted: boolean;
  url: string | null;
}
/**
 * One tool. `asks` is true when each call waits for the person.
 */
export interface ToolAnswer {
  asks: boolean;
  description: string;
  full_name: string;
  name: string;
  read_only: boolean;
  schema: {
    [k: string]: unknown;
  };
  title: string;
  tokens: number;
}
/**
 * Every server of tools, those of the house first.
 */
export interface ServersAnswer {
  servers: ServerAnswer[];
}
/**
 * One setting: its value, where that comes from, and whether it can be changed here.
 *
 * `place` is the variable or the file behind the source. `choices` is there for a choice and `minimum`, `above` and
 * `maximum` for numbers that have them.
 */
export interface SettingAnswer {
  above: number | null;
  choices: string[] | null;
  default: boolean | number | string | null;
  description: string;
  editable: boolean;
  group: string;
  kind: 'boolean' | 'integer' | 'number' | 'text' | 'choice' | 'secret';
  maximum: number | null;
  minimum: number | null;
  name: string;
  needs_restart: boolean;
  optional: boolean;
  place: string | null;
  source: 'environment' | 'file' | 'database' | 'default' | 'start';
  value: boolean | number | string | null;
  why_not: string | null;
}
/**
 * Every setting, and the file that would be read at the start whether or not it exists.
 */
export interface SettingsAnswer {
  file: string;
  settings: SettingAnswer[];
}
/**
 * A text to hear: who says it, and how fast compared with usual. Markdown is left out of what is said.
 */
export interface Speaking {
  rate?: number;
  text: string;
  voice: string;
}
/**
 * What the day has cost so far, since midnight in the time zone of the settings.
 */
export interface SpendingAnswer {
  by_advisor: SpentByAnswer[];
  by_model: SpentByAnswer[];
  ceilings: CeilingsAnswer;
  since: string;
  today: TodayAnswer;
}
/**
 * The part of one advisor or of one model.
 */
export interface SpentByAnswer {
  cached: number;
  cost: number;
  id: string;
  rehearsal: number;
  replies: number;
  tokens_in: number;
  tokens_out: number;
  unknown: number;
}
/**
 * The day so far.
 */
export interface TodayAnswer {
  cached: number;
  cost: number;
  rehearsal: number;
  replies: number;
  tokens_in: number;
  tokens_out: number;
  turns: number;
  unknown: number;
}
/**
 * What this server is made of.
 */
export interface StatusAnswer {
  database: 'sqlite' | 'postgresql';
  default_model: string;
  live: 'memory' | 'redis';
  node: string;
  providers: KnownProviderAnswer[];
  rehearsal: boolean;
  replies_running: number;
  version: string;
}
/**
 * Replies that were still open and have been asked to stop.
 */
export interface StoppingAnswer {
  stopping: string[];
}
/**
 * One thing to do; others name it by its number.
 */
export interface TodoAnswer {
  blocked_reason: string;
  depends_on: number[];
  description: string;
  number: number;
  priority: 'low' | 'medium' | 'high' | 'critical';
  progress: number;
  status: 'not_started' | 'in_progress' | 'completed' | 'blocked';
  title: string;
}
/**
 * A whole list, in its order.
 */
export interface TodoList {
  /**
   * @maxItems 200
   */
  todos: NewTodo[];
}
/**
 * The whole list, in its order.
 */
export interface TodosAnswer {
  todos: TodoAnswer[];
}
/**
 * A node of the tree of topics.
 */
export interface TopicAnswer {
  id: string;
  model: string | null;
  name: string;
  parent_id: string | null;
  path: string;
  prelude: string;
}
/**
 * Every topic, in the order of its path, so that each comes after its parent.
 */
export interface TopicsAnswer {
  topics: CountedTopicAnswer[];
}
/**
 * Turns to delete or to bring back.
 */
export interface TurnIdsBody {
  /**
   * @minItems 1
   * @maxItems 10000
   */
  turn_ids: [string, ...string[]];
}
/**
 * The same for a human message, and who pinned it: the rule for the first messages, the person, or nobody.
 */
export interface TurnImportanceAnswer {
  counts: number | null;
  importance: number | null;
  pinned_by: ('rule' | 'person') | null;
  reasons: ReasonAnswer[];
  reckoned: number | null;
  worth: number | null;
}
/**
 * A page of turns, oldest first, and whether there are more on either side.
 */
export interface TurnsAnswer {
  has_newer: boolean;
  has_older: boolean;
  turns: TurnAnswer[];
}
/**
 * Every version of an advisor, newest first.
 */
export interface VersionsAnswer {
  versions: AdvisorAnswer[];
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
 * Somebody who can speak. `language` is empty for a voice that speaks what it is given.
 */
export interface VoiceAnswer {
  engine: 'remote' | 'piper' | 'espeak';
  id: string;
  language: string;
  name: string;
}
/**
 * Every voice of the server, those the operator named before those found on the machine.
 */
export interface VoicesAnswer {
  voices: VoiceAnswer[];
}
/**
 * A document with its pages by name.
 */
export interface WholeDocumentAnswer {
  bytes: number;
  chars: number;
  conversation_id: string | null;
  created_at: string;
  enabled: boolean;
  height: number | null;
  id: string;
  indexed: IndexedAnswer;
  kind: 'guideline' | 'inline' | 'library';
  media_type: string;
  name: string;
  page_list: PageLineAnswer[];
  pages: number;
  removed_at: string | null;
  title: string;
  width: number | null;
}
/**
 * What a reply is worth, from 0 to 1; nothing takes it back.
 */
export interface WorthBody {
  worth: number | null;
}
/**
 * Something the person writes down themselves; it counts as accepted.
 */
export interface WritingMemory {
  kind?: 'fact' | 'preference' | 'person' | 'topic' | 'decision';
  text: string;
}

/** Every route the server has. */
export type Route =
  | 'DELETE /v1/approvals/standing/{server}/{tool}'
  | 'DELETE /v1/conversations/{conversation_id}'
  | 'DELETE /v1/conversations/{conversation_id}/todos/{number}'
  | 'DELETE /v1/documents/{document_id}'
  | 'DELETE /v1/filters/{name}'
  | 'DELETE /v1/instructions/{instruction_id}'
  | 'DELETE /v1/memories/{memory_id}'
  | 'DELETE /v1/panels/{panel_id}'
  | 'DELETE /v1/settings/{name}'
  | 'DELETE /v1/tools/servers/{name}'
  | 'DELETE /v1/topics/{topic_id}'
  | 'GET /healthz'
  | 'GET /metrics'
  | 'GET /readyz'
  | 'GET /v1/advisors'
  | 'GET /v1/advisors/export'
  | 'GET /v1/advisors/{advisor_id}/versions'
  | 'GET /v1/analyses/{analysis_id}'
  | 'GET /v1/approvals'
  | 'GET /v1/conversations'
  | 'GET /v1/conversations/{conversation_id}'
  | 'GET /v1/conversations/{conversation_id}/analyses'
  | 'GET /v1/conversations/{conversation_id}/outline'
  | 'GET /v1/conversations/{conversation_id}/todos'
  | 'GET /v1/conversations/{conversation_id}/turns'
  | 'GET /v1/diff'
  | 'GET /v1/documents'
  | 'GET /v1/documents/search'
  | 'GET /v1/documents/{document_id}'
  | 'GET /v1/documents/{document_id}/data'
  | 'GET /v1/documents/{document_id}/pages/{number}'
  | 'GET /v1/feed'
  | 'GET /v1/filters'
  | 'GET /v1/instructions'
  | 'GET /v1/memories'
  | 'GET /v1/models'
  | 'GET /v1/panels'
  | 'GET /v1/replies/{reply_id}'
  | 'GET /v1/replies/{reply_id}/importance'
  | 'GET /v1/replies/{reply_id}/receipts'
  | 'GET /v1/search'
  | 'GET /v1/settings'
  | 'GET /v1/spending'
  | 'GET /v1/status'
  | 'GET /v1/tools'
  | 'GET /v1/topics'
  | 'GET /v1/turns/{turn_id}'
  | 'GET /v1/turns/{turn_id}/importance'
  | 'GET /v1/voices'
  | 'PATCH /v1/advisors/{advisor_id}'
  | 'PATCH /v1/conversations/{conversation_id}'
  | 'PATCH /v1/conversations/{conversation_id}/todos/{number}'
  | 'PATCH /v1/documents/{document_id}'
  | 'PATCH /v1/instructions/{instruction_id}'
  | 'PATCH /v1/memories/{memory_id}'
  | 'PATCH /v1/panels/{panel_id}'
  | 'PATCH /v1/replies/{reply_id}'
  | 'PATCH /v1/tools/servers/{name}'
  | 'PATCH /v1/topics/{topic_id}'
  | 'POST /v1/advisors'
  | 'POST /v1/advisors/describe'
  | 'POST /v1/advisors/import'
  | 'POST /v1/advisors/{advisor_id}/archive'
  | 'POST /v1/advisors/{advisor_id}/restore'
  | 'POST /v1/advisors/{advisor_id}/unarchive'
  | 'POST /v1/approvals/{approval_id}'
  | 'POST /v1/conversations'
  | 'POST /v1/conversations/{conversation_id}/bring-back'
  | 'POST /v1/conversations/{conversation_id}/command'
  | 'POST /v1/conversations/{conversation_id}/divider'
  | 'POST /v1/conversations/{conversation_id}/marks'
  | 'POST /v1/conversations/{conversation_id}/memories/scan'
  | 'POST /v1/conversations/{conversation_id}/preview'
  | 'POST /v1/conversations/{conversation_id}/preview/compare'
  | 'POST /v1/conversations/{conversation_id}/preview/diff'
  | 'POST /v1/conversations/{conversation_id}/remove'
  | 'POST /v1/conversations/{conversation_id}/restore'
  | 'POST /v1/conversations/{conversation_id}/todos'
  | 'POST /v1/conversations/{conversation_id}/turns'
  | 'POST /v1/documents'
  | 'POST /v1/documents/{document_id}/bring-back'
  | 'POST /v1/filters/read'
  | 'POST /v1/instructions'
  | 'POST /v1/instructions/order'
  | 'POST /v1/memories'
  | 'POST /v1/panels'
  | 'POST /v1/panels/{panel_id}/default'
  | 'POST /v1/preview'
  | 'POST /v1/preview/diff'
  | 'POST /v1/replies/{reply_id}/choose'
  | 'POST /v1/replies/{reply_id}/replay'
  | 'POST /v1/replies/{reply_id}/retry'
  | 'POST /v1/replies/{reply_id}/stop'
  | 'POST /v1/speech'
  | 'POST /v1/tools/servers'
  | 'POST /v1/tools/servers/{name}/look'
  | 'POST /v1/topics'
  | 'POST /v1/turns/{turn_id}/stop'
  | 'PUT /v1/conversations/{conversation_id}/todos'
  | 'PUT /v1/filters/{name}'
  | 'PUT /v1/instructions/{instruction_id}/conversations/{conversation_id}'
  | 'PUT /v1/replies/{reply_id}/worth'
  | 'PUT /v1/settings/{name}';
