"""The client for Python: what the HTTP API can do, as typed calls grouped by noun.

`Client` waits, `AsyncClient` is awaited; both have the same nouns and methods. Importing this imports nothing of the
server. docs/how-to/use-from-python.md shows how it is used.
"""

from antiphon.client.aio.client import DEFAULT_URL, AsyncClient
from antiphon.client.errors import (
    AccessRefused,
    ClientError,
    NothingThere,
    RequestInvalid,
    ServerFailed,
    ServerRefused,
    ServerUnreachable,
    StateConflict,
    TooManyRequests,
    UnexpectedAnswer,
)
from antiphon.client.feed import Progress, Sight, TextAdded
from antiphon.client.message import Message, Question
from antiphon.client.paging import Page
from antiphon.client.sync.client import Client

__all__ = [
    "DEFAULT_URL",
    "AccessRefused",
    "AsyncClient",
    "Client",
    "ClientError",
    "Message",
    "NothingThere",
    "Page",
    "Progress",
    "Question",
    "RequestInvalid",
    "ServerFailed",
    "ServerRefused",
    "ServerUnreachable",
    "Sight",
    "StateConflict",
    "TextAdded",
    "TooManyRequests",
    "UnexpectedAnswer",
]
