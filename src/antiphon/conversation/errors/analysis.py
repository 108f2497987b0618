"""A model that was to look at a conversation and did not answer usably."""

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
