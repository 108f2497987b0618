"""The calls about texts written out of a turn."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Final
from urllib.parse import quote, urlencode

from antiphon.cli.answers import Answer
from antiphon.cli.client import Client
from antiphon.cli.heard import Quorum
from antiphon.cli.look_forecast import LookForecast
from antiphon.conversation.errors import Malformed

NONE_WRITTEN: Final = "there is no synthesis in this conversation yet; antiphon synthesize writes one"
_POLL_SECONDS: Final = 0.5


class Anchor(Answer):
    """Words a sentence rests on."""

    name: str
    quote: str
    paragraph: int
    is_gone: bool = False


class Sentence(Answer):
    """One sentence and its sources."""

    text: str
    own: bool
    anchors: tuple[Anchor, ...] = ()


class Paragraph(Answer):
    """Sentences that belong together."""

    sentences: tuple[Sentence, ...]


class Claim(Answer):
    """A claim the text does not speak of."""

    number: int
    text: str


class Coverage(Answer):
    """What the text covers."""

    claims: int
    used: int
    sentences: int
    anchored: int


class Problem(Answer):
    """Why it could not be written."""

    code: str
    message: str


class Look(Answer):
    """The newest attempt."""

    id: str
    model: str
    status: str
    error: Problem | None = None


class Synthesis(Answer):
    """The text about a turn."""

    turn_id: str
    position: int
    question: str
    status: str
    is_stale: bool
    analysis: Look | None
    written_id: str | None
    quorum: Quorum
    mode: str | None
    instruction: str | None
    paragraphs: tuple[Paragraph, ...]
    left_out: tuple[Claim, ...]
    coverage: Coverage
    dropped: Mapping[str, int]


async def read_synthesis(client: Client, turn_id: str) -> dict[str, Any]:
    """The newest text about a turn, as the server tells it."""
    return await client.get(_path(turn_id))


async def read_page(client: Client, turn_id: str) -> str:
    """The same as Markdown."""
    return await client.get_text(f"{_path(turn_id)}/export")


async def foresee_synthesis(client: Client, turn_id: str, wish: Mapping[str, object]) -> LookForecast:
    """What writing one may take."""
    wanted = urlencode({name: value for name, value in wish.items() if value is not None})
    return LookForecast.model_validate(await client.get(f"{_path(turn_id)}/forecast?{wanted}"))


async def begin_synthesis(client: Client, turn_id: str, wish: Mapping[str, object]) -> None:
    """Have one written."""
    await client.ask("POST", _path(turn_id), {name: value for name, value in wish.items() if value is not None})


async def wait_for_synthesis(client: Client, turn_id: str, tell: Callable[[str], None]) -> dict[str, Any]:
    """The text once nobody writes it any more; `tell` hears how far it has come."""
    while (found := await read_synthesis(client, turn_id))["status"] == "running":
        look = await client.get(f"/v1/analyses/{found['analysis']['id']}")
        tell(f"{look['model']} {'writes' if look['calls'] else 'reads the answers for claims'}")
        await asyncio.sleep(_POLL_SECONDS)
    return found


async def tick_newest(
    client: Client, conversation_id: str, choice: Mapping[str, Any], *, wanted: bool
) -> Mapping[str, Any]:
    """What was chosen, with the newest text of the conversation sent along if that is wanted."""
    return {**choice, "synthesis": await _find_newest(client, conversation_id)} if wanted else choice


async def _find_newest(client: Client, conversation_id: str) -> str:
    path = f"/v1/conversations/{quote(conversation_id, safe='')}/analyses"
    found = (await client.get(path, kind="synthesis"))["analyses"]
    written = [str(each["id"]) for each in found if each["status"] == "done"]
    if not written:
        raise Malformed(NONE_WRITTEN)
    return written[0]


def _path(turn_id: str) -> str:
    return f"/v1/turns/{quote(turn_id, safe='')}/synthesis"
