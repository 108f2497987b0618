"""`antiphon send` against a stage."""

import json
import re
from pathlib import Path

import pytest

from antiphon.cli.options import build_choice
from antiphon.cli.turns.send import REHEARSAL, SendRequest, send_request
from antiphon.client.answers.advisors import Advisor
from antiphon.client.naming import match_advisors
from antiphon.conversation.errors import Malformed
from antiphon.conversation.reply import ReplyError
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Turn
from antiphon.conversation.wire import encode_turn
from antiphon.settings import Settings
from tests.cli.samples import CONVERSATION, build_reply, build_turn, build_view
from tests.cli.stage import Stage, snapshot

KNOWN = (Advisor(id="a-1", name="Iris"), Advisor(id="a-2", name="Bruno"), Advisor(id="a-3", name="Bruno"))
TURNS = f"/v1/conversations/{CONVERSATION}/turns"


@pytest.fixture
def settings(stage: Stage, tmp_path: Path) -> Settings:
    stage.leave_note(tmp_path)
    return Settings(data_dir=tmp_path)


def play(stage: Stage, ended: Turn, *, rehearsal: bool = False) -> None:
    """One conversation in which one turn is accepted and ends in this way."""
    row = {"id": CONVERSATION, "title": "Now", "turn_count": 0, "created_at": "2026-05-01T12:00:00.000Z"}
    waiting = build_turn(*(build_reply(number) for number in range(1, len(ended.replies) + 1)))
    stage.answer("GET", "/v1/status", {"version": "0.1.0", "rehearsal": rehearsal, "default_model": "m"})
    stage.answer("GET", "/v1/advisors", {"items": [each.model_dump() for each in KNOWN], "next": None})
    stage.answer("POST", "/v1/conversations", row, status=201)
    stage.answer("GET", "/v1/conversations", {"items": [row], "next": None})
    stage.answer("POST", TURNS, {"turn": encode_turn(waiting), "seq": 2, "replayed": False}, status=202)
    stage.feeds = [[snapshot(build_view(waiting, seq=2)), snapshot(build_view(ended, seq=5))]]


async def test_plain_send_prints_lines_without_escapes(
    stage: Stage, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    failed = build_reply(2, ReplyState.ERROR, error=ReplyError("net", "no connection"))
    play(stage, build_turn(build_reply(1, ReplyState.COMPLETE, "Yes.\nDo.", seconds=2.0), failed))

    code = await send_request(settings, SendRequest("What now?", plain=True))

    out, err = capsys.readouterr()
    assert code == 0
    assert out == "Iris: Yes.\nIris: Do.\nBruno: [error: net] no connection\n"
    assert err == "1 of 2 answered in 2.0 s · conversation c-1\n"


async def test_long_plain_line_is_not_wrapped(
    stage: Stage, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    play(stage, build_turn(build_reply(1, ReplyState.COMPLETE, "word " * 100 + "end")))

    await send_request(settings, SendRequest("What now?"))

    assert capsys.readouterr().out == "Iris: " + "word " * 100 + "end\n"


async def test_rehearsal_is_said_beside_the_answers(
    stage: Stage, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    play(stage, build_turn(build_reply(1, ReplyState.COMPLETE, "Yes.")), rehearsal=True)

    await send_request(settings, SendRequest("What now?", plain=True))

    out, err = capsys.readouterr()
    assert out == "Iris: Yes.\n"
    assert "rehearsal: these are scripted voices, no model was called" in err
    assert "OPENAI_API_KEY" in err


async def test_json_is_the_final_turn_and_nothing_else(
    stage: Stage, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    ended = build_turn(build_reply(1, ReplyState.COMPLETE, "Yes."))
    play(stage, ended)

    await send_request(settings, SendRequest("What now?", as_json=True))

    assert json.loads(capsys.readouterr().out) == encode_turn(ended)


async def test_nobody_answering_is_exit_code_two(stage: Stage, settings: Settings) -> None:
    play(stage, build_turn(build_reply(1, ReplyState.RATE_LIMITED)))

    assert await send_request(settings, SendRequest("What now?", plain=True)) == 2


async def test_default_is_a_new_conversation(stage: Stage, settings: Settings) -> None:
    play(stage, build_turn(build_reply(1, ReplyState.COMPLETE, "Yes.")))

    await send_request(settings, SendRequest("What now?", plain=True))

    assert len(stage.seen("POST", "/v1/conversations")) == 1
    assert stage.seen("POST", TURNS)[0].body == {"text": "What now?"}


@pytest.mark.parametrize(
    "asked",
    [SendRequest("And now?", continue_newest=True, plain=True), SendRequest("And now?", CONVERSATION, plain=True)],
    ids=["continue", "conversation"],
)
async def test_existing_conversation_is_continued(asked: SendRequest, stage: Stage, settings: Settings) -> None:
    play(stage, build_turn(build_reply(1, ReplyState.COMPLETE, "Yes.")))

    await send_request(settings, asked)

    assert stage.seen("POST", "/v1/conversations") == []
    assert len(stage.seen("POST", TURNS)) == 1


async def test_chosen_advisors_are_sent_as_ids(stage: Stage, settings: Settings) -> None:
    play(stage, build_turn(build_reply(1, ReplyState.COMPLETE, "Yes.")))

    await send_request(settings, SendRequest("What now?", advisors=("iris", "a-3"), plain=True))

    assert stage.seen("POST", TURNS)[0].body["advisor_ids"] == ["a-1", "a-3"]


async def test_another_model_is_for_everybody_or_for_one_by_name(stage: Stage, settings: Settings) -> None:
    play(stage, build_turn(build_reply(1, ReplyState.COMPLETE, "Yes.")))
    choice = build_choice(models=["house:large", "iris=house:small"])

    await send_request(settings, SendRequest("What now?", choice=choice))

    assert stage.seen("POST", TURNS)[0].body["choice"] == {"model": "house:large", "models": {"a-1": "house:small"}}


def test_the_usual_models_are_asked_for_by_a_word() -> None:
    assert build_choice(models=["usual", "iris=house:small"]) == {
        "usual_models": True,
        "models": {"iris": "house:small"},
    }


def test_an_advisor_goes_by_the_slug_of_its_name() -> None:
    """One of one's own as well; two of one slug are named by their ids."""
    buber = Advisor(id="a-9", name="Martin Buber")

    assert match_advisors([*KNOWN, buber], ["martin-buber", "Martin-Buber"]) == ("a-9",)
    with pytest.raises(Malformed, match="several advisors are called martin-buber; use an id: a-9, a-10"):
        match_advisors([buber, Advisor(id="a-10", name="Martin, Buber")], ["martin-buber"])


def test_advisor_asked_twice_is_asked_once() -> None:
    assert match_advisors(KNOWN, ["IRIS", "a-1", "a-2"]) == ("a-1", "a-2")


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [("Bruno", "several advisors are called Bruno; use an id: a-2, a-3"), ("Zed", "there is no advisor Zed")],
)
def test_advisor_that_cannot_be_told_is_refused(wanted: str, sentence: str) -> None:
    with pytest.raises(Malformed, match=sentence):
        match_advisors(KNOWN, [wanted])


async def test_rehearsal_breaks_between_words_on_a_terminal(
    stage: Stage, settings: Settings, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    play(stage, build_turn(build_reply(1, ReplyState.COMPLETE, "Yes.")), rehearsal=True)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("FORCE_COLOR", "1")

    await send_request(settings, SendRequest("What now?", as_json=True))

    lines = re.sub(r"\x1b\[[0-9;]*m", "", capsys.readouterr().err).rstrip().split("\n")
    assert " ".join(line.strip() for line in lines) == REHEARSAL
    assert max(map(len, lines)) <= 80
