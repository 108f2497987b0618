"""Saved filters, and reading a line for whoever edits it."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from fastapi import APIRouter

from antiphon.access.policy import Policy, Verb
from antiphon.api.bounded import SHORT, BoundedRoute
from antiphon.api.dependencies import Deps
from antiphon.api.guard import Caller, allow
from antiphon.api.schemas.filters import (
    ReadFilterAnswer,
    ReadingFilter,
    SavedFilterAnswer,
    SavedFiltersAnswer,
    SavingFilter,
)
from antiphon.api.schemas.page import answer_all
from antiphon.conversation.errors import FilterInvalid, NotFound
from antiphon.engine.commands.filters import delete_filter, save_filter
from antiphon.filter.command import Command, name_of
from antiphon.filter.complete import complete
from antiphon.filter.expand import expand
from antiphon.filter.format import format_filter
from antiphon.filter.meaning import is_moving, uses
from antiphon.filter.parse import parse_filter, parse_line
from antiphon.store.reads.filters import read_names, read_saved_filters

router = APIRouter(route_class=BoundedRoute, prefix="/v1/filters", tags=["filters"])
READ = Policy(Verb.READ, "filter")
WRITE = Policy(Verb.WRITE, "filter")


@router.get("", response_model=SavedFiltersAnswer, operation_id="list_filters")
@allow(READ)
async def get_filters(caller: Caller, deps: Deps) -> dict[str, Any]:
    """Every saved filter."""
    saved = await deps.engine.store.read(caller, read_saved_filters)
    return answer_all(_answer(name, line) for name, line in saved.items())


@router.get("/{name}", response_model=SavedFilterAnswer, operation_id="get_filter")
@allow(READ)
async def get_filter(caller: Caller, deps: Deps, name: str) -> dict[str, Any]:
    """One saved filter."""
    saved = await deps.engine.store.read(caller, read_saved_filters)
    if name not in saved:
        raise NotFound("filter", name)
    return _answer(name, saved[name])


@router.put("/{name}", response_model=SavedFilterAnswer, operation_id="save_filter")
@allow(WRITE, body=SHORT, raises=(FilterInvalid,))
async def put_filter(caller: Caller, deps: Deps, name: str, body: SavingFilter) -> dict[str, Any]:
    """Keep a line under a name."""
    return _answer(name, await save_filter(deps.engine, caller, name, body.line))


@router.delete("/{name}", status_code=204, operation_id="delete_filter")
@allow(WRITE)
async def remove_filter(caller: Caller, deps: Deps, name: str) -> None:
    """Forget a name."""
    await delete_filter(deps.engine, caller, name)


# A POST only to keep what people type out of addresses and logs.
@router.post("/read", response_model=ReadFilterAnswer, operation_id="read_filter")
@allow(READ, body=SHORT)
async def post_read(caller: Caller, deps: Deps, body: ReadingFilter) -> dict[str, Any]:
    """What the line means, or what is wrong with it, and how it could go on at the cursor. Never an error."""
    store = deps.engine.store
    saved = await store.read(caller, read_saved_filters)
    answer = _read(body.line, saved)
    if body.cursor is not None:
        names = await store.read(caller, read_names)
        answer["completions"] = [each._asdict() for each in complete(body.line, body.cursor, names)]
    return answer


def _read(line: str, saved: Mapping[str, str]) -> dict[str, Any]:
    try:
        read = parse_line(line)
        expanded = expand(read.filter, saved, line=line)
    except FilterInvalid as error:
        wrong = {"column": error.column, "reason": error.reason, "caret": error.caret}
        return {**_NOTHING, "ok": False, "error": wrong}
    return {
        **_NOTHING,
        "ok": True,
        "canonical": format_filter(read.filter),
        "words": format_filter(read.filter, words=True),
        "uses": sorted(uses(expanded)),
        "moving": is_moving(expanded),
        "command": None if read.command is None else _encode(read.command),
    }


_NOTHING: dict[str, Any] = {
    "canonical": None,
    "words": None,
    "uses": [],
    "moving": False,
    "command": None,
    "error": None,
    "completions": [],
}


def _encode(command: Command) -> dict[str, Any]:
    return {"name": name_of(command), "arguments": asdict(command)}


def _answer(name: str, line: str) -> dict[str, Any]:
    try:
        canonical = format_filter(parse_filter(line))
    except FilterInvalid:
        # Kept by another version, which read more.
        canonical = None
    return {"name": name, "line": line, "canonical": canonical}
