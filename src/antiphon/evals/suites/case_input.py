"""What a case sends: messages as they are written, or turns of a conversation."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from antiphon.evals.canary import find_text
from antiphon.evals.case import CaseMessage, CaseText, CaseTurn, Part
from antiphon.evals.suites.asked_for import find_their_files
from antiphon.evals.suites.asserts import read_assertions
from antiphon.evals.suites.files import FileMissing, FileUnusable
from antiphon.evals.suites.problems import Place, shorten
from antiphon.evals.suites.schema import CaseFields, MessageEntry, PartEntry, TurnEntry
from antiphon.evals.suites.source import Source, find_among


class CaseInput(NamedTuple):
    """What is sent: messages to one, or turns to several."""

    messages: tuple[CaseMessage, ...] = ()
    turns: tuple[CaseTurn, ...] = ()


def read_input(entry: CaseFields, advisors: tuple[str, ...], place: Place, source: Source) -> CaseInput:
    """What the case says, in whichever of three ways it is written."""
    given = {"input": entry.input, "input_messages": entry.input_messages, "turns": entry.turns}
    written = [name for name, value in given.items() if value is not None]
    if len(written) != 1:
        stand = "stand side by side; one of them says what is sent" if written else "is needed: what is sent"
        source.problems.add(place, f"{' and '.join(written) or 'input'} {stand}")
        return CaseInput()
    if entry.turns is not None:
        return CaseInput(turns=_build_turns(entry.turns, advisors, (*place, "turns"), source))
    said = entry.input if entry.input is not None else entry.input_messages
    if len(advisors) < 2:
        return CaseInput(messages=build_messages(said or (), (*place, written[0]), source))
    if not isinstance(said, str) or not said:
        source.problems.add((*place, written[0]), "goes to one advisor; what a panel is asked is text, or turns")
        return CaseInput()
    return CaseInput(turns=(CaseTurn(said),))


def _build_turns(
    entries: Sequence[TurnEntry], advisors: tuple[str, ...], place: Place, source: Source
) -> tuple[CaseTurn, ...]:
    if not advisors:
        source.problems.add(place, "need somebody who answers; say advisor or panel")
    return tuple(_build_turn(each, advisors, (*place, at), source) for at, each in enumerate(entries))


def _build_turn(entry: TurnEntry, advisors: tuple[str, ...], place: Place, source: Source) -> CaseTurn:
    seat = find_among(advisors, source)
    asserts = read_assertions(entry.asserts, (*place, "assert"), source.problems, seat, source.checks.types)
    replies = {seat(name, (*place, "replies", name)): said for name, said in entry.replies.items()}
    planted = {seat(name, (*place, "planted", name)): tuple(facts) for name, facts in entry.planted.items()}
    if len(replies) < len(entry.replies) or len(planted) < len(entry.planted):
        source.problems.add(place, "names somebody twice, by two names")
    _check_planted(planted, replies, (*place, "planted"), source)
    return CaseTurn(entry.input, find_their_files(asserts, (*place, "assert"), source), replies, planted)


def _check_planted(
    planted: Mapping[str, Sequence[str]], replies: Mapping[str, str], place: Place, source: Source
) -> None:
    """A fact that nobody says cannot be found anywhere, and the case would pass for nothing."""
    for name, facts in planted.items():
        reply = replies.get(name)
        if reply is None:
            source.problems.add((*place, name), "needs a reply that is given for this advisor in the same turn")
            continue
        for at, fact in enumerate(facts):
            if not find_text(fact, reply):
                source.problems.add((*place, name, at), f"{shorten(fact)} does not stand in the reply")


def build_messages(entries: str | Sequence[MessageEntry], place: Place, source: Source) -> tuple[CaseMessage, ...]:
    """Messages as they were written; a text alone is one of the user's."""
    if isinstance(entries, str):
        return (CaseMessage("user", (CaseText(entries),)),)
    return tuple(
        CaseMessage(each.role, _build_parts(each.content, (*place, at, "content"), source))
        for at, each in enumerate(entries)
    )


def _build_parts(content: str | Sequence[PartEntry], place: Place, source: Source) -> tuple[Part, ...]:
    if isinstance(content, str):
        return (CaseText(content),)
    parts = (_build_part(each, (*place, at), source) for at, each in enumerate(content))
    return tuple(each for each in parts if each is not None)


def _build_part(entry: PartEntry, place: Place, source: Source) -> Part | None:
    if entry.type == "text":
        return CaseText(entry.value)
    try:
        return source.shelf.take_part(entry.value)
    except FileMissing as error:
        tell = source.problems.warn if source.passes_over_missing else source.problems.add
        tell((*place, "value"), f"{error}{'; it is left out' if source.passes_over_missing else ''}")
    except FileUnusable as error:
        source.problems.add((*place, "value"), str(error))
    return None


def build_expected(entry: CaseFields, place: Place, source: Source) -> tuple[CaseMessage, ...]:
    """The answer that is looked for, if one is given."""
    if entry.expected_output is not None and entry.expected_messages is not None:
        source.problems.add((*place, "expected_output"), "stands beside expected_messages; one of them is enough")
    if entry.expected_output is not None:
        return (CaseMessage("assistant", (CaseText(entry.expected_output),)),)
    return build_messages(entry.expected_messages or (), (*place, "expected_messages"), source)
