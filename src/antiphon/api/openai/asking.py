"""A question of a program on its way into the house: who is asked, what goes along, and what it is known by."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from antiphon.access.principal import Principal
from antiphon.advisors.advisor import Advisor
from antiphon.advisors.prompt import load_history_prompt
from antiphon.api.context import read_choice
from antiphon.api.dependencies import Dependencies
from antiphon.api.openai.content import Picture
from antiphon.api.openai.names import Target
from antiphon.api.openai.request import ChatRequest
from antiphon.api.schemas.choice import ChoiceBody
from antiphon.context.choice import Choice
from antiphon.conversation.errors import FieldRefused, PictureRefused, UnsupportedFile
from antiphon.conversation.ids import AdvisorId, ConversationId, DocumentId, PanelId
from antiphon.conversation.outside import Told
from antiphon.conversation.turn import Surface
from antiphon.documents.sniff import sniff
from antiphon.engine.commands.ask_for_program import ProgramQuestion
from antiphon.engine.commands.documents import AddDocument, add_document
from antiphon.engine.commands.line_up import LineUp
from antiphon.engine.commands.outside_places import OutsideQuestion

# Of a history that was never said here: as much as a person would quote, the newest of it.
_MOST_FOREIGN_CHARS: Final = 24_000
_WHOSE: Final = {"user": "Person", "assistant": "Assistant"}
_PICTURE: Final = "(a picture that is not shown)"


def choose_advisors(line_up: LineUp, target: Target, wanted: ChatRequest) -> tuple[Advisor, ...]:
    """Those who are asked: all of the target, or those of it that the program names."""
    if not wanted.advisors:
        return target.advisors
    named = {line_up.find_advisor(each): each for each in wanted.advisors}
    for found, name in named.items():
        if found is None or found not in target.advisors:
            raise FieldRefused("antiphon.advisors", f"{name[:60]} is not among them")
    return tuple(each for each in target.advisors if each in named)


async def keep_pictures(deps: Dependencies, caller: Principal, pictures: tuple[Picture, ...]) -> tuple[DocumentId, ...]:
    """The pictures of a question, kept like those that people attach in the browser; the same bytes are kept once."""
    return tuple([await _keep(deps, caller, each) for each in pictures])


async def _keep(deps: Dependencies, caller: Principal, picture: Picture) -> DocumentId:
    name = f"picture-{picture.print[:8]}"
    with deps.documents.reading.admit(caller):
        data = picture.decode()
        try:
            is_image = (await asyncio.to_thread(sniff, data, name)).is_image
        except UnsupportedFile as error:
            raise PictureRefused(picture.param, str(error)) from None
        if not is_image:
            raise PictureRefused(picture.param, f"{name} is no picture that can be shown")
        added = await add_document(deps.engine, deps.documents, caller, AddDocument(data, name, "inline"))
    return added.document.id


def write_outside(
    deps: Dependencies,
    caller: Principal,
    wanted: ChatRequest,
    target: Target,
    asked: tuple[Advisor, ...],
    line_up: LineUp,
    *,
    surface: Surface = "openai",
    attachments: tuple[DocumentId, ...] = (),
) -> OutsideQuestion:
    """The question, and all that it may be known by."""
    choice = _choose(deps.engine.options_of(caller).choice, wanted)

    def write_question(conversation_id: ConversationId, foreign: int) -> ProgramQuestion:
        return ProgramQuestion(
            surface=surface,
            conversation_id=conversation_id,
            text=wanted.text,
            key="",
            advisor_ids=tuple(each.id for each in asked),
            note="\n\n".join(each for each in (wanted.note, write_foreign(wanted.history[:foreign])) if each),
            lets_them_ask=wanted.phases,
            choice=choice,
            expect={AdvisorId(each): sha256 for each, sha256 in wanted.expect.items()},
            attachments=attachments,
        )

    return OutsideQuestion(
        names=wanted.names,
        history=wanted.history,
        text=wanted.text,
        request_sha256=wanted.request_sha256,
        write_question=write_question,
        panel_id=_choose_panel(target, line_up),
        kept=wanted.kept,
        images=tuple(each.print for each in wanted.pictures),
    )


def _choose(usual: Choice, wanted: ChatRequest) -> Choice:
    chosen = read_choice(usual, ChoiceBody(**wanted.choice)) or usual
    return replace(chosen, max_tokens=wanted.max_tokens)


def _choose_panel(target: Target, line_up: LineUp) -> PanelId | None:
    """The panel a new conversation has: the one asked, or one on which the advisor sits."""
    if target.panel is not None:
        return target.panel.panel.id
    seating = [each for each in line_up.panels if set(target.advisors) <= set(each.advisors)]
    best = sorted(seating, key=lambda each: not each.is_default)
    return best[0].panel.id if best else None


def write_foreign(history: tuple[Told, ...]) -> str:
    """What another model said and was asked in that program, as the program tells it: quoted, nobody's own."""
    lines: list[str] = []
    left = _MOST_FOREIGN_CHARS
    for each in reversed(history):
        line = f"{_WHOSE[each.role]}: {' '.join((each.text.strip(), *(_PICTURE for _ in each.images)))}"[:left]
        left -= len(line)
        lines.append(line)
        if left <= 0:
            break
    return "\n\n".join((load_history_prompt(), *reversed(lines))) if lines else ""


def is_retry(headers: Mapping[str, str]) -> bool:
    """Whether the program says that it has sent this before."""
    said = headers.get("x-stainless-retry-count", "")
    return said.isdigit() and int(said) > 0
