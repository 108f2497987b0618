"""The library as a tool: advisors look for passages and read pages, of what their conversation may look at."""

from collections.abc import Mapping, Sequence
from typing import Any

from antiphon.access.principal import Principal
from antiphon.advisors.prompt import load_tool_text
from antiphon.context.attached import disarm
from antiphon.context.toolset import LIBRARY
from antiphon.conversation.document import Document, shorten_id
from antiphon.conversation.errors import Malformed, NotFound
from antiphon.conversation.passage import FoundPassage
from antiphon.conversation.tool import ToolDefinition, ToolResult
from antiphon.engine.commands.documents import search_documents
from antiphon.engine.retrieval.search import Retrieval, Search
from antiphon.engine.runtime.toolkit import ToolContext
from antiphon.store.reads.documents import read_document_page, read_documents
from antiphon.tools.builtin import Offer, find_wrong_argument

_MOST = 20
_LAST = 2**31 - 1
_USUAL = 6
_SEARCH: Mapping[str, Any] = {
    "type": "object",
    "properties": {"query": {"type": "string"}, "limit": {"type": "integer"}},
    "required": ["query"],
    "additionalProperties": False,
}
_READ: Mapping[str, Any] = {
    "type": "object",
    "properties": {"document": {"type": "string"}, "page": {"type": "integer"}},
    "required": ["document", "page"],
    "additionalProperties": False,
}


class DocumentsTool:
    """Looks at the library of the conversation it is used in, without what the person left out of this send."""

    def __init__(self, retrieval: Retrieval) -> None:
        self._retrieval = retrieval
        self._definitions = (
            ToolDefinition(LIBRARY, "search", load_tool_text("documents_search"), _SEARCH, read_only=True),
            ToolDefinition(LIBRARY, "read", load_tool_text("documents_read"), _READ, read_only=True),
        )

    @property
    def server(self) -> str:
        """Its name."""
        return LIBRARY

    def offer(self, principal: Principal) -> Offer:
        """`search` and `read`."""
        return Offer(self._definitions)

    async def call(self, name: str, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        """Passages or a page, each with where it stands."""
        definition = next(each for each in self._definitions if each.name == name)
        if wrong := find_wrong_argument(definition, arguments):
            return ToolResult(ok=False, text=wrong)
        try:
            if name == "search":
                return await self._search(arguments["query"], int(arguments.get("limit", _USUAL)), context)
            return await self._read(arguments["document"], int(arguments["page"]), context)
        except (Malformed, NotFound) as error:
            return ToolResult(ok=False, text=str(error))

    async def _search(self, query: str, limit: int, context: ToolContext) -> ToolResult:
        wanted = max(1, min(limit, _MOST))
        search = Search(query, context.conversation_id, limit=2 * wanted)
        answered = await search_documents(self._retrieval, context.principal, search)
        found = [each for each in answered.found if not context.leaves_out(each.document_id)]
        return ToolResult(ok=True, text=write_found(found[:wanted]))

    async def _read(self, wanted: str, number: int, context: ToolContext) -> ToolResult:
        store, principal = self._retrieval.store, context.principal
        listed = await store.read(principal, read_documents, context.conversation_id, kind="library")
        document = _find(listed, wanted, context)
        page = await store.read(principal, read_document_page, document.id, max(0, min(number, _LAST)))
        return ToolResult(ok=True, text=f"{document.name}, {page.label}:\n{_indent(page.text)}")


def write_found(found: Sequence[FoundPassage]) -> str:
    """Each passage below its document, its short id and its page."""
    if not found:
        return "Nothing in the library answers this."
    return "\n\n".join(f"{_write_place(each)}:\n{_indent(each.text)}" for each in found)


def _write_place(found: FoundPassage) -> str:
    return f"{found.name} (id {shorten_id(found.document_id)}), {found.label}, page {found.page}"


def _indent(text: str) -> str:
    """A document's words, which can then not look like the line above them."""
    return "\n".join(f"  {line}" for line in disarm(text).splitlines())


def _find(listed: Sequence[Document], wanted: str, context: ToolContext) -> Document:
    for each in listed:
        if wanted in (each.id, shorten_id(each.id)) and each.enabled and not context.leaves_out(each.id):
            return each
    raise NotFound("document in this library", wanted)
