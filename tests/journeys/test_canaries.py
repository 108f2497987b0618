"""Five hundred steps of two people on one server: nothing of the one is ever with the other."""

import asyncio
import logging
import re
import threading
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from antiphon.app import run_in_process
from antiphon.settings import Settings, override_settings
from tests.fakes.accounts import Place
from tests.fakes.reader import wait_until
from tests.fakes.voices import Voices
from tests.journeys.residents import DEEDS, WORD, Deed, Resident, parrot
from tests.journeys.test_matrix import UNLIMITED
from tests.journeys.test_tools import run_notes

T = TypeVar("T")
Step = tuple[str, Deed, int]
STEPS = 500
EVERYTHING = {
    "send_turn", "preview_message", "list_receipts", "create_memory", "scan_memory", "create_document",
    "search_documents", "create_instruction", "create_todo", "create_case", "run_evals", "set_heartbeat",
    "start_rounds", "build_map", "write_synthesis", "find_title", "search", "decide_approval", "create_decision",
    "create_advisor", "create_folder", "create_topic", "save_filter", "mark_turns", "branch_conversation",
    "update_reply", "export_conversation", "follow_feed", "list_work", "get_spending",
}  # fmt: skip
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+Z")


@dataclass(slots=True)
class Town:
    """A server on which two people do things and a third does nothing."""

    loop: asyncio.AbstractEventLoop
    voices: Voices
    residents: dict[str, Resident] = field(default_factory=dict)
    everybodys: set[str] = field(default_factory=set)
    judged: int = 0

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Have it done where the server runs."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(300)

    def step(self, who: str, deed: Deed, chance: int) -> None:
        """One thing that one of them does; then everything is looked at that came of it, for either."""
        self.run(deed(self.residents[who], chance))
        self.judge()

    def judge(self) -> None:
        """Nobody was told, and no model was sent, a word or an id of the other."""
        ada, bob = self.residents["quokka"], self.residents["wombat"]
        for one, other in ((ada, bob), (bob, ada)):
            ids = other.ids - self.everybodys
            for where, text in one.heard:
                assert other.word not in text.lower(), (where, text)
                assert not ids & _find_ids(text), (where, ids & _find_ids(text))
            one.heard.clear()
        requests = self.voices.server.requests
        for each in requests[self.judged :]:
            words = {word[:6].lower() for word in WORD.findall(each.body.decode("utf-8", "replace"))}
            assert len(words) < 2, each.body
        self.judged = len(requests)


def _find_ids(text: str) -> set[str]:
    return set(re.findall(r"\b[a-z]{1,3}_[0-9a-z]{20,}\b", text))


@pytest.fixture
def settings(settings: Settings, tmp_path: Path) -> Settings:
    """With accounts, and a server of notes that the operator believes."""
    notes = {"notes": run_notes(tmp_path / "notes.txt")}
    return override_settings(settings, accounts="on", mcp_servers=notes, **UNLIMITED)


@contextmanager
def run_a_loop() -> Iterator[asyncio.AbstractEventLoop]:
    """A loop in a thread of its own: what chooses the steps waits for each."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        yield loop
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join(20)
        loop.close()


async def settle_in(town: Town, place: Place) -> Resident:
    """Two people move in beside the owner, who lends everybody tools; the third of them will do nothing."""
    owner = await place.own()
    status, changed = await owner.ask("PATCH", "/v1/advisors/historian", {"tools": ["notes"]})
    assert status == 200, changed
    _, document = await owner.ask("GET", "/v1/openapi.json")
    for name in ("quokka", "wombat", "idler"):
        browser = await place.join(owner, f"{name}person")
        town.residents[name] = Resident(browser, name, document)
    idler = town.residents.pop("idler")
    await look(idler)
    town.everybodys = idler.ids - {(await idler.call("get_me"))[1]["id"]}

    async def has_tools() -> bool:
        _, servers = await owner.ask("GET", "/v1/tools")
        return any(each["tools"] for each in servers["items"] if each["name"] == "notes")

    await wait_until(has_tools)
    return idler


async def look(one: Resident) -> dict[str, str]:
    """What somebody is answered to every question that names nothing, but for when."""
    questions = [each for each in one.list_questions() if each != "follow_feed"]
    return {each: _MOMENT.sub("then", str(await one.call(each))) for each in questions}


async def read_metrics(place: Place) -> str:
    """What whoever operates it is told of the machine."""
    owner = place.open()
    assert (await owner.sign_in("ada@example.org"))[0] == 204
    _, metrics = await owner.ask("GET", "/metrics")
    return str(metrics)


@pytest.mark.timeout(1500)
def test_two_people_meet_in_nothing(
    settings: Settings, voices: Voices, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    """T-05."""
    caplog.set_level(logging.DEBUG, "antiphon")
    voices.server.handler = parrot
    plan = _plan()
    with run_a_loop() as loop:
        town = Town(loop, voices)
        application = run_in_process(settings)
        url = town.run(application.__aenter__())
        link = re.search(r"/setup#(\S+)", capsys.readouterr().out)
        place = Place(url, link[1] if link else "")
        try:
            idler = town.run(settle_in(town, place))
            before = town.run(look(idler))
            _walk(town, plan)
            after = town.run(look(idler))
            metrics = town.run(read_metrics(place))
        finally:
            for session in place.sessions:
                town.run(session.close())
            town.run(application.__aexit__(None, None, None))

    assert {each: said for each, said in after.items() if said != before[each]} == {}
    assert "antiphon_" in metrics
    assert not WORD.search(metrics)
    assert not [line for line in caplog.text.splitlines() if WORD.search(line)]
    for one in town.residents.values():
        assert EVERYTHING - set(one.did) == set()
    asked = [each.body for each in voices.server.requests]
    assert len(asked) > STEPS // 2
    assert any(b"Nobody has asked you anything" in each for each in asked)


def _walk(town: Town, plan: Sequence[Step]) -> None:
    """One after the other; a fault tells the steps it was seen after."""
    for number, (who, deed, chance) in enumerate(plan, 1):
        print(number, who, deed.__name__, chance)
        town.step(who, deed, chance)


def _plan() -> list[Step]:
    """The first that Hypothesis thinks of is the simplest there is, the next is any."""
    plans: list[list[Step]] = []
    steps = st.tuples(st.sampled_from(("quokka", "wombat")), st.sampled_from(DEEDS), st.integers(0, 1000))

    @given(st.lists(steps, min_size=STEPS, max_size=STEPS))
    @hypothesis_settings(max_examples=2, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
    def think(plan: list[Step]) -> None:
        plans.append(plan)

    think()
    return plans[-1]
