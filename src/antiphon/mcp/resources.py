"""What can be read by address: conversations, turns, what was made of them, who can be asked, decisions."""

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from urllib.parse import unquote

import orjson
from mcp_types import Resource, ResourceTemplate

from antiphon.analysis.export import export_turns
from antiphon.client import AsyncClient
from antiphon.client.answers.advisors import Advisor
from antiphon.client.answers.conversations import Conversation
from antiphon.client.paging import Page
from antiphon.conversation.errors import NotFound
from antiphon.mcp.line_up import read_line_up
from antiphon.mcp.looking import find_receipt
from antiphon.mcp.tool import Call

MARKDOWN, JSON = "text/markdown", "application/json"
# As many as the screen opens a conversation with.
_TURNS = 50
_MOST_COMPLETIONS = 100


@dataclass(frozen=True, slots=True)
class Contents:
    """A text, what it is, and the address of what comes before it, if there is more."""

    text: str
    kind: str = MARKDOWN
    older: str | None = None


@dataclass(frozen=True, slots=True)
class Readable:
    """A kind of thing that has an address."""

    template: str
    name: str
    description: str
    kind: str
    read: Callable[[Call, str, int | None], Awaitable[Contents]]

    @property
    def pattern(self) -> re.Pattern[str]:
        """What its addresses look like."""
        plain = self.template.removesuffix("{?before}")
        before = r"(?:\?before=(?P<before>\d{1,9}))?" if plain != self.template else ""
        return re.compile(
            re.escape(plain).replace(r"\{id\}", "(?P<id>[^/?#]+)").replace(r"\{slug\}", "(?P<id>[^/?#]+)") + before
        )

    def describe(self) -> ResourceTemplate:
        """How it stands in the list of templates."""
        return ResourceTemplate(
            uri_template=self.template, name=self.name, description=self.description, mime_type=self.kind
        )


async def list_conversations(call: Call, before: str | None) -> tuple[list[Resource], str | None]:
    """A page of conversations, the one that changed last first, and where the next page begins."""
    page = await call.client.conversations.list(before=before)
    found = [Resource(uri=f"antiphon://conversations/{each.id}", name=_name(each), mime_type=MARKDOWN) for each in page]
    index = Resource(
        uri="antiphon://conversations", name="Conversations", description="The newest of them", mime_type=MARKDOWN
    )
    return [index, *found] if before is None else found, page.next


async def read_resource(call: Call, uri: str) -> Contents:
    """What stands at this address; `NotFound` when nothing can."""
    if uri == "antiphon://conversations":
        return Contents(_write_list(await call.client.conversations.list()))
    for each in READABLE:
        if found := each.pattern.fullmatch(uri):
            before = found.groupdict().get("before")
            return await each.read(call, found["id"], None if before is None else int(before))
    raise NotFound("resource", uri)


async def complete(call: Call, template: str, begun: str) -> list[str]:
    """Names that begin like this and fit into the template, most likely ones first."""
    known = await _list_names(call.client, template)
    return [each for each in known if each.startswith(begun)][:_MOST_COMPLETIONS]


async def _list_names(client: AsyncClient, template: str) -> Sequence[str]:
    kind = template.removeprefix("antiphon://").partition("/")[0]
    match kind:
        case "conversations":
            return [each.id for each in await client.conversations.list()]
        case "panels":
            return [each.slug for each in (await read_line_up(client)).panels]
        case "advisors":
            return [each.slug for each in (await read_line_up(client)).advisors]
        case "decisions":
            return [each.id for each in await client.journal.list()]
        case _:
            return ()


async def _read_conversation(call: Call, id: str, before: int | None) -> Contents:
    if before is None:
        turns = (await call.client.conversations.read(id, _TURNS)).turns
    else:
        turns = await call.client.turns.list(id, before=before, limit=_TURNS)
    has_older = bool(turns) and turns[0].position > 1
    older = f"antiphon://conversations/{id}?before={turns[0].position}" if has_older else None
    return Contents(export_turns(turns, "md"), older=older)


async def _read_turn(call: Call, id: str, _: int | None) -> Contents:
    return Contents(export_turns([await call.client.turns.read(id)], "md"))


async def _read_synthesis(call: Call, id: str, _: int | None) -> Contents:
    return Contents(await call.client.syntheses.export(id))


async def _read_map(call: Call, id: str, _: int | None) -> Contents:
    return Contents(_write_json((await call.client.maps.read(id)).raw), JSON)


async def _read_receipt(call: Call, id: str, _: int | None) -> Contents:
    return Contents((await find_receipt(call, id)).model_dump_json(indent=1), JSON)


async def _read_panel(call: Call, id: str, _: int | None) -> Contents:
    panel = await call.client.panels.read((await read_line_up(call.client)).find_panel(unquote(id)))
    seated = {each.id: each for each in await call.client.advisors.list()}
    advisors = [_write_advisor(seated[each]) for each in panel.advisor_ids if each in seated]
    return Contents("\n\n".join([f"# {panel.name}", *advisors]))


async def _read_advisor(call: Call, id: str, _: int | None) -> Contents:
    [wanted] = (await read_line_up(call.client)).find_advisors((unquote(id),))
    return Contents(_write_advisor(await call.client.advisors.read(wanted)))


async def _read_decision(call: Call, id: str, _: int | None) -> Contents:
    return Contents(_write_json((await call.client.journal.read(id)).raw), JSON)


def _write_advisor(advisor: Advisor) -> str:
    head = f"## {advisor.name} (`{advisor.id}`)"
    return "\n\n".join(each for each in (head, advisor.tagline, advisor.description) if each)


def _name(conversation: Conversation) -> str:
    """What people know it by: its title, or how it began."""
    return conversation.title or conversation.opening or conversation.id


def _write_list(page: Page[Conversation]) -> str:
    return "\n".join(f"- [{_name(each)}](antiphon://conversations/{each.id})" for each in page)


def _write_json(value: object) -> str:
    return orjson.dumps(value, option=orjson.OPT_INDENT_2).decode()


READABLE = (
    Readable(
        "antiphon://conversations/{id}{?before}",
        "A conversation",
        "Its newest turns with every voice; `before` a turn's number for older ones",
        MARKDOWN,
        _read_conversation,
    ),
    Readable("antiphon://turns/{id}", "A turn", "A question and every answer to it", MARKDOWN, _read_turn),
    Readable("antiphon://turns/{id}/synthesis", "A synthesis", "The one text about a turn", MARKDOWN, _read_synthesis),
    Readable("antiphon://turns/{id}/map", "A map", "Where the voices of a turn agree", JSON, _read_map),
    Readable("antiphon://replies/{id}/receipt", "A receipt", "What was sent for an answer", JSON, _read_receipt),
    Readable("antiphon://panels/{slug}", "A panel", "Who is asked together", MARKDOWN, _read_panel),
    Readable("antiphon://advisors/{slug}", "An advisor", "Who somebody is", MARKDOWN, _read_advisor),
    Readable(
        "antiphon://decisions/{id}", "A decision", "What was decided, and how it turned out", JSON, _read_decision
    ),
)
