"""Tools that were not allowed or came to nothing."""

from antiphon.conversation.errors.failure import AntiphonError, Refused


class ApprovalGone(Refused):
    """There is nothing left to decide, or to use; `status` says what became of the question."""

    code = "approval_gone"

    def __init__(self, approval_id: str, status: str) -> None:
        self.approval_id = approval_id
        self.status = status
        super().__init__(f"this question is no longer open: it is {status}")


class ApprovalStale(Refused):
    """The question is about another call than the one that was read."""

    code = "approval_stale"

    def __init__(self, approval_id: str) -> None:
        self.approval_id = approval_id
        super().__init__("the call is not the one you were shown; look at it again")


class ToolError(AntiphonError):
    """A tool could not be used."""

    code = "tool"


class ToolServerUnavailable(ToolError):
    """The server cannot be reached. Nothing was asked of the tool, so nothing was done."""

    code = "tool_server_unavailable"

    def __init__(self, server: str, reason: str) -> None:
        self.server = server
        self.reason = reason
        super().__init__(f"the tools of {server} are not available: {reason}")


class ToolFailed(ToolError):
    """The tool was asked and its answer never came or cannot be used. It may have done its work."""

    code = "tool_failed"

    def __init__(self, server: str, tool: str, reason: str) -> None:
        self.server = server
        self.tool = tool
        self.reason = reason
        super().__init__(f"{tool} of {server} failed: {reason}")


class ToolTimedOut(ToolError):
    """The tool was asked and had not answered when the time was up. It may have done its work."""

    code = "tool_timed_out"

    def __init__(self, server: str, tool: str, seconds: float) -> None:
        self.server = server
        self.tool = tool
        self.seconds = seconds
        super().__init__(f"{tool} of {server} did not answer within {seconds:g} seconds")
