"""A client of one server, its calls grouped by noun."""

from collections.abc import Mapping
from functools import cached_property
from types import TracebackType
from typing import TYPE_CHECKING, Self

from antiphon.client.wire import Wire

if TYPE_CHECKING:
    from antiphon.client.aio.account import Account
    from antiphon.client.aio.advisors import Advisors
    from antiphon.client.aio.analyses import Analyses
    from antiphon.client.aio.contamination import ContaminationReports
    from antiphon.client.aio.conversations import Conversations
    from antiphon.client.aio.documents import Documents
    from antiphon.client.aio.evals import Evals
    from antiphon.client.aio.exports import Exports
    from antiphon.client.aio.filters import Filters
    from antiphon.client.aio.folders import Folders
    from antiphon.client.aio.heartbeats import HeartbeatCalls
    from antiphon.client.aio.importance import ImportanceCalls
    from antiphon.client.aio.imports import Imports
    from antiphon.client.aio.improvements import Improvements
    from antiphon.client.aio.instructions import Instructions
    from antiphon.client.aio.journal import Journal
    from antiphon.client.aio.maps import Maps
    from antiphon.client.aio.memory import Memories
    from antiphon.client.aio.operations import OperationCalls
    from antiphon.client.aio.panels import Panels
    from antiphon.client.aio.plugins import Plugins
    from antiphon.client.aio.previews import Previews
    from antiphon.client.aio.providers import ProviderCalls
    from antiphon.client.aio.replies import Replies
    from antiphon.client.aio.revisits import RevisitCalls
    from antiphon.client.aio.rounds import RoundCalls
    from antiphon.client.aio.search import Search
    from antiphon.client.aio.server import Server
    from antiphon.client.aio.settings import Settings
    from antiphon.client.aio.speech import Speech
    from antiphon.client.aio.syntheses import Syntheses
    from antiphon.client.aio.todos import Todos
    from antiphon.client.aio.tools import Approvals, Tools
    from antiphon.client.aio.topics import Topics
    from antiphon.client.aio.turns import Turns
    from antiphon.client.aio.webhooks import Webhooks
    from antiphon.client.aio.whys import Whys
    from antiphon.client.aio.work import WorkCalls

DEFAULT_URL = "http://127.0.0.1:8642"


class AsyncClient:
    """One Antiphon server. Use it in `async with`, or call `close` at the end.

    Every failure is a `ClientError`. `headers` go along with every request, for a proxy in front of the server. Nothing
    is connected before the first call, and a noun is imported when it is first used.
    """

    def __init__(self, url: str = DEFAULT_URL, *, headers: Mapping[str, str] | None = None) -> None:
        self._wire = Wire(url, headers)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    @property
    def url(self) -> str:
        """Where the server is."""
        return self._wire.url

    async def close(self) -> None:
        """Close every connection; calling it twice is calling it once."""
        await self._wire.close()

    @cached_property
    def account(self) -> "Account":
        """Who one is, where people have accounts."""
        from antiphon.client.aio.account import Account

        return Account(self._wire)

    @cached_property
    def advisors(self) -> "Advisors":
        """Everyone who can be asked."""
        from antiphon.client.aio.advisors import Advisors

        return Advisors(self._wire)

    @cached_property
    def analyses(self) -> "Analyses":
        """Models asked about a conversation instead of in it."""
        from antiphon.client.aio.analyses import Analyses

        return Analyses(self._wire)

    @cached_property
    def approvals(self) -> "Approvals":
        """Calls of tools that wait for the person."""
        from antiphon.client.aio.tools import Approvals

        return Approvals(self._wire)

    @cached_property
    def contamination(self) -> "ContaminationReports":
        """Whether advisors have stayed apart."""
        from antiphon.client.aio.contamination import ContaminationReports

        return ContaminationReports(self._wire)

    @cached_property
    def conversations(self) -> "Conversations":
        """Conversations: begin, list, read, follow, name, remove, restore."""
        from antiphon.client.aio.conversations import Conversations

        return Conversations(self._wire)

    @cached_property
    def documents(self) -> "Documents":
        """Files that advisors read."""
        from antiphon.client.aio.documents import Documents

        return Documents(self._wire)

    @cached_property
    def evals(self) -> "Evals":
        """Advisors under test."""
        from antiphon.client.aio.evals import Evals

        return Evals(self._wire)

    @cached_property
    def exports(self) -> "Exports":
        """Files to take along: some conversations, or everything."""
        from antiphon.client.aio.exports import Exports

        return Exports(self._wire)

    @cached_property
    def filters(self) -> "Filters":
        """Filter lines: read, save, carry out."""
        from antiphon.client.aio.filters import Filters

        return Filters(self._wire)

    @cached_property
    def folders(self) -> "Folders":
        """Where conversations lie in the list."""
        from antiphon.client.aio.folders import Folders

        return Folders(self._wire)

    @cached_property
    def heartbeats(self) -> "HeartbeatCalls":
        """Advisors that may speak unasked."""
        from antiphon.client.aio.heartbeats import HeartbeatCalls

        return HeartbeatCalls(self._wire)

    @cached_property
    def importance(self) -> "ImportanceCalls":
        """How much messages weigh when not all of them can be sent."""
        from antiphon.client.aio.importance import ImportanceCalls

        return ImportanceCalls(self._wire)

    @cached_property
    def imports(self) -> "Imports":
        """Exports of other programs: bring, look at, start, take back."""
        from antiphon.client.aio.imports import Imports

        return Imports(self._wire)

    @cached_property
    def improvements(self) -> "Improvements":
        """Better words for an advisor."""
        from antiphon.client.aio.improvements import Improvements

        return Improvements(self._wire)

    @cached_property
    def instructions(self) -> "Instructions":
        """Custom instructions."""
        from antiphon.client.aio.instructions import Instructions

        return Instructions(self._wire)

    @cached_property
    def journal(self) -> "Journal":
        """Decisions, and how they turned out."""
        from antiphon.client.aio.journal import Journal

        return Journal(self._wire)

    @cached_property
    def maps(self) -> "Maps":
        """Where the advisors of a turn agree."""
        from antiphon.client.aio.maps import Maps

        return Maps(self._wire)

    @cached_property
    def memory(self) -> "Memories":
        """What advisors may be reminded of."""
        from antiphon.client.aio.memory import Memories

        return Memories(self._wire)

    @cached_property
    def operations(self) -> "OperationCalls":
        """The whole installation, for whoever runs it."""
        from antiphon.client.aio.operations import OperationCalls

        return OperationCalls(self._wire)

    @cached_property
    def panels(self) -> "Panels":
        """Who is asked together."""
        from antiphon.client.aio.panels import Panels

        return Panels(self._wire)

    @cached_property
    def plugins(self) -> "Plugins":
        """What packages beside ours add."""
        from antiphon.client.aio.plugins import Plugins

        return Plugins(self._wire)

    @cached_property
    def previews(self) -> "Previews":
        """What each advisor would be sent."""
        from antiphon.client.aio.previews import Previews

        return Previews(self._wire)

    @cached_property
    def providers(self) -> "ProviderCalls":
        """Where models are reached, and what they cost."""
        from antiphon.client.aio.providers import ProviderCalls

        return ProviderCalls(self._wire)

    @cached_property
    def replies(self) -> "Replies":
        """Single answers: receipts, variants, differences."""
        from antiphon.client.aio.replies import Replies

        return Replies(self._wire)

    @cached_property
    def revisits(self) -> "RevisitCalls":
        """Old questions, asked of a panel."""
        from antiphon.client.aio.revisits import RevisitCalls

        return RevisitCalls(self._wire)

    @cached_property
    def rounds(self) -> "RoundCalls":
        """Advisors answering each other."""
        from antiphon.client.aio.rounds import RoundCalls

        return RoundCalls(self._wire)

    @cached_property
    def search(self) -> "Search":
        """Words, wherever they were said."""
        from antiphon.client.aio.search import Search

        return Search(self._wire)

    @cached_property
    def server(self) -> "Server":
        """What the server says of itself."""
        from antiphon.client.aio.server import Server

        return Server(self._wire)

    @cached_property
    def settings(self) -> "Settings":
        """Settings of the server."""
        from antiphon.client.aio.settings import Settings

        return Settings(self._wire)

    @cached_property
    def speech(self) -> "Speech":
        """Texts as sound."""
        from antiphon.client.aio.speech import Speech

        return Speech(self._wire)

    @cached_property
    def syntheses(self) -> "Syntheses":
        """One text out of a turn."""
        from antiphon.client.aio.syntheses import Syntheses

        return Syntheses(self._wire)

    @cached_property
    def todos(self) -> "Todos":
        """What is to be done in a conversation."""
        from antiphon.client.aio.todos import Todos

        return Todos(self._wire)

    @cached_property
    def tools(self) -> "Tools":
        """Servers of tools."""
        from antiphon.client.aio.tools import Tools

        return Tools(self._wire)

    @cached_property
    def topics(self) -> "Topics":
        """What turns belong to."""
        from antiphon.client.aio.topics import Topics

        return Topics(self._wire)

    @cached_property
    def turns(self) -> "Turns":
        """Messages and the answers to them: send, stream, stop, mark."""
        from antiphon.client.aio.turns import Turns

        return Turns(self._wire)

    @cached_property
    def webhooks(self) -> "Webhooks":
        """Programs elsewhere that are told what has ended."""
        from antiphon.client.aio.webhooks import Webhooks

        return Webhooks(self._wire)

    @cached_property
    def whys(self) -> "Whys":
        """Why a reply came out as it did."""
        from antiphon.client.aio.whys import Whys

        return Whys(self._wire)

    @cached_property
    def work(self) -> "WorkCalls":
        """Lasting work: what is under way, and what has ended lately."""
        from antiphon.client.aio.work import WorkCalls

        return WorkCalls(self._wire)
