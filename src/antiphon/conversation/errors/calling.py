"""Requests that are too much: too long, too slow, too many."""

from typing import Literal

from antiphon.conversation.errors.failure import Refused


class BodyTooLarge(Refused):
    """The request has more bytes, or more pieces, than its route takes."""

    code = "body_too_large"

    def __init__(self, limit: int, unit: Literal["bytes", "values"] = "bytes") -> None:
        self.limit = limit
        self.unit = unit
        mib = limit // (1024 * 1024)
        most = f"{mib} MiB" if unit == "bytes" and mib else f"{limit:,} {unit}"
        super().__init__(f"this is larger than {most}, the most that is taken here")


class BodyStalled(Refused):
    """The bytes of the request came too slowly, or stopped coming."""

    code = "body_stalled"

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        super().__init__(f"the request did not arrive in {seconds} seconds; nothing of it was kept")


class TooManyCalls(Refused):
    """Somebody calls more often than anybody works."""

    code = "too_many_calls"

    def __init__(self, cost: str, wait_seconds: int) -> None:
        self.cost = cost
        self.wait_seconds = wait_seconds
        super().__init__(f"these are too many requests in a minute; wait {wait_seconds} s and try again")


class TooManyFeeds(Refused):
    """Somebody holds as many event streams open as may be."""

    code = "too_many_feeds"

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.wait_seconds = 5
        super().__init__(f"{limit} event streams are open already; close one and try again")
