"""Refusals of the wires that other programs speak."""

from collections.abc import Sequence

from antiphon.conversation.errors.failure import AntiphonError, Refused


class ModelNotOffered(Refused):
    """A program asks for a panel, an advisor or a synthesis that is not there."""

    code = "model_not_found"
    param = "model"

    def __init__(self, model: str, nearest: Sequence[str] = ()) -> None:
        self.model = model
        self.nearest = tuple(nearest)
        hint = f"; there is {', '.join(nearest)}" if nearest else ""
        super().__init__(f"nobody here answers to {model[:200]}{hint}")


class FieldRefused(Refused):
    """A field of a request asks for what cannot be had here, and leaving it out would be another request."""

    code = "unsupported_value"

    def __init__(self, param: str, reason: str) -> None:
        self.param = param
        self.reason = reason
        super().__init__(f"{param}: {reason}")


class PictureRefused(FieldRefused):
    """A picture that did not come with the request, or not in a form that can be read."""

    code = "invalid_image_url"


class AnswerUnknown(Refused):
    """A program names an answer that is not there, or is not its own."""

    code = "previous_response_not_found"
    param = "previous_response_id"

    def __init__(self, answer_id: str) -> None:
        self.answer_id = answer_id
        super().__init__(f"there is no answer {answer_id[:80]} to go on from")


class NobodyAnswered(AntiphonError):
    """Every advisor that was asked ended without a word."""

    code = "all_voices_failed"

    def __init__(self, asked: int, reasons: Sequence[str] = (), *, rate_limited: bool = False) -> None:
        self.asked = asked
        self.reasons = tuple(dict.fromkeys(reasons))
        self.rate_limited = rate_limited
        whole = "The advisor did not answer" if asked == 1 else f"None of the {asked} advisors answered"
        super().__init__(f"{whole}: {'; '.join(self.reasons)}" if self.reasons else whole)
