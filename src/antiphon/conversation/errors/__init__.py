"""Everything that can go wrong, as one tree.

AntiphonError
├── Refused                      a command that may not happen
│   ├── Malformed                the request does not say what it must
│   ├── NotFound                 no such thing, or not yours: the two are never told apart
│   ├── KeyReused                the Idempotency-Key was used for another body
│   ├── TurnInFlight             the conversation is still being answered
│   ├── NotKept                  nothing is taken from a conversation that is not kept
│   ├── NoAdvisors               nobody was asked
│   ├── EmptyMessage             there is nothing to answer
│   ├── NotAllowed               the principal may not do this
│   ├── FilterInvalid            the filter line cannot be read, and where
│   ├── CommandRefused           a colon command that may not be carried out on this selection
│   ├── UserPromptTooLarge       the message alone is longer than the window
│   ├── PreviewStale             something changed between the preview and the send
│   ├── AdvisorStale             somebody saved the advisor in between
│   ├── PanelEmpty               a panel would be left with nobody
│   ├── LastPanel                the only panel cannot go
│   ├── TopicExists              another topic has this path
│   ├── TopicInsideItself        a topic cannot stand below itself
│   ├── TopicNotEmpty            turns or other topics still belong to it
│   ├── TodosRefused             a todo list that contradicts itself
│   ├── UnsupportedFile          a file of a kind that cannot be brought, or too large
│   ├── UnreadableFile           a file that could not be made readable within the limits
│   ├── FileTooLarge             more bytes than may be brought at once
│   ├── UploadBroken             a file that did not arrive in full
│   ├── BodyTooLarge             a request of more bytes or pieces than its route takes
│   ├── BodyStalled              a request whose bytes came too slowly
│   ├── TooManyCalls             more requests in a minute than anybody makes
│   ├── TooManyFeeds             more open event streams than anybody reads
│   ├── KindUnfit                a picture cannot be read, so it can only be shown in a message
│   ├── DocumentOff              a document that is switched off cannot go along
│   ├── TooManyFiles             more files at once than are read at once
│   ├── TooManyImages            more pictures than one message can take along
│   ├── EvalFileInvalid          a file of evals that cannot be read, and where
│   ├── NameTaken                another thing of its kind has this name
│   ├── PriceUnknown             a ceiling was set, and what a model costs is not known
│   ├── CeilingReached           it would cost more than is left
│   ├── ReceiptUnfit             what was sent for a reply cannot be held by a case as it was
│   ├── ApprovalGone             the question was decided, used or ran out
│   ├── ApprovalStale            the question is about another call than the one that was read
│   ├── SettingFixed             the setting is read once, at the start
│   ├── SettingDecided           the environment or a file has the last word on this setting
│   ├── SettingRefused           the value cannot be used
│   ├── ProviderDecided          the environment or a file has the last word on this provider
│   ├── ProviderAddressRefused   an address of models that may not be added here
│   ├── WebhookAddressRefused    an address that nothing is told
│   ├── ProviderKeyMalformed     what was given as a key cannot be one
│   ├── ProvidersPerNode         a key kept here would be known to this node alone
│   ├── OwnKeysUnused            a key that would pay for nothing
│   ├── HeadersUnsealed          headers for a server of tools, and nothing to seal them with
│   ├── ExtraMissing             what this provider needs is not installed
│   ├── NotSignedIn              no credential that counts
│   ├── SignInRefused            name and password do not belong together
│   ├── SecondFactorNeeded       the password is right, and a code is wanted too
│   ├── CodeRefused              a code that does not count
│   ├── SecondFactorRequired     whoever may do this needs a second factor first
│   ├── TooManyAttempts          somebody guesses
│   ├── VerifyAgain              a sensitive change wants a fresh proof
│   ├── PasswordRefused          a new password that is not good enough
│   ├── LinkGone                 a link that was used, has run out or never was
│   ├── AddressTaken             somebody signs in with this address already
│   ├── LastOwner                the only owner would go
│   ├── CodeUnknown              no program waits for this code
│   ├── DeviceDenied             whoever typed the code said no
│   ├── DeviceExpired            nobody typed the code in time
│   ├── DeviceHasty              it was asked again too soon
│   ├── DeviceUndecided          nobody has decided yet
│   ├── SignOnRefused            somebody for whom a provider should vouch is not let in
│   ├── LastWayIn                the last thing somebody can sign in with would go
│   ├── SignOutNoticeRefused     a notice of a sign-out elsewhere that does not count
│   ├── ModelNotOffered          a program asks for a panel or an advisor that is not there
│   ├── FieldRefused             a program asks for what cannot be had on its wire
│   │   └── PictureRefused       a picture that would have to be fetched, or cannot be read
│   ├── AnswerUnknown            a program goes on from an answer that is not there
│   └── Draining                 this node is shutting down
├── StaleEpoch                   a write by an attempt that is no longer the current one
├── StoreUnavailable             the database does not answer
│   ├── StoreFull                there is no room left on its disk
│   ├── StoreReadOnly            it may not be written
│   └── StoreDamaged             it is not what was written there
├── SignInBusy                   more passwords to check at once than can be
├── NotSetUp                     there is no owner yet
├── KeyFileRefused               a file that should hold the key which seals all others
├── KeyUnknown                   something was sealed with a key that is not here
├── SealBroken                   a kept secret does not open
├── ReceiptDamaged               what is kept of a request is no longer what was sent
├── NobodyAnswered               everybody who was asked for a program ended without a word
├── VoiceFailed                  a voice that should speak a text made no sound
├── SettingsInvalid              the configuration cannot be used
├── StoreInUse                   another process owns this SQLite file
├── SchemaBehind                 the database needs `antiphon migrate`
├── SchemaAhead                  the database was made by a newer version, and this one is too old for it
├── NodesTooOld                  nodes are at work that could not go on after a migration
├── MigrationFailed              a migration did not go through; the database is as it was before it
├── BackupFailed                 no backup was made; what there was is as it was
├── BackupUnreadable             a file that is no backup, or not any more what was written
├── BackupLocked                 a sealed backup that does not open
├── RestoreRefused               a backup goes into an empty place or nowhere
├── ToolError                    a tool could not be used
│   ├── ToolServerUnavailable    its server cannot be reached; nothing was asked of the tool
│   ├── ToolFailed               it was asked and gave no answer, so it may have done its work
│   └── ToolTimedOut             it was asked and took too long, so it may have done its work
├── AnalysisError                a model that was to look at a conversation did not answer usably
│   ├── AnswerUnreadable         its answer is not in the form that was asked for
│   ├── AnswerCut                its answer ended at the longest it was allowed to be
│   ├── AnalysisBudget           one look may not take more calls or tokens than this
│   └── QuestionTooLong          what it would have to read at once is longer than it can be given
└── ProviderError                the model could not be reached or refused
    ├── AuthFailed               401, 403
    ├── QuotaExceeded            out of credit
    ├── ModelUnknown             no such model
    ├── KeyMissing               everybody brings a key here, and this person has brought none for it
    ├── ContextOverflow          the prompt does not fit
    │   └── OverflowAfterTrimming   nor does it after everything that may be dropped was dropped
    ├── RequestTooLarge          it alone exceeds the tokens per minute: waiting will not help, sending less will
    ├── RequestRejected          400 and its kin: sending it again will not help
    │   ├── SchemaRefused        it cannot hold an answer to a given form; without the form it may answer
    │   └── ThinkingUnsupported  it cannot be asked to think as much as was chosen, so it was not asked
    ├── ContentFiltered          the provider would not answer
    ├── RateLimited              429, with the wait if one was given
    ├── ProviderUnavailable      5xx, overloaded
    ├── ConnectFailed            no connection, DNS, TLS
    ├── ProviderTimeout          it took too long
    ├── NotAModelServer          whatever answers at this address lists no models
    ├── NoModels                 it lists models, and there are none
    ├── StreamBroken             the answer ended without an end
    └── ProtocolError            the answer is not what the wire promises
        ├── AnswerTooLarge       nor does it end: more than one answer may be
        └── PictureUnusable      what it sent as a picture is none that can be taken

Codes are stable; sentences are ours. A provider's own words are a fact (`provider_message`), never content.
"""

from antiphon.conversation.errors.accounts import (
    AddressTaken,
    CodeRefused,
    CodeUnknown,
    DeviceDenied,
    DeviceExpired,
    DeviceHasty,
    DeviceUndecided,
    LastOwner,
    LastWayIn,
    LinkGone,
    NotSetUp,
    NotSignedIn,
    PasswordRefused,
    SecondFactorNeeded,
    SecondFactorRequired,
    SignInBusy,
    SignInRefused,
    SignOnProblem,
    SignOnRefused,
    SignOutNoticeRefused,
    TooManyAttempts,
    VerifyAgain,
)
from antiphon.conversation.errors.analysis import (
    AnalysisBudget,
    AnalysisError,
    AnswerCut,
    AnswerUnreadable,
    QuestionTooLong,
)
from antiphon.conversation.errors.arranging import (
    AdvisorStale,
    LastPanel,
    NameTaken,
    PanelEmpty,
    SettingDecided,
    SettingFixed,
    SettingRefused,
    TodosRefused,
    TopicExists,
    TopicInsideItself,
    TopicNotEmpty,
)
from antiphon.conversation.errors.backups import BackupFailed, BackupLocked, BackupUnreadable, RestoreRefused
from antiphon.conversation.errors.calling import BodyStalled, BodyTooLarge, TooManyCalls, TooManyFeeds
from antiphon.conversation.errors.cases import ReceiptUnfit
from antiphon.conversation.errors.connecting import (
    ExtraMissing,
    HeadersUnsealed,
    NoModels,
    NotAModelServer,
    OwnKeysUnused,
    ProviderAddressRefused,
    ProviderDecided,
    ProviderKeyMalformed,
    ProvidersPerNode,
    WebhookAddressRefused,
)
from antiphon.conversation.errors.failure import AntiphonError, Refused
from antiphon.conversation.errors.files import (
    DocumentOff,
    EvalFileInvalid,
    FileTooLarge,
    KindUnfit,
    TooManyFiles,
    TooManyImages,
    UnreadableFile,
    UnsupportedFile,
    UploadBroken,
)
from antiphon.conversation.errors.providers import (
    AnswerTooLarge,
    AuthFailed,
    ConnectFailed,
    ContentFiltered,
    ContextOverflow,
    KeyMissing,
    ModelUnknown,
    OverflowAfterTrimming,
    PictureUnusable,
    ProtocolError,
    ProviderError,
    ProviderTimeout,
    ProviderUnavailable,
    QuotaExceeded,
    RateLimited,
    RequestRejected,
    RequestTooLarge,
    SchemaRefused,
    StreamBroken,
    ThinkingUnsupported,
)
from antiphon.conversation.errors.receipt import ReceiptDamaged
from antiphon.conversation.errors.rounds import CeilingReached, PriceUnknown
from antiphon.conversation.errors.secrets import KeyFileRefused, KeyUnknown, SealBroken
from antiphon.conversation.errors.server import (
    SchemaBehind,
    SettingsInvalid,
    StaleEpoch,
    StoreInUse,
    StoreUnavailable,
    VoiceFailed,
)
from antiphon.conversation.errors.store import (
    MigrationFailed,
    NodesTooOld,
    SchemaAhead,
    StoreDamaged,
    StoreFull,
    StoreReadOnly,
)
from antiphon.conversation.errors.talking import (
    CommandRefused,
    Draining,
    EmptyMessage,
    FilterInvalid,
    KeyReused,
    Malformed,
    NoAdvisors,
    NotAllowed,
    NotFound,
    NotKept,
    PreviewStale,
    TurnInFlight,
    UserPromptTooLarge,
)
from antiphon.conversation.errors.tools import (
    ApprovalGone,
    ApprovalStale,
    ToolError,
    ToolFailed,
    ToolServerUnavailable,
    ToolTimedOut,
)
from antiphon.conversation.errors.wires import (
    AnswerUnknown,
    FieldRefused,
    ModelNotOffered,
    NobodyAnswered,
    PictureRefused,
)

__all__ = [
    "AddressTaken",
    "AdvisorStale",
    "AnalysisBudget",
    "AnalysisError",
    "AnswerCut",
    "AnswerTooLarge",
    "AnswerUnknown",
    "AnswerUnreadable",
    "AntiphonError",
    "ApprovalGone",
    "ApprovalStale",
    "AuthFailed",
    "BackupFailed",
    "BackupLocked",
    "BackupUnreadable",
    "BodyStalled",
    "BodyTooLarge",
    "CeilingReached",
    "CodeRefused",
    "CodeUnknown",
    "CommandRefused",
    "ConnectFailed",
    "ContentFiltered",
    "ContextOverflow",
    "DeviceDenied",
    "DeviceExpired",
    "DeviceHasty",
    "DeviceUndecided",
    "DocumentOff",
    "Draining",
    "EmptyMessage",
    "EvalFileInvalid",
    "ExtraMissing",
    "FieldRefused",
    "FileTooLarge",
    "FilterInvalid",
    "HeadersUnsealed",
    "KeyFileRefused",
    "KeyMissing",
    "KeyReused",
    "KeyUnknown",
    "KindUnfit",
    "LastOwner",
    "LastPanel",
    "LastWayIn",
    "LinkGone",
    "Malformed",
    "MigrationFailed",
    "ModelNotOffered",
    "ModelUnknown",
    "NameTaken",
    "NoAdvisors",
    "NoModels",
    "NobodyAnswered",
    "NodesTooOld",
    "NotAModelServer",
    "NotAllowed",
    "NotFound",
    "NotKept",
    "NotSetUp",
    "NotSignedIn",
    "OverflowAfterTrimming",
    "OwnKeysUnused",
    "PanelEmpty",
    "PasswordRefused",
    "PictureRefused",
    "PictureUnusable",
    "PreviewStale",
    "PriceUnknown",
    "ProtocolError",
    "ProviderAddressRefused",
    "ProviderDecided",
    "ProviderError",
    "ProviderKeyMalformed",
    "ProviderTimeout",
    "ProviderUnavailable",
    "ProvidersPerNode",
    "QuestionTooLong",
    "QuotaExceeded",
    "RateLimited",
    "ReceiptDamaged",
    "ReceiptUnfit",
    "Refused",
    "RequestRejected",
    "RequestTooLarge",
    "RestoreRefused",
    "SchemaAhead",
    "SchemaBehind",
    "SchemaRefused",
    "SealBroken",
    "SecondFactorNeeded",
    "SecondFactorRequired",
    "SettingDecided",
    "SettingFixed",
    "SettingRefused",
    "SettingsInvalid",
    "SignInBusy",
    "SignInRefused",
    "SignOnProblem",
    "SignOnRefused",
    "SignOutNoticeRefused",
    "StaleEpoch",
    "StoreDamaged",
    "StoreFull",
    "StoreInUse",
    "StoreReadOnly",
    "StoreUnavailable",
    "StreamBroken",
    "ThinkingUnsupported",
    "TodosRefused",
    "TooManyAttempts",
    "TooManyCalls",
    "TooManyFeeds",
    "TooManyFiles",
    "TooManyImages",
    "ToolError",
    "ToolFailed",
    "ToolServerUnavailable",
    "ToolTimedOut",
    "TopicExists",
    "TopicInsideItself",
    "TopicNotEmpty",
    "TurnInFlight",
    "UnreadableFile",
    "UnsupportedFile",
    "UploadBroken",
    "UserPromptTooLarge",
    "VerifyAgain",
    "VoiceFailed",
    "WebhookAddressRefused",
]
