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

export interface Answers {
  AcceptedAnswer?: AcceptedAnswer;
  AddingProvider?: AddingProvider;
  AddressAnswer?: AddressAnswer;
  AdvisorAnswer?: AdvisorAnswer;
  AdvisorPreviewAnswer?: AdvisorPreviewAnswer;
  AdvisorsAnswer?: AdvisorsAnswer;
  AlikeAnswer?: AlikeAnswer;
  AnalysesAnswer?: AnalysesAnswer;
  AnalysisAnswer?: AnalysisAnswer;
  AnalysisCallAnswer?: AnalysisCallAnswer;
  AnalysisErrorAnswer?: AnalysisErrorAnswer;
  AnalysisLine?: AnalysisLine;
  AnchorAnswer?: AnchorAnswer;
  ApprovalAnswer?: ApprovalAnswer;
  ApprovalsAnswer?: ApprovalsAnswer;
  Arriving?: Arriving;
  AskingAnswer?: AskingAnswer;
  AskingMessageAnswer?: AskingMessageAnswer;
  AssertionTypeAnswer?: AssertionTypeAnswer;
  AssertionTypesAnswer?: AssertionTypesAnswer;
  AttemptAnswer?: AttemptAnswer;
  AuditAnswer?: AuditAnswer;
  AuditLineAnswer?: AuditLineAnswer;
  BeginningDevice?: BeginningDevice;
  BegunFactorAnswer?: BegunFactorAnswer;
  BinAnswer?: BinAnswer;
  BranchAnswer?: BranchAnswer;
  BranchedFromAnswer?: BranchedFromAnswer;
  BringingKey?: BringingKey;
  CacheAnswer?: CacheAnswer;
  CalibrationAnswer?: CalibrationAnswer;
  CallAnswer?: CallAnswer;
  CardAnswer?: CardAnswer;
  CaseAnswer?: CaseAnswer;
  CaseChangeAnswer?: CaseChangeAnswer;
  CaseLine?: CaseLine;
  CaseSourceAnswer?: CaseSourceAnswer;
  CasesAnswer?: CasesAnswer;
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
  ChangingCase?: ChangingCase;
  ChangingDecision?: ChangingDecision;
  ChangingMe?: ChangingMe;
  ChangingMemory?: ChangingMemory;
  ChangingPassword?: ChangingPassword;
  ChangingRoles?: ChangingRoles;
  ChangingSetting?: ChangingSetting;
  ChangingWebhook?: ChangingWebhook;
  CheckShareAnswer?: CheckShareAnswer;
  CheckingMap?: CheckingMap;
  ChecksAnswer?: ChecksAnswer;
  ChoiceAnswer?: ChoiceAnswer;
  ChoiceBody?: ChoiceBody;
  ClaimAnswer?: ClaimAnswer;
  ClaimHitAnswer?: ClaimHitAnswer;
  ClaimShiftAnswer?: ClaimShiftAnswer;
  CodePartAnswer?: CodePartAnswer;
  CodesAnswer?: CodesAnswer;
  Colour?: Colour;
  CommandAnswer?: CommandAnswer;
  CommandBody?: CommandBody;
  CommandReading?: CommandReading;
  CompletionAnswer?: CompletionAnswer;
  ConfirmingFactor?: ConfirmingFactor;
  ConnectedAnswer?: ConnectedAnswer;
  ContaminationAnswer?: ContaminationAnswer;
  ConvergenceAnswer?: ConvergenceAnswer;
  ConversationAnswer?: ConversationAnswer;
  ConversationCreatedFact?: ConversationCreatedFact;
  ConversationDeletedFact?: ConversationDeletedFact;
  ConversationRenamedFact?: ConversationRenamedFact;
  ConversationsAnswer?: ConversationsAnswer;
  CostAnswer?: CostAnswer;
  CountedTopicAnswer?: CountedTopicAnswer;
  CoverageAnswer?: CoverageAnswer;
  CutVoiceAnswer?: CutVoiceAnswer;
  Deciding?: Deciding;
  DecidingDevice?: DecidingDevice;
  DecisionAnswer?: DecisionAnswer;
  DecisionCases?: DecisionCases;
  DecisionHitAnswer?: DecisionHitAnswer;
  DecisionLine?: DecisionLine;
  DecisionsAnswer?: DecisionsAnswer;
  DeliveryAnswer?: DeliveryAnswer;
  DescribingAdvisor?: DescribingAdvisor;
  DescriptionAnswer?: DescriptionAnswer;
  DeviceAnswer?: DeviceAnswer;
  DeviceCodesAnswer?: DeviceCodesAnswer;
  DeviceTokenAnswer?: DeviceTokenAnswer;
  DiffAnswer?: DiffAnswer;
  DiskAnswer?: DiskAnswer;
  Disputing?: Disputing;
  DividerDrawnFact?: DividerDrawnFact;
  DocumentAnswer?: DocumentAnswer;
  DocumentsAnswer?: DocumentsAnswer;
  DoneAnswer?: DoneAnswer;
  DraftBody?: DraftBody;
  DraftDiffBody?: DraftDiffBody;
  DrawingMap?: DrawingMap;
  EditBody?: EditBody;
  EndedWorkAnswer?: EndedWorkAnswer;
  ErrorAnswer?: ErrorAnswer;
  ErrorCountAnswer?: ErrorCountAnswer;
  EvalHistoryAnswer?: EvalHistoryAnswer;
  EvalRunAnswer?: EvalRunAnswer;
  EvalRunLine?: EvalRunLine;
  EverythingAnswer?: EverythingAnswer;
  ExportAnswer?: ExportAnswer;
  ExportFailure?: ExportFailure;
  ExportedAdvisor?: ExportedAdvisor;
  ExportedFileAnswer?: ExportedFileAnswer;
  ExporterAnswer?: ExporterAnswer;
  Fact?: Fact;
  FactorsAnswer?: FactorsAnswer;
  FilePartAnswer?: FilePartAnswer;
  FilterErrorAnswer?: FilterErrorAnswer;
  FindingTitle?: FindingTitle;
  FindingWhy?: FindingWhy;
  FolderAnswer?: FolderAnswer;
  FoldersAnswer?: FoldersAnswer;
  ForecastAnswer?: ForecastAnswer;
  FoundAnswer?: FoundAnswer;
  FoundWhyAnswer?: FoundWhyAnswer;
  FrozenStanceAnswer?: FrozenStanceAnswer;
  GivingModels?: GivingModels;
  GlanceAnswer?: GlanceAnswer;
  GuidelineAnswer?: GuidelineAnswer;
  HealthAnswer?: HealthAnswer;
  HeardAnswer?: HeardAnswer;
  HeardModelsAnswer?: HeardModelsAnswer;
  HearingModels?: HearingModels;
  HeartbeatAnswer?: HeartbeatAnswer;
  HeartbeatRunAnswer?: HeartbeatRunAnswer;
  HeartbeatRunsAnswer?: HeartbeatRunsAnswer;
  HeartbeatsAnswer?: HeartbeatsAnswer;
  HitAnswer?: HitAnswer;
  IdentitiesAnswer?: IdentitiesAnswer;
  IdentityAnswer?: IdentityAnswer;
  ImageAnswer?: ImageAnswer;
  ImagePartAnswer?: ImagePartAnswer;
  ImportAnswer?: ImportAnswer;
  ImportCounts?: ImportCounts;
  ImportFailure?: ImportFailure;
  ImportReport?: ImportReport;
  ImportStep?: ImportStep;
  ImportanceAnswer?: ImportanceAnswer;
  ImportedAdvisor?: ImportedAdvisor;
  ImportedCases?: ImportedCases;
  ImportedConversationAnswer?: ImportedConversationAnswer;
  ImportedFileAnswer?: ImportedFileAnswer;
  ImportedPanel?: ImportedPanel;
  ImportedParameters?: ImportedParameters;
  ImporterAnswer?: ImporterAnswer;
  ImportingAdvisors?: ImportingAdvisors;
  ImportingPanels?: ImportingPanels;
  ImprovementAnswer?: ImprovementAnswer;
  ImprovementLine?: ImprovementLine;
  ImprovingAdvisor?: ImprovingAdvisor;
  IndexedAnswer?: IndexedAnswer;
  InstructionAnswer?: InstructionAnswer;
  InstructionOrder?: InstructionOrder;
  InstructionSwitch?: InstructionSwitch;
  InstructionsAnswer?: InstructionsAnswer;
  InvitationAnswer?: InvitationAnswer;
  InvitationsAnswer?: InvitationsAnswer;
  Inviting?: Inviting;
  ItemAnswer?: ItemAnswer;
  KeepingCaseBody?: KeepingCaseBody;
  KeepingHeaders?: KeepingHeaders;
  KeptAnswer?: KeptAnswer;
  KindAnswer?: KindAnswer;
  KnownProviderAnswer?: KnownProviderAnswer;
  LatestAnswer?: LatestAnswer;
  Leaving?: Leaving;
  LimitingToken?: LimitingToken;
  LinkAnswer?: LinkAnswer;
  Linking?: Linking;
  LocalAnswer?: LocalAnswer;
  LookForecastAnswer?: LookForecastAnswer;
  LoreAnswer?: LoreAnswer;
  MadeAnswer?: MadeAnswer;
  MakingToken?: MakingToken;
  MapAnswer?: MapAnswer;
  MapCheckAnswer?: MapCheckAnswer;
  MapVoiceAnswer?: MapVoiceAnswer;
  MarksAnswer?: MarksAnswer;
  MarksBody?: MarksBody;
  MeAnswer?: MeAnswer;
  MeasuredAnswer?: MeasuredAnswer;
  MemoriesAnswer?: MemoriesAnswer;
  MemoryAnswer?: MemoryAnswer;
  MemoryCountsAnswer?: MemoryCountsAnswer;
  MessageAnswer?: MessageAnswer;
  MetricsAnswer?: MetricsAnswer;
  MissedAnswer?: MissedAnswer;
  MissingVoiceAnswer?: MissingVoiceAnswer;
  ModelAnswer?: ModelAnswer;
  ModelOfferAnswer?: ModelOfferAnswer;
  ModelsAnswer?: ModelsAnswer;
  Named?: Named;
  NamedFolder?: NamedFolder;
  NewAdvisor?: NewAdvisor;
  NewConversation?: NewConversation;
  NewDraftBody?: NewDraftBody;
  NewDraftDiffBody?: NewDraftDiffBody;
  NewExport?: NewExport;
  NewImport?: NewImport;
  NewInstruction?: NewInstruction;
  NewMessage?: NewMessage;
  NewPanel?: NewPanel;
  NewServer?: NewServer;
  NewTodo?: NewTodo;
  NewTopic?: NewTopic;
  NewWebhook?: NewWebhook;
  NodeAnswer?: NodeAnswer;
  ObjectionAnswer?: ObjectionAnswer;
  OfferedAnswer?: OfferedAnswer;
  OperationsAnswer?: OperationsAnswer;
  OtherFiles?: OtherFiles;
  OutlineAnswer?: OutlineAnswer;
  OwnKeyAnswer?: OwnKeyAnswer;
  OwnKeysAnswer?: OwnKeysAnswer;
  PackAnswer?: PackAnswer;
  PackLine?: PackLine;
  PacksAnswer?: PacksAnswer;
  PageAnswer?: PageAnswer;
  PageLineAnswer?: PageLineAnswer;
  Page_DeliveryAnswer_?: Page_DeliveryAnswer_;
  Page_ExportedFileAnswer_?: Page_ExportedFileAnswer_;
  Page_ExporterAnswer_?: Page_ExporterAnswer_;
  Page_ImportedConversationAnswer_?: Page_ImportedConversationAnswer_;
  Page_ImportedFileAnswer_?: Page_ImportedFileAnswer_;
  Page_ImporterAnswer_?: Page_ImporterAnswer_;
  Page_MapCheckAnswer_?: Page_MapCheckAnswer_;
  Page_WebhookAnswer_?: Page_WebhookAnswer_;
  PanelAnswer?: PanelAnswer;
  PanelCostAnswer?: PanelCostAnswer;
  PanelOfFile?: PanelOfFile;
  PanelStepAnswer?: PanelStepAnswer;
  PanelsAnswer?: PanelsAnswer;
  PanelsExportAnswer?: PanelsExportAnswer;
  PanelsImportAnswer?: PanelsImportAnswer;
  ParagraphAnswer?: ParagraphAnswer;
  Parameters?: Parameters;
  ParametersAnswer?: ParametersAnswer;
  PartAnswer?: PartAnswer;
  PayingKeyAnswer?: PayingKeyAnswer;
  PayloadDiffAnswer?: PayloadDiffAnswer;
  PeopleAnswer?: PeopleAnswer;
  PersonAnswer?: PersonAnswer;
  PhaseBody?: PhaseBody;
  PictureAnswer?: PictureAnswer;
  PieceAnswer?: PieceAnswer;
  PlacedReplyAnswer?: PlacedReplyAnswer;
  PluginAnswer?: PluginAnswer;
  PluginPackageAnswer?: PluginPackageAnswer;
  PluginPackagesAnswer?: PluginPackagesAnswer;
  PointAnswer?: PointAnswer;
  PoliciesAnswer?: PoliciesAnswer;
  PolicyAnswer?: PolicyAnswer;
  PreviewAnswer?: PreviewAnswer;
  PricesAnswer?: PricesAnswer;
  Problem?: Problem;
  ProgramMessage?: ProgramMessage;
  ProviderAnswer?: ProviderAnswer;
  ProviderHealthAnswer?: ProviderHealthAnswer;
  ProviderWayAnswer?: ProviderWayAnswer;
  ProvidersAnswer?: ProvidersAnswer;
  PutAsideAnswer?: PutAsideAnswer;
  QuorumAnswer?: QuorumAnswer;
  QuoteAnswer?: QuoteAnswer;
  QuotedAnswer?: QuotedAnswer;
  ReadFilterAnswer?: ReadFilterAnswer;
  ReadingFilter?: ReadingFilter;
  ReadyAnswer?: ReadyAnswer;
  ReasonAnswer?: ReasonAnswer;
  RecallAnswer?: RecallAnswer;
  ReceiptAnswer?: ReceiptAnswer;
  ReceiptsAnswer?: ReceiptsAnswer;
  RefusalAnswer?: RefusalAnswer;
  RemindedAnswer?: RemindedAnswer;
  ReplayBody?: ReplayBody;
  RepliesSendingFact?: RepliesSendingFact;
  ReplyAddedFact?: ReplyAddedFact;
  ReplyAnswer?: ReplyAnswer;
  ReplyChosenFact?: ReplyChosenFact;
  ReplyEditedFact?: ReplyEditedFact;
  ReplyPicturedFact?: ReplyPicturedFact;
  ReplySettledFact?: ReplySettledFact;
  ReplyUsedToolsFact?: ReplyUsedToolsFact;
  ReplyWeighedFact?: ReplyWeighedFact;
  Resetting?: Resetting;
  ResultAnswer?: ResultAnswer;
  ResultLine?: ResultLine;
  RetryBody?: RetryBody;
  RevisitAnswer?: RevisitAnswer;
  RevisitForecastAnswer?: RevisitForecastAnswer;
  RevisitPlan?: RevisitPlan;
  RoundAnswer?: RoundAnswer;
  RoundForecastAnswer?: RoundForecastAnswer;
  RoundHabitsBody?: RoundHabitsBody;
  RoundsAnswer?: RoundsAnswer;
  RunAnswer?: RunAnswer;
  RunningEvals?: RunningEvals;
  SavedFilterAnswer?: SavedFilterAnswer;
  SavedFiltersAnswer?: SavedFiltersAnswer;
  SavingFilter?: SavingFilter;
  ScanningMemory?: ScanningMemory;
  ScoreAnswer?: ScoreAnswer;
  ScorecardAnswer?: ScorecardAnswer;
  SearchAnswer?: SearchAnswer;
  SelectedAnswer?: SelectedAnswer;
  SendingAnswer?: SendingAnswer;
  SentAnswer?: SentAnswer;
  SentenceAnswer?: SentenceAnswer;
  ServerAnswer?: ServerAnswer;
  ServersAnswer?: ServersAnswer;
  SessionAnswer?: SessionAnswer;
  SessionsAnswer?: SessionsAnswer;
  SettingAnswer?: SettingAnswer;
  SettingHeartbeat?: SettingHeartbeat;
  SettingsAnswer?: SettingsAnswer;
  ShareAnswer?: ShareAnswer;
  SignerAnswer?: SignerAnswer;
  SigningIn?: SigningIn;
  SpanAnswer?: SpanAnswer;
  Speaking?: Speaking;
  SpendingAnswer?: SpendingAnswer;
  SpentByAnswer?: SpentByAnswer;
  SplitForecastAnswer?: SplitForecastAnswer;
  SplitPointAnswer?: SplitPointAnswer;
  StanceAnswer?: StanceAnswer;
  StandLine?: StandLine;
  StandingAnswer?: StandingAnswer;
  StartChecksAnswer?: StartChecksAnswer;
  StartImport?: StartImport;
  StartedAnswer?: StartedAnswer;
  StartingRevisit?: StartingRevisit;
  StartingRounds?: StartingRounds;
  State?: State;
  StatusAnswer?: StatusAnswer;
  StaysAnswer?: StaysAnswer;
  StoppingAnswer?: StoppingAnswer;
  SynthesisAnswer?: SynthesisAnswer;
  Synthesizing?: Synthesizing;
  TakenCardAnswer?: TakenCardAnswer;
  TakingToken?: TakingToken;
  TallyAnswer?: TallyAnswer;
  TelemetryAnswer?: TelemetryAnswer;
  TestedAnswer?: TestedAnswer;
  TestingProvider?: TestingProvider;
  TextPartAnswer?: TextPartAnswer;
  ThinkingPreviewAnswer?: ThinkingPreviewAnswer;
  TitleAnswer?: TitleAnswer;
  TodayAnswer?: TodayAnswer;
  TodoAnswer?: TodoAnswer;
  TodoList?: TodoList;
  TodosAnswer?: TodosAnswer;
  TokenAnswer?: TokenAnswer;
  TokenSpentAnswer?: TokenSpentAnswer;
  TokensAnswer?: TokensAnswer;
  ToldToolAnswer?: ToldToolAnswer;
  ToldWebhookAnswer?: ToldWebhookAnswer;
  ToolAnswer?: ToolAnswer;
  ToolUseAnswer?: ToolUseAnswer;
  TopicAnswer?: TopicAnswer;
  TopicsAnswer?: TopicsAnswer;
  TrimmedVoiceAnswer?: TrimmedVoiceAnswer;
  TurnAcceptedFact?: TurnAcceptedFact;
  TurnAnswer?: TurnAnswer;
  TurnIdsBody?: TurnIdsBody;
  TurnImportanceAnswer?: TurnImportanceAnswer;
  TurnWordingsAnswer?: TurnWordingsAnswer;
  TurnsAnswer?: TurnsAnswer;
  TurnsMarkedFact?: TurnsMarkedFact;
  TurnsRemovedFact?: TurnsRemovedFact;
  TurnsRestoredFact?: TurnsRestoredFact;
  TypingCode?: TypingCode;
  UnderWayAnswer?: UnderWayAnswer;
  UnheardAnswer?: UnheardAnswer;
  UnkeptCase?: UnkeptCase;
  VerdictAnswer?: VerdictAnswer;
  Verifying?: Verifying;
  VersionScore?: VersionScore;
  VersionsAnswer?: VersionsAnswer;
  ViewAnswer?: ViewAnswer;
  VoiceAnswer?: VoiceAnswer;
  VoiceForecastAnswer?: VoiceForecastAnswer;
  VoiceNameAnswer?: VoiceNameAnswer;
  VoicesAnswer?: VoicesAnswer;
  WaysAnswer?: WaysAnswer;
  WebhookAnswer?: WebhookAnswer;
  WholeDocumentAnswer?: WholeDocumentAnswer;
  WhyAnswer?: WhyAnswer;
  WhyFindingAnswer?: WhyFindingAnswer;
  WhyForecastAnswer?: WhyForecastAnswer;
  WhyPartAnswer?: WhyPartAnswer;
  WhyPreviewAnswer?: WhyPreviewAnswer;
  Wording?: Wording;
  WordingsAnswer?: WordingsAnswer;
  WorkAnswer?: WorkAnswer;
  WorkError?: WorkError;
  WorkPage?: WorkPage;
  WorkProgress?: WorkProgress;
  WorthBody?: WorthBody;
  WritingDecision?: WritingDecision;
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
  pictures: PictureAnswer[];
  state: State;
  text: string;
  thinking: string;
  tools: ToolUseAnswer[];
  variant: number;
  worth: number | null;
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
 * A provider to be tested, kept and used. Without a key, the one kept for the same address stays.
 *
 * `advisors` gives advisors a model of it each, by their ids; each of these models has to answer before anything is
 * kept.
 */
export interface AddingProvider {
  advisors?: {
    [k: string]: string;
  };
  base_url?: string | null;
  key?: string | null;
  model?: string | null;
}
/**
 * Where the browser goes now.
 */
export interface AddressAnswer {
  address: string;
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
  thinking: ('off' | 'low' | 'medium' | 'high') | number | null;
}
/**
 * What one advisor would be sent. `tool_tokens`, for all it is told about its tools, are part of `fixed_tokens`.
 *
 * `trimmed` are turns that go before the first attempt, because this message leaves no room for them.
 */
export interface AdvisorPreviewAnswer {
  advisor_id: string;
  binding: ('window' | 'tokens_per_minute' | 'characters') | null;
  body: string | null;
  cache: CacheAnswer | null;
  calibrated: boolean;
  chars_per_token: number | null;
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
  quotes: QuoteAnswer[];
  reply_allowance: number;
  request_allowance: number;
  request_tokens: number;
  sha256: string | null;
  size: number | null;
  spans: SpanAnswer[];
  thinking: ThinkingPreviewAnswer;
  tokens: number;
  tool_tokens: number;
  tools: ToldToolAnswer[];
  trimmed: string[];
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
  kind: 'reference' | 'synthesis' | 'state' | 'memory' | 'instructions' | 'todo' | 'documents' | 'caller';
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
    | 'picture'
    | 'reference'
    | 'synthesis'
    | 'state'
    | 'memory'
    | 'instructions'
    | 'todo'
    | 'documents'
    | 'caller'
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
 * Another voice in the reference block: by which rule it is quoted, and what each rule would take in tokens.
 */
export interface QuoteAnswer {
  advisor_id: string;
  name: string;
  rule: 'whole' | 'ends' | 'claims' | 'sentences' | 'none';
  rules: {
    [k: string]: number;
  };
  tokens: number;
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
 * How much one advisor would be asked to think, and who chose it; nobody chose anything where both are null.
 *
 * `unmet` says why its model is not asked for it after all; empty where it is. Up to `tokens` are allowed for it
 * beside the answer, as part of `max_tokens`; `cost` is what they would be charged as output, at most, in dollars.
 */
export interface ThinkingPreviewAnswer {
  chosen: ('off' | 'low' | 'medium' | 'high') | number | null;
  chosen_by: ('send' | 'advisor' | 'panel' | 'settings') | null;
  cost: number | null;
  tokens: number;
  unmet: string;
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
  items: AdvisorAnswer[];
  next: string | null;
}
/**
 * The two voices of a turn that sound most alike.
 */
export interface AlikeAnswer {
  first: string;
  second: string;
  similarity: number;
}
/**
 * The newest looks at a conversation, newest first.
 */
export interface AnalysesAnswer {
  items: AnalysisLine[];
  next: string | null;
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
 *
 * `cost` is in dollars and absent when it is not known.
 */
export interface AnalysisCallAnswer {
  answer: string | null;
  body: string | null;
  bytes: number | null;
  cost: number | null;
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
 * Words a sentence rests on: characters `start` to `end` of the reply are `quote`, in its paragraph `paragraph`.
 *
 * `is_gone` says that the reply has been changed since and they no longer stand there.
 */
export interface AnchorAnswer {
  advisor_id: string;
  end: number;
  is_gone: boolean;
  name: string;
  paragraph: number;
  quote: string;
  reply_id: string;
  start: number;
}
/**
 * A call that waits, or waited, for the person's leave. `paid`: it costs money; `price` in dollars, where known.
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
  paid: boolean;
  price: number | null;
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
  items: ApprovalAnswer[];
  next: string | null;
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
 * Somebody who follows a link: the first owner, or whoever was invited.
 */
export interface Arriving {
  email: string;
  name: string;
  password: string;
  token: string;
}
/**
 * What an advisor would be asked if its time had come now.
 */
export interface AskingAnswer {
  messages: AskingMessageAnswer[];
  model: string;
}
/**
 * One message of what would be asked.
 */
export interface AskingMessageAnswer {
  content: string;
  role: string;
}
/**
 * One kind of assertion: what it means, its options, and whether it takes a value.
 */
export interface AssertionTypeAnswer {
  meaning: string;
  options: string[];
  type: string;
  value: 'needed' | 'optional' | 'none';
}
/**
 * Every kind there is.
 */
export interface AssertionTypesAnswer {
  items: AssertionTypeAnswer[];
  next: string | null;
}
/**
 * A wording that was tried; number 0 is the advisor's own. `error` says why there is none, or no run of it.
 */
export interface AttemptAnswer {
  analysis_id: string | null;
  description: string;
  error: string;
  number: number;
  passed: number;
  run_id: string | null;
  score: number | null;
  why: string;
}
/**
 * What was done, the newest first.
 */
export interface AuditAnswer {
  items: AuditLineAnswer[];
  next: string | null;
}
/**
 * One deed, or one attempt at it.
 */
export interface AuditLineAnswer {
  action: string;
  actor_id: string | null;
  actor_kind: string;
  actor_name: string;
  address: string;
  after: {
    [k: string]: unknown;
  } | null;
  agent: string;
  at: string;
  before: {
    [k: string]: unknown;
  } | null;
  id: string;
  outcome: string;
  reason: string | null;
  session_id: string | null;
  target_id: string | null;
  target_kind: string;
  target_name: string;
  token_id: string | null;
}
/**
 * What a program without a browser calls itself, and what it wants to do.
 */
export interface BeginningDevice {
  client: string;
  /**
   * @minItems 1
   * @maxItems 20
   */
  scopes:
    | [string]
    | [string, string]
    | [string, string, string]
    | [string, string, string, string]
    | [string, string, string, string, string]
    | [string, string, string, string, string, string]
    | [string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string, string, string, string, string, string]
    | [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string
      ]
    | [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string
      ]
    | [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string
      ]
    | [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string
      ]
    | [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string
      ]
    | [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string
      ];
}
/**
 * What an authenticator app is given: to be typed, or as a link for an app on the same device. Told once.
 */
export interface BegunFactorAnswer {
  link: string;
  typed: string;
}
/**
 * Decisions of like confidence, in percent, and what came of them.
 */
export interface BinAnswer {
  confidence: number | null;
  first: number;
  last: number;
  turned_out: ShareAnswer;
}
/**
 * How often it turned out right, a mixed outcome counting as half, and between which shares that lies.
 */
export interface ShareAnswer {
  count: number;
  high: number | null;
  low: number | null;
  right: number;
  share: number | null;
}
/**
 * A conversation that began with turns of this one; it keeps them, and the proof of what was sent for them.
 */
export interface BranchAnswer {
  conversation_id: string;
  title: string;
}
/**
 * The turn a branch was begun at, and the conversation it stands in.
 */
export interface BranchedFromAnswer {
  conversation_id: string;
  position: number;
  title: string;
  turn_id: string;
}
/**
 * A key for a provider that is in force.
 */
export interface BringingKey {
  key: string;
}
/**
 * How sure the person was against how often they were right.
 *
 * `verdict` is `too_few` below `enough` outcomes. `brier` is 0 at best; always saying 50 percent gets 0.25.
 * `unknown` counts outcomes that cannot be told, `waiting` decisions without one; neither is reckoned with.
 */
export interface CalibrationAnswer {
  bins: BinAnswer[];
  brier: number | null;
  confidence: number | null;
  curve: PointAnswer[];
  enough: number;
  turned_out: ShareAnswer;
  unknown: number;
  verdict: 'too_few' | 'too_sure' | 'too_careful' | 'fitting';
  waiting: number;
}
/**
 * How things stood when this many outcomes were known.
 */
export interface PointAnswer {
  at: string;
  brier: number;
  confidence: number;
  count: number;
  share: number;
}
/**
 * What a character card would become. Nothing of it is here yet.
 *
 * `greetings` are not used and `notes` are for you. `replaced` are macros that have names in their place now, `left`
 * those that stay as they are; `cut` are fields that were too long.
 */
export interface CardAnswer {
  book_rules: string[];
  carrier: 'png' | 'json' | 'charx';
  cut: string[];
  description: string;
  entries: LoreAnswer[];
  entries_left: number;
  greetings: string[];
  left: string[];
  name: string;
  notes: string;
  person: string;
  replaced: string[];
  tagline: string;
  version: string;
}
/**
 * An entry of a lorebook as the document it would be, switched off. `lost` are rules that have no place here.
 *
 * A `guideline` goes along with every message once it is switched on; in the `library` advisors look for it.
 */
export interface LoreAnswer {
  kind: 'guideline' | 'library';
  lost: string[];
  name: string;
  text: string;
  words: string[];
}
/**
 * A case in full; `body` is its entry in a file.
 */
export interface CaseAnswer {
  advisor_id: string;
  archived: boolean;
  asserts: unknown[];
  body: {
    [k: string]: unknown;
  };
  created_at: string;
  id: string;
  latest: LatestAnswer | null;
  name: string;
  note: string;
  question: string;
  source: CaseSourceAnswer | null;
  updated_at: string;
}
/**
 * The newest result of a case under the advisor's own words.
 */
export interface LatestAnswer {
  ended_at: string;
  run_id: string;
  score: number | null;
  status: 'passed' | 'failed' | 'not_graded' | 'error' | 'skipped';
}
/**
 * The reply a case was taken from. The messages, encoded again as then, have the fingerprint `sha256`.
 */
export interface CaseSourceAnswer {
  advisor_version: number;
  conversation_id: string;
  max_tokens: number;
  model: string;
  reply_id: string;
  sha256: string;
  tools: string[];
  turn_id: string;
}
/**
 * One case under the words as they were and under the best ones.
 */
export interface CaseChangeAnswer {
  after: ResultLine | null;
  before: ResultLine | null;
  case_id: string;
  name: string;
}
/**
 * What came of one case once: the verdicts, the answer, and what it used. `error` says why there is no answer.
 */
export interface ResultLine {
  answer: string;
  case_id: string;
  cost: number | null;
  ended_at: string;
  error: string;
  repeat: number;
  score: number | null;
  seconds: number;
  status: 'passed' | 'failed' | 'not_graded' | 'error' | 'skipped';
  tokens: number;
  verdicts: VerdictAnswer[];
}
/**
 * Whether an answer holds one thing, why, and the words that rests on; `score` is absent when it was not graded.
 */
export interface VerdictAnswer {
  advisor: string;
  hits: string[];
  misses: string[];
  name: string;
  reason: string;
  required: number | null;
  score: number | null;
  spots: {
    [k: string]: unknown;
  }[];
  status: 'passed' | 'failed' | 'not_graded';
  turn: number;
  type: string;
  weight: number;
}
/**
 * A case without its messages. `question` is what is asked last, `latest` what came of it.
 */
export interface CaseLine {
  advisor_id: string;
  archived: boolean;
  asserts: unknown[];
  created_at: string;
  id: string;
  latest: LatestAnswer | null;
  name: string;
  note: string;
  question: string;
  source: CaseSourceAnswer | null;
  updated_at: string;
}
/**
 * Cases, oldest first.
 */
export interface CasesAnswer {
  items: CaseLine[];
  next: string | null;
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
 *
 * `thinking` is how much it thinks: off, low, medium, high or a number of tokens; null leaves that to the panel first.
 */
export interface Parameters {
  max_tokens?: number | null;
  temperature?: number | null;
  thinking?: ('off' | 'low' | 'medium' | 'high') | number | null;
}
/**
 * What may be changed about a conversation; what is left out stays. No `folder_id` takes it out of its folder.
 */
export interface ChangedConversation {
  folder_id?: string | null;
  kept?: boolean | null;
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
 *
 * No phases brings the usual ones back, and `thinking` of none leaves it to the settings again.
 */
export interface ChangedPanel {
  advisor_ids?: [string, ...string[]] | null;
  early_turns?: number | null;
  name?: string | null;
  phases?:
    | []
    | [PhaseBody]
    | [PhaseBody, PhaseBody]
    | [PhaseBody, PhaseBody, PhaseBody]
    | [PhaseBody, PhaseBody, PhaseBody, PhaseBody]
    | [PhaseBody, PhaseBody, PhaseBody, PhaseBody, PhaseBody]
    | [PhaseBody, PhaseBody, PhaseBody, PhaseBody, PhaseBody, PhaseBody]
    | [PhaseBody, PhaseBody, PhaseBody, PhaseBody, PhaseBody, PhaseBody, PhaseBody]
    | [PhaseBody, PhaseBody, PhaseBody, PhaseBody, PhaseBody, PhaseBody, PhaseBody, PhaseBody]
    | null;
  rounds?: RoundHabitsBody | null;
  thinking?: ('off' | 'low' | 'medium' | 'high') | number | 'none' | null;
}
/**
 * So many of an advisor's own turns and what it is told in them; the last phase has no `turns`.
 *
 * `prompt` is `early`, `ongoing` or a text of your own; `note` replaces the note about the turn.
 */
export interface PhaseBody {
  name: string;
  note?: string;
  prompt?: string;
  turns?: number | null;
}
/**
 * How a panel's advisors answer each other when nobody says otherwise; the ceiling is in US dollars.
 */
export interface RoundHabitsBody {
  ceiling?: number | null;
  count?: number;
  until_quiet?: boolean;
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
 * What may change; what is left out stays, and so do the messages always.
 */
export interface ChangingCase {
  asserts?:
    | [
        (
          | string
          | {
              [k: string]: unknown;
            }
        ),
        ...(
          | string
          | {
              [k: string]: unknown;
            }
        )[]
      ]
    | null;
  name?: string | null;
  note?: string | null;
}
/**
 * What may change later; what is left out stays. `outcome: null` takes the outcome back.
 */
export interface ChangingDecision {
  change_my_mind?: string;
  outcome?: ('right' | 'wrong' | 'mixed' | 'unknown') | null;
  outcome_text?: string;
  review_at?: string | null;
  reviewer_id?: string | null;
}
/**
 * What one is called, and the address one signs in with; what is left out stays.
 */
export interface ChangingMe {
  email?: string | null;
  name?: string | null;
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
 * The password as it is, and as it is to be.
 */
export interface ChangingPassword {
  new_password: string;
  password: string;
}
/**
 * What somebody is to be.
 */
export interface ChangingRoles {
  instance_role: 'owner' | 'admin' | 'auditor' | 'member';
  workspace_role: 'owner' | 'admin' | 'member' | 'viewer';
}
/**
 * A new value; nothing means none where a setting may have none.
 *
 * `scope` is for whom: absent, for those the setting belongs to. A wider one makes it the usual value for everybody
 * there who has not chosen for themselves.
 */
export interface ChangingSetting {
  scope?: ('instance' | 'workspace' | 'person') | null;
  value: boolean | number | string | null;
}
/**
 * What is to be different; what is absent stays. Switched on again, it is told what ends from then on.
 */
export interface ChangingWebhook {
  enabled?: boolean | null;
  events?:
    | [
        (
          | 'turn.completed'
          | 'turn.failed'
          | 'reply.settled'
          | 'synthesis.completed'
          | 'map.completed'
          | 'approval.requested'
          | 'beat.spoke'
          | 'decision.review_due'
          | 'import.completed'
          | 'export.completed'
          | 'eval.completed'
        ),
        ...(
          | 'turn.completed'
          | 'turn.failed'
          | 'reply.settled'
          | 'synthesis.completed'
          | 'map.completed'
          | 'approval.requested'
          | 'beat.spoke'
          | 'decision.review_due'
          | 'import.completed'
          | 'export.completed'
          | 'eval.completed'
        )[]
      ]
    | null;
  include_text?: boolean | null;
  shape?: ('standard' | 'slack' | 'discord' | 'mattermost' | 'ntfy' | 'gotify') | null;
  url?: string | null;
}
/**
 * A share between 0 and 1; drawn with other rooms it lies between `low` and `high` 95 times in 100.
 */
export interface CheckShareAnswer {
  high: number;
  low: number;
  value: number;
}
/**
 * Which model is checked; absent: the one set for looking at conversations.
 */
export interface CheckingMap {
  model?: string | null;
}
/**
 * What was looked at; `database` names the failure when there is one.
 */
export interface ChecksAnswer {
  database: string;
  draining: 'yes' | 'no';
  live: 'ok' | 'degraded';
  revision: 'ok' | 'newer' | 'schema_ahead';
}
/**
 * What the person chose for one send; what is absent is as usual.
 *
 * `phase`, `caller_note` and `max_tokens` are what a program chooses for the person it asks for: to be given views at
 * once, a note of its own, and how long answers may be at most. `thinking` is how much everybody thinks this time.
 * `split` is the id of a map: each is quoted only the points of it on which it and others are split. A `model` serves
 * the turns after this one too, for advisors without a model of their own, until another is picked or one is sent
 * with `usual_models`.
 */
export interface ChoiceBody {
  caller_note?: string | null;
  dropping?: ('oldest' | 'importance' | 'sticky') | null;
  failed_turns?: boolean | null;
  filter?: string | null;
  focus?: string | null;
  leave_out?: string[] | null;
  max_tokens?: number | null;
  model?: string | null;
  models?: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^[^\x00]*$".
     */
    [k: string]: string;
  } | null;
  off?: ('reference' | 'synthesis' | 'state' | 'memory' | 'instructions' | 'todo' | 'documents' | 'caller')[] | null;
  omit?: string[] | null;
  phase?: 'last' | null;
  split?: string | null;
  stamps?: boolean | null;
  synthesis?: string | null;
  take_in?: string[] | null;
  thinking?: ('off' | 'low' | 'medium' | 'high') | number | null;
  usual_models?: boolean | null;
}
/**
 * One claim. Whoever has no stance was silent on it; `label` counts no disputed stance.
 */
export interface ClaimAnswer {
  label: 'agree' | 'contradict' | 'lone' | 'near' | 'torn';
  number: number;
  stances: StanceAnswer[];
  text: string;
}
/**
 * One advisor's stance on one claim. The words stand in the reply: characters `start` to `end` are `quote`.
 *
 * `speaks` says that the advisor speaks to the point and that nobody has read on which side; `torn`, that what was
 * read of the sides does not fit together.
 */
export interface StanceAnswer {
  advisor_id: string;
  disputed: boolean;
  end: number;
  quote: string;
  reply_id: string;
  stand: 'agrees' | 'contradicts' | 'speaks' | 'torn';
  start: number;
}
/**
 * A claim of a turn's map that holds the words, and how the voices stand to it.
 */
export interface ClaimHitAnswer {
  conversation_id: string;
  created_at: string;
  label: 'agree' | 'contradict' | 'lone' | 'near' | 'torn';
  matches: [number, number][];
  number: number;
  position: number;
  snippet: string;
  start: number;
  turn_id: string;
}
/**
 * A claim, and the share of answers that make it: of the unchanged ones, and of those without the part.
 */
export interface ClaimShiftAnswer {
  after: number;
  before: number;
  text: string;
}
/**
 * Recovery codes, told once; each counts once.
 */
export interface CodesAnswer {
  codes: string[];
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
 * A visible line behind the turn at this position.
 */
export interface DividerDrawnFact {
  conversation_id: string;
  kind: 'divider_drawn';
  position: number;
  seq: number;
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
 * The code that the app shows now.
 */
export interface ConfirmingFactor {
  code: string;
}
/**
 * A provider in force and where it was set up.
 *
 * `key_end` is the end of a key that was added here. `overruled` is true when a key was added here too, and the
 * environment or antiphon.toml has taken its place. `worked_at` is when it last answered; `refused_since` says since
 * when it has not, and `refusal` why: `auth`, `quota`, `net` and the like. All null: it was asked nothing lately.
 */
export interface ConnectedAnswer {
  base_url: string;
  key_end: string | null;
  model: string;
  name: string;
  overruled: boolean;
  refusal: string | null;
  refused_since: string | null;
  source: 'environment' | 'file' | 'start' | 'added' | 'found';
  worked_at: string | null;
}
/**
 * The light, what it objects to (newest first), and how alike the voices were in each turn (oldest first).
 */
export interface ContaminationAnswer {
  curve: ConvergenceAnswer[];
  light: 'dark' | 'clear' | 'converging' | 'leaked';
  names: {
    [k: string]: string;
  };
  objections: ObjectionAnswer[];
}
/**
 * How alike the voices of a turn sound on average, from 0 to 1; absent with fewer than two answers.
 */
export interface ConvergenceAnswer {
  closest: AlikeAnswer | null;
  position: number;
  similarity: number | null;
  turn_id: string;
}
/**
 * Words that speak as somebody else: from `start` to `end` of the reply's standing text, in code points.
 */
export interface ObjectionAnswer {
  about: string | null;
  about_name: string | null;
  advisor_id: string;
  colour: string;
  end: number;
  name: string;
  position: number;
  reply_id: string;
  sign: 'speaker_tag' | 'heading' | 'first_person';
  start: number;
  turn_id: string;
  words: string;
}
/**
 * A conversation in a list; `topic` is where its next turn belongs, `opening` how its first turn begins.
 *
 * `unread` counts what advisors said there unasked and nobody has seen yet. `branched_from` is where a branch left
 * another conversation; null in any other, and once that one is gone. `folder_id` is the folder it lies in.
 * `surface` is the wire of the program that began it; null where a person did.
 */
export interface ConversationAnswer {
  branched_from: BranchedFromAnswer | null;
  created_at: string;
  folder_id: string | null;
  id: string;
  in_flight: boolean;
  kept_until: string | null;
  opening: string;
  panel_id: string;
  seq: number;
  surface: ('openai' | 'responses' | 'mcp' | 'agui' | 'bridge') | null;
  title: string;
  topic: string | null;
  turn_count: number;
  unread: number;
  updated_at: string;
}
/**
 * A page of conversations, newest change first.
 */
export interface ConversationsAnswer {
  items: ConversationAnswer[];
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
 * How many of the claims the text speaks of, and how many of its sentences have a source.
 */
export interface CoverageAnswer {
  anchored: number;
  claims: number;
  sentences: number;
  used: number;
}
/**
 * Somebody whose answer ends before its end; `length` ran into the limit on what may be said.
 */
export interface CutVoiceAnswer {
  advisor_id: string;
  name: string;
  state: 'stopped' | 'incomplete' | 'interrupted' | 'filtered' | 'length';
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
 * Whether the program is let in.
 */
export interface DecidingDevice {
  allow: boolean;
  user_code: string;
}
/**
 * The same with every stance in full.
 */
export interface DecisionAnswer {
  change_my_mind: string;
  choice: string;
  confidence: number;
  conversation_id: string;
  created_at: string;
  id: string;
  options: string[];
  outcome: ('right' | 'wrong' | 'mixed' | 'unknown') | null;
  outcome_at: string | null;
  outcome_text: string;
  position: number | null;
  question: string;
  review_at: string | null;
  reviewer: string | null;
  reviewer_id: string | null;
  stances: FrozenStanceAnswer[];
  standing: 'due' | 'open' | 'known';
  title: string | null;
  turn_id: string;
}
/**
 * One advisor as it was at the time; nothing that happens to the turn later changes it.
 *
 * `reply_sha256` is the fingerprint of `text`, `request_sha256` that of the last request its reply was made from.
 */
export interface FrozenStanceAnswer {
  advisor_id: string;
  attitude: ('for' | 'against' | 'open') | null;
  colour: string;
  edited: boolean;
  model: string;
  name: string;
  reply_id: string;
  reply_sha256: string;
  request_sha256: string | null;
  state: string;
  text: string;
  version: number;
}
/**
 * The cases that a decision became, and who has none.
 */
export interface DecisionCases {
  cases: CaseLine[];
  unkept: UnkeptCase[];
}
/**
 * An advisor whose reply cannot be a case, and why.
 */
export interface UnkeptCase {
  advisor_id: string;
  code: string;
  message: string;
  name: string;
}
/**
 * A decision whose question, choice, outcome or doubts hold the words.
 */
export interface DecisionHitAnswer {
  choice: string;
  conversation_id: string;
  created_at: string;
  id: string;
  matches: [number, number][];
  question: string;
  snippet: string;
  start: number;
  turn_id: string;
}
/**
 * A decision without the advisors' words.
 *
 * `title` and `position` are absent once the conversation or the turn it was made in is gone.
 */
export interface DecisionLine {
  change_my_mind: string;
  choice: string;
  confidence: number;
  conversation_id: string;
  created_at: string;
  id: string;
  options: string[];
  outcome: ('right' | 'wrong' | 'mixed' | 'unknown') | null;
  outcome_at: string | null;
  outcome_text: string;
  position: number | null;
  question: string;
  review_at: string | null;
  reviewer: string | null;
  reviewer_id: string | null;
  stances: StandLine[];
  standing: 'due' | 'open' | 'known';
  title: string | null;
  turn_id: string;
}
/**
 * How one advisor stood, without its words.
 */
export interface StandLine {
  advisor_id: string;
  attitude: ('for' | 'against' | 'open') | null;
  colour: string;
  name: string;
  state: string;
}
/**
 * Those that wait for their outcome first, the nearest day to look back at the top; then the newest that have one.
 *
 * `due` counts those whose day has come. `next` is where the following page begins.
 */
export interface DecisionsAnswer {
  due: number;
  items: DecisionLine[];
  next: string | null;
}
/**
 * One message: its `id` is the `webhook-id` it carries, the same however often it is sent.
 *
 * `answered` is the status of the last answer, `problem` what was in the way, `next_at` when it is sent again.
 */
export interface DeliveryAnswer {
  answered: number | null;
  attempts: number;
  body: string;
  created_at: string;
  event: string;
  id: string;
  next_at: string | null;
  problem: ('address_refused' | 'no_connection' | 'timeout' | 'not_http' | 'redirect' | 'status' | 'secret') | null;
  status: 'waiting' | 'delivered' | 'failed' | 'stopped';
  tried_at: string | null;
  webhook_id: string;
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
 * The program that waits for a code.
 */
export interface DeviceAnswer {
  address: string;
  client: string;
  expires_at: string;
  scopes: string[];
}
/**
 * What the program keeps for itself, and what it shows.
 */
export interface DeviceCodesAnswer {
  device_code: string;
  expires_in: number;
  interval: number;
  user_code: string;
  verification_uri: string;
}
/**
 * A token, told once.
 */
export interface DeviceTokenAnswer {
  access_token: string;
  scopes: string[];
  token_type: 'Bearer';
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
 * What is kept, and how much room is left where this node keeps its data.
 */
export interface DiskAnswer {
  /**
   * `ok`, or the code of what keeps it from being written.
   */
  database: string;
  database_bytes: number;
  document_bytes: number;
  documents: number;
  free_bytes: number | null;
  total_bytes: number | null;
}
/**
 * Whose stance is not what was said; `disputed: false` takes it back.
 */
export interface Disputing {
  advisor_id: string;
  disputed: boolean;
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
  items: DocumentAnswer[];
  next: string | null;
}
/**
 * What was stopped, or begun anew.
 */
export interface DoneAnswer {
  id: string;
  kind: string;
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
 * Which model reads; absent: the one set for looking at conversations.
 */
export interface DrawingMap {
  model?: string | null;
}
/**
 * Other words for a reply; none bring the advisor's own back.
 */
export interface EditBody {
  text: string | null;
}
/**
 * A piece of work that has ended: `status` is its kind's own word for how.
 */
export interface EndedWorkAnswer {
  advisor_id: string | null;
  conversation_id: string | null;
  created_at: string;
  ended_at: string;
  error: WorkError | null;
  id: string;
  kind: string;
  status: string;
  turn_id: string | null;
}
/**
 * Why it ended as it did.
 */
export interface WorkError {
  code: string;
  message: string;
}
/**
 * A class of errors: at which provider, in which kind of work, or in the log of this node.
 */
export interface ErrorCountAnswer {
  code: string;
  count: number;
  last_at: string;
  source: 'model' | 'work' | 'log';
  where: string | null;
}
/**
 * Everything about an advisor under test: cases, runs newest first, scores by version, and better words.
 */
export interface EvalHistoryAnswer {
  advisor_id: string;
  cases: CaseLine[];
  improvements: ImprovementLine[];
  items: EvalRunLine[];
  next: string | null;
  version: number;
  versions: VersionScore[];
}
/**
 * A search for better words without the words.
 */
export interface ImprovementLine {
  accepted_version: number | null;
  advisor_id: string;
  advisor_version: number;
  best: number;
  created_at: string;
  ended_at: string | null;
  id: string;
  rounds: number;
  score_after: number | null;
  score_before: number | null;
  status: 'running' | 'done' | 'failed' | 'stopped' | 'interrupted';
  tried: number;
}
/**
 * A run without its results. `score` is the mean of what was judged; `counts` are results by status.
 *
 * With a `description` that was tried in place of the advisor's own. `planned` is how many results there will be.
 */
export interface EvalRunLine {
  advisor_id: string;
  advisor_version: number;
  case_ids: string[];
  cost: number | null;
  counts: {
    [k: string]: number;
  };
  created_at: string;
  description: string | null;
  ended_at: string | null;
  error: AnalysisErrorAnswer | null;
  finished: number;
  id: string;
  improvement_id: string | null;
  judge_model: string | null;
  model: string;
  planned: number;
  repeat: number;
  score: number | null;
  status: 'running' | 'done' | 'failed' | 'stopped' | 'interrupted';
  tokens: number;
}
/**
 * How one version of an advisor did in its newest run, its own words; `runs` counts all that are listed.
 */
export interface VersionScore {
  newest_at: string;
  runs: number;
  score: number | null;
  version: number;
}
/**
 * A run with every result so far.
 */
export interface EvalRunAnswer {
  advisor_id: string;
  advisor_version: number;
  case_ids: string[];
  cost: number | null;
  counts: {
    [k: string]: number;
  };
  created_at: string;
  description: string | null;
  ended_at: string | null;
  error: AnalysisErrorAnswer | null;
  finished: number;
  id: string;
  improvement_id: string | null;
  judge_model: string | null;
  model: string;
  planned: number;
  repeat: number;
  results: ResultLine[];
  score: number | null;
  status: 'running' | 'done' | 'failed' | 'stopped' | 'interrupted';
  tokens: number;
}
/**
 * What would go. `in_flight` says that somebody still speaks there, and would be stopped.
 */
export interface EverythingAnswer {
  analyses: number;
  files: number;
  in_flight: boolean;
  instructions: number;
  proposed_memories: number;
  receipts: number;
  replies: number;
  stays: StaysAnswer;
  todos: number;
  turns: number;
}
/**
 * What came from the conversation and stays: each has words of its own.
 *
 * `memories` are those that were accepted. `shared_files` stand under messages of other conversations too.
 */
export interface StaysAnswer {
  branches: BranchAnswer[];
  decisions: number;
  memories: number;
  shared_files: number;
  tests: number;
}
/**
 * Every advisor that is not archived, to be kept or taken elsewhere.
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
 * Why it ended as it did.
 */
export interface ExportFailure {
  code: string;
  message: string;
}
/**
 * One file. When its status is `done` it can be fetched, whole or in as many `pieces`, until `kept_until`.
 *
 * `signer` is the public half of the key it is signed with, `signature` is over its SHA-256; both are hex, and absent
 * where nothing is installed to sign with.
 */
export interface ExportedFileAnswer {
  bytes: number;
  conversation_ids: string[];
  created_at: string;
  error: ExportFailure | null;
  format: string;
  id: string;
  kept_until: string;
  media_type: string;
  name: string;
  of: number | null;
  pieces: number;
  sha256: string | null;
  signature: string | null;
  signer: string | null;
  status: 'writing' | 'done' | 'failed';
  written: number;
}
/**
 * A format that can be written.
 */
export interface ExporterAnswer {
  label: string;
  media_type: string;
  name: string;
  suffix: string;
  version: number;
}
/**
 * Whether one is asked for a code, how many recovery codes are left, and whether one must have a second factor.
 */
export interface FactorsAnswer {
  active: boolean;
  codes_left: number;
  required: boolean;
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
 * Which model reads; absent: the one set for looking at conversations.
 */
export interface FindingTitle {
  model?: string | null;
}
/**
 * How often the model may be asked at most; absent: as often as the forecast says.
 */
export interface FindingWhy {
  calls?: number | null;
}
/**
 * A folder, and how many conversations lie in it; those in the archive do not count.
 */
export interface FolderAnswer {
  conversations: number;
  id: string;
  name: string;
}
/**
 * Every folder, by name.
 */
export interface FoldersAnswer {
  items: FolderAnswer[];
  next: string | null;
}
/**
 * What this round would cost now, or why it cannot begin. `split` is there for one between those who are split.
 */
export interface ForecastAnswer {
  forecast: RoundForecastAnswer | null;
  refusal: RefusalAnswer | null;
  split: SplitForecastAnswer | null;
}
/**
 * What a round may cost at most: nothing cached, every answer as long as it may be. Null when that is not known.
 */
export interface RoundForecastAnswer {
  cost: number | null;
  per_advisor: {
    [k: string]: VoiceForecastAnswer;
  };
  tokens: number;
}
/**
 * One advisor's part: its model, the tokens of its prompt, and what it may cost; null when that is not known.
 */
export interface VoiceForecastAnswer {
  cost: number | null;
  model: string;
  tokens: number;
}
/**
 * Why a round could not begin now.
 */
export interface RefusalAnswer {
  code: string;
  message: string;
}
/**
 * Where they are split, what each would be shown of it, and what is saved beside a whole round in the same words.
 *
 * `sent` is the quoted block by advisor, exactly as it would be sent. `reading_cost` is what it may cost at most to
 * read the answers afterwards, which is done where another round may follow. Null when that is not known.
 */
export interface SplitForecastAnswer {
  calls: number;
  map_id: string;
  points: SplitPointAnswer[];
  reading_cost: number | null;
  saved_calls: number;
  saved_cost: number | null;
  saved_tokens: number;
  sent: {
    [k: string]: string;
  };
  whole: RoundForecastAnswer;
}
/**
 * A claim of the map on which voices stand against each other.
 */
export interface SplitPointAnswer {
  label: 'contradict' | 'torn';
  number: number;
  text: string;
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
 * What was tried, in that order, and what made a difference.
 *
 * `unchanged` answers to the very same bytes were compared, and are at most `spread` apart; with `is_still` all claim
 * the same. `least` is the chance a finding had to be below. `strayed` says that today the same bytes are answered
 * otherwise than they were. `together` says whether leaving out everything changes the answer. `stopped_by` is
 * `calls` or `tokens` where those did not suffice.
 */
export interface FoundWhyAnswer {
  analysis_id: string;
  beyond_chance: number;
  compared_by: 'words' | 'meaning';
  findings: WhyFindingAnswer[];
  found_at: string | null;
  is_still: boolean;
  least: number;
  model: string;
  spread: number;
  stopped_by: string;
  strayed: boolean;
  together: boolean | null;
  unchanged: number;
  unread: number;
}
/**
 * What came of leaving one part out.
 *
 * `flipped` and `mattered` are beyond chance; `none` is within it; `unsure` stood out once and was not confirmed;
 * `unread` was not answered, `untried` was not asked. `alone` says that this part alone brings the answer back.
 */
export interface WhyFindingAnswer {
  again: MeasuredAnswer | null;
  alone: boolean | null;
  first: MeasuredAnswer | null;
  part: WhyPartAnswer;
  shifts: ClaimShiftAnswer[];
  unread: number;
  verdict: 'flipped' | 'mattered' | 'none' | 'unsure' | 'unread' | 'untried';
}
/**
 * So many answers after a change: how far they are from the unchanged ones, and those from each other at most.
 *
 * `chance` is the share of all ways to divide these answers that part them as well; absent where it decided nothing.
 */
export interface MeasuredAnswer {
  answers: number;
  chance: number | null;
  distance: number;
  spread: number;
}
/**
 * One thing in what was sent that can be left out.
 *
 * A turn is known by `turn_id` and `position`, a quote by `advisor_id` and `name`, anything else by `name`. `opening`
 * is how its words begin; both are empty for a memory that is gone.
 */
export interface WhyPartAnswer {
  advisor_id: string | null;
  chars: number;
  id: string;
  kind: 'turn' | 'quote' | 'synthesis' | 'memory' | 'instructions' | 'todo' | 'document' | 'caller' | 'file';
  memory_id: string | null;
  name: string;
  opening: string;
  position: number | null;
  turn_id: string | null;
}
/**
 * The model of each of these advisors, by their ids.
 */
export interface GivingModels {
  advisors: {
    [k: string]: string;
  };
}
/**
 * Which answers speak to one point, by the wording of their first statements; the broadest point first.
 *
 * No model has read anything: every stance is `speaks`, and on which side nobody knows. `way` says what was compared:
 * rare words, or what a small model knows of the words. `heard` are the advisors whose answers were looked at. Without
 * points nothing can be said, and that does not mean that they disagree.
 */
export interface GlanceAnswer {
  heard: string[];
  points: ClaimAnswer[];
  turn_id: string;
  way: 'words' | 'meaning';
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
/**
 * The process lives.
 */
export interface HealthAnswer {
  node?: string | null;
  proof?: string | null;
  status: 'ok';
  version?: string | null;
}
/**
 * A model that was asked for one word; `wrong` is null when it said anything.
 */
export interface HeardAnswer {
  model: string;
  wrong: UnheardAnswer | null;
}
/**
 * Why a model did not answer: a code, our sentence, the provider's own words and the status it gave.
 */
export interface UnheardAnswer {
  code: string;
  detail: string;
  provider_message: string;
  status: number | null;
}
/**
 * How each model answered.
 */
export interface HeardModelsAnswer {
  items: HeardAnswer[];
  next: string | null;
}
/**
 * Models to be asked for one word each. With neither key nor address, as the provider in force.
 */
export interface HearingModels {
  base_url?: string | null;
  key?: string | null;
  /**
   * @minItems 1
   * @maxItems 30
   */
  models: [string, ...string[]];
  name: string;
}
/**
 * One advisor of a conversation, and whether it may speak unasked there.
 *
 * `unanswered` is how often it has done so since the person last wrote; at `most_unanswered` it waits.
 */
export interface HeartbeatAnswer {
  advisor_id: string;
  colour: string;
  conversation_id: string;
  enabled: boolean;
  every_minutes: number;
  model: string | null;
  name: string;
  next_at: string | null;
  quiet_from: string | null;
  quiet_until: string | null;
  unanswered: number;
  unread: number;
}
/**
 * One occasion to speak unasked, or `times` of them in a row that were skipped for the same reason.
 *
 * `why` is the advisor's own reason, or what failed. `analysis_id` leads to the bytes that were sent.
 */
export interface HeartbeatRunAnswer {
  advisor_id: string;
  analysis_id: string | null;
  colour: string;
  conversation_id: string;
  decision_id: string | null;
  due_at: string;
  ended_at: string | null;
  id: string;
  kind: 'heartbeat' | 'review';
  name: string;
  reason:
    | (
        | 'quiet_hours'
        | 'unread'
        | 'unanswered'
        | 'answering'
        | 'not_in_panel'
        | 'removed'
        | 'nothing_said'
        | 'off'
        | 'budget'
        | 'missed'
        | 'interrupted'
        | 'person_spoke'
        | 'nothing_to_say'
        | 'failed'
      )
    | null;
  status: 'taken' | 'fired' | 'skipped';
  times: number;
  turn_id: string | null;
  unread: boolean;
  why: string;
}
/**
 * The newest occasions, newest first.
 */
export interface HeartbeatRunsAnswer {
  items: HeartbeatRunAnswer[];
  next: string | null;
}
/**
 * Every advisor on the panel; `running` is false while the settings silence all of them.
 */
export interface HeartbeatsAnswer {
  items: HeartbeatAnswer[];
  most_unanswered: number;
  next: string | null;
  running: boolean;
  time_zone: string;
}
/**
 * A place where the words stand: in a title (no turn), a message (no advisor) or a chosen reply.
 *
 * `snippet` is a piece of the text on one line, `start` where it begins there, and `matches` the stretches in the
 * snippet that fit, first and one behind last; all counted in code points. `importance` is what the message or reply
 * is worth; a title has none.
 */
export interface HitAnswer {
  advisor_id: string | null;
  conversation_id: string;
  created_at: string;
  importance: number | null;
  matches: [number, number][];
  name: string | null;
  position: number | null;
  snippet: string;
  start: number;
  title: string;
  turn_id: string | null;
}
/**
 * Everybody who vouches for one.
 */
export interface IdentitiesAnswer {
  items: IdentityAnswer[];
  next: string | null;
}
/**
 * Who vouches for one; no provider when it is no longer configured.
 */
export interface IdentityAnswer {
  created_at: string;
  id: string;
  issuer: string;
  last_seen_at: string;
  provider: string | null;
  subject: string;
}
/**
 * What an import did, or would do: each row, who is archived, and panels that got the file's advisors.
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
 * How many conversations are new, have grown, are here as they are, came, were not wanted, stayed behind.
 */
export interface ImportCounts {
  grown?: number;
  imported?: number;
  kept?: number;
  known?: number;
  left?: number;
  new?: number;
}
/**
 * Why it ended as it did.
 */
export interface ImportFailure {
  code: string;
  message: string;
}
/**
 * What is in a file. `left` says what cannot come as it was, `unknown_fields` what this version does not know.
 *
 * Both stay in the original. `records` counts by kind what an archive of our own holds.
 */
export interface ImportReport {
  authors: {
    [k: string]: number;
  };
  branches: number;
  conversations: number;
  files_missing: number;
  first: string | null;
  last: string | null;
  left: {
    [k: string]: number;
  };
  notes: number;
  other_files: OtherFiles;
  records?: {
    [k: string]: number;
  };
  replies: number;
  turns: number;
  unknown_fields: {
    [k: string]: number;
  };
}
/**
 * Files of the archive that are not read.
 */
export interface OtherFiles {
  count: number;
  names: string[];
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
  thinking?: ('off' | 'low' | 'medium' | 'high') | number | null;
}
/**
 * The cases a file brought, and what was odd about it.
 */
export interface ImportedCases {
  cases: CaseLine[];
  warnings: string[];
}
/**
 * One conversation of a file; `conversation_id` once it stands here.
 */
export interface ImportedConversationAnswer {
  began_at: string | null;
  branch: number;
  conversation_id: string | null;
  fate: 'new' | 'grown' | 'known' | 'imported' | 'left' | 'kept';
  number: number;
  replies: number;
  title: string;
  turns: number;
}
/**
 * One file: whose export it is, what is in it once it was read, and what became of its conversations.
 */
export interface ImportedFileAnswer {
  bytes: number;
  counts: ImportCounts;
  created_at: string;
  error: ImportFailure | null;
  id: string;
  importer: string | null;
  label: string;
  name: string;
  report: ImportReport | null;
  status: 'arriving' | 'reading' | 'ready' | 'writing' | 'done' | 'undoing' | 'undone' | 'failed';
  updated_at: string;
}
/**
 * A row of a file; what this version does not know of it is left alone.
 */
export interface ImportedPanel {
  /**
   * @minItems 1
   * @maxItems 30
   */
  advisors: [string, ...string[]];
  early_turns?: number;
  name: string;
  /**
   * @maxItems 8
   */
  phases?:
    | []
    | [PhaseBody]
    | [PhaseBody, PhaseBody]
    | [PhaseBody, PhaseBody, PhaseBody]
    | [PhaseBody, PhaseBody, PhaseBody, PhaseBody]
    | [PhaseBody, PhaseBody, PhaseBody, PhaseBody, PhaseBody]
    | [PhaseBody, PhaseBody, PhaseBody, PhaseBody, PhaseBody, PhaseBody]
    | [PhaseBody, PhaseBody, PhaseBody, PhaseBody, PhaseBody, PhaseBody, PhaseBody]
    | [PhaseBody, PhaseBody, PhaseBody, PhaseBody, PhaseBody, PhaseBody, PhaseBody, PhaseBody];
  rounds?: RoundHabitsBody;
  thinking?: ('off' | 'low' | 'medium' | 'high') | number | null;
}
/**
 * A format that can be read, and which version of its importer reads it.
 */
export interface ImporterAnswer {
  label: string;
  name: string;
  version: number;
}
/**
 * Advisors from a file. `replace` archives everyone the file does not name; a dry run only says what happens.
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
 * Panels from a file, and the advisors it holds; a dry run only says what happens.
 */
export interface ImportingPanels {
  /**
   * @maxItems 500
   */
  advisors?: ImportedAdvisor[];
  dry_run?: boolean;
  /**
   * @minItems 1
   * @maxItems 100
   */
  panels: [ImportedPanel, ...ImportedPanel[]];
}
/**
 * The search with everything that was tried, and the best wording beside the advisor's own.
 *
 * `pieces` is the difference, word by word. Without a better wording `after` is absent.
 */
export interface ImprovementAnswer {
  accepted_version: number | null;
  advisor_id: string;
  advisor_version: number;
  after: string | null;
  attempts: AttemptAnswer[];
  before: string;
  best: number;
  case_ids: string[];
  cases: CaseChangeAnswer[];
  created_at: string;
  ended_at: string | null;
  error: AnalysisErrorAnswer | null;
  id: string;
  judge_model: string | null;
  model: string;
  pieces: {
    [k: string]: string;
  }[];
  rounds: number;
  score_after: number | null;
  score_before: number | null;
  status: 'running' | 'done' | 'failed' | 'stopped' | 'interrupted';
  tried: number;
  writer_model: string | null;
}
/**
 * Which cases must do better, and how often words are proposed at most.
 */
export interface ImprovingAdvisor {
  case_ids?: [string, ...string[]] | null;
  judge_model?: string | null;
  model?: string | null;
  rounds?: number;
  writer_model?: string | null;
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
  items: InstructionAnswer[];
  next: string | null;
}
/**
 * An invitation that nobody has taken up yet.
 */
export interface InvitationAnswer {
  created_at: string;
  created_by: string | null;
  email: string | null;
  expires_at: string;
  id: string;
  instance_role: 'owner' | 'admin' | 'auditor' | 'member';
  workspace_role: 'owner' | 'admin' | 'member' | 'viewer';
}
/**
 * Invitations that can still be taken up.
 */
export interface InvitationsAnswer {
  items: InvitationAnswer[];
  next: string | null;
}
/**
 * Whom a link is for, and what they will be.
 */
export interface Inviting {
  email?: string | null;
  instance_role?: 'owner' | 'admin' | 'auditor' | 'member';
  workspace_role?: 'owner' | 'admin' | 'member' | 'viewer';
}
/**
 * What every answer to a reply's question must hold. `keep_reply` keeps the reply as the reference answer.
 */
export interface KeepingCaseBody {
  /**
   * @minItems 1
   * @maxItems 100
   */
  asserts: [
    (
      | string
      | {
          [k: string]: unknown;
        }
    ),
    ...(
      | string
      | {
          [k: string]: unknown;
        }
    )[]
  ];
  keep_reply?: boolean;
  name?: string;
  note?: string;
}
/**
 * What a server is sent with every request, for oneself alone or for everybody in the workspace.
 */
export interface KeepingHeaders {
  headers: {
    [k: string]: string;
  };
  owner?: 'person' | 'workspace';
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
 * How much there is of a kind, and since when the oldest of it.
 */
export interface KindAnswer {
  count: number;
  kind: string;
  oldest_at: string;
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
 * Which page to come back to.
 */
export interface Leaving {
  return_to?: string;
}
/**
 * Dollars that a token may spend in a day and in a month; nothing sets no limit, and so does what is left out.
 */
export interface LimitingToken {
  day_ceiling?: number | null;
  month_ceiling?: number | null;
}
/**
 * What a link ends with, told this once.
 */
export interface LinkAnswer {
  token: string;
}
/**
 * Which provider is to vouch for one, too.
 */
export interface Linking {
  provider: string;
  return_to?: string;
}
/**
 * Model servers that answer on this machine right now.
 */
export interface LocalAnswer {
  items: TestedAnswer[];
  next: string | null;
}
/**
 * A provider that answered: the address that worked, its models, and the one that would be used.
 *
 * `spread` proposes different models for several advisors, `cheapest` those with the lowest known prices; both have
 * the best first, and with fewer models than advisors they are gone through again.
 */
export interface TestedAnswer {
  base_url: string;
  cheapest: string[];
  model: string;
  models: string[];
  name: string;
  offers: ModelOfferAnswer[];
  spread: string[];
}
/**
 * A model before it is chosen: dollars per million tokens, and for a plain first question to one advisor.
 *
 * What nobody knows is null. A model that runs on this machine costs 0.
 */
export interface ModelOfferAnswer {
  context_window: number | null;
  input_price: number | null;
  name: string;
  output_price: number | null;
  question_cost: number | null;
}
/**
 * What a look by this model may take at most, when every question is asked once and answered as long as allowed.
 *
 * `cost` is in US dollars, and absent when nobody knows what the model costs.
 */
export interface LookForecastAnswer {
  calls: number;
  cost: number | null;
  input_tokens: number;
  model: string;
  output_tokens: number;
}
/**
 * Something with a token, told this once.
 */
export interface MadeAnswer {
  id: string;
  token: string;
}
/**
 * What a token is for, for how long, and what it may spend.
 */
export interface MakingToken {
  day_ceiling?: number | null;
  days?: number;
  month_ceiling?: number | null;
  name: string;
  /**
   * @minItems 1
   * @maxItems 20
   */
  scopes:
    | [string]
    | [string, string]
    | [string, string, string]
    | [string, string, string, string]
    | [string, string, string, string, string]
    | [string, string, string, string, string, string]
    | [string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string, string, string, string, string, string]
    | [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string
      ]
    | [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string
      ]
    | [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string
      ]
    | [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string
      ]
    | [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string
      ]
    | [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string
      ];
}
/**
 * Where they agree, where they do not, and who was not heard; the most contested claim first.
 *
 * `status` and `analysis` are the newest attempt's, however it ended. The claims are the last ones drawn to the end:
 * `drawn_id` names that look, and is absent when there is none. `is_stale` says that answers have changed since.
 * `ungrouped` counts claims that were not compared with each other, because they were too many to be read at once;
 * only older maps have such. `grouped_by` says what put claims together: words, meaning, or a judge. Without
 * `sides_read` nobody has read who agrees and who does not. `check` is how well the model judges, as far as that was
 * found out before the map was drawn.
 */
export interface MapAnswer {
  analysis: AnalysisLine | null;
  check: MapCheckAnswer | null;
  claims: ClaimAnswer[];
  conversation_id: string;
  drawn_id: string | null;
  dropped: {
    [k: string]: number;
  };
  grouped_by: ('alone' | 'words' | 'meaning' | 'judge' | 'model') | null;
  is_rehearsal: boolean;
  is_stale: boolean;
  position: number;
  question: string;
  quorum: QuorumAnswer;
  sides_read: boolean;
  status: 'none' | 'running' | 'done' | 'failed';
  turn_id: string;
  ungrouped: number;
  voices: MapVoiceAnswer[];
}
/**
 * What was found out about a model with rooms read by hand, and what it may do in maps because of it.
 *
 * `together` says how well claims are put together, by `chance`, `words`, `meaning` and `judge`; `sides` how many
 * pairs on one point get the right sign, by `always`, `denial` and `judge`. `agreements` and `contradictions` are the
 * shares of each that the model finds. `sources` says how often sentences are rightly held to their sources, by
 * `always`, `figures` and `judge`; `caught` and `spared` are the shares of unsupported sentences that the model marks
 * and of supported ones that it does not. Checks of older versions have no `sources`.
 */
export interface MapCheckAnswer {
  agreements: number;
  analysis_id: string;
  caught: number;
  checked_at: string;
  contradictions: number;
  may_group: boolean;
  may_hold: boolean;
  may_take_sides: boolean;
  model: string;
  rooms: number;
  sides: {
    [k: string]: CheckShareAnswer;
  };
  sources: {
    [k: string]: CheckShareAnswer;
  };
  spared: number;
  together: {
    [k: string]: CheckShareAnswer;
  };
}
/**
 * Who was asked and who was heard, reckoned by the house and never by a model.
 *
 * `asked` is `answered` plus those missing and cut; those trimmed and suspected did answer. `was` is the confidence
 * there would have been with everybody heard in full. `suspected` are those whose provider seems to have cut the
 * beginning off without saying so. `is_selective` says that slow or strong models are likelier to be among those
 * missing: what is left is no chance sample.
 */
export interface QuorumAnswer {
  answered: number;
  asked: number;
  confidence: 'high' | 'moderate' | 'low';
  cut: CutVoiceAnswer[];
  is_selective: boolean;
  missing: MissingVoiceAnswer[];
  suspected: VoiceNameAnswer[];
  trimmed: TrimmedVoiceAnswer[];
  was: 'high' | 'moderate' | 'low';
}
/**
 * Somebody who was asked and of whom nothing came; `code` names what went wrong, if anything did.
 */
export interface MissingVoiceAnswer {
  advisor_id: string;
  code: string | null;
  name: string;
  state: string;
}
/**
 * Somebody by name.
 */
export interface VoiceNameAnswer {
  advisor_id: string;
  name: string;
}
/**
 * Somebody who answered without this many turns of its history.
 */
export interface TrimmedVoiceAnswer {
  advisor_id: string;
  name: string;
  turns: number;
}
/**
 * One advisor who was asked, by the reply that stands for it.
 *
 * `heard` is `read`, or why there are no claims of this voice: `absent`, nothing came; `unread`, the reader could not
 * make claims of it; `new`, the answer came or was changed after the map was drawn.
 */
export interface MapVoiceAnswer {
  advisor_id: string;
  colour: string;
  heard: 'read' | 'absent' | 'unread' | 'new';
  name: string;
  reply_id: string;
  state: string;
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
 * Who one is here; without a password somebody else says so each time.
 */
export interface MeAnswer {
  email: string | null;
  id: string;
  instance_role: 'owner' | 'admin' | 'auditor' | 'member';
  name: string;
  signs_in_here: boolean;
  verified_at: string | null;
  workspace_id: string;
  workspace_role: 'owner' | 'admin' | 'member' | 'viewer';
}
/**
 * Memories in the order they came, and how many there are in all.
 */
export interface MemoriesAnswer {
  counts: MemoryCountsAnswer;
  items: MemoryAnswer[];
  next: string | null;
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
 * A claim the text had to speak of and does not: which rule says so, and the words it was found in.
 *
 * The rules are those of importance, and `person`: it stands in an answer the person called important, and `words` is
 * who gave it.
 */
export interface MissedAnswer {
  number: number;
  rule: 'constraint' | 'decision' | 'priority' | 'person';
  words: string;
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
 *
 * `data` are panels and advisors as models of the OpenAI wire, at home under `/openai/v1`.
 */
export interface ModelsAnswer {
  data: {
    [k: string]: unknown;
  }[];
  default: string;
  items: ProviderAnswer[];
  next: string | null;
  object: 'list';
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
 * What a folder is to be called; no two have one name.
 */
export interface NamedFolder {
  name: string;
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
 * A conversation to begin. One that is not `kept` is deleted for good after it was left, or after a day.
 */
export interface NewConversation {
  kept?: boolean;
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
 * What is wanted. No conversation named means everything; an archive then holds all that is kept of a person.
 *
 * `variants` and `thinking` are for formats that leave them out otherwise; an archive has both.
 */
export interface NewExport {
  /**
   * @maxItems 10000
   */
  conversation_ids?: string[];
  format?: string;
  thinking?: boolean;
  variants?: boolean;
}
/**
 * The name of the file that is coming; it is what the file is called, and tells nothing about what it is.
 */
export interface NewImport {
  name: string;
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
 * `replaces` is the newest question, or one nobody answered, which goes when this one comes: an answered one stays as
 * an earlier wording. `attachments` are documents that go along.
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
 *
 * Without phases of its own an advisor asks for facts in its early turns and then gives its view. `thinking` is how
 * much those think who have no setting of their own.
 */
export interface NewPanel {
  /**
   * @minItems 1
   * @maxItems 30
   */
  advisor_ids: [string, ...string[]];
  early_turns?: number | null;
  name: string;
  phases?:
    | []
    | [PhaseBody]
    | [PhaseBody, PhaseBody]
    | [PhaseBody, PhaseBody, PhaseBody]
    | [PhaseBody, PhaseBody, PhaseBody, PhaseBody]
    | [PhaseBody, PhaseBody, PhaseBody, PhaseBody, PhaseBody]
    | [PhaseBody, PhaseBody, PhaseBody, PhaseBody, PhaseBody, PhaseBody]
    | [PhaseBody, PhaseBody, PhaseBody, PhaseBody, PhaseBody, PhaseBody, PhaseBody]
    | [PhaseBody, PhaseBody, PhaseBody, PhaseBody, PhaseBody, PhaseBody, PhaseBody, PhaseBody]
    | null;
  rounds?: RoundHabitsBody | null;
  thinking?: ('off' | 'low' | 'medium' | 'high') | number | null;
}
/**
 * A server of tools at an address. Programs are started by the operator's configuration and by nothing else.
 */
export interface NewServer {
  headers?: {
    [k: string]: string;
  };
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
 * An address, and what it is told. `shape` is how: `standard` is signed JSON, the others are messages for people.
 *
 * Words of conversations are sent only with `include_text`.
 */
export interface NewWebhook {
  /**
   * @minItems 1
   * @maxItems 50
   */
  events: [
    (
      | 'turn.completed'
      | 'turn.failed'
      | 'reply.settled'
      | 'synthesis.completed'
      | 'map.completed'
      | 'approval.requested'
      | 'beat.spoke'
      | 'decision.review_due'
      | 'import.completed'
      | 'export.completed'
      | 'eval.completed'
    ),
    ...(
      | 'turn.completed'
      | 'turn.failed'
      | 'reply.settled'
      | 'synthesis.completed'
      | 'map.completed'
      | 'approval.requested'
      | 'beat.spoke'
      | 'decision.review_due'
      | 'import.completed'
      | 'export.completed'
      | 'eval.completed'
    )[]
  ];
  include_text?: boolean;
  shape?: 'standard' | 'slack' | 'discord' | 'mattermost' | 'ntfy' | 'gotify';
  url: string;
}
/**
 * A process. `silent` has let its lease run out, `gone` was declared so by the others; `answers` is this one.
 */
export interface NodeAnswer {
  answers: boolean;
  id: string;
  seen_at: string;
  started_at: string;
  state: 'alive' | 'silent' | 'gone';
  turns: number;
  version: string | null;
  work: number;
}
/**
 * A provider the house knows the address of, and the model it would use first; `why_not` if it cannot be added.
 *
 * `key_page` is where it hands out keys.
 */
export interface OfferedAnswer {
  base_url: string;
  key_page: string;
  model: string;
  name: string;
  why_not: string | null;
}
/**
 * Everything at one moment; providers and errors since another. At most 200 things are listed, all are counted.
 */
export interface OperationsAnswer {
  at: string;
  counts: KindAnswer[];
  disk: DiskAnswer;
  errors: ErrorCountAnswer[];
  nodes: NodeAnswer[];
  providers: ProviderHealthAnswer[];
  queue: KindAnswer[];
  since: string;
  under_way: UnderWayAnswer[];
}
/**
 * How a provider answered: seconds to the first word (half were quicker, and 95 of 100), and to the last.
 */
export interface ProviderHealthAnswer {
  failed: number;
  first_word_seconds: number | null;
  last_at: string;
  last_problem: string | null;
  name: string;
  requests: number;
  slow_first_word_seconds: number | null;
  whole_seconds: number | null;
}
/**
 * A turn or a piece of lasting work of anybody's. `asking` waits for its person's leave; `later` for `due_at`.
 */
export interface UnderWayAnswer {
  created_at: string;
  due_at: string | null;
  id: string;
  kind: string;
  node: string | null;
  starts: number;
  status: 'running' | 'waiting' | 'asking' | 'later';
  stuck: boolean;
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
 * A provider that takes a key, and whether one was brought for it.
 */
export interface OwnKeyAnswer {
  base_url: string;
  has_key: boolean;
  key_end: string | null;
  provider: string;
}
/**
 * Providers that take a key. `used` is false where keys of this kind would pay for nothing.
 */
export interface OwnKeysAnswer {
  items: OwnKeyAnswer[];
  next: string | null;
  policy: 'instance' | 'workspace' | 'personal_first' | 'personal_only';
  used: boolean;
}
/**
 * A pack with everything in it, in the form that `import_panels` takes.
 */
export interface PackAnswer {
  advisor_count: number;
  advisors: ImportedAdvisor[];
  description: string;
  label: string;
  licence: string;
  name: string;
  panel_count: number;
  panels: ImportedPanel[];
  version: number;
}
/**
 * A pack of panels and their advisors, and how many of each are in it.
 */
export interface PackLine {
  advisor_count: number;
  description: string;
  label: string;
  licence: string;
  name: string;
  panel_count: number;
  version: number;
}
/**
 * Every pack of the packages that are named.
 */
export interface PacksAnswer {
  items: PackLine[];
  next: string | null;
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
export interface Page_DeliveryAnswer_ {
  items: DeliveryAnswer[];
  next: string | null;
}
export interface Page_ExportedFileAnswer_ {
  items: ExportedFileAnswer[];
  next: string | null;
}
export interface Page_ExporterAnswer_ {
  items: ExporterAnswer[];
  next: string | null;
}
export interface Page_ImportedConversationAnswer_ {
  items: ImportedConversationAnswer[];
  next: string | null;
}
export interface Page_ImportedFileAnswer_ {
  items: ImportedFileAnswer[];
  next: string | null;
}
export interface Page_ImporterAnswer_ {
  items: ImporterAnswer[];
  next: string | null;
}
export interface Page_MapCheckAnswer_ {
  items: MapCheckAnswer[];
  next: string | null;
}
export interface Page_WebhookAnswer_ {
  items: WebhookAnswer[];
  next: string | null;
}
/**
 * An address that is told. `trouble` says why it was switched off by nobody; `failing_since` when it began to fail.
 *
 * Until `rotating_until` every message carries a signature by the secret before as well.
 */
export interface WebhookAnswer {
  created_at: string;
  enabled: boolean;
  events: (
    | 'turn.completed'
    | 'turn.failed'
    | 'reply.settled'
    | 'synthesis.completed'
    | 'map.completed'
    | 'approval.requested'
    | 'beat.spoke'
    | 'decision.review_due'
    | 'import.completed'
    | 'export.completed'
    | 'eval.completed'
  )[];
  failing_since: string | null;
  id: string;
  include_text: boolean;
  rotating_until: string | null;
  shape: 'standard' | 'slack' | 'discord' | 'mattermost' | 'ntfy' | 'gotify';
  trouble: ('gone' | 'failing') | null;
  url: string;
}
/**
 * A panel: those of its advisors that can be asked, in order.
 *
 * `phases` is empty while the usual ones hold; with phases of its own, `early_turns` is the length of the first.
 */
export interface PanelAnswer {
  advisor_ids: string[];
  default: boolean;
  early_turns: number;
  id: string;
  name: string;
  phases: PhaseBody[];
  rounds: RoundHabitsBody;
  thinking: ('off' | 'low' | 'medium' | 'high') | number | null;
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
 * A panel as a file holds it, its advisors by name and in the order they are shown.
 *
 * No `phases` means the usual ones; with phases of its own, `early_turns` is the length of the first.
 */
export interface PanelOfFile {
  advisors: string[];
  early_turns: number;
  name: string;
  phases: PhaseBody[];
  rounds: RoundHabitsBody;
  thinking: ('off' | 'low' | 'medium' | 'high') | number | null;
}
/**
 * What becomes of one panel. A new one has no id in a dry run.
 */
export interface PanelStepAnswer {
  id: string | null;
  name: string;
  outcome: 'new' | 'same' | 'changed';
}
/**
 * Every panel of the workspace.
 */
export interface PanelsAnswer {
  items: PanelAnswer[];
  next: string | null;
}
/**
 * Panels and everybody on them, to be kept or taken elsewhere.
 */
export interface PanelsExportAnswer {
  advisors: ExportedAdvisor[];
  appVersion: string;
  exportedAt: string;
  panels: PanelOfFile[];
  source: string;
}
/**
 * What an import did, or would do: to each advisor of the file, and to each panel.
 */
export interface PanelsImportAnswer {
  dry_run: boolean;
  panels: PanelStepAnswer[];
  rows: ImportStep[];
}
/**
 * Sentences that belong together; in a checklist, one item.
 */
export interface ParagraphAnswer {
  sentences: SentenceAnswer[];
}
/**
 * One sentence; `own` says that it is the synthesiser's, with nobody's words behind it.
 *
 * `unsourced` are figures it gives that stand in none of the words it rests on: it says more than its sources do.
 * `support` is what a model says of it that was checked: the sources say it, the sentence says more, or the opposite.
 * None where nobody said anything of it.
 */
export interface SentenceAnswer {
  anchors: AnchorAnswer[];
  own: boolean;
  support: ('supported' | 'more' | 'contradicts') | null;
  text: string;
  unsourced: string[];
}
/**
 * Which key a request was sent with, and whose it is; never the key.
 */
export interface PayingKeyAnswer {
  id: string;
  owner: 'workspace' | 'person';
}
/**
 * Everybody, by name.
 */
export interface PeopleAnswer {
  items: PersonAnswer[];
  next: string | null;
}
/**
 * Somebody.
 */
export interface PersonAnswer {
  created_at: string;
  email: string | null;
  id: string;
  instance_role: 'owner' | 'admin' | 'auditor' | 'member';
  name: string;
  state: string;
  suspended_at: string | null;
  workspace_role: 'owner' | 'admin' | 'member' | 'viewer';
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
 * One plug-in. `why_not` says why it is left out; then nothing but its name is known of it.
 */
export interface PluginAnswer {
  kind: 'provider' | 'tool' | 'importer' | 'exporter' | 'check' | 'pack';
  label: string;
  name: string;
  version: number | null;
  why_not: string | null;
}
/**
 * An installed package with plug-ins. They are used when it is ours, or `named` in the setting `plugins`.
 *
 * `sha256` is of all its files; null for one that only points at a folder. `why_not` is said of one that is named and
 * not there.
 */
export interface PluginPackageAnswer {
  name: string;
  named: boolean;
  ours: boolean;
  plugins: PluginAnswer[];
  sha256: string | null;
  summary: string;
  version: string;
  why_not: string | null;
}
/**
 * Every package with plug-ins, ours first.
 */
export interface PluginPackagesAnswer {
  items: PluginPackageAnswer[];
  next: string | null;
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
 * A problem of RFC 9457. `code` is stable and `facts` belong to it; sentences may change.
 */
export interface Problem {
  code: string;
  /**
   * What happened this time, as a sentence
   */
  detail: string;
  facts: {
    [k: string]: unknown;
  };
  status: number;
  /**
   * The code as a person reads it
   */
  title: string;
  /**
   * Where this kind of problem is described, as a reference relative to the server
   */
  type: string;
}
/**
 * A question that a program asks for its person, over the wire that `surface` names.
 *
 * In this conversation, or in a new one with this panel or the default one; of the panel, or of the advisors named,
 * whom no panel need hold. `note` is what the program itself says to them. Advisors answer at once unless
 * `lets_them_ask`, or a person began the conversation here.
 */
export interface ProgramMessage {
  advisor_ids?: string[] | null;
  conversation_id?: string | null;
  lets_them_ask?: boolean;
  note?: string;
  panel_id?: string | null;
  surface: 'mcp' | 'agui' | 'bridge';
  text: string;
}
/**
 * Somebody else who says who one is: a name for programs, a title for people.
 */
export interface ProviderWayAnswer {
  name: string;
  title: string;
}
/**
 * What can be added, what is in force, and the file that keys are kept in.
 */
export interface ProvidersAnswer {
  file: string;
  items: ConnectedAnswer[];
  next: string | null;
  offered: OfferedAnswer[];
}
/**
 * A saved value that cannot be used any more, and why; it is kept, and counts again when it fits.
 */
export interface PutAsideAnswer {
  reason: string;
  value: string;
}
/**
 * Another voice in the reference block, and by which rule it was quoted.
 */
export interface QuotedAnswer {
  advisor_id: string;
  rule: 'whole' | 'ends' | 'claims' | 'sentences' | 'none';
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
  indexed: number;
  items: FoundAnswer[];
  next: string | null;
  pieces: number;
}
/**
 * Exactly what was sent. `paid_with` is absent where it was the instance's.
 *
 * `thinking_cost` is the part of `cost` that the `reasoning_tokens` of the usage took: providers charge them as
 * output. It is absent where a provider counted none apart.
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
  paid_with: PayingKeyAnswer | null;
  provider: string;
  round: number;
  sent_at: string;
  sha256: string;
  size: number;
  telemetry: TelemetryAnswer | null;
  thinking_cost: number | null;
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
  quotes: QuotedAnswer[];
  remaining_reserve: number | null;
  reply_allowance: number;
  request_allowance: number;
  request_tokens: number;
  round: number;
  selection: SelectedAnswer[];
  sent_count: number;
  stage:
    'sent' | 'delivered' | 'overflow_initial' | 'overflow_retry' | 'overflow_exhausted' | 'output_lowered' | 'failed';
  thinking?: ('off' | 'low' | 'medium' | 'high') | number | null;
  thinking_chosen_by?: ('send' | 'advisor' | 'panel' | 'settings') | null;
  thinking_unmet?: string;
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
    | 'picture'
    | 'reference'
    | 'synthesis'
    | 'state'
    | 'memory'
    | 'instructions'
    | 'todo'
    | 'documents'
    | 'caller'
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
  items: ReceiptAnswer[];
  next: string | null;
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
 * What a link ends with, and another password.
 */
export interface Resetting {
  new_password: string;
  token: string;
}
/**
 * The same with every request that was made for it, by advisors and by judges.
 */
export interface ResultAnswer {
  answer: string;
  case_id: string;
  cost: number | null;
  ended_at: string;
  error: string;
  exchanges: {
    [k: string]: unknown;
  }[];
  judged: {
    [k: string]: unknown;
  }[];
  repeat: number;
  run_id: string;
  score: number | null;
  seconds: number;
  status: 'passed' | 'failed' | 'not_graded' | 'error' | 'skipped';
  tokens: number;
  verdicts: VerdictAnswer[];
}
/**
 * Another model for this one answer, if the usual one is not wanted.
 */
export interface RetryBody {
  model?: string | null;
}
/**
 * Where the questions come from, the conversation they are asked in, and how far it has come.
 *
 * `done`, `stopped`, `person` when somebody wrote there, or `failed` with the reason in `facts`.
 */
export interface RevisitAnswer {
  asked: number;
  conversation_id: string;
  created_at: string;
  facts: {
    [k: string]: unknown;
  };
  id: string;
  panel_id: string;
  planned: number;
  source_id: string;
  status: 'running' | 'done' | 'stopped' | 'person' | 'failed';
}
/**
 * How many questions are asked of how many voices, and what that may cost at most in US dollars, if it is known.
 *
 * Of `with_files` questions the files are not sent again, only the words.
 */
export interface RevisitForecastAnswer {
  cost: number | null;
  questions: number;
  voices: number;
  with_files: number;
}
/**
 * Which panel is asked, the default one if none is named, and how many of the questions, all if none is said.
 */
export interface RevisitPlan {
  count?: number | null;
  panel_id?: string | null;
}
/**
 * A round, its turn, what it was forecast to cost and, once it has ended, what it cost and how much was new.
 *
 * Of a round between those who are split: the map it went by, how many points that were and, once the next map is
 * drawn, on how many fewer two voices stand against each other.
 */
export interface RoundAnswer {
  cost: number | null;
  ended: boolean;
  forecast: number | null;
  map_id: string | null;
  moved: number | null;
  new_claims: number | null;
  number: number;
  points: number | null;
  turn_id: string;
}
/**
 * The newest runs of a conversation, newest first, and what a round would cost now, or why there can be none.
 *
 * `habits` are the panel's, `wordings` the house's.
 */
export interface RoundsAnswer {
  forecast: RoundForecastAnswer | null;
  habits: RoundHabitsBody;
  items: RunAnswer[];
  next: string | null;
  refusal: RefusalAnswer | null;
  wordings: WordingsAnswer;
}
/**
 * What was asked for and how far it has come. `facts` are the figures or the refusal behind `reason`.
 *
 * `spent` counts a round whose cost nobody reported as it was forecast. `next_forecast` is there while it waits.
 */
export interface RunAnswer {
  advisor_ids: string[] | null;
  asks: boolean;
  ceiling: number | null;
  conversation_id: string;
  created_at: string;
  facts: {
    [k: string]: unknown;
  };
  id: string;
  next_forecast: RoundForecastAnswer | null;
  only_split: boolean;
  planned: number;
  reason:
    | ('done' | 'quiet' | 'ceiling' | 'person' | 'stopped' | 'failed' | 'refused' | 'settled' | 'unmoved' | 'unread')
    | null;
  rounds: RoundAnswer[];
  spent: number;
  status: 'waiting' | 'running' | 'ended';
  text: string;
  until_quiet: boolean;
}
/**
 * The house's wordings of a round, by mode.
 */
export interface WordingsAnswer {
  answer: string;
  challenge: string;
  settle: string;
  split: string;
}
/**
 * Which cases to play: those named, or all of the advisor's. A `description` is tried in place of its own.
 */
export interface RunningEvals {
  advisor_id: string;
  case_ids?: [string, ...string[]] | null;
  description?: string | null;
  judge_model?: string | null;
  model?: string | null;
  repeat?: number;
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
  items: SavedFilterAnswer[];
  next: string | null;
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
 * One advisor over all decisions it answered in. Shares are absent where there is too little to share.
 *
 * `alone` counts decisions that nobody else spoke against, `alone_and_right` those of them that went wrong. `right`
 * of `judged` is how often events agreed with it.
 */
export interface ScoreAnswer {
  adopted_share: number | null;
  advisor_id: string;
  alone: number;
  alone_and_right: number;
  colour: string;
  judged: number;
  name: string;
  right: number;
  right_share: number | null;
  stood_against: TallyAnswer;
  stood_for: TallyAnswer;
  undecided: number;
}
/**
 * What came of the decisions an advisor stood to in one way.
 */
export interface TallyAnswer {
  count: number;
  mixed: number;
  right: number;
  unknown: number;
  waiting: number;
  wrong: number;
}
/**
 * Everybody who ever answered in a turn that was decided; `enough` is how many a share needs.
 */
export interface ScorecardAnswer {
  enough: number;
  items: ScoreAnswer[];
  next: string | null;
}
/**
 * Hits in the order asked for, titles before turns; claims and decisions come with the first answer only.
 *
 * One call looks for a moment only: while `next` is given there are older turns to look at, even if there are no hits
 * here; hand it back as `before`. `searched_to` says how far back this call has come. By
 * importance, the weightiest of a stretch are shown, and `passed_over` counts the others.
 */
export interface SearchAnswer {
  claims: ClaimHitAnswer[];
  decisions: DecisionHitAnswer[];
  items: HitAnswer[];
  next: string | null;
  passed_over: number;
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
  items: ServerAnswer[];
  next: string | null;
}
/**
 * Where one is signed in.
 */
export interface SessionAnswer {
  address: string;
  agent: string;
  created_at: string;
  current: boolean;
  expires_at: string;
  id: string;
  method: string;
  seen_at: string;
}
/**
 * Where one is signed in, the last used first.
 */
export interface SessionsAnswer {
  items: SessionAnswer[];
  next: string | null;
}
/**
 * One setting: its value, where that comes from, and whether it can be changed here.
 *
 * `scope` is whose it is: the instance's, the workspace's or the person's own. `place` is the variable or the file
 * behind the source, or for whom it was changed when that is the database. `choices` is there for a choice and
 * `minimum`, `above` and `maximum` for numbers that have them.
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
  put_aside: PutAsideAnswer | null;
  scope: 'instance' | 'workspace' | 'person';
  source: 'environment' | 'file' | 'database' | 'default' | 'start' | 'added';
  value: boolean | number | string | null;
  why_not: string | null;
}
/**
 * Leave to speak unasked: every so many minutes, not between these times of the person's day, by this model.
 *
 * `next_at` is the first occasion; absent: one interval from now.
 */
export interface SettingHeartbeat {
  every_minutes: number;
  model?: string | null;
  next_at?: string | null;
  quiet_from?: string | null;
  quiet_until?: string | null;
}
/**
 * The settings, and the file that would be read at the start whether or not it exists.
 *
 * Whoever does not operate the instance is told of those that can be changed while it runs, and of no file.
 */
export interface SettingsAnswer {
  file: string | null;
  items: SettingAnswer[];
  next: string | null;
}
/**
 * Whose signature stands under what leaves here: the public half of an Ed25519 key as hex, or nobody's.
 */
export interface SignerAnswer {
  algorithm: string;
  signer: string | null;
}
/**
 * An address and a password, and a code where one is asked for: of the app, or a recovery code.
 */
export interface SigningIn {
  code?: string | null;
  email: string;
  password: string;
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
 * What a start consists of.
 */
export interface StartChecksAnswer {
  migrations: 'ok';
  recovery: 'ok' | 'running';
}
/**
 * Conversations that are not wanted, by their numbers.
 */
export interface StartImport {
  /**
   * @maxItems 100000
   */
  leave_out?: number[];
}
/**
 * Whether this node has started, and what it is still at.
 */
export interface StartedAnswer {
  checks: StartChecksAnswer;
  started: boolean;
}
/**
 * The same, and the title of the new conversation; without one it has that of the old.
 */
export interface StartingRevisit {
  count?: number | null;
  panel_id?: string | null;
  title?: string | null;
}
/**
 * How many rounds at most, and what they may cost together in US dollars.
 *
 * `asks` waits for your word before every round but the first; `until_quiet` ends when a round brings no new claim.
 */
export interface StartingRounds {
  advisor_ids?: [string, ...string[]] | null;
  asks?: boolean;
  ceiling?: number | null;
  choice?: ChoiceBody | null;
  count: number;
  only_split?: boolean;
  text?: string | null;
  until_quiet?: boolean;
}
/**
 * What this server is made of.
 */
export interface StatusAnswer {
  accounts: boolean;
  database: 'sqlite' | 'postgresql';
  default_model: string;
  live: 'memory' | 'redis';
  node: string;
  providers: KnownProviderAnswer[];
  rehearsal: boolean;
  version: string;
}
/**
 * Replies that were still open and have been asked to stop.
 */
export interface StoppingAnswer {
  stopping: string[];
}
/**
 * The newest text about a turn, who had been heard when it was written, and what it leaves out.
 *
 * `status` and `analysis` are the newest attempt's, however it ended. The text is the last one written to its end, or
 * the one that was asked for: `written_id` names it, and is what a message is sent with. Without one, `quorum` is the
 * turn's as it stands. `is_stale` says that answers have changed or were disputed since. `dropped` counts sources that
 * led nowhere and sentences that were not taken, by reason. `missed` are those of `left_out` that weigh most. With
 * `is_held` a model has held the sentences to their sources; `check` is how well it does that, as far as that was
 * found out before; `is_rehearsal` says that its words were written beforehand.
 */
export interface SynthesisAnswer {
  analysis: AnalysisLine | null;
  check: MapCheckAnswer | null;
  conversation_id: string;
  coverage: CoverageAnswer;
  dropped: {
    [k: string]: number;
  };
  instruction: string | null;
  is_held: boolean;
  is_rehearsal: boolean;
  is_stale: boolean;
  left_out: ClaimAnswer[];
  missed: MissedAnswer[];
  mode: ('fuse' | 'compare' | 'checklist' | 'custom') | null;
  paragraphs: ParagraphAnswer[];
  position: number;
  question: string;
  quorum: QuorumAnswer;
  status: 'none' | 'running' | 'done' | 'failed';
  turn_id: string;
  written_id: string | null;
}
/**
 * Which kind of text, by which model; only `custom` has an instruction.
 */
export interface Synthesizing {
  instruction?: string | null;
  mode?: 'fuse' | 'compare' | 'checklist' | 'custom';
  model?: string | null;
}
/**
 * The advisor out of a card, and the ids of the documents out of its lorebook, which are switched off.
 */
export interface TakenCardAnswer {
  advisor: AdvisorAnswer;
  document_ids: string[];
  id: string;
}
/**
 * What the program kept for itself.
 */
export interface TakingToken {
  device_code: string;
}
/**
 * A provider to be asked for its models. `base_url` is needed for one the house does not know.
 */
export interface TestingProvider {
  base_url?: string | null;
  key?: string | null;
  name: string;
}
/**
 * The title that was found and the tags put on the newest turn; absent when none was, and `analysis` says why.
 */
export interface TitleAnswer {
  analysis: AnalysisLine;
  tags: string[];
  title: string | null;
  turn_id: string | null;
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
  items: TodoAnswer[];
  next: string | null;
}
/**
 * A token, as far as anybody is told after it was made; what it may spend and what it has spent, in dollars.
 *
 * `spent` counts what has ended as it cost and what runs as it was forecast, since midnight and since the first of the
 * month where the settings say the person lives.
 */
export interface TokenAnswer {
  created_at: string;
  day_ceiling: number | null;
  expires_at: string;
  id: string;
  last4: string;
  last_used_at: string | null;
  month_ceiling: number | null;
  name: string;
  scopes: string[];
  spent: TokenSpentAnswer;
}
/**
 * Dollars.
 */
export interface TokenSpentAnswer {
  day: number;
  month: number;
}
/**
 * One's own tokens, the newest first.
 */
export interface TokensAnswer {
  items: TokenAnswer[];
  next: string | null;
}
/**
 * The webhook, and the secret it signs with from now on, which is told this once.
 */
export interface ToldWebhookAnswer {
  id: string;
  signs_with: string;
  webhook: WebhookAnswer;
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
  items: CountedTopicAnswer[];
  next: string | null;
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
 * Every wording of one question with its answers, oldest first.
 */
export interface TurnWordingsAnswer {
  items: TurnAnswer[];
  next: string | null;
}
/**
 * A page of turns, oldest first; `next` leads to older ones as `before`, `newer` to newer ones as `after`.
 */
export interface TurnsAnswer {
  items: TurnAnswer[];
  newer: string | null;
  next: string | null;
}
/**
 * The code that somebody read on another screen.
 */
export interface TypingCode {
  user_code: string;
}
/**
 * The password once more.
 */
export interface Verifying {
  password: string;
}
/**
 * Every version of an advisor, newest first.
 */
export interface VersionsAnswer {
  items: AdvisorAnswer[];
  next: string | null;
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
  items: VoiceAnswer[];
  next: string | null;
}
/**
 * How one can sign in here, and whether a proxy says already who one is.
 */
export interface WaysAnswer {
  header: boolean;
  password: boolean;
  providers: ProviderWayAnswer[];
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
 * What was found out about a reply. `status` and `analysis` are the newest attempt's, however it ended.
 *
 * While it runs, `answered` of at most `most` replays are there.
 */
export interface WhyAnswer {
  advisor_id: string;
  analysis: AnalysisLine | null;
  answered: number;
  conversation_id: string;
  found: FoundWhyAnswer | null;
  most: number | null;
  reply_id: string;
  status: 'none' | 'running' | 'done' | 'failed';
  turn_id: string;
}
/**
 * What finding out may take at most, and what is tried, in the order of `parts`.
 *
 * `surely` calls are made whatever comes of it, and would cost `likely_cost` with answers as long as this one. `tried`
 * parts suffice for the calls; those after them are not tried. With `alone`, each part is also tried alone where
 * leaving out one at a time shows nothing. `token_limit` is what the workspace allows one search, 0 for no limit.
 */
export interface WhyForecastAnswer {
  alone: boolean;
  calls: number;
  cost: number | null;
  input_tokens: number;
  least_calls: number;
  likely_cost: number | null;
  model: string;
  most_calls: number;
  output_tokens: number;
  parts: WhyPartAnswer[];
  reply_id: string;
  surely: number;
  token_limit: number;
  tried: number;
}
/**
 * The very request that is sent without the parts that were named; without any, the one of the receipt.
 */
export interface WhyPreviewAnswer {
  body: string;
  bytes: number;
  model: string;
  provider: string;
  sha256: string;
  url: string;
}
/**
 * What a round says in the person's place, to whom, and what was chosen for it; what is absent is as usual.
 *
 * `only_split` asks those alone whom the map of the last turn shows split, and shows them these points alone.
 */
export interface Wording {
  advisor_ids?: [string, ...string[]] | null;
  choice?: ChoiceBody | null;
  only_split?: boolean;
  text?: string | null;
}
/**
 * A piece of lasting work. `waiting` is what no node is at yet; `starts` counts how often it was begun.
 */
export interface WorkAnswer {
  advisor_id: string | null;
  conversation_id: string | null;
  created_at: string;
  id: string;
  kind:
    | 'map'
    | 'map_check'
    | 'synthesis'
    | 'title'
    | 'memory'
    | 'heartbeat'
    | 'review'
    | 'rounds'
    | 'eval'
    | 'improvement'
    | 'indexing'
    | 'import'
    | 'revisit'
    | 'export'
    | 'why';
  progress: WorkProgress;
  starts: number;
  status: 'waiting' | 'running';
  turn_id: string | null;
}
/**
 * How much is done, and of how much; `of` is null where nobody knows before the end.
 *
 * Answers of models for a look, cases for tests, wordings for an improvement, rounds for rounds, pieces for documents.
 */
export interface WorkProgress {
  done: number;
  of: number | null;
}
/**
 * What is under way, the oldest first, and what has ended lately, the newest first.
 */
export interface WorkPage {
  ended: EndedWorkAnswer[];
  items: WorkAnswer[];
  next: string | null;
}
/**
 * What a reply is worth, from 0 to 1; nothing takes it back.
 */
export interface WorthBody {
  worth: number | null;
}
/**
 * A decision to write down. Without a question it is the turn's.
 *
 * `stances` says how advisors stand to the choice, by id; who is left out stands nowhere. `reviewer_id` asks on the
 * day of `review_at`; absent: the first that stands against the choice, else the first.
 */
export interface WritingDecision {
  change_my_mind?: string;
  choice: string;
  confidence: number;
  /**
   * @minItems 1
   * @maxItems 100
   */
  options: [string, ...string[]];
  question?: string;
  review_at?: string | null;
  reviewer_id?: string | null;
  stances?: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^[^\x00]*$".
     */
    [k: string]: 'for' | 'against' | 'open';
  };
  turn_id: string;
}
/**
 * Something the person writes down themselves; it counts as accepted.
 */
export interface WritingMemory {
  kind?: 'fact' | 'preference' | 'person' | 'topic' | 'decision';
  text: string;
}

/** Every route the server has: the names in its address and query, what it is sent and what it answers. */
export interface Routes {
  'DELETE /v1/advisors/{advisor_id}': { path: 'advisor_id'; query: never; body: never; answer: undefined };
  'DELETE /v1/approvals/standing/{server}/{tool}': { path: 'server' | 'tool'; query: never; body: never; answer: undefined };
  'DELETE /v1/conversations/{conversation_id}': { path: 'conversation_id'; query: never; body: never; answer: undefined };
  'DELETE /v1/conversations/{conversation_id}/everything': { path: 'conversation_id'; query: never; body: never; answer: undefined };
  'DELETE /v1/conversations/{conversation_id}/heartbeats/{advisor_id}': { path: 'advisor_id' | 'conversation_id'; query: never; body: never; answer: undefined };
  'DELETE /v1/conversations/{conversation_id}/todos/{number}': { path: 'conversation_id' | 'number'; query: never; body: never; answer: undefined };
  'DELETE /v1/decisions/{decision_id}': { path: 'decision_id'; query: never; body: never; answer: undefined };
  'DELETE /v1/documents/{document_id}': { path: 'document_id'; query: never; body: never; answer: undefined };
  'DELETE /v1/evals/cases/{case_id}': { path: 'case_id'; query: never; body: never; answer: undefined };
  'DELETE /v1/exports/{export_id}': { path: 'export_id'; query: never; body: never; answer: undefined };
  'DELETE /v1/filters/{name}': { path: 'name'; query: never; body: never; answer: undefined };
  'DELETE /v1/folders/{folder_id}': { path: 'folder_id'; query: never; body: never; answer: undefined };
  'DELETE /v1/imports/{import_id}': { path: 'import_id'; query: never; body: never; answer: undefined };
  'DELETE /v1/instructions/{instruction_id}': { path: 'instruction_id'; query: never; body: never; answer: undefined };
  'DELETE /v1/me/factors': { path: never; query: never; body: never; answer: undefined };
  'DELETE /v1/me/identities/{identity_id}': { path: 'identity_id'; query: never; body: never; answer: undefined };
  'DELETE /v1/me/keys/{provider}': { path: 'provider'; query: never; body: never; answer: undefined };
  'DELETE /v1/me/sessions/{session_id}': { path: 'session_id'; query: never; body: never; answer: undefined };
  'DELETE /v1/me/token': { path: never; query: never; body: never; answer: undefined };
  'DELETE /v1/me/tokens/{token_id}': { path: 'token_id'; query: never; body: never; answer: undefined };
  'DELETE /v1/memories/{memory_id}': { path: 'memory_id'; query: never; body: never; answer: undefined };
  'DELETE /v1/panels/{panel_id}': { path: 'panel_id'; query: never; body: never; answer: undefined };
  'DELETE /v1/people/invitations/{invitation_id}': { path: 'invitation_id'; query: never; body: never; answer: undefined };
  'DELETE /v1/providers/{name}': { path: 'name'; query: never; body: never; answer: undefined };
  'DELETE /v1/replies/{reply_id}/why': { path: 'reply_id'; query: never; body: never; answer: undefined };
  'DELETE /v1/settings/{name}': { path: 'name'; query: 'scope'; body: never; answer: undefined };
  'DELETE /v1/tools/servers/{name}': { path: 'name'; query: never; body: never; answer: undefined };
  'DELETE /v1/tools/servers/{name}/headers/{owner}': { path: 'name' | 'owner'; query: never; body: never; answer: undefined };
  'DELETE /v1/topics/{topic_id}': { path: 'topic_id'; query: never; body: never; answer: undefined };
  'DELETE /v1/webhooks/{webhook_id}': { path: 'webhook_id'; query: never; body: never; answer: undefined };
  'DELETE /v1/workspace/keys/{provider}': { path: 'provider'; query: never; body: never; answer: undefined };
  'GET /healthz': { path: never; query: 'challenge'; body: never; answer: HealthAnswer };
  'GET /metrics': { path: never; query: never; body: never; answer: undefined };
  'GET /readyz': { path: never; query: never; body: never; answer: ReadyAnswer };
  'GET /startupz': { path: never; query: never; body: never; answer: StartedAnswer };
  'GET /v1/advisors': { path: never; query: 'archived'; body: never; answer: AdvisorsAnswer };
  'GET /v1/advisors/export': { path: never; query: never; body: never; answer: ExportAnswer };
  'GET /v1/advisors/{advisor_id}': { path: 'advisor_id'; query: never; body: never; answer: AdvisorAnswer };
  'GET /v1/advisors/{advisor_id}/card': { path: 'advisor_id'; query: 'form'; body: never; answer: unknown };
  'GET /v1/advisors/{advisor_id}/evals': { path: 'advisor_id'; query: 'before'; body: never; answer: EvalHistoryAnswer };
  'GET /v1/advisors/{advisor_id}/evals/export': { path: 'advisor_id'; query: never; body: never; answer: undefined };
  'GET /v1/advisors/{advisor_id}/versions': { path: 'advisor_id'; query: never; body: never; answer: VersionsAnswer };
  'GET /v1/analyses/{analysis_id}': { path: 'analysis_id'; query: never; body: never; answer: AnalysisAnswer };
  'GET /v1/approvals': { path: never; query: never; body: never; answer: ApprovalsAnswer };
  'GET /v1/audit': { path: never; query: 'before'; body: never; answer: AuditAnswer };
  'GET /v1/auth/ways': { path: never; query: never; body: never; answer: WaysAnswer };
  'GET /v1/conversations': { path: never; query: 'before' | 'folder_id' | 'limit' | 'removed'; body: never; answer: ConversationsAnswer };
  'GET /v1/conversations/{conversation_id}': { path: 'conversation_id'; query: 'limit'; body: never; answer: ViewAnswer };
  'GET /v1/conversations/{conversation_id}/analyses': { path: 'conversation_id'; query: 'before' | 'kind'; body: never; answer: AnalysesAnswer };
  'GET /v1/conversations/{conversation_id}/contamination': { path: 'conversation_id'; query: 'last'; body: never; answer: ContaminationAnswer };
  'GET /v1/conversations/{conversation_id}/everything': { path: 'conversation_id'; query: never; body: never; answer: EverythingAnswer };
  'GET /v1/conversations/{conversation_id}/export': { path: 'conversation_id'; query: 'answers' | 'form' | 'look' | 'turns'; body: never; answer: unknown };
  'GET /v1/conversations/{conversation_id}/heartbeat-runs': { path: 'conversation_id'; query: never; body: never; answer: HeartbeatRunsAnswer };
  'GET /v1/conversations/{conversation_id}/heartbeats': { path: 'conversation_id'; query: never; body: never; answer: HeartbeatsAnswer };
  'GET /v1/conversations/{conversation_id}/heartbeats/{advisor_id}/preview': { path: 'advisor_id' | 'conversation_id'; query: never; body: never; answer: AskingAnswer };
  'GET /v1/conversations/{conversation_id}/outline': { path: 'conversation_id'; query: never; body: never; answer: OutlineAnswer };
  'GET /v1/conversations/{conversation_id}/rounds': { path: 'conversation_id'; query: never; body: never; answer: RoundsAnswer };
  'GET /v1/conversations/{conversation_id}/todos': { path: 'conversation_id'; query: never; body: never; answer: TodosAnswer };
  'GET /v1/conversations/{conversation_id}/todos/{number}': { path: 'conversation_id' | 'number'; query: never; body: never; answer: TodoAnswer };
  'GET /v1/conversations/{conversation_id}/turns': { path: 'conversation_id'; query: 'after' | 'at' | 'before' | 'limit'; body: never; answer: TurnsAnswer };
  'GET /v1/decisions': { path: never; query: 'before' | 'limit' | 'turn_id'; body: never; answer: DecisionsAnswer };
  'GET /v1/decisions/{decision_id}': { path: 'decision_id'; query: never; body: never; answer: DecisionAnswer };
  'GET /v1/diff': { path: never; query: 'a' | 'b'; body: never; answer: DiffAnswer };
  'GET /v1/documents': { path: never; query: 'conversation' | 'kind' | 'removed'; body: never; answer: DocumentsAnswer };
  'GET /v1/documents/search': { path: never; query: 'conversation' | 'limit' | 'q'; body: never; answer: RecallAnswer };
  'GET /v1/documents/{document_id}': { path: 'document_id'; query: never; body: never; answer: WholeDocumentAnswer };
  'GET /v1/documents/{document_id}/data': { path: 'document_id'; query: never; body: never; answer: undefined };
  'GET /v1/documents/{document_id}/pages/{number}': { path: 'document_id' | 'number'; query: never; body: never; answer: PageAnswer };
  'GET /v1/evals/cases': { path: never; query: 'advisor_id' | 'archived' | 'reply_id'; body: never; answer: CasesAnswer };
  'GET /v1/evals/cases/{case_id}': { path: 'case_id'; query: never; body: never; answer: CaseAnswer };
  'GET /v1/evals/runs/{run_id}': { path: 'run_id'; query: never; body: never; answer: EvalRunAnswer };
  'GET /v1/evals/runs/{run_id}/results/{case_id}/{repeat}': { path: 'case_id' | 'repeat' | 'run_id'; query: never; body: never; answer: ResultAnswer };
  'GET /v1/evals/types': { path: never; query: never; body: never; answer: AssertionTypesAnswer };
  'GET /v1/exporters': { path: never; query: never; body: never; answer: Page_ExporterAnswer_ };
  'GET /v1/exports': { path: never; query: never; body: never; answer: Page_ExportedFileAnswer_ };
  'GET /v1/exports/{export_id}': { path: 'export_id'; query: never; body: never; answer: ExportedFileAnswer };
  'GET /v1/exports/{export_id}/file': { path: 'export_id'; query: never; body: never; answer: undefined };
  'GET /v1/exports/{export_id}/pieces/{number}': { path: 'export_id' | 'number'; query: never; body: never; answer: undefined };
  'GET /v1/exports/{export_id}/signature': { path: 'export_id'; query: never; body: never; answer: undefined };
  'GET /v1/feed': { path: never; query: 'conversation' | 'last_event_id' | 'list' | 'work'; body: never; answer: undefined };
  'GET /v1/filters': { path: never; query: never; body: never; answer: SavedFiltersAnswer };
  'GET /v1/filters/{name}': { path: 'name'; query: never; body: never; answer: SavedFilterAnswer };
  'GET /v1/folders': { path: never; query: never; body: never; answer: FoldersAnswer };
  'GET /v1/folders/{folder_id}': { path: 'folder_id'; query: never; body: never; answer: FolderAnswer };
  'GET /v1/importers': { path: never; query: never; body: never; answer: Page_ImporterAnswer_ };
  'GET /v1/imports': { path: never; query: never; body: never; answer: Page_ImportedFileAnswer_ };
  'GET /v1/imports/{import_id}': { path: 'import_id'; query: never; body: never; answer: ImportedFileAnswer };
  'GET /v1/imports/{import_id}/conversations': { path: 'import_id'; query: 'before'; body: never; answer: Page_ImportedConversationAnswer_ };
  'GET /v1/imports/{import_id}/conversations/{number}/original': { path: 'import_id' | 'number'; query: never; body: never; answer: undefined };
  'GET /v1/improvements/{improvement_id}': { path: 'improvement_id'; query: never; body: never; answer: ImprovementAnswer };
  'GET /v1/instructions': { path: never; query: 'conversation'; body: never; answer: InstructionsAnswer };
  'GET /v1/instructions/{instruction_id}': { path: 'instruction_id'; query: never; body: never; answer: InstructionAnswer };
  'GET /v1/journal/calibration': { path: never; query: never; body: never; answer: CalibrationAnswer };
  'GET /v1/journal/export': { path: never; query: 'decision_id'; body: never; answer: undefined };
  'GET /v1/journal/scorecard': { path: never; query: never; body: never; answer: ScorecardAnswer };
  'GET /v1/map-checks': { path: never; query: never; body: never; answer: Page_MapCheckAnswer_ };
  'GET /v1/map-checks/forecast': { path: never; query: 'model'; body: never; answer: LookForecastAnswer };
  'GET /v1/me': { path: never; query: never; body: never; answer: MeAnswer };
  'GET /v1/me/factors': { path: never; query: never; body: never; answer: FactorsAnswer };
  'GET /v1/me/identities': { path: never; query: never; body: never; answer: IdentitiesAnswer };
  'GET /v1/me/keys': { path: never; query: never; body: never; answer: OwnKeysAnswer };
  'GET /v1/me/sessions': { path: never; query: never; body: never; answer: SessionsAnswer };
  'GET /v1/me/token': { path: never; query: never; body: never; answer: TokenAnswer };
  'GET /v1/me/tokens': { path: never; query: never; body: never; answer: TokensAnswer };
  'GET /v1/memories': { path: never; query: 'status'; body: never; answer: MemoriesAnswer };
  'GET /v1/memories/{memory_id}': { path: 'memory_id'; query: never; body: never; answer: MemoryAnswer };
  'GET /v1/models': { path: never; query: never; body: never; answer: ModelsAnswer };
  'GET /v1/operations': { path: never; query: never; body: never; answer: OperationsAnswer };
  'GET /v1/packs': { path: never; query: never; body: never; answer: PacksAnswer };
  'GET /v1/packs/{name}': { path: 'name'; query: never; body: never; answer: PackAnswer };
  'GET /v1/panels': { path: never; query: never; body: never; answer: PanelsAnswer };
  'GET /v1/panels/export': { path: never; query: 'panel_id'; body: never; answer: PanelsExportAnswer };
  'GET /v1/panels/{panel_id}': { path: 'panel_id'; query: never; body: never; answer: PanelAnswer };
  'GET /v1/people': { path: never; query: never; body: never; answer: PeopleAnswer };
  'GET /v1/people/invitations': { path: never; query: never; body: never; answer: InvitationsAnswer };
  'GET /v1/plugins': { path: never; query: never; body: never; answer: PluginPackagesAnswer };
  'GET /v1/providers': { path: never; query: never; body: never; answer: ProvidersAnswer };
  'GET /v1/providers/local': { path: never; query: never; body: never; answer: LocalAnswer };
  'GET /v1/replies/{reply_id}': { path: 'reply_id'; query: never; body: never; answer: PlacedReplyAnswer };
  'GET /v1/replies/{reply_id}/importance': { path: 'reply_id'; query: never; body: never; answer: ImportanceAnswer };
  'GET /v1/replies/{reply_id}/receipts': { path: 'reply_id'; query: 'exact'; body: never; answer: ReceiptsAnswer };
  'GET /v1/replies/{reply_id}/why': { path: 'reply_id'; query: never; body: never; answer: WhyAnswer };
  'GET /v1/replies/{reply_id}/why/forecast': { path: 'reply_id'; query: 'calls'; body: never; answer: WhyForecastAnswer };
  'GET /v1/replies/{reply_id}/why/preview': { path: 'reply_id'; query: 'leave_out'; body: never; answer: WhyPreviewAnswer };
  'GET /v1/revisits/{revisit_id}': { path: 'revisit_id'; query: never; body: never; answer: RevisitAnswer };
  'GET /v1/rounds/{run_id}': { path: 'run_id'; query: never; body: never; answer: RunAnswer };
  'GET /v1/search': { path: never; query: 'advisor' | 'before' | 'conversation' | 'limit' | 'order' | 'q'; body: never; answer: SearchAnswer };
  'GET /v1/settings': { path: never; query: never; body: never; answer: SettingsAnswer };
  'GET /v1/settings/{name}': { path: 'name'; query: never; body: never; answer: SettingAnswer };
  'GET /v1/signer': { path: never; query: never; body: never; answer: SignerAnswer };
  'GET /v1/spending': { path: never; query: never; body: never; answer: SpendingAnswer };
  'GET /v1/status': { path: never; query: never; body: never; answer: StatusAnswer };
  'GET /v1/tools': { path: never; query: never; body: never; answer: ServersAnswer };
  'GET /v1/tools/servers/{name}': { path: 'name'; query: never; body: never; answer: ServerAnswer };
  'GET /v1/topics': { path: never; query: never; body: never; answer: TopicsAnswer };
  'GET /v1/topics/{topic_id}': { path: 'topic_id'; query: never; body: never; answer: TopicAnswer };
  'GET /v1/turns/{turn_id}': { path: 'turn_id'; query: never; body: never; answer: TurnAnswer };
  'GET /v1/turns/{turn_id}/glance': { path: 'turn_id'; query: never; body: never; answer: GlanceAnswer };
  'GET /v1/turns/{turn_id}/importance': { path: 'turn_id'; query: never; body: never; answer: TurnImportanceAnswer };
  'GET /v1/turns/{turn_id}/map': { path: 'turn_id'; query: never; body: never; answer: MapAnswer };
  'GET /v1/turns/{turn_id}/map/forecast': { path: 'turn_id'; query: 'model'; body: never; answer: LookForecastAnswer };
  'GET /v1/turns/{turn_id}/synthesis': { path: 'turn_id'; query: 'analysis_id'; body: never; answer: SynthesisAnswer };
  'GET /v1/turns/{turn_id}/synthesis/export': { path: 'turn_id'; query: 'analysis_id'; body: never; answer: undefined };
  'GET /v1/turns/{turn_id}/synthesis/forecast': { path: 'turn_id'; query: 'instruction' | 'mode' | 'model'; body: never; answer: LookForecastAnswer };
  'GET /v1/turns/{turn_id}/wordings': { path: 'turn_id'; query: never; body: never; answer: TurnWordingsAnswer };
  'GET /v1/voices': { path: never; query: never; body: never; answer: VoicesAnswer };
  'GET /v1/webhooks': { path: never; query: never; body: never; answer: Page_WebhookAnswer_ };
  'GET /v1/webhooks/{webhook_id}': { path: 'webhook_id'; query: never; body: never; answer: WebhookAnswer };
  'GET /v1/webhooks/{webhook_id}/deliveries': { path: 'webhook_id'; query: never; body: never; answer: Page_DeliveryAnswer_ };
  'GET /v1/work': { path: never; query: never; body: never; answer: WorkPage };
  'GET /v1/work/{work_id}': { path: 'work_id'; query: never; body: never; answer: WorkAnswer };
  'GET /v1/workspace/keys': { path: never; query: never; body: never; answer: OwnKeysAnswer };
  'PATCH /v1/advisors/{advisor_id}': { path: 'advisor_id'; query: never; body: ChangedAdvisor; answer: AdvisorAnswer };
  'PATCH /v1/analyses/{analysis_id}/claims/{number}': { path: 'analysis_id' | 'number'; query: never; body: Disputing; answer: ClaimAnswer };
  'PATCH /v1/conversations/{conversation_id}': { path: 'conversation_id'; query: never; body: ChangedConversation; answer: ConversationAnswer };
  'PATCH /v1/conversations/{conversation_id}/todos/{number}': { path: 'conversation_id' | 'number'; query: never; body: ChangedTodo; answer: TodosAnswer };
  'PATCH /v1/decisions/{decision_id}': { path: 'decision_id'; query: never; body: ChangingDecision; answer: DecisionAnswer };
  'PATCH /v1/documents/{document_id}': { path: 'document_id'; query: never; body: ChangedDocument; answer: DocumentAnswer };
  'PATCH /v1/evals/cases/{case_id}': { path: 'case_id'; query: never; body: ChangingCase; answer: CaseAnswer };
  'PATCH /v1/folders/{folder_id}': { path: 'folder_id'; query: never; body: NamedFolder; answer: FolderAnswer };
  'PATCH /v1/instructions/{instruction_id}': { path: 'instruction_id'; query: never; body: ChangedInstruction; answer: InstructionAnswer };
  'PATCH /v1/me': { path: never; query: never; body: ChangingMe; answer: MeAnswer };
  'PATCH /v1/memories/{memory_id}': { path: 'memory_id'; query: never; body: ChangingMemory; answer: MemoryAnswer };
  'PATCH /v1/panels/{panel_id}': { path: 'panel_id'; query: never; body: ChangedPanel; answer: PanelAnswer };
  'PATCH /v1/replies/{reply_id}': { path: 'reply_id'; query: never; body: EditBody; answer: ReplyEditedFact };
  'PATCH /v1/tools/servers/{name}': { path: 'name'; query: never; body: ChangedServer; answer: ServerAnswer };
  'PATCH /v1/topics/{topic_id}': { path: 'topic_id'; query: never; body: ChangedTopic; answer: TopicAnswer };
  'PATCH /v1/webhooks/{webhook_id}': { path: 'webhook_id'; query: never; body: ChangingWebhook; answer: WebhookAnswer };
  'POST /v1/advisors': { path: never; query: never; body: NewAdvisor; answer: AdvisorAnswer };
  'POST /v1/advisors/describe': { path: never; query: never; body: DescribingAdvisor; answer: DescriptionAnswer };
  'POST /v1/advisors/import': { path: never; query: never; body: ImportingAdvisors; answer: ImportAnswer };
  'POST /v1/advisors/{advisor_id}/evals/import': { path: 'advisor_id'; query: never; body: never; answer: ImportedCases };
  'POST /v1/advisors/{advisor_id}/improvements': { path: 'advisor_id'; query: never; body: ImprovingAdvisor; answer: ImprovementLine };
  'POST /v1/advisors/{advisor_id}/restore': { path: 'advisor_id'; query: never; body: never; answer: AdvisorAnswer };
  'POST /v1/advisors/{advisor_id}/versions/{version}/restore': { path: 'advisor_id' | 'version'; query: never; body: never; answer: AdvisorAnswer };
  'POST /v1/approvals/{approval_id}': { path: 'approval_id'; query: never; body: Deciding; answer: ApprovalAnswer };
  'POST /v1/auth/device': { path: never; query: never; body: BeginningDevice; answer: DeviceCodesAnswer };
  'POST /v1/auth/device/decide': { path: never; query: never; body: DecidingDevice; answer: undefined };
  'POST /v1/auth/device/look': { path: never; query: never; body: TypingCode; answer: DeviceAnswer };
  'POST /v1/auth/device/token': { path: never; query: never; body: TakingToken; answer: DeviceTokenAnswer };
  'POST /v1/auth/join': { path: never; query: never; body: Arriving; answer: undefined };
  'POST /v1/auth/oidc/sign-out': { path: never; query: never; body: never; answer: AddressAnswer };
  'POST /v1/auth/oidc/{provider}/verify': { path: 'provider'; query: never; body: Leaving; answer: AddressAnswer };
  'POST /v1/auth/reset': { path: never; query: never; body: Resetting; answer: undefined };
  'POST /v1/auth/setup': { path: never; query: never; body: Arriving; answer: undefined };
  'POST /v1/auth/sign-in': { path: never; query: never; body: SigningIn; answer: undefined };
  'POST /v1/auth/sign-out': { path: never; query: never; body: never; answer: undefined };
  'POST /v1/auth/sign-out-everywhere': { path: never; query: never; body: never; answer: undefined };
  'POST /v1/auth/verify': { path: never; query: never; body: Verifying; answer: undefined };
  'POST /v1/cards': { path: never; query: 'lore' | 'name' | 'person'; body: never; answer: TakenCardAnswer };
  'POST /v1/cards/read': { path: never; query: 'name' | 'person'; body: never; answer: CardAnswer };
  'POST /v1/conversations': { path: never; query: never; body: NewConversation; answer: ConversationAnswer };
  'POST /v1/conversations/{conversation_id}/command': { path: 'conversation_id'; query: never; body: CommandBody; answer: CommandAnswer };
  'POST /v1/conversations/{conversation_id}/divider': { path: 'conversation_id'; query: never; body: never; answer: DividerDrawnFact };
  'POST /v1/conversations/{conversation_id}/leave': { path: 'conversation_id'; query: never; body: never; answer: undefined };
  'POST /v1/conversations/{conversation_id}/marks': { path: 'conversation_id'; query: never; body: MarksBody; answer: TurnsMarkedFact };
  'POST /v1/conversations/{conversation_id}/memories/scan': { path: 'conversation_id'; query: never; body: ScanningMemory; answer: AnalysisLine };
  'POST /v1/conversations/{conversation_id}/preview': { path: 'conversation_id'; query: never; body: DraftBody; answer: PreviewAnswer };
  'POST /v1/conversations/{conversation_id}/preview/compare': { path: 'conversation_id'; query: never; body: DraftBody; answer: PoliciesAnswer };
  'POST /v1/conversations/{conversation_id}/preview/diff': { path: 'conversation_id'; query: never; body: DraftDiffBody; answer: PayloadDiffAnswer };
  'POST /v1/conversations/{conversation_id}/restore': { path: 'conversation_id'; query: never; body: never; answer: ConversationAnswer };
  'POST /v1/conversations/{conversation_id}/revisits': { path: 'conversation_id'; query: never; body: StartingRevisit; answer: RevisitAnswer };
  'POST /v1/conversations/{conversation_id}/revisits/forecast': { path: 'conversation_id'; query: never; body: RevisitPlan; answer: RevisitForecastAnswer };
  'POST /v1/conversations/{conversation_id}/rounds': { path: 'conversation_id'; query: never; body: StartingRounds; answer: RunAnswer };
  'POST /v1/conversations/{conversation_id}/rounds/forecast': { path: 'conversation_id'; query: never; body: Wording; answer: ForecastAnswer };
  'POST /v1/conversations/{conversation_id}/title': { path: 'conversation_id'; query: never; body: FindingTitle; answer: TitleAnswer };
  'POST /v1/conversations/{conversation_id}/todos': { path: 'conversation_id'; query: never; body: NewTodo; answer: TodosAnswer };
  'POST /v1/conversations/{conversation_id}/turns': { path: 'conversation_id'; query: never; body: NewMessage; answer: AcceptedAnswer };
  'POST /v1/conversations/{conversation_id}/turns/remove': { path: 'conversation_id'; query: never; body: TurnIdsBody; answer: TurnsRemovedFact };
  'POST /v1/conversations/{conversation_id}/turns/restore': { path: 'conversation_id'; query: never; body: TurnIdsBody; answer: TurnsRestoredFact };
  'POST /v1/decisions': { path: never; query: never; body: WritingDecision; answer: DecisionAnswer };
  'POST /v1/decisions/{decision_id}/cases': { path: 'decision_id'; query: never; body: never; answer: DecisionCases };
  'POST /v1/decisions/{decision_id}/restore': { path: 'decision_id'; query: never; body: never; answer: DecisionAnswer };
  'POST /v1/documents': { path: never; query: 'conversation' | 'kind' | 'name'; body: never; answer: DocumentAnswer };
  'POST /v1/documents/{document_id}/restore': { path: 'document_id'; query: never; body: never; answer: DocumentAnswer };
  'POST /v1/evals/cases/{case_id}/restore': { path: 'case_id'; query: never; body: never; answer: CaseAnswer };
  'POST /v1/evals/runs': { path: never; query: never; body: RunningEvals; answer: EvalRunLine };
  'POST /v1/evals/runs/{run_id}/resume': { path: 'run_id'; query: never; body: never; answer: EvalRunLine };
  'POST /v1/evals/runs/{run_id}/stop': { path: 'run_id'; query: never; body: never; answer: EvalRunLine };
  'POST /v1/exports': { path: never; query: never; body: NewExport; answer: ExportedFileAnswer };
  'POST /v1/filters/read': { path: never; query: never; body: ReadingFilter; answer: ReadFilterAnswer };
  'POST /v1/folders': { path: never; query: never; body: NamedFolder; answer: FolderAnswer };
  'POST /v1/folders/{folder_id}/restore': { path: 'folder_id'; query: never; body: never; answer: FolderAnswer };
  'POST /v1/heartbeat-runs/{run_id}/read': { path: 'run_id'; query: never; body: never; answer: HeartbeatRunAnswer };
  'POST /v1/imports': { path: never; query: never; body: NewImport; answer: ImportedFileAnswer };
  'POST /v1/imports/{import_id}/pieces': { path: 'import_id'; query: 'number'; body: never; answer: ImportedFileAnswer };
  'POST /v1/imports/{import_id}/read': { path: 'import_id'; query: never; body: never; answer: ImportedFileAnswer };
  'POST /v1/imports/{import_id}/start': { path: 'import_id'; query: never; body: StartImport; answer: ImportedFileAnswer };
  'POST /v1/improvements/{improvement_id}/accept': { path: 'improvement_id'; query: never; body: never; answer: ImprovementLine };
  'POST /v1/improvements/{improvement_id}/stop': { path: 'improvement_id'; query: never; body: never; answer: ImprovementLine };
  'POST /v1/instructions': { path: never; query: never; body: NewInstruction; answer: InstructionAnswer };
  'POST /v1/instructions/order': { path: never; query: never; body: InstructionOrder; answer: InstructionsAnswer };
  'POST /v1/map-checks': { path: never; query: never; body: CheckingMap; answer: AnalysisLine };
  'POST /v1/me/factors': { path: never; query: never; body: never; answer: BegunFactorAnswer };
  'POST /v1/me/factors/codes': { path: never; query: never; body: never; answer: CodesAnswer };
  'POST /v1/me/factors/confirm': { path: never; query: never; body: ConfirmingFactor; answer: CodesAnswer };
  'POST /v1/me/identities': { path: never; query: never; body: Linking; answer: AddressAnswer };
  'POST /v1/me/tokens': { path: never; query: never; body: MakingToken; answer: MadeAnswer };
  'POST /v1/memories': { path: never; query: never; body: WritingMemory; answer: MemoryAnswer };
  'POST /v1/operations/{thing_id}/retry': { path: 'thing_id'; query: never; body: never; answer: DoneAnswer };
  'POST /v1/operations/{thing_id}/stop': { path: 'thing_id'; query: never; body: never; answer: DoneAnswer };
  'POST /v1/panels': { path: never; query: never; body: NewPanel; answer: PanelAnswer };
  'POST /v1/panels/import': { path: never; query: never; body: ImportingPanels; answer: PanelsImportAnswer };
  'POST /v1/panels/{panel_id}/default': { path: 'panel_id'; query: never; body: never; answer: PanelAnswer };
  'POST /v1/people/invitations': { path: never; query: never; body: Inviting; answer: MadeAnswer };
  'POST /v1/people/{person_id}/reset': { path: 'person_id'; query: never; body: never; answer: LinkAnswer };
  'POST /v1/people/{person_id}/restore': { path: 'person_id'; query: never; body: never; answer: PersonAnswer };
  'POST /v1/people/{person_id}/suspend': { path: 'person_id'; query: never; body: never; answer: PersonAnswer };
  'POST /v1/preview': { path: never; query: never; body: NewDraftBody; answer: PreviewAnswer };
  'POST /v1/preview/diff': { path: never; query: never; body: NewDraftDiffBody; answer: PayloadDiffAnswer };
  'POST /v1/providers/check': { path: never; query: never; body: TestingProvider; answer: TestedAnswer };
  'POST /v1/providers/hear': { path: never; query: never; body: HearingModels; answer: HeardModelsAnswer };
  'POST /v1/providers/{name}/check': { path: 'name'; query: never; body: never; answer: TestedAnswer };
  'POST /v1/replies/{reply_id}/cases': { path: 'reply_id'; query: never; body: KeepingCaseBody; answer: CaseAnswer };
  'POST /v1/replies/{reply_id}/choose': { path: 'reply_id'; query: never; body: never; answer: ReplyChosenFact };
  'POST /v1/replies/{reply_id}/replay': { path: 'reply_id'; query: never; body: ReplayBody; answer: ReplyAddedFact };
  'POST /v1/replies/{reply_id}/retry': { path: 'reply_id'; query: never; body: RetryBody; answer: ReplyAddedFact };
  'POST /v1/replies/{reply_id}/stop': { path: 'reply_id'; query: never; body: never; answer: StoppingAnswer };
  'POST /v1/replies/{reply_id}/why': { path: 'reply_id'; query: never; body: FindingWhy; answer: AnalysisLine };
  'POST /v1/rounds/{run_id}/next': { path: 'run_id'; query: never; body: never; answer: RunAnswer };
  'POST /v1/rounds/{run_id}/stop': { path: 'run_id'; query: never; body: never; answer: RunAnswer };
  'POST /v1/speech': { path: never; query: never; body: Speaking; answer: undefined };
  'POST /v1/tools/servers': { path: never; query: never; body: NewServer; answer: ServerAnswer };
  'POST /v1/tools/servers/{name}/look': { path: 'name'; query: never; body: never; answer: ServerAnswer };
  'POST /v1/topics': { path: never; query: never; body: NewTopic; answer: TopicAnswer };
  'POST /v1/turns': { path: never; query: never; body: ProgramMessage; answer: AcceptedAnswer };
  'POST /v1/turns/{turn_id}/branch': { path: 'turn_id'; query: never; body: never; answer: ConversationAnswer };
  'POST /v1/turns/{turn_id}/choose': { path: 'turn_id'; query: never; body: never; answer: TurnsRestoredFact };
  'POST /v1/turns/{turn_id}/map': { path: 'turn_id'; query: never; body: DrawingMap; answer: AnalysisLine };
  'POST /v1/turns/{turn_id}/stop': { path: 'turn_id'; query: never; body: never; answer: StoppingAnswer };
  'POST /v1/turns/{turn_id}/synthesis': { path: 'turn_id'; query: never; body: Synthesizing; answer: AnalysisLine };
  'POST /v1/webhooks': { path: never; query: never; body: NewWebhook; answer: ToldWebhookAnswer };
  'POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/send': { path: 'delivery_id' | 'webhook_id'; query: never; body: never; answer: DeliveryAnswer };
  'POST /v1/webhooks/{webhook_id}/ping': { path: 'webhook_id'; query: never; body: never; answer: DeliveryAnswer };
  'POST /v1/webhooks/{webhook_id}/secret': { path: 'webhook_id'; query: never; body: never; answer: ToldWebhookAnswer };
  'POST /v1/work/{work_id}/stop': { path: 'work_id'; query: never; body: never; answer: WorkAnswer };
  'PUT /v1/auth/password': { path: never; query: never; body: ChangingPassword; answer: undefined };
  'PUT /v1/conversations/{conversation_id}/heartbeats/{advisor_id}': { path: 'advisor_id' | 'conversation_id'; query: never; body: SettingHeartbeat; answer: HeartbeatAnswer };
  'PUT /v1/conversations/{conversation_id}/todos': { path: 'conversation_id'; query: never; body: TodoList; answer: TodosAnswer };
  'PUT /v1/filters/{name}': { path: 'name'; query: never; body: SavingFilter; answer: SavedFilterAnswer };
  'PUT /v1/instructions/{instruction_id}/conversations/{conversation_id}': { path: 'conversation_id' | 'instruction_id'; query: never; body: InstructionSwitch; answer: InstructionAnswer };
  'PUT /v1/me/keys/{provider}': { path: 'provider'; query: never; body: BringingKey; answer: undefined };
  'PUT /v1/me/tokens/{token_id}/ceilings': { path: 'token_id'; query: never; body: LimitingToken; answer: TokenAnswer };
  'PUT /v1/people/{person_id}/roles': { path: 'person_id'; query: never; body: ChangingRoles; answer: PersonAnswer };
  'PUT /v1/providers/{name}': { path: 'name'; query: never; body: AddingProvider; answer: TestedAnswer };
  'PUT /v1/providers/{name}/advisors': { path: 'name'; query: never; body: GivingModels; answer: undefined };
  'PUT /v1/replies/{reply_id}/importance': { path: 'reply_id'; query: never; body: WorthBody; answer: ReplyWeighedFact };
  'PUT /v1/settings/{name}': { path: 'name'; query: never; body: ChangingSetting; answer: SettingAnswer };
  'PUT /v1/tools/servers/{name}/headers': { path: 'name'; query: never; body: KeepingHeaders; answer: ServerAnswer };
  'PUT /v1/workspace/keys/{provider}': { path: 'provider'; query: never; body: BringingKey; answer: undefined };
}
export type Route = keyof Routes;
