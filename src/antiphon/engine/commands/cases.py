"""Keep a reply as a case, take cases in from a file, change them and archive them."""

import asyncio
import json
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple, TypedDict

from antiphon.access.principal import Principal
from antiphon.advisors.advisor import Advisor
from antiphon.conversation.errors import EvalFileInvalid, Malformed, ReceiptUnfit, TurnInFlight
from antiphon.conversation.evals import StoredCase
from antiphon.conversation.ids import AdvisorId, ReplyId
from antiphon.conversation.receipt import Receipt
from antiphon.conversation.reply import Reply
from antiphon.conversation.text import clean_text, on_one_line
from antiphon.engine.engine import Engine
from antiphon.engine.runtime.identity import new_id
from antiphon.evals.case import Case
from antiphon.evals.checks.known import KnownChecks
from antiphon.evals.from_receipt import CaseOrigin, Taken, build_case, take_messages
from antiphon.evals.programs import find_programs
from antiphon.evals.seating import index_advisors
from antiphon.evals.stored import TakenIn, decode_case, encode_case, read_file, take_in
from antiphon.store.reads.advisors import read_advisor, read_advisors
from antiphon.store.reads.conversations import check_kept
from antiphon.store.reads.evals import MOST_CASES, read_case
from antiphon.store.reads.receipts import read_receipts
from antiphon.store.reads.turns import read_placed_reply, read_turn
from antiphon.store.unit import Unit
from antiphon.store.writes.evals import archive_case as write_archived
from antiphon.store.writes.evals import change_case as write_change
from antiphon.store.writes.evals import write_case, write_cases

MOST_NAME_CHARS: Final = 200
MOST_NOTE_CHARS: Final = 10_000
MOST_ASSERTS: Final = 50
_NAMED_CHARS: Final = 80
# As the person's words are dated in a thread.
_STAMP: Final = re.compile(r"^\[\d{4}-\d\d-\d\dT\d\d:\d\d\] ?")
MOST_ASSERT_CHARS: Final = 200_000
# As deep as a file may be.
MOST_DEPTH: Final = 20


class KeepingCase(NamedTuple):
    """What the person says about a reply: what every answer to its question must hold.

    An assertion is a plain sentence a judge looks for, or an object of the format.
    """

    asserts: Sequence[str | dict[str, Any]]
    name: str = ""
    note: str = ""
    keep_reply: bool = False


class CaseChanges(TypedDict, total=False):
    """What may change about a case; what is left out stays, and so do its messages always."""

    name: str
    note: str
    asserts: Sequence[str | dict[str, Any]]


class Imported(NamedTuple):
    """The cases a file brought, and what was odd about it."""

    cases: tuple[StoredCase, ...]
    warnings: tuple[str, ...]


class _Sent(NamedTuple):
    reply: Reply
    advisor: Advisor
    place: CaseOrigin
    question: str
    receipts: tuple[Receipt, ...]


async def keep_case(
    engine: Engine, principal: Principal, reply_id: ReplyId, said: KeepingCase, checks: KnownChecks
) -> StoredCase:
    """A case that asks the advisor again with the very messages this reply was made from.

    `NotFound` for a reply that is not there, `TurnInFlight` while it is being answered, `ReceiptUnfit` when what was
    sent cannot be held by a case, `EvalFileInvalid` for assertions that cannot be read.
    """
    engine.check_open()
    sent = await engine.store.read(principal, _read_sent, reply_id)
    taken = _take(engine, sent)
    expected = (sent.reply.edited or sent.reply.text) if said.keep_reply else ""
    case_id, at = new_id("ec"), datetime.now(UTC)
    body = encode_case(build_case(taken, sent.advisor, case_id, (), expected))
    case = StoredCase(
        id=case_id,
        advisor_id=sent.advisor.id,
        name=_read_name(said.name) or _name_after(sent.question),
        note=_read_note(said.note),
        body=_with_asserts(body, said.asserts, case_id, checks),
        source=taken.source,
        created_at=at,
        updated_at=at,
    )
    return await engine.store.write(principal, write_case, case)


async def change_case(
    engine: Engine, principal: Principal, case_id: str, changes: CaseChanges, checks: KnownChecks
) -> StoredCase:
    """The case as it is now. Results that are there stay as they were judged."""
    engine.check_open()
    known = await engine.store.read(principal, read_case, case_id)
    said: dict[str, Any] = {}
    if "name" in changes:
        said["name"] = _read_name(changes["name"]) or known.name
    if "note" in changes:
        said["note"] = _read_note(changes["note"])
    if "asserts" in changes:
        said["body"] = _with_asserts(known.body, changes["asserts"], case_id, checks)
    return await engine.store.write(principal, write_change, case_id, said, datetime.now(UTC))


async def archive_case(engine: Engine, principal: Principal, case_id: str, *, archived: bool) -> StoredCase:
    """Archive a case: it is not played any more, and what came of it stays. Or bring it back."""
    engine.check_open()
    return await engine.store.write(principal, write_archived, case_id, datetime.now(UTC) if archived else None)


async def import_cases(
    engine: Engine, principal: Principal, advisor_id: AdvisorId, data: bytes, checks: KnownChecks
) -> Imported:
    """The cases of a file for this advisor, all or none; `EvalFileInvalid` says everything that is wrong with it.

    Nothing beside the file is read. A case that asks one advisor asks this one from now on.
    """
    engine.check_open()
    advisor, seated = await engine.store.read(principal, _read_seated, advisor_id)
    taken, now = await asyncio.to_thread(_take_in, data, advisor, seated, checks), datetime.now(UTC)
    cases = []
    for number, case in enumerate(taken.cases):
        # They stay in the order of their file.
        at = now + timedelta(milliseconds=number)
        note = _read_note(case.note)
        cases.append(StoredCase(new_id("ec"), advisor.id, case.id, encode_case(case), at, at, note=note))
    written = await engine.store.write(principal, write_cases, cases)
    return Imported(written, taken.warnings)


def _read_seated(unit: Unit, advisor_id: AdvisorId) -> tuple[Advisor, dict[str, Advisor]]:
    return read_advisor(unit, advisor_id), index_advisors(read_advisors(unit))


def _take_in(data: bytes, advisor: Advisor, seated: Mapping[str, Advisor], checks: KnownChecks) -> TakenIn:
    suite = read_file(data, checks)
    if len(suite.cases) > MOST_CASES:
        raise Malformed(f"a file brings at most {MOST_CASES} cases; this one has {len(suite.cases)}")
    _refuse_programs(suite.cases, "the file")
    return take_in(suite, advisor, seated, checks)


def _read_sent(unit: Unit, reply_id: ReplyId) -> _Sent:
    place, reply = read_placed_reply(unit, reply_id)
    check_kept(unit, place.conversation_id)
    if not reply.completed:
        raise TurnInFlight(place.conversation_id)
    advisor = read_advisor(unit, reply.advisor_id, reply.advisor_version)
    question = read_turn(unit, place.turn_id).text
    return _Sent(reply, advisor, CaseOrigin(*place), question, read_receipts(unit, reply_id))


def _take(engine: Engine, sent: _Sent) -> Taken:
    if not sent.receipts:
        raise ReceiptUnfit(sent.reply.id, "unsent")
    provider = engine.composer.reach.find(f"{sent.receipts[-1].provider}:")
    if provider is None:
        raise ReceiptUnfit(sent.reply.id, "wire")
    return take_messages(sent.receipts, sent.advisor, sent.place, provider)


def _with_asserts(
    body: Any, asserts: Sequence[str | dict[str, Any]], case_id: str, checks: KnownChecks
) -> dict[str, Any]:
    """The case with these assertions, as far as they can be read."""
    if not 0 < len(asserts) <= MOST_ASSERTS:
        raise Malformed(f"a case asks for 1 to {MOST_ASSERTS} things")
    changed = {**body, "assert": _clean(list(asserts))}
    if len(json.dumps(changed["assert"])) > MOST_ASSERT_CHARS:
        raise Malformed(f"what a case asks for has at most {MOST_ASSERT_CHARS:,} characters")
    _refuse_programs((decode_case(changed, case_id, checks),), "the case")
    return changed


def _refuse_programs(cases: Sequence[Case], name: str) -> None:
    """A program in a case that is kept here would be handed on to whoever exports and plays it."""
    named = [case.id for case in cases if any(find_programs(case))]
    if named:
        why = "names a program (`type: code`), which only `antiphon eval run --allow-programs` starts, from a file"
        raise EvalFileInvalid(tuple(f"{each}: {why}" for each in named), name)


def _clean(value: Any, depth: int = 0) -> Any:
    """The same with every text in it storable; `Malformed` when it is nested deeper than anything one asks for."""
    if depth > MOST_DEPTH:
        raise Malformed("what a case asks for is nested too deeply")
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, list):
        return [_clean(each, depth + 1) for each in value]
    if isinstance(value, dict):
        return {clean_text(str(name)): _clean(each, depth + 1) for name, each in value.items()}
    return value


def _name_after(question: str) -> str:
    """The question in a few words, where the person gives no name; the moment it was asked is no part of it."""
    line = _STAMP.sub("", on_one_line(question)) or "Without words"
    return line if len(line) <= _NAMED_CHARS else f"{line[: _NAMED_CHARS - 1].rstrip()}…"


def _read_name(said: str) -> str:
    name = on_one_line(said)
    if len(name) > MOST_NAME_CHARS:
        raise Malformed(f"a case's name has at most {MOST_NAME_CHARS} characters")
    return name


def _read_note(said: str) -> str:
    note = clean_text(said).strip()
    if len(note) > MOST_NOTE_CHARS:
        raise Malformed(f"a case's note has at most {MOST_NOTE_CHARS:,} characters")
    return note
