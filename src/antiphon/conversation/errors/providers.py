"""Models that could not be reached, or refused."""

from antiphon.conversation.errors.failure import AntiphonError


class ProviderError(AntiphonError):
    """A model did not answer as it should. `provider_message` holds its own words, redacted."""

    code = "provider"
    sentence = "the provider failed"

    def __init__(
        self,
        provider: str,
        *,
        status: int | None = None,
        retry_after: float | None = None,
        provider_message: str = "",
    ) -> None:
        self.provider = provider
        self.status = status
        self.retry_after = retry_after
        self.provider_message = provider_message
        super().__init__(f"{provider}: {self.sentence}" + (f" (HTTP {status})" if status else ""))


class AuthFailed(ProviderError):
    """The key is missing, wrong or not allowed to use this model."""

    code = "auth"
    sentence = "the key was not accepted"


class QuotaExceeded(ProviderError):
    """There is no credit left; waiting will not help."""

    code = "quota"
    sentence = "the account has no credit left"


class ModelUnknown(ProviderError):
    """The provider does not offer this model."""

    code = "model"
    sentence = "it does not know this model"


class KeyMissing(ProviderError):
    """Everybody pays with a key of their own here, and this person has brought none for this provider."""

    code = "key_missing"
    sentence = "you have added no key of your own for it"


class ContextOverflow(ProviderError):
    """The prompt is longer than the model's window.

    The counts are the provider's own and absent when it gave none: the window, the tokens of the prompt, and the
    tokens set aside for the answer. When the last two overflow only together, a smaller answer fits.
    """

    code = "overflow"
    sentence = "the prompt does not fit the model's window"

    def __init__(
        self,
        provider: str,
        *,
        status: int | None = None,
        retry_after: float | None = None,
        provider_message: str = "",
        window: int | None = None,
        prompt_tokens: int | None = None,
        output_tokens: int | None = None,
    ) -> None:
        self.window = window
        self.prompt_tokens = prompt_tokens
        self.output_tokens = output_tokens
        super().__init__(provider, status=status, retry_after=retry_after, provider_message=provider_message)


class OverflowAfterTrimming(ContextOverflow):
    """Everything that may be dropped was dropped, or as much as may be tried, and it still does not fit."""

    code = "context_overflow_after_trimming"
    sentence = "the prompt does not fit the model's window, even after trimming"


class RequestTooLarge(ProviderError):
    """One request needs more tokens than the account may use in a minute."""

    code = "too_large"
    sentence = "the request is larger than the tokens per minute allowed"


class RequestRejected(ProviderError):
    """The request is not acceptable, and would not be the second time."""

    code = "rejected"
    sentence = "it rejected the request"


class SchemaRefused(RequestRejected):
    """The model cannot be held to the form an answer was to have; without it, it may answer."""

    code = "schema_refused"
    sentence = "it cannot hold an answer to a given form"


class ThinkingUnsupported(RequestRejected):
    """The model cannot be asked to think as much as was chosen for it, so nothing was sent. `why` ends the sentence."""

    code = "thinking_unsupported"
    sentence = "the model cannot think as was chosen"

    def __init__(
        self,
        provider: str,
        *,
        status: int | None = None,
        retry_after: float | None = None,
        provider_message: str = "",
        model: str = "",
        why: str = "",
    ) -> None:
        self.model = model
        self.why = why
        super().__init__(provider, status=status, retry_after=retry_after, provider_message=provider_message)
        if model and why:
            self.args = (f"{provider}: {model} cannot think as was chosen: {why}",)


class ContentFiltered(ProviderError):
    """The provider's filter stepped in before any output."""

    code = "filtered"
    sentence = "its content filter refused the request"


class RateLimited(ProviderError):
    """Too many requests; `retry_after` says when to come back, if the provider said so."""

    code = "rate_limited"
    sentence = "too many requests"


class ProviderUnavailable(ProviderError):
    """The provider is down or overloaded."""

    code = "provider"
    sentence = "it is unavailable or overloaded"


class ConnectFailed(ProviderError):
    """No connection could be made."""

    code = "net"
    sentence = "no connection could be made"


class ProviderTimeout(ProviderError):
    """The provider went silent for longer than allowed."""

    code = "net"
    sentence = "it went silent for too long"


class StreamBroken(ProviderError):
    """The stream ended before the answer did."""

    code = "net"
    sentence = "the answer was cut off"


class ProtocolError(ProviderError):
    """Bytes that are not the promised wire format."""

    code = "protocol"
    sentence = "its answer could not be understood"


class PictureUnusable(ProtocolError):
    """What it sent as a picture is none, or one that is not taken; `why` continues a sentence about it."""

    code = "picture_unusable"
    sentence = "a picture in its answer could not be taken"

    def __init__(
        self,
        provider: str,
        *,
        status: int | None = None,
        retry_after: float | None = None,
        provider_message: str = "",
        why: str = "",
    ) -> None:
        self.why = why
        super().__init__(provider, status=status, retry_after=retry_after, provider_message=provider_message)


class AnswerTooLarge(ProtocolError):
    """The answer went on beyond what one answer may be: more than `most` of `what`."""

    code = "answer_too_large"
    sentence = "its answer is larger than one may be"

    def __init__(
        self,
        provider: str,
        *,
        status: int | None = None,
        retry_after: float | None = None,
        provider_message: str = "",
        most: int | None = None,
        what: str = "",
    ) -> None:
        self.most = most
        self.what = what
        super().__init__(provider, status=status, retry_after=retry_after, provider_message=provider_message)
