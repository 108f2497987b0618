"""`antiphon map` in front of the whole application, and the map on paper of every width."""

import io
import re
from collections.abc import Iterator
from typing import Any

import pytest
from rich.console import Console

from antiphon.cli.maps.table import describe_split, print_map, stand_of
from antiphon.client.answers.base import AdvisorName
from antiphon.client.answers.maps import Claim, ClaimStance, Map, MapAdvisor
from antiphon.client.answers.quorum import CutAdvisor, MissingAdvisor, Quorum, TrimmedAdvisor
from antiphon.providers.scripted.reader import answer_look
from tests.cli.house import Person
from tests.cli.test_pages import DOCS, Names, list_commands
from tests.fakes.model_server import Script, answer, fail
from tests.journeys.cartographer import CLAIMS, RENTS, SAID, MapReader, entries

# One home is shared by all of them, so a model that was checked has a name of its own.
CHECKED = "fake:checked"


@pytest.fixture
def reader(person: Person) -> Iterator[MapReader]:
    """The model server also draws maps."""
    made = MapReader(person.voices)
    person.voices.server.handler = made.choose
    yield made
    person.voices.server.handler = person.voices.choose


def three_answer(person: Person, reader: MapReader) -> None:
    """Three advisors, one of whom contradicts the others."""
    for voice, text in SAID.items():
        person.voices.script(voice, answer(text))
        reader.finds(text, entries(*CLAIMS[voice]))
    person.asks("Shall I sign?", *(part for voice in SAID for part in ("--advisor", voice)))


def test_whose_stance_is_said_with_which_claim(person: Person) -> None:
    for options in (("--undo",), ("--advisor", "skeptic")):
        assert person.types("map", *options).code == 2


def test_the_map_is_drawn_when_there_is_none_and_kept(person: Person, reader: MapReader) -> None:
    """U-06, U-07: quorum first, then claims by advisors in words."""
    three_answer(person, reader)
    checked = person.types("eval", "map", "--model", CHECKED)
    asked, read = len(reader.requests("judge")), len(reader.requests("claims"))

    drawn = person.types("map", "--model", CHECKED)

    assert drawn.code == 0, drawn.err
    head, table = drawn.out.split("\n\n")
    assert checked.code == 0, checked.err
    assert "In maps it may put claims together and say who is on which side." in checked.out
    assert head.startswith("3 of 3 voices heard in full.")
    assert "Checked with this model: it finds 10 in 10 agreements and 10 in 10 contradictions." in head
    assert [line.split("\t") for line in table.splitlines()] == [
        ["number", "claim", "stands", "The Skeptic", "The Builder", "The Historian"],
        ["1", "Rents will fall.", "split 1 to 1", "agrees", "contradicts", "silent"],
        ["2", "Sign today.", "split 2 to 1", "contradicts", "agrees", "agrees"],
        ["3", "It was done before.", "only one voice", "silent", "silent", "only voice"],
    ]
    assert person.types("map").out == drawn.out
    assert len(reader.requests("claims")) == read + 3, "shown again, not drawn again"
    assert len(reader.requests("judge")) > asked


def test_a_model_that_was_never_checked_takes_no_sides(person: Person, reader: MapReader) -> None:
    """U-06: the line above the claims says so, and how to change it."""
    three_answer(person, reader)
    asked = len(reader.requests("judge"))

    head, table = person.types("map", "--model", "fake:unknown").out.split("\n\n")

    assert "grouped by their meaning; sides were not read. The model was never checked: antiphon eval map" in head
    assert ["1", "Sign today.", "near, 3", *["speaks of it"] * 3] in [line.split("\t") for line in table.splitlines()]
    assert len(reader.requests("judge")) == asked
    assert "calls" in person.types("eval", "map", "--forecast").out
    assert "fake:unknown" not in person.types("eval", "map", "--list").out


def test_a_check_that_fails_says_why(person: Person, reader: MapReader) -> None:
    reader.judges.append(fail(401, {"error": {"message": "bad key"}}))

    failed = person.types("eval", "map", "--model", "fake:broken")

    assert failed.code == 1
    assert "fake:broken could not be checked" in failed.err


def test_quotes_json_and_drawing_again(person: Person, reader: MapReader) -> None:
    three_answer(person, reader)

    quoted = person.types("map", "--quotes").out
    again = person.types("map", "--again", "--turn", "1", "--model", "fake:other", "--json").json

    assert "The Builder: \u201cRents **never** fall here.\u201d" in quoted
    assert "speaks of it   The Skeptic, The Builder" in quoted
    assert (again["analysis"]["model"], len(again["claims"])) == ("fake:other", 3)


def test_what_a_map_may_cost_is_said_and_nothing_is_drawn(person: Person, reader: MapReader) -> None:
    """U-09: a model whose price nobody knows is no free one."""
    three_answer(person, reader)
    sent = len(reader.voices.server.requests)

    said = person.types("map", "--forecast")

    assert re.fullmatch(r"\S+: 3 calls, about [\d,]+ tokens to read, at most 12,288 to write; (.+)\n", said.out)
    assert "what that costs is not known" in said.out
    assert person.types("map", "--forecast", "--json").json["calls"] == 3
    assert len(reader.voices.server.requests) == sent


def test_a_stance_is_disputed_and_restored(person: Person, reader: MapReader) -> None:
    """U-06: by the command line alone, with undo."""
    three_answer(person, reader)
    person.types("eval", "map", "--model", CHECKED)
    assert "no map of this turn" in person.types("map", "--dispute", "1", "--advisor", "builder").err
    person.types("map", "--model", CHECKED)

    disputed = person.types("map", "--dispute", "1", "--advisor", "the builder")
    assert disputed.out == f"1. {RENTS}: only one voice\n"
    assert "only voice\tdisputed\tsilent" in person.types("map").out
    person.types("map", "--dispute", "1", "--advisor", "builder", "--undo")
    person.types("map", "--dispute", "1", "--advisor", "skeptic")
    assert "disputed\talone against\tsilent" in person.types("map").out
    person.types("map", "--dispute", "1", "--advisor", "skeptic", "--undo")
    assert person.types("map", "--dispute", "1", "--advisor", "builder", "--undo").out.endswith("split 1 to 1\n")
    assert "nobody called x" in person.types("map", "--dispute", "1", "--advisor", "x").err
    assert "whose stance" in person.types("map", "--dispute", "1").err


def test_a_map_that_cannot_be_drawn_says_why(person: Person, reader: MapReader) -> None:
    person.voices.script("skeptic", answer("Perhaps."))
    person.asks("Shall I?", "--advisor", "skeptic")
    reader.finds("Perhaps.", fail(401, {"error": {"message": "bad key"}}))

    failed = person.types("map")

    assert failed.code == 1
    assert "the map of turn 1 could not be drawn" in failed.err
    assert failed.out == ""


DISPUTED = ClaimStance(advisor_id="skeptic", stand="agrees", quote="x", disputed=True)
MAP = Map(
    turn_id="t",
    position=3,
    question="Shall I sign?",
    status="done",
    is_stale=True,
    analysis=None,
    drawn_id="an",
    quorum=Quorum(
        asked=5,
        answered=3,
        confidence="moderate",
        was="high",
        missing=(MissingAdvisor(name="The Historian", state="error", code="auth"),),
        cut=(CutAdvisor(name="The Confidant", state="stopped"),),
        trimmed=(TrimmedAdvisor(name="The Builder", turns=2),),
        suspected=(AdvisorName(name="The Skeptic"),),
        is_selective=True,
    ),
    voices=tuple(
        MapAdvisor(advisor_id=name.lower(), name=f"The {name}", state="complete", heard=heard)
        for name, heard in (
            ("Skeptic", "read"),
            ("Builder", "read"),
            ("Historian", "absent"),
            ("Confidant", "unread"),
            ("Contrarian", "new"),
        )
    ),
    claims=(
        Claim(
            number=1,
            text="A long claim that needs more than one line on a narrow screen, and says so.",
            label="contradict",
            stances=(
                ClaimStance(advisor_id="skeptic", stand="agrees", quote="Yes."),
                ClaimStance(advisor_id="builder", stand="contradicts", quote="No\x1b[2J."),
            ),
        ),
        Claim(
            number=2,
            text="Gone.",
            label="lone",
            stances=(ClaimStance(advisor_id="skeptic", stand="agrees", quote="x", disputed=True),),
        ),
    ),
    dropped={"quote": 2, "unknown_claim": 1},
)


_STYLE = re.compile(r"\x1b\[[0-9;]*m")


def printed(width: int, map_: Map = MAP, **more: bool) -> str:
    """The map on a terminal of this width."""
    console = Console(file=io.StringIO(), width=width, force_terminal=True, no_color=True, highlight=False)
    print_map(console, map_, **more)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize("width", [40, 60, 80, 140])
def test_the_map_fits_every_width_and_says_everything_in_words(width: int) -> None:
    """D43, U-06, U-07: words and not only signs; who was not heard comes first."""
    plain = _STYLE.sub("", printed(width))

    assert max(len(line) for line in plain.splitlines()) <= width
    assert plain.index("Not heard: The Historian failed (auth).") < plain.index("A long claim")
    for word in ("agrees", "contradicts", "no answer", "not read", "disputed"):
        assert word in plain


@pytest.mark.parametrize("width", [60, 140])
def test_claims_that_were_not_compared_are_nobodys_alone(width: int) -> None:
    """U-06: the head says so, and no voice is called silent or the only one."""
    lone = Claim(
        number=1, text="Sign.", label="lone", stances=(ClaimStance(advisor_id="skeptic", stand="agrees", quote="x"),)
    )
    said = " ".join(_STYLE.sub("", printed(width, MAP.model_copy(update={"claims": (lone,), "ungrouped": 1}))).split())

    assert "These claims were not compared" in said
    assert "not compared" in said.split("Turn 3")[1]
    assert "only" not in said.split("Turn 3")[1]
    assert "silent" not in said


def test_words_of_a_model_cannot_move_the_cursor() -> None:
    assert "\x1b[2J" not in printed(60, quotes=True)


def test_how_they_stand_in_words() -> None:
    first, second = MAP.claims
    assert [stand_of(voice, first) for voice in MAP.voices] == [
        "agrees",
        "contradicts",
        "no answer",
        "not read",
        "not read",
    ]
    assert (describe_split(first), describe_split(second)) == ("split 1 to 1", "disputed by you")
    assert "Left out: 2 entries that quoted words that are not in the answer." in printed(80)


def test_every_command_on_the_page_runs(person: Person) -> None:
    """The rehearsal's own reader draws the maps."""
    names, voices = Names(person), person.voices
    names.known["PROVIDER:MODEL"] = "fake:m"

    def choose(body: dict[str, Any]) -> Script:
        looked = answer_look(body["messages"][0]["content"], body["messages"][-1]["content"])
        return voices.choose(body) if looked is None else answer(looked)

    voices.server.handler = choose
    try:
        done = [person.types(*names.fill(words)) for words in list_commands("how-to/map.md")]
    finally:
        voices.server.handler = voices.choose

    assert len(done) == 13
    assert [each.err for each in done if each.code] == []


@pytest.mark.parametrize("page", ["how-to/map.md", "explanation/reading-the-room.md"])
def test_links_of_the_page_lead_somewhere(page: str) -> None:
    here = DOCS / page
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", here.read_text(encoding="utf-8"))

    assert links
    assert [link for link in links if not (here.parent / link).exists()] == []
