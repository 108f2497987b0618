"""The statements as the databases get them: whoever looks at something is first held against whose it is."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Concatenate, ParamSpec, TypeVar

import pytest
from sqlalchemy import event, text
from sqlalchemy.engine import Engine

from antiphon.access.principal import LOCAL, Principal
from antiphon.app import run_in_process
from antiphon.settings import Settings, override_settings
from antiphon.store.tables import metadata
from antiphon.store.unit import Store, Unit
from antiphon.store.visible import HANGING, PERSONAL, SHARED
from tests.fakes.accounts import open_place
from tests.fakes.model_server import ModelServer
from tests.fakes.reader import Api
from tests.fakes.voices import Voices
from tests.journeys.conftest import House
from tests.journeys.test_matrix import UNLIMITED
from tests.journeys.test_two_people import enter, live

pytestmark = [pytest.mark.both_databases, pytest.mark.timeout(240)]

P = ParamSpec("P")
T = TypeVar("T")
# Tables with rows that may be somebody's.
SOMEBODYS = PERSONAL | SHARED | HANGING.keys() | {"conversations"}
SOMEBODYS |= {name for name, table in metadata.tables.items() if "conversation_id" in table.c}
_TABLE = re.compile(r'(?:FROM|JOIN|UPDATE)\s+"?(\w+)')
# Where it is, and whose.
_ASKS = (re.compile(r"\bworkspace_id = "), re.compile(r"\b(?:owner_id|principal_id) = "))


@dataclass(slots=True)
class Transaction:
    """What is done for whom, and whether anything of somebody's was looked at in it."""

    name: str
    principal: Principal
    has_looked: bool = False


@dataclass(slots=True)
class Witness:
    """Sees every statement that is sent for a person."""

    transactions: int = 0
    unscoped: dict[str, str] = field(default_factory=dict)

    def look(self, statement: str) -> None:
        now = NOW.get()
        if now is None or now.has_looked or now.principal.kind != "person" or statement.startswith("INSERT"):
            return
        if SOMEBODYS & set(_TABLE.findall(statement)):
            now.has_looked = True
            self.transactions += 1
            if not all(asks.search(statement) for asks in _ASKS):
                self.unscoped[now.name] = statement


NOW: ContextVar[Transaction | None] = ContextVar("now", default=None)


@contextmanager
def watch_statements(monkeypatch: pytest.MonkeyPatch) -> Iterator[Witness]:
    """From here on everything that the store does has a witness."""
    witness, read, write = Witness(), Store.read, Store.write

    def name_it(principal: Principal, work: Callable[Concatenate[Unit, P], T]) -> Callable[Concatenate[Unit, P], T]:
        def begin(unit: Unit, /, *args: P.args, **kwargs: P.kwargs) -> T:
            NOW.set(Transaction(work.__name__, principal))
            return work(unit, *args, **kwargs)

        return begin

    async def read_named(self: Store, principal: Principal, work: Any, *args: Any, **kwargs: Any) -> Any:
        return await read(self, principal, name_it(principal, work), *args, **kwargs)

    async def write_named(self: Store, principal: Principal, work: Any, *args: Any, **kwargs: Any) -> Any:
        return await write(self, principal, name_it(principal, work), *args, **kwargs)

    def hear(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        witness.look(statement)

    monkeypatch.setattr(Store, "read", read_named)
    monkeypatch.setattr(Store, "write", write_named)
    event.listen(Engine, "before_cursor_execute", hear)
    try:
        yield witness
    finally:
        event.remove(Engine, "before_cursor_execute", hear)


async def test_whatever_a_person_reads_or_changes_is_first_held_against_whose_it_is(
    settings: Settings, voices: Voices, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """T-04: in every transaction of nearly everything there is to do."""
    there = override_settings(settings, accounts="on", **UNLIMITED)
    with watch_statements(monkeypatch) as witness, ModelServer() as other:
        async with open_place(there, capsys) as place:
            owner = await place.own()
            mine = await enter(place.url, owner)
            await live(House(place.url, voices, Api(owner.session), settings.data_dir), mine, other)

    assert witness.unscoped == {}
    assert witness.transactions > 200


async def test_a_statement_that_asks_nobody_is_found(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    def read_everybodys(unit: Unit) -> object:
        return unit.connection.execute(text("SELECT id FROM memories WHERE id = 'x'")).all()

    found: list[Store] = []
    read = Store.read

    async def catch(self: Store, *args: Any, **kwargs: Any) -> Any:
        found.append(self)
        return await read(self, *args, **kwargs)

    monkeypatch.setattr(Store, "read", catch)
    async with run_in_process(settings):
        with watch_statements(monkeypatch) as witness:
            await found[0].read(LOCAL, read_everybodys)

    assert witness.unscoped == {"read_everybodys": "SELECT id FROM memories WHERE id = 'x'"}
