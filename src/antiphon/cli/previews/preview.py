"""`antiphon preview`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import orjson
import typer

from antiphon.cli.configuration import read_settings
from antiphon.cli.documents.files import attach_files, read_words
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.journal.words import describe_record
from antiphon.cli.naming import choose_conversation, find_advisors, name_models
from antiphon.cli.options import (
    AdvisorsOption,
    AttachOption,
    ContinueOption,
    ConversationOption,
    DroppingOption,
    FilterOption,
    ModelsOption,
    WithoutOption,
    WithSynthesisOption,
    build_choice,
)
from antiphon.cli.place import open_antiphon
from antiphon.cli.previews.advisor_table import print_messages, print_preview
from antiphon.cli.previews.rules import print_policies
from antiphon.cli.printing.printable import make_printable
from antiphon.cli.printing.rows import print_lines, write_bytes
from antiphon.cli.syntheses.newest import tick_newest
from antiphon.cli.terminal import open_output
from antiphon.cli.thinking import ThinkingOption
from antiphon.client import AsyncClient, Message, ServerRefused
from antiphon.client.answers.previews import AdvisorPreview, Preview, RuleComparison
from antiphon.conversation.errors import Malformed
from antiphon.settings import Settings


@dataclass(frozen=True, slots=True)
class PreviewRequest:
    """What to look at, and how to show it."""

    text: str = ""
    conversation_id: str | None = None
    advisors: tuple[str, ...] = ()
    choice: Mapping[str, Any] = field(default_factory=dict)
    full: bool = False
    body_of: str | None = None
    as_json: bool = False
    compare: bool = False
    attach: tuple[Path, ...] = ()
    with_synthesis: bool = False

    @property
    def needs_details(self) -> bool:
        """True when the messages or the bytes are shown, not only counted."""
        return self.full or self.as_json or self.body_of is not None


def preview(
    text: Annotated[str, typer.Argument(metavar="DRAFT", help="What you would ask; - reads standard input.")] = "",
    conversation: ConversationOption = None,
    continue_newest: ContinueOption = False,
    advisor: AdvisorsOption = None,
    filter_line: FilterOption = None,
    dropping: DroppingOption = None,
    without: WithoutOption = None,
    with_synthesis: WithSynthesisOption = False,
    model: ModelsOption = None,
    thinking: ThinkingOption = None,
    attach: AttachOption = None,
    full: Annotated[bool, typer.Option("--full", help="Print every message each advisor would be sent.")] = False,
    body: Annotated[
        str | None,
        typer.Option("--body", metavar="NAME_OR_ID", help="Only the bytes for this advisor, for a pipe."),
    ] = None,
    compare: Annotated[
        bool, typer.Option("--compare", help="Every rule for what goes first, side by side, instead of one.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
) -> None:
    """Show what each advisor would be sent, before anything is.

    Nothing is sent; files to attach are kept as documents. `antiphon preview "Draft" --body skeptic | sha256sum`
    gives the fingerprint the table begins to show.
    """
    if conversation is not None and continue_newest:
        raise typer.BadParameter("choose one of --conversation and --continue")
    if compare and (full or body is not None or dropping is not None):
        raise typer.BadParameter(
            "--compare looks at every rule and shows no messages; leave --full, --body, --dropping"
        )
    request = PreviewRequest(
        text=read_words(text),
        conversation_id=conversation,
        advisors=tuple(advisor or ()),
        choice=build_choice(filter_line, dropping, without, model, thinking),
        full=full,
        body_of=body,
        as_json=as_json,
        compare=compare,
        attach=tuple(attach or ()),
        with_synthesis=with_synthesis,
    )
    run_to_exit(run_preview(read_settings().settings, request))


async def run_preview(settings: Settings, request: PreviewRequest) -> int:
    """Ask for the preview and print it the way that was asked for; the exit code."""
    async with open_antiphon(settings) as client:
        conversation_id = await choose_conversation(client, request.conversation_id)
        wanted = await find_advisors(client, (request.body_of,) if request.body_of else ())
        asked = await find_advisors(client, request.advisors) or wanted
        attached = await attach_files(client, request.attach, conversation_id)
        picked = await name_models(client, request.choice)
        choice = await tick_newest(client, conversation_id, picked, wanted=request.with_synthesis)
        message = Message(request.text, asked, choice, attachments=attached)
        if request.compare:
            return _show_policies(
                await client.previews.compare_rules(conversation_id, message), as_json=request.as_json
            )
        details, exact = request.needs_details, bool(wanted)
        found = await client.previews.read(conversation_id, message, details=details, exact=exact)
        records = {} if wanted or request.as_json else await _read_records(client)
    if wanted:
        write_bytes(_find_body(found, wanted[0]))
    elif request.as_json:
        _print_json(found.raw)
    else:
        show_preview(found, full=request.full)
        _print_records(found, records)
    return 0


async def _read_records(client: AsyncClient) -> Mapping[str, str]:
    """What came of each advisor's stances, in words; nothing for those who may not read the journal."""
    try:
        scores = await client.journal.scorecard()
    except ServerRefused:
        return {}
    return {each.advisor_id: record for each in scores if (record := describe_record(each))}


def _print_records(found: Preview, records: Mapping[str, str]) -> None:
    told = [
        f"  {make_printable(each.name)}: {records[each.advisor_id]}"
        for each in found.advisors
        if each.advisor_id in records
    ]
    if told:
        print_lines(open_output(), ["In your journal (`antiphon journal scorecard`):", *told])


def _show_policies(found: RuleComparison, *, as_json: bool) -> int:
    if as_json:
        _print_json(found.raw)
    else:
        print_policies(open_output(), found)
    return 0


def _print_json(answer: Mapping[str, Any]) -> None:
    print(orjson.dumps(answer, option=orjson.OPT_INDENT_2).decode())


def show_preview(found: Preview, *, full: bool) -> None:
    """The table, and the messages when they are wanted."""
    console = open_output()
    print_preview(console, found)
    if full:
        print_messages(console, found)


def _find_body(found: Preview, advisor_id: str) -> bytes:
    """The bytes for one advisor; `Malformed` when it is not asked, or nothing can be sent to it."""
    advisor = next((each for each in found.advisors if each.advisor_id == advisor_id), None)
    if advisor is None:
        raise Malformed(f"{advisor_id} is not among the advisors asked")
    if advisor.body is None:
        raise Malformed(f"nothing can be sent to {advisor.name}: {_reason(advisor)}")
    return advisor.body.encode()


def _reason(advisor: AdvisorPreview) -> str:
    return "there are no bytes" if advisor.problem is None else advisor.problem.message
