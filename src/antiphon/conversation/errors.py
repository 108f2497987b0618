"""Everything that can go wrong, as one tree.

AntiphonError
├── Refused                      a command that may not happen
│   ├── Malformed                the request does not say what it must
│   ├── NotFound                 no such thing, or not yours: the two are never told apart
│   ├── KeyReused                the Idempotency-Key was used for another body
│   ├── TurnInFlight             the conversation is still being answered
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
│   ├── SettingFixed             the setting is read once, at the start
│   ├── SettingDecided           the environment or a file has the last word on this setting
│   ├── SettingRefused           the value cannot be used
│   └── Draining                 this node is shutting down
├── StaleEpoch                   a write by an attempt that is no longer the current one
├── StoreUnavailable             the database does not answer
├── SettingsInvalid              the configuration cannot be used
├── StoreInUse                   another process owns this SQLite file
├── SchemaBehind                 the database needs `antiphon migrate`
└── ProviderError                the model could not be reached or refused
    ├── AuthFailed               401, 403
    ├── QuotaExceeded            out of credit
    ├── ModelUnknown             no such model
    ├── ContextOverflow          the prompt does not fit
    │   └── OverflowAfterTrimming   nor does it after everything that may be dropped was dropped
    ├── RequestTooLarge          it alone exceeds the tokens per minute: waiting will not help, sending less will
    ├── RequestRejected          400 and its kin: sending it again will not help
    ├── ContentFiltered          the provider would not answer
    ├── RateLimited              429, with the wait if one was given
    ├── ProviderUnavailable      5xx, overloaded
    ├── ConnectFailed            no connection, DNS, TLS
    ├── ProviderTimeout          it took too long
    ├── StreamBroken             the answer ended without an end
    └── ProtocolError            the answer is not what the wire promises

Codes are stable; sentences are ours. A provider's own words are a fact (`provider_message`), never content.
"""

from collections.abc import Mapping


class AntiphonError(Exception):
    """The root: every failure that has a name here."""

    code = "internal"

    @property
    def facts(self) -> Mapping[str, object]:
        """The typed facts given at construction, for logs and for the API's problem body."""
        return {name: value for name, value in vars(self).items() if not name.startswith("_")}


class Refused(AntiphonError):
    """The command was understood and will not be carried out."""

    code = "refused"


class Malformed(Refused):
    """The request does not say what it must."""

    code = "malformed"


class NotFound(Refused):
    """No such thing here. Also the answer for things that belong to someone else."""

    code = "not_found"

    def __init__(self, kind: str, id: str) -> None:
        self.kind = kind
        self.id = id
        super().__init__(f"there is no {kind} {id}")


class KeyReused(Refused):
    """The Idempotency-Key came with one body before and with another now."""

    code = "key_reused"

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__("this Idempotency-Key was used for a different message; use a new key")


class TurnInFlight(Refused):
    """The conversation's last turn is still being answered."""

    code = "turn_in_flight"

    def __init__(self, conversation_id: str) -> None:
        self.conversation_id = conversation_id
        super().__init__("the last turn is still being answered; wait for it or stop it")


class NoAdvisors(Refused):
    """The message is addressed to nobody."""

    code = "no_advisors"

    def __init__(self) -> None:
        super().__init__("no advisor was asked; choose at least one")


class EmptyMessage(Refused):
    """The message is blank."""

    code = "empty_message"

    def __init__(self) -> None:
        super().__init__("the message is empty")


class NotAllowed(Refused):
    """The principal's role does not include this verb."""

    code = "not_allowed"

    def __init__(self, verb: str) -> None:
        self.verb = verb
        super().__init__(f"you may not {verb} this")


class FilterInvalid(Refused):
    """The filter line cannot be read. `column` counts from 1 and may stand one behind the end."""

    code = "filter_invalid"

    def __init__(self, line: str, column: int, reason: str) -> None:
        self.line = line
        self.column = column
        self.reason = reason
        super().__init__(f"{reason} (column {column})")

    @property
    def caret(self) -> str:
        """The line with a caret under the place."""
        return f"{self.line}\n{' ' * (self.column - 1)}^"


class CommandRefused(Refused):
    """The command was read, and may not be carried out on this selection."""

    code = "command_refused"

    def __init__(self, command: str, reason: str) -> None:
        self.command = command
        self.reason = reason
        super().__init__(f"{command} was not carried out: {reason}")


class UserPromptTooLarge(Refused):
    """The message alone does not fit; dropping history would not help."""

    code = "user_prompt_too_large"

    def __init__(self, advisor_id: str, tokens: int, limit: int) -> None:
        self.advisor_id = advisor_id
        self.tokens = tokens
        self.limit = limit
        super().__init__(f"the message is about {tokens} tokens long and only {limit} fit; shorten it")


class PreviewStale(Refused):
    """What would be sent now differs from what was shown."""

    code = "preview_stale"

    def __init__(self, advisor_ids: tuple[str, ...]) -> None:
        self.advisor_ids = advisor_ids
        super().__init__("something has changed since the preview; look again, then send")


class TopicExists(Refused):
    """Another topic has this path already."""

    code = "topic_exists"

    def __init__(self, path: str) -> None:
        self.path = path
        super().__init__(f"there is a topic {path} already")


class TopicInsideItself(Refused):
    """A topic was to be moved below itself."""

    code = "topic_inside_itself"

    def __init__(self, path: str, parent: str) -> None:
        self.path = path
        self.parent = parent
        super().__init__(f"{path} cannot be moved below itself")


class TopicNotEmpty(Refused):
    """A topic with turns, or with topics below it, stays."""

    code = "topic_not_empty"

    def __init__(self, path: str, turns: int, topics: int) -> None:
        self.path = path
        self.turns = turns
        self.topics = topics
        super().__init__(f"{path} is not empty: it has {turns} turns, and {topics} topics below it")


class AdvisorStale(Refused):
    """The advisor has a newer version than the one that was edited."""

    code = "advisor_stale"

    def __init__(self, advisor_id: str, version: int) -> None:
        self.advisor_id = advisor_id
        self.version = version
        super().__init__(f"somebody has saved version {version} of this advisor in between; look again, then save")


class PanelEmpty(Refused):
    """Nobody would be left on a panel."""

    code = "panel_empty"

    def __init__(self, panel_ids: tuple[str, ...], names: tuple[str, ...]) -> None:
        self.panel_ids = panel_ids
        self.names = names
        super().__init__(f"nobody would be left on {', '.join(names)}; add another advisor to it first")


class LastPanel(Refused):
    """There is always one panel."""

    code = "last_panel"

    def __init__(self, panel_id: str) -> None:
        self.panel_id = panel_id
        super().__init__("this is the only panel; make another one first")


class SettingFixed(Refused):
    """The setting cannot be changed while everything runs."""

    code = "setting_fixed"

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f"{name} is read once, at the start; set it in the environment or in antiphon.toml")


class SettingDecided(Refused):
    """Something stronger than the database says what the setting is: `source`, and `place` where in it."""

    code = "setting_decided"

    def __init__(self, name: str, source: str, place: str, reason: str) -> None:
        self.name = name
        self.source = source
        self.place = place
        super().__init__(f"{name} was not changed: {reason}")


class SettingRefused(Refused):
    """The setting cannot have this value."""

    code = "setting_refused"

    def __init__(self, name: str, reason: str) -> None:
        self.name = name
        self.reason = reason
        super().__init__(f"{name} was not changed: {reason}")


class Draining(Refused):
    """This node takes no new work because it is shutting down."""

    code = "draining"

    def __init__(self) -> None:
        super().__init__("this node is shutting down; send again in a moment")


class StaleEpoch(AntiphonError):
    """A newer attempt owns this reply; what this one says no longer counts."""

    code = "stale_epoch"

    def __init__(self, reply_id: str, epoch: int) -> None:
        self.reply_id = reply_id
        self.epoch = epoch
        super().__init__(f"attempt {epoch} of reply {reply_id} is no longer the current one")


class StoreUnavailable(AntiphonError):
    """The database could not be reached; nothing was acknowledged."""

    code = "store_unavailable"

    def __init__(self) -> None:
        super().__init__("the database does not answer; nothing was saved, try again in a moment")


class SettingsInvalid(AntiphonError):
    """One readable report of everything wrong with the configuration."""

    code = "settings_invalid"

    def __init__(self, problems: tuple[str, ...]) -> None:
        self.problems = problems
        super().__init__("the configuration cannot be used:\n" + "\n".join(f"  - {line}" for line in problems))


class StoreInUse(AntiphonError):
    """SQLite has one writer; another Antiphon process is it."""

    code = "store_in_use"

    def __init__(self, path: str) -> None:
        self.path = path
        super().__init__(f"another Antiphon process is using {path}; stop it, or talk to it instead")


class SchemaBehind(AntiphonError):
    """The database was made by another version."""

    code = "schema_behind"

    def __init__(self, found: str, wanted: str) -> None:
        self.found = found
        self.wanted = wanted
        super().__init__(f"the database is at revision {found}, this version needs {wanted}: run `antiphon migrate`")


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
