"""Errors as HTTP sees them. The only place that knows status codes."""

import logging

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import Scope

from antiphon.api.headers import API_HEADERS
from antiphon.api.openai_errors import answer_failure, is_spoken_at
from antiphon.conversation import errors

logger = logging.getLogger(__name__)

STATUS: dict[type[errors.AntiphonError], int] = {
    errors.AntiphonError: 500,
    errors.Refused: 400,
    errors.Malformed: 422,
    errors.NotFound: 404,
    errors.KeyReused: 409,
    errors.TurnInFlight: 409,
    errors.NotKept: 409,
    errors.NoAdvisors: 422,
    errors.EmptyMessage: 422,
    errors.NotAllowed: 403,
    errors.FilterInvalid: 422,
    errors.CommandRefused: 409,
    errors.UserPromptTooLarge: 422,
    errors.PreviewStale: 409,
    errors.AdvisorStale: 409,
    errors.PanelEmpty: 409,
    errors.LastPanel: 409,
    errors.TopicExists: 409,
    errors.TopicInsideItself: 409,
    errors.TopicNotEmpty: 409,
    errors.TodosRefused: 422,
    errors.UnsupportedFile: 415,
    errors.UnreadableFile: 422,
    errors.FileTooLarge: 413,
    errors.UploadBroken: 400,
    errors.BodyTooLarge: 413,
    errors.BodyStalled: 408,
    errors.TooManyFiles: 429,
    errors.TooManyCalls: 429,
    errors.TooManyFeeds: 429,
    errors.KindUnfit: 409,
    errors.DocumentOff: 409,
    errors.TooManyImages: 422,
    errors.NameTaken: 409,
    errors.PriceUnknown: 409,
    errors.CeilingReached: 409,
    errors.EvalFileInvalid: 422,
    errors.ReceiptUnfit: 409,
    errors.ApprovalGone: 409,
    errors.ApprovalStale: 409,
    errors.SettingFixed: 409,
    errors.SettingDecided: 409,
    errors.SettingRefused: 422,
    errors.ProviderDecided: 409,
    errors.ProviderAddressRefused: 422,
    errors.WebhookAddressRefused: 422,
    errors.ProviderKeyMalformed: 422,
    errors.ProvidersPerNode: 409,
    errors.OwnKeysUnused: 409,
    errors.HeadersUnsealed: 409,
    errors.ExtraMissing: 409,
    errors.NotSignedIn: 401,
    errors.SignInRefused: 401,
    errors.SecondFactorNeeded: 401,
    errors.CodeRefused: 401,
    errors.SecondFactorRequired: 403,
    errors.TooManyAttempts: 429,
    errors.SignInBusy: 503,
    errors.VerifyAgain: 403,
    errors.NotSetUp: 503,
    errors.PasswordRefused: 422,
    errors.LinkGone: 410,
    errors.AddressTaken: 409,
    errors.LastOwner: 409,
    errors.KeyFileRefused: 500,
    errors.KeyUnknown: 500,
    errors.SealBroken: 500,
    errors.DeviceUndecided: 400,
    errors.DeviceHasty: 400,
    errors.DeviceDenied: 400,
    errors.DeviceExpired: 400,
    errors.CodeUnknown: 404,
    errors.SignOnRefused: 403,
    errors.LastWayIn: 409,
    errors.SignOutNoticeRefused: 400,
    errors.ModelNotOffered: 404,
    errors.FieldRefused: 400,
    errors.PictureRefused: 400,
    errors.AnswerUnknown: 404,
    errors.Draining: 503,
    errors.StaleEpoch: 409,
    errors.StoreUnavailable: 503,
    errors.StoreFull: 507,
    errors.StoreReadOnly: 503,
    errors.StoreDamaged: 500,
    errors.ReceiptDamaged: 500,
    errors.NobodyAnswered: 502,
    errors.VoiceFailed: 502,
    errors.SettingsInvalid: 500,
    errors.StoreInUse: 500,
    errors.SchemaBehind: 503,
    errors.SchemaAhead: 503,
    errors.MigrationFailed: 500,
    errors.NodesTooOld: 409,
    errors.BackupFailed: 500,
    errors.BackupUnreadable: 500,
    errors.BackupLocked: 500,
    errors.RestoreRefused: 500,
    errors.ToolError: 502,
    errors.ToolServerUnavailable: 502,
    errors.ToolFailed: 502,
    errors.ToolTimedOut: 504,
    errors.AnalysisError: 502,
    errors.AnswerUnreadable: 502,
    errors.AnswerCut: 502,
    errors.AnalysisBudget: 502,
    errors.QuestionTooLong: 502,
    errors.ProviderError: 502,
    errors.AuthFailed: 502,
    errors.QuotaExceeded: 502,
    errors.ModelUnknown: 502,
    errors.KeyMissing: 409,
    errors.ContextOverflow: 502,
    errors.OverflowAfterTrimming: 502,
    errors.AnswerTooLarge: 502,
    errors.PictureUnusable: 502,
    errors.RequestTooLarge: 502,
    errors.RequestRejected: 502,
    errors.SchemaRefused: 502,
    errors.ThinkingUnsupported: 502,
    errors.ContentFiltered: 502,
    errors.RateLimited: 429,
    errors.ProviderUnavailable: 502,
    errors.ConnectFailed: 502,
    errors.ProviderTimeout: 504,
    errors.NotAModelServer: 502,
    errors.NoModels: 502,
    errors.StreamBroken: 502,
    errors.ProtocolError: 502,
}

_TRY_AGAIN_SECONDS = "1"

# What may be wrong with a message that is not sent yet.
DRAFT_REFUSALS = (
    errors.CommandRefused,
    errors.DocumentOff,
    errors.FilterInvalid,
    errors.NoAdvisors,
    errors.TooManyImages,
)
# Whatever a model's server may do to a caller who waits for it. For want of a key nobody is asked at all, and only
# advisors are asked to think.
_NOT_ASKED = (errors.KeyMissing, errors.ThinkingUnsupported)
PROVIDER_FAILURES = tuple(kind for kind in STATUS if issubclass(kind, errors.ProviderError) and kind not in _NOT_ASKED)


class ProblemResponse(JSONResponse):
    """An answer of RFC 9457."""

    media_type = "application/problem+json"


def answer_error(request: Request, error: Exception) -> JSONResponse:
    """A named failure as a problem body; anything else as a plain 500 that tells nothing."""
    if not isinstance(error, errors.AntiphonError):
        logger.error("unhandled", exc_info=error, extra={"path": request.scope["path"]})
        # The only answer made outside the middleware.
        unsaid = "something went wrong here; it has been logged"
        return answer_problem(request.scope, 500, "internal", unsaid, headers=API_HEADERS)
    status, scope = STATUS[type(error)], request.scope
    headers = _say_when(status, error)
    return answer_problem(scope, status, error.code, str(error), dict(error.facts), headers, error)


def answer_problem(
    scope: Scope,
    status: int,
    code: str,
    message: str,
    facts: dict[str, object] | None = None,
    headers: dict[str, str] | None = None,
    error: errors.AntiphonError | None = None,
) -> JSONResponse:
    """A failure in the shape that whoever asks at this address reads."""
    if is_spoken_at(scope["path"]):
        return answer_failure(scope, status, code, message, error, headers)
    return problem(status, code, message, facts, headers)


def _say_when(status: int, error: errors.AntiphonError) -> dict[str, str] | None:
    """The header that tells a client when it may come again."""
    if isinstance(error, errors.TooManyCalls | errors.TooManyFeeds | errors.TooManyAttempts):
        return {"Retry-After": str(error.wait_seconds)}
    if isinstance(error, errors.Draining):
        # The next connection leads to another node, where there is one behind the same address.
        return {"Retry-After": _TRY_AGAIN_SECONDS, "Connection": "close"}
    if isinstance(error, errors.NotSignedIn):
        # RFC 9110, 11.6.1. No browser asks for a password because of it.
        return {"WWW-Authenticate": "Bearer"}
    return {"Retry-After": _TRY_AGAIN_SECONDS} if status == 503 else None


def problem(
    status: int,
    code: str,
    message: str,
    facts: dict[str, object] | None = None,
    headers: dict[str, str] | None = None,
) -> ProblemResponse:
    """The one shape every error has (RFC 9457). `code` is the stable name, `facts` what a program may use."""
    body = {
        "type": f"/v1/docs#problem-{code}",
        "title": write_title(code),
        "status": status,
        "detail": message,
        "code": code,
        "facts": facts or {},
    }
    return ProblemResponse(body, status, headers)


def write_title(code: str) -> str:
    """The code as a person reads it; the same for every occurrence, as the RFC wants a title to be."""
    return code.replace("_", " ").capitalize()
