"""An advisor out of a character card, and an advisor as one."""

import asyncio
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, Literal, NamedTuple

from antiphon.access.principal import Principal
from antiphon.advisors.advisor import Advisor
from antiphon.advisors.card import CardPlan, clean_card, plan_card
from antiphon.advisors.card_file import build_card, write_picture
from antiphon.advisors.card_lore import LoreEntry, write_document
from antiphon.advisors.changes import tidy
from antiphon.advisors.prompt import load_card_prompts
from antiphon.conversation.document import Document
from antiphon.conversation.errors import UnreadableFile
from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.text import on_one_line
from antiphon.documents.media import MediaType
from antiphon.engine.commands.documents import AddDocument, add_document
from antiphon.engine.engine import Engine
from antiphon.engine.retrieval.documents import Documents
from antiphon.engine.retrieval.reading import BroughtFile
from antiphon.engine.runtime.deeds import new_deed
from antiphon.engine.runtime.identity import new_id
from antiphon.store.reads.advisors import AdvisorLine
from antiphon.store.reads.cards import KeptCard, read_kept_card
from antiphon.store.writes.cards import create_advisor_of_card
from antiphon.store.writes.recorded import recorded_line_up

Form = Literal["json", "png"]

# Who is meant where a card speaks of its user and nobody gives a name.
SOMEBODY: Final = "the person you speak with"


@dataclass(frozen=True, slots=True)
class ReadCard:
    """A card as it came, and what it would become."""

    card: Mapping[str, Any]
    carrier: str
    person: str
    plan: CardPlan


class TakenCard(NamedTuple):
    """The advisor, and the documents of its lorebook, all of them switched off."""

    line: AdvisorLine
    documents: tuple[Document, ...]


async def read_card(documents: Documents, principal: Principal, data: bytes, name: str, person: str) -> ReadCard:
    """What is in a file that holds a character card; nothing is written.

    `UnreadableFile` when it holds none or more than may be, `Malformed` for one without a name.
    """
    found = await documents.reading.read_card(principal, data, name)
    person = on_one_line(person) or SOMEBODY
    try:
        card = await asyncio.to_thread(clean_card, found["card"])
        plan = await asyncio.to_thread(plan_card, card, person, load_card_prompts())
    except RecursionError:
        raise UnreadableFile(name, "it is nested too deeply") from None
    return ReadCard(card, found["carrier"], person, plan)


async def take_card(
    engine: Engine, documents: Documents, principal: Principal, read: ReadCard, data: bytes, *, with_lore: bool
) -> TakenCard:
    """Make the advisor, keep the whole card beside it, and its lorebook as documents that are switched off.

    The documents come first: when this returns everything is on disk. Cut off before, it leaves documents that are off
    and go nowhere.
    """
    engine.check_open()
    picture = await _read_picture(documents, principal, data) if read.carrier == "png" else None
    kept = [
        await _keep_entry(engine, documents, principal, read.plan.name, each)
        for each in (read.plan.entries if with_lore else ())
    ]
    plan = read.plan
    content = tidy({"name": plan.name, "description": plan.description, "tagline": plan.tagline})
    card = KeptCard(read.card, read.person, picture)
    at = datetime.now(UTC)
    advisor_id = AdvisorId(new_id("a"))
    line = await engine.store.write(
        principal, recorded_line_up, new_deed(), create_advisor_of_card, advisor_id, content, card, at
    )
    return TakenCard(line, tuple(kept))


async def export_card(engine: Engine, principal: Principal, advisor_id: AdvisorId) -> tuple[Advisor, dict[str, Any]]:
    """An advisor and its card, with everything of the card it came by."""
    advisor, kept = await engine.store.read(principal, read_kept_card, advisor_id)
    return advisor, await asyncio.to_thread(_build, advisor, kept)


async def export_picture(engine: Engine, principal: Principal, advisor_id: AdvisorId) -> tuple[Advisor, bytes]:
    """The same inside a picture: the one it came with, or a plain one in the advisor's colour."""
    advisor, kept = await engine.store.read(principal, read_kept_card, advisor_id)
    card = await asyncio.to_thread(_build, advisor, kept)
    return advisor, await asyncio.to_thread(write_picture, card, kept.picture if kept else None, advisor.colour)


def _build(advisor: Advisor, kept: KeptCard | None) -> dict[str, Any]:
    if kept is None:
        return build_card(advisor, None, None)
    return build_card(advisor, kept.card, plan_card(kept.card, kept.person, load_card_prompts()))


async def _keep_entry(
    engine: Engine, documents: Documents, principal: Principal, name: str, entry: LoreEntry
) -> Document:
    data = write_document(entry).encode()
    added = AddDocument(data, f"{name} - {entry.name}.md", entry.kind, enabled=False)
    return (await add_document(engine, documents, principal, added)).document


async def _read_picture(documents: Documents, principal: Principal, data: bytes) -> bytes | None:
    """The picture a card came in, written anew; none where that cannot be, for a card is no worse without."""
    sha256 = await asyncio.to_thread(lambda: hashlib.sha256(data).hexdigest())
    try:
        image = await documents.reading.read_picture(principal, BroughtFile(data, sha256, MediaType.PNG, "the card"))
    except UnreadableFile:
        return None
    return image.data if image.media_type is MediaType.PNG else None
