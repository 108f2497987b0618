"""A model that was to look at a conversation and did not answer usably."""

from typing import Literal

from antiphon.conversation.errors.failure import AntiphonError


class AnalysisError(AntiphonError):
    """A model that was to look at a conversation did not answer usably."""

    code = "analysis"


class AnswerUnreadable(AnalysisError):
    """The answer is not in the form that was asked for, nor after repairing it."""

    code = "answer_unreadable"

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(f"the model's answer could not be read: {reason}")


class AnswerCut(AnalysisError):
    """The answer ended at the longest it was allowed to be, so its end is missing."""

    code = "answer_cut"

    def __init__(self, max_tokens: int) -> None:
        self.max_tokens = max_tokens
        super().__init__(f"the model's answer was cut off after {max_tokens} tokens")


class AnalysisBudget(AnalysisError):
    """The next question would take one look further than it may go; it was not sent."""

    code = "analysis_budget"

    def __init__(self, unit: Literal["tokens", "calls"], limit: int, used: int, needed: int) -> None:
        self.unit = unit
        self.limit = limit
        self.used = used
        self.needed = needed
        super().__init__(f"one look may take {limit:,} {unit}; {used:,} are used and the next needs up to {needed:,}")


class QuestionTooLong(AnalysisError):
    """What would have to be read at once is longer than the model can be given, however it is shortened."""

    code = "question_too_long"

    def __init__(self, needed: int, limit: int) -> None:
        self.needed = needed
        self.limit = limit
        super().__init__(f"there are {needed:,} tokens to read at once, and the model can be given {limit:,}")
