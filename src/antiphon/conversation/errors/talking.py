"""What may not be asked, or not like that."""

from antiphon.conversation.errors.failure import Refused


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
        super().__init__("this Idempotency-Key was used for something else; use a new key")


class TurnInFlight(Refused):
    """The conversation's last turn is still being answered."""

    code = "turn_in_flight"

    def __init__(self, conversation_id: str) -> None:
        self.conversation_id = conversation_id
        super().__init__("the last turn is still being answered; wait for it or stop it")


class NotKept(Refused):
    """Something would stay of a conversation that is not kept."""

    code = "not_kept"

    def __init__(self, conversation_id: str) -> None:
        self.conversation_id = conversation_id
        super().__init__("this conversation is not kept, so nothing is taken from it; keep it first")


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


class Draining(Refused):
    """This node takes no new work because it is shutting down."""

    code = "draining"

    def __init__(self) -> None:
        super().__init__("this node is shutting down; send again in a moment")
