"""Turns written out: everything for programs, what counts for people."""

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.analysis.export import export_turns
from antiphon.conversation.ids import AdvisorId, ConversationId, DocumentId, ReplyId, TurnId
from antiphon.conversation.part import FilePart, ImagePart
from antiphon.conversation.picture import Picture
from antiphon.conversation.reply import Reply, ReplyError
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Turn
from antiphon.conversation.wire import decode_turn

REPLY = Reply(
    ReplyId("r_1"), AdvisorId("ann"), 1, "Ann", "#123456", "echo:small", state=ReplyState.COMPLETE, text="Rain?"
)
TURN = Turn(
    TurnId("t_1"), ConversationId("c_1"), 1, "Hello", datetime(2026, 3, 1, 12, 0, 0, 5_000, tzinfo=UTC), (REPLY,)
)
SECOND = replace(
    TURN,
    id=TurnId("t_2"),
    position=2,
    text="No rain",
    replies=(
        replace(REPLY, text="Wind?"),
        replace(REPLY, text="Never mind.", variant=1, chosen=False),
        replace(REPLY, name="Ben", text="12", edited="Twelve."),
    ),
)


def test_markdown_has_a_heading_for_each_turn_and_each_voice() -> None:
    assert export_turns([TURN, SECOND], "md") == (
        "## 1. 2026-03-01T12:00:00.005Z\n\nHello\n\n### Ann (echo:small)\n\nRain?\n\n"
        "## 2. 2026-03-01T12:00:00.005Z\n\nNo rain\n\n### Ann (echo:small)\n\nWind?\n\n"
        "### Ben (echo:small)\n\nTwelve. [edited]"
    )


def test_what_the_person_handed_over_stands_beside_their_words() -> None:
    plan = ImagePart(DocumentId("d_1"), "image/png", 3, 4, "plan.png")
    lease = FilePart(DocumentId("d_2"), "lease\n*v2*.pdf", "application/pdf")
    shown = replace(TURN, text="", parts=(plan, lease))

    md, html, txt = (export_turns([shown], form, read_picture=lambda _: b"bytes") for form in ("md", "html", "txt"))

    assert "Z\n\n![plan.png](data:image/png;base64,Ynl0ZXM=)\n\n[lease \\*v2\\*.pdf]\n\n### Ann" in md
    assert 'src="data:image/png;base64,Ynl0ZXM="' in html
    assert "[lease *v2*.pdf]</p>" in html
    assert "\n\nYou: [plan.png] [lease *v2*.pdf]\n\n" in txt


@pytest.mark.parametrize(
    "kind", ['image/png"><meta http-equiv="refresh" content="0;url=https://evil.example/"><x y="', "image/svg+xml"]
)
def test_what_only_calls_itself_a_picture_is_named_and_not_shown(kind: str) -> None:
    told = replace(REPLY, pictures=(Picture(DocumentId("d"), kind, 3, 4, "a.png"),))
    turn = replace(TURN, replies=(told,))

    pages = [export_turns([turn], form, read_picture=lambda _: b"bytes") for form in ("html", "md")]

    for page in pages:
        assert "[a.png, 3 \u00d7 4 pixels]" in page
        assert "evil" not in page
        assert "data:image/svg" not in page


def test_plain_text_names_who_speaks() -> None:
    assert export_turns([TURN, SECOND], "txt") == (
        "[1] 2026-03-01T12:00:00.005Z\n\nYou: Hello\n\nAnn: Rain?\n\n"
        "[2] 2026-03-01T12:00:00.005Z\n\nYou: No rain\n\nAnn: Wind?\n\nBen: Twelve. [edited]"
    )


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (
            replace(REPLY, state=ReplyState.ERROR, text="", error=ReplyError("net", "no connection")),
            "> No answer: no connection",
        ),
        (
            replace(REPLY, state=ReplyState.ERROR, text="Half of", error=ReplyError("stream", "it broke off")),
            "Half of\n\n> Not to its end: it broke off",
        ),
        (replace(REPLY, state=ReplyState.WAITING, text=""), "[waiting]"),
        (replace(REPLY, state=ReplyState.STOPPED, text="So far"), "So far [stopped]"),
    ],
)
def test_what_did_not_end_well_says_so(reply: Reply, words: str) -> None:
    """D24, W24: the error stands beside the text and is never part of it."""
    assert export_turns([replace(TURN, replies=(reply,))], "txt").endswith(f"\n\nAnn: {words}")


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=20), max_size=3))
def test_json_holds_everything_and_reads_back(texts: list[str]) -> None:
    """D1: also answers that were not chosen, and every character as it is."""
    turns = [
        replace(SECOND, id=TurnId(f"t_{number}"), position=number, text=text) for number, text in enumerate(texts, 1)
    ]

    exported = export_turns(turns, "json")

    assert [decode_turn(body) for body in json.loads(exported)] == turns
    assert "\\u" not in export_turns([replace(TURN, text="雨 é")], "json")


@pytest.mark.parametrize(("form", "nothing"), [("json", "[]"), ("md", ""), ("txt", "")])
def test_nothing_is_exported_as_nothing(form: str, nothing: str) -> None:
    assert export_turns([], form) == nothing
