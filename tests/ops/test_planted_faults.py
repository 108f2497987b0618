"""Faults planted in a running installation, and who notices: doctor, dashboard, alarms; as the page says."""

import re
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from antiphon.client import Client, ClientError, Message
from tests.crash.faults import PLANTS, build_patient
from tests.crash.test_doctor import examine
from tests.fakes.model_server import ModelServer
from tests.fakes.nodes import Node
from tests.fakes.servers import ServerFailed
from tests.ops.living import BEFALL, PREPARE, House
from tests.ops.prometheus import ALARMS, list_questions, query, run_prometheus

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

# What each figure of the dashboard says when all is well.
QUIET: Final = {
    "Nodes that answer": ">= 1",
    "Takes what is written": ">= 1",
    "Live text reaches others": ">= 1",
    "Age of the newest backup": "< 26 * 3600",
    "Backups that fail": "<= 0",
    "Oldest open turn": "< 35 * 60",
    "Stuck": "<= 0",
    "First output, 95 of 100": "<= 16",
    "Requests made again": "<= 0",
    "Turns taken over": "<= 0",
    "Replies by how they ended": None,
}
BADLY: Final = '{state=~"error|incomplete|interrupted|rate_limited"}'
ROWS: Final = re.compile(r"^\| `(\w+)` \| (.+?) \| (.+?) \| (.+?) \| (.+?) \|$", re.MULTILINE)
NOBODY: Final = "nothing"
# The first backup by the clock is made a minute after the start.
PATIENCE: Final = {"backup_impossible": 90.0}
BEFORE: Final = (
    "turns_stuck",
    "work_stuck",
    "disk_low",
    "database_damaged",
    "database_newer",
    "database_behind",
    "clock_skew",
    "key_file_refused",
    "key_wrong",
    "certificate_expired",
    "port_taken",
    "receiver_down",
    "tool_program_missing",
    "plugin_left_out",
)


class Noticed(NamedTuple):
    """Who noticed a fault: what the server did at its start, and the names that were said."""

    start: str
    doctor: str
    dashboard: str
    alarms: str


def read_page() -> dict[str, Noticed]:
    """What the page promises, by fault."""
    section = ALARMS.read_text(encoding="utf-8").partition("## Who notices what")[2]
    return {fault: Noticed(*(each.replace("`", "") for each in said)) for fault, *said in ROWS.findall(section)}


@pytest.fixture
def house(sqlite_template: Path, postgresql_url: str, tmp_path: Path) -> Iterator[House]:
    with ExitStack() as stack, ModelServer() as models:
        patient = build_patient(tmp_path, sqlite_template, postgresql_url, models, stack)
        made = House(patient, Node(tmp_path / "node", {}, port=patient.port))
        try:
            yield made
        finally:
            made.node.close()


def start(house: House) -> str:
    """Start the server as its person does; what came of it."""
    settings = {f"ANTIPHON_{name}": value for name, value in house.patient.settings.items()}
    node = house.node
    node.environment = settings | house.patient.environment | {"ANTIPHON_DETECT_LOCAL_MODELS": "false"}
    node.as_a_person_does = bool(house.patient.environment)
    try:
        node.start()
    except ServerFailed:
        return "refused"
    return "starts"


def talk(house: House, times: int) -> None:
    """Send something, again and again; whatever comes of it."""
    with Client(house.node.url) as client, suppress(ClientError):
        here = client.conversations.create()
        for _ in range(times):
            turn = client.turns.send(here.id, Message("What now?", advisor_ids=("skeptic", "builder")), patience=8)
            client.turns.wait(turn, patience=60)
            time.sleep(1.5)


def wait_until_seen(address: str) -> None:
    """Prometheus takes some seconds until it looks for the first time; a rise before that is none."""
    deadline = time.monotonic() + 30
    while not query(address, 'up{job="antiphon"} == 1'):
        assert time.monotonic() < deadline, "Prometheus sees no node"
        time.sleep(0.2)


def hear_dashboard(address: str) -> list[str]:
    """The panels whose figure is not what it is when all is well."""
    expressions = list_questions()
    loud = []
    for title, quiet in QUIET.items():
        asked = expressions[title]
        if quiet is None:
            wrong = bool(query(address, f"sum(increase(antiphon_replies_settled_total{BADLY}[5m])) > 0"))
        else:
            there = {str(each["metric"]) for each in query(address, asked) if each["value"][1] != "NaN"}
            well = {str(each["metric"]) for each in query(address, f"({asked}) {quiet}")}
            wrong = there != well or (title == "Nodes that answer" and not there)
        if wrong:
            loud.append(title)
    return loud


def hear_alarms(address: str) -> list[str]:
    """Which alarms are raised."""
    return sorted({each["metric"]["alertname"] for each in query(address, 'ALERTS{alertstate="firing"}')})


def watch(address: str, seconds: float = 20) -> tuple[list[str], list[str]]:
    """What dashboard and alarms say once they say something, or have been silent for so long."""
    deadline = time.monotonic() + seconds
    while not (alarms := hear_alarms(address)) and time.monotonic() < deadline:
        time.sleep(0.5)
    return hear_dashboard(address), alarms


def name(words: Sequence[str]) -> str:
    return ", ".join(words) or NOBODY


def ask_doctor(house: House) -> str:
    """The faults it names."""
    _, checks = examine(house.patient)
    return name(sorted(each["fault"] for each in checks if not each["ok"]))


def test_in_a_house_that_is_well_nobody_says_anything(house: House) -> None:
    assert start(house) == "starts"

    with run_prometheus(house.node.port, patience="2s") as address:
        wait_until_seen(address)
        talk(house, 3)
        dashboard, alarms = watch(address, 8)

    assert (dashboard, alarms, ask_doctor(house)) == ([], [], NOBODY)


@pytest.mark.parametrize("fault", BEFORE)
def test_a_fault_that_is_there_at_the_start_is_noticed_as_the_page_says(house: House, fault: str) -> None:
    PLANTS[fault](house.patient)

    started = start(house)
    with run_prometheus(house.node.port, patience="2s") as address:
        dashboard, alarms = watch(address)

    assert Noticed(started, ask_doctor(house), name(dashboard), name(alarms)) == read_page().get(fault)


@pytest.mark.parametrize("fault", BEFALL)
def test_a_fault_that_befalls_a_running_server_is_noticed_as_the_page_says(house: House, fault: str) -> None:
    PREPARE.get(fault, lambda _: None)(house)
    started = start(house)
    with run_prometheus(house.node.port, patience="2s") as address:
        wait_until_seen(address)
        talk(house, 1)
        BEFALL[fault](house)
        talk(house, 3)
        dashboard, alarms = watch(address, PATIENCE.get(fault, 20))
        said = ask_doctor(house)

    assert Noticed(started, said, name(dashboard), name(alarms)) == read_page().get(fault)


def test_the_page_has_no_other_fault() -> None:
    assert set(read_page()) == {*BEFORE, *BEFALL}
    assert len(read_page()) >= 20
