"""Make an advisor, give it another version, archive it, take some in from a file, have one described."""

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple

from antiphon.access.principal import Principal
from antiphon.advisors.changes import Changes, tidy
from antiphon.advisors.exchange import Mode
from antiphon.advisors.prompt import load_describe_prompt
from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.payload import Message, Payload
from antiphon.conversation.text import clean_text
from antiphon.engine.commands.ask_once import ask_once
from antiphon.engine.engine import Engine
from antiphon.engine.runtime.deeds import new_deed
from antiphon.engine.runtime.identity import new_id
from antiphon.store.reads.advisors import AdvisorLine, read_advisors
from antiphon.store.reads.panels import Importing, read_importing
from antiphon.store.writes import advisors as write
from antiphon.store.writes.advisors import import_advisors as write_all
from antiphon.store.writes.recorded import recorded_line_up


async def create_advisor(engine: Engine, principal: Principal, content: Changes) -> AdvisorLine:
    """A new advisor, on no panel yet; `Malformed` without a name."""
    engine.check_open()
    advisor_id = AdvisorId(new_id("a"))
    return await engine.store.write(
        principal, recorded_line_up, new_deed(), write.create_advisor, advisor_id, tidy(content), datetime.now(UTC)
    )


async def change_advisor(
    engine: Engine, principal: Principal, advisor_id: AdvisorId, changes: Changes, expect_version: int | None = None
) -> AdvisorLine:
    """The advisor after the changes. Replies that are on their way keep the version they were asked under.

    Saving what it already says makes no version. `AdvisorStale` when another one was saved than the one expected.
    """
    engine.check_open()
    at = datetime.now(UTC)
    return await engine.store.write(
        principal, recorded_line_up, new_deed(), write.change_advisor, advisor_id, tidy(changes), expect_version, at
    )


async def check_advisors(engine: Engine, principal: Principal, advisor_ids: Collection[AdvisorId]) -> None:
    """`NotFound` unless every one of them is there to be asked."""
    known = {each.id for each in await engine.store.read(principal, read_advisors)}
    for each in advisor_ids:
        if each not in known:
            raise NotFound("advisor", each)


async def give_models(engine: Engine, principal: Principal, models: Mapping[AdvisorId, str]) -> tuple[AdvisorLine, ...]:
    """Give each of these advisors its model, as another version of each, all or none.

    When all get the model that is the default anyway, they name none, and go on with whatever is the default later.
    """
    engine.check_open()
    is_default = set(models.values()) == {engine.options_of(principal).default_model}
    named = {each: None if is_default else model for each, model in models.items()}
    return await engine.store.write(
        principal, recorded_line_up, new_deed(), write.change_models, named, datetime.now(UTC)
    )


async def restore_advisor(engine: Engine, principal: Principal, advisor_id: AdvisorId, version: int) -> AdvisorLine:
    """The advisor as an earlier version had it, as a new version; `NotFound` for one there never was."""
    engine.check_open()
    return await engine.store.write(
        principal, recorded_line_up, new_deed(), write.restore_advisor, advisor_id, version, datetime.now(UTC)
    )


async def archive_advisor(
    engine: Engine, principal: Principal, advisor_id: AdvisorId, *, archived: bool
) -> AdvisorLine:
    """Nobody asks an advisor that is archived; all it said stays. `PanelEmpty` for the last one of a panel."""
    engine.check_open()
    return await engine.store.write(
        principal, recorded_line_up, new_deed(), write.archive_advisor, advisor_id, archived=archived
    )


async def import_advisors(
    engine: Engine, principal: Principal, rows: Sequence[Changes], mode: Mode, *, dry_run: bool
) -> Importing:
    """What becomes of every row, in one transaction: all of it or nothing. A dry run writes nothing.

    The ids of advisors that are new are true only when it was not a dry run.
    """
    tidied = [tidy(row) for row in rows]
    new_ids = [AdvisorId(new_id("a")) for _ in rows]
    if dry_run:
        return await engine.store.read(principal, read_importing, tidied, new_ids, mode)
    engine.check_open()
    return await engine.store.write(
        principal, recorded_line_up, new_deed(), write_all, tidied, new_ids, mode, datetime.now(UTC)
    )


# Somebody waits in front of a form: past this they would rather write it themselves.
_SECONDS: Final = 120.0
# As long as a description may be.
MOST_CHARS: Final = 20_000
# Under this name the rehearsal has something to say about any advisor.
_DESCRIBER: Final = AdvisorId("describer")


class Described(NamedTuple):
    """The words, who wrote them, and whether they were written in advance."""

    text: str
    model: str
    rehearsal: bool


async def describe_advisor(engine: Engine, principal: Principal, name: str, model: str | None = None) -> Described:
    """A description for an advisor of this name. Nothing is kept; raises a `ProviderError` when none comes.

    One request, through the same limits as replies. It is not tried again: the person is there to do so.
    """
    engine.check_open()
    options = engine.options_of(principal)
    model = model or options.default_model
    answer = await ask_once(engine, principal, _build_payload(engine, name, model, options.max_tokens), _SECONDS)
    return Described(answer.text[:MOST_CHARS], model, answer.rehearsal)


def _build_payload(engine: Engine, name: str, model: str, most: int) -> Payload:
    """The instructions and the name, and nothing else: no conversation is involved."""
    messages = (
        Message("system", load_describe_prompt(), "system"),
        Message("user", " ".join(clean_text(name).split()), "human"),
    )
    max_tokens = min(most, engine.calibration.facts(model).output_limit or most)
    return Payload(_DESCRIBER, model, messages, max_tokens)
