"""The smaller commands, at the point where they print."""

import asyncio
import hashlib
import io
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from rich.console import Console

from antiphon.cli.configuration import replace_options
from antiphon.cli.conversations.conversations import EMPTY, print_conversations
from antiphon.cli.conversations.show import print_conversation
from antiphon.cli.conversations.stop import stop_conversation
from antiphon.cli.conversations.watch import watch_conversation
from antiphon.cli.replies.attempts import print_receipts
from antiphon.cli.server.config import hide_password
from antiphon.cli.turns.display import PlainDisplay
from antiphon.client import AsyncClient
from antiphon.client.answers.conversations import Conversation
from antiphon.client.answers.replies import Receipt
from antiphon.conversation.errors import SettingsInvalid
from antiphon.conversation.ids import TurnId
from antiphon.conversation.state import ReplyState
from antiphon.conversation.wire import encode_view
from antiphon.settings import Settings
from tests.cli.samples import CONVERSATION, build_reply, build_turn, build_view
from tests.cli.stage import Stage, snapshot

ROW = Conversation(
    id="0198f1c2-7a6b-7c3d-9e4f-0123456789ab",
    title="Should I\x1b[2J move?",
    turn_count=12,
    created_at=datetime(2026, 5, 1, 12, 0, tzinfo=UTC),
    in_flight=True,
)


def build_terminal(width: int) -> Console:
    return Console(file=io.StringIO(), force_terminal=True, color_system=None, width=width)


def read(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_a_moment_is_whole_on_a_narrow_terminal() -> None:
    console = build_terminal(80)
    long = ROW.model_copy(update={"title": "Shall I take the offer in the other town or stay where I am?"})

    print_conversations(console, [long])

    assert re.search(r"20\d\d-\d\d-\d\d \d\d:\d\d", read(console))


@pytest.mark.parametrize("width", [60, 100, 160])
def test_conversation_id_can_be_copied_at_any_width(width: int) -> None:
    console = build_terminal(width)

    print_conversations(console, [ROW])

    assert ROW.id in read(console)
    assert "\x1b[2J" not in read(console)


def test_conversations_in_a_pipe_are_tab_separated() -> None:
    console = Console(file=io.StringIO(), width=40)

    print_conversations(console, [ROW])

    cells = read(console).rstrip("\n").split("\t")
    assert cells[:3] == [ROW.id, "Should I[2J move?", "12"]
    assert cells[4] == "answering"


def test_a_conversation_without_a_title_is_called_by_its_first_words() -> None:
    console = build_terminal(100)

    print_conversations(console, [ROW.model_copy(update={"title": "", "opening": "Shall I sign?"})])

    assert "Shall I sign?" in read(console)
    assert "untitled" not in read(console)


def test_no_conversations_yet_says_how_to_begin() -> None:
    console = build_terminal(100)

    print_conversations(console, [])

    assert read(console).strip() == EMPTY


def test_show_prints_the_newest_turns() -> None:
    turns = [
        build_turn(build_reply(1, ReplyState.COMPLETE, f"Answer {number}"), position=number, id=TurnId(str(number)))
        for number in range(4)
    ]
    console = build_terminal(100)

    print_conversation(console, build_view(*turns, seq=9), 2)

    text = read(console)
    assert "Answer 1" not in text
    assert text.index("Answer 2") < text.index("Answer 3")
    assert "--turns shows more" in text


@pytest.mark.parametrize("body", ['{"messages":[{"content":"é"}]}', "not json"])
def test_receipt_says_whether_the_fingerprint_fits(body: str) -> None:
    digest = hashlib.sha256(body.encode()).hexdigest()
    good = Receipt(
        epoch=1, attempt=1, provider="p", model="m", url="http://x", sha256=digest, size=len(body), body=body
    )
    console = build_terminal(200)

    print_receipts(console, [good, good.model_copy(update={"attempt": 2, "sha256": "0" * 64})])

    text = read(console)
    assert f"{digest} (fits the body)" in text
    assert f"{'0' * 64} (DOES NOT FIT the body)" in text
    assert "é" in text or body in text


async def test_stop_stops_the_newest_open_turn(stage: Stage, client: AsyncClient) -> None:
    view = build_view(build_turn(build_reply(1, ReplyState.STREAMING, "So")), seq=3)
    stage.answer("GET", f"/v1/conversations/{CONVERSATION}", encode_view(view))
    stage.answer("POST", "/v1/turns/t-1/stop", {"stopping": ["r-1"]}, status=202)

    assert await stop_conversation(client, CONVERSATION) == "stopping 1 reply"


async def test_stop_with_nothing_open_says_so(stage: Stage, client: AsyncClient) -> None:
    stage.answer("GET", f"/v1/conversations/{CONVERSATION}", encode_view(build_view(seq=1)))

    sentence = await stop_conversation(client, CONVERSATION)

    assert sentence == "nothing is being answered in this conversation"
    assert len(stage.requests) == 1


@pytest.mark.measured
async def test_watch_prints_the_newest_turn_and_later_ones(stage: Stage, client: AsyncClient) -> None:
    turns = [
        build_turn(
            build_reply(number, ReplyState.COMPLETE, f"Answer {number}"),
            position=number,
            id=TurnId(str(number)),
        )
        for number in (1, 2, 3)
    ]
    never = asyncio.Event()
    stage.feeds = [[snapshot(build_view(*turns[:2], seq=8)), snapshot(build_view(*turns, seq=12)), never]]
    output = io.StringIO()

    display = PlainDisplay(Console(file=output), Console(file=io.StringIO()))
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(watch_conversation(client, CONVERSATION, display), 0.5)

    never.set()
    assert output.getvalue() == "Bruno: Answer 2\nChen: Answer 3\n"
    assert [each.method for each in stage.requests] == ["GET"]


def test_password_in_an_address_is_hidden() -> None:
    assert hide_password("postgresql+psycopg://me:s3:c@ret@db/x") == "postgresql+psycopg://me:***@db/x"
    assert hide_password("http://127.0.0.1:11434/v1") == "http://127.0.0.1:11434/v1"


def test_address_options_are_checked_like_settings(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path)

    assert replace_options(settings, host=None, port=0).port == 0
    with pytest.raises(SettingsInvalid, match="--host: must be a loopback address"):
        replace_options(settings, host="0.0.0.0", port=None)
