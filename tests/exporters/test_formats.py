"""What each format writes: every voice by its name, and in training data each voice by itself."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from antiphon.conversation.ids import AdvisorId, ConversationId, ReplyId, TurnId
from antiphon.conversation.reply import Reply, ReplyError
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Turn
from antiphon.exporters.formats.archive import exporter as archive
from antiphon.exporters.formats.markdown import exporter as markdown
from antiphon.exporters.formats.page import exporter as page
from antiphon.exporters.formats.sharegpt import exporter as sharegpt
from antiphon.exporters.formats.training import openai_chat, preferences
from antiphon.exporters.protocol import ConversationDocument, Exporter, ExportOptions, Member

AT = datetime(2026, 3, 1, 12, tzinfo=UTC)
ANN = Reply(ReplyId("r_1"), AdvisorId("ann"), 1, "Ann", "sea", "m", state=ReplyState.COMPLETE, text="Wait.", variant=1)
BEN = replace(ANN, id=ReplyId("r_2"), advisor_id=AdvisorId("ben"), name="Ben", text="Go.", variant=0)
FAILED = replace(BEN, state=ReplyState.ERROR, text="", error=ReplyError("net", "no connection"))
OTHER = replace(ANN, id=ReplyId("r_3"), text="Never.", variant=0, chosen=False)


def turn(position: int, text: str, *replies: Reply) -> Turn:
    return Turn(TurnId(f"t_{position}"), ConversationId("c_1"), position, text, AT, replies)


TALK = (
    turn(1, "Do I sign?", ANN, OTHER, BEN),
    turn(2, "Really?", replace(ANN, text="Yes.", thinking="Hmm.", edited="Yes, wait."), FAILED),
)


class Shelf:
    """Some conversations."""

    def __init__(self, *turns: Turn) -> None:
        self._turns: Sequence[Turn] = turns

    def conversations(self) -> Iterator[ConversationDocument]:
        described = {(AdvisorId("ann"), 1): "You doubt.", (AdvisorId("ben"), 1): "You build."}
        if self._turns:
            yield ConversationDocument(ConversationId("c_1"), 'The "offer"', AT, lambda: iter(self._turns), described)

    def members(self) -> Iterator[Member]:
        yield Member("advisors.jsonl", iter([b"one\n", b"two\n"]))


def write(exporter: Exporter, *turns: Turn, **options: bool) -> str:
    return b"".join(exporter.write(Shelf(*turns), ExportOptions(**options))).decode()


def test_markdown_has_every_voice_and_says_who_did_not_answer() -> None:
    written = write(markdown, *TALK)

    assert written == (
        '---\nantiphon: 1\nconversation: c_1\ntitle: "The \\"offer\\""\nbegan: 2026-03-01T12:00:00.000Z\n---\n\n'
        '# The "offer"\n\n'
        "## 1. 2026-03-01T12:00:00.000Z\n\nDo I sign?\n\n### Ann (m)\n\nWait.\n\n### Ben (m)\n\nGo.\n\n"
        "## 2. 2026-03-01T12:00:00.000Z\n\nReally?\n\n### Ann (m)\n\nYes, wait. [edited]\n\n"
        "### Ben (m)\n\n> No answer: no connection\n"
    )


def test_variants_and_thoughts_go_along_on_request() -> None:
    written = write(markdown, *TALK, variants=True, thinking=True)
    shown = write(page, *TALK, variants=True, thinking=True)

    assert "### Ann (m), also said\n\nNever." in written
    assert "### Ann (m)\n\n> Hmm.\n\nYes, wait. [edited]" in written
    assert ("Never." in shown, "Hmm." in shown) == (True, True)
    assert ("Never." in write(page, *TALK), "Hmm." in write(page, *TALK)) == (False, False)


def test_a_page_asks_nobody_for_anything() -> None:
    said = replace(ANN, text="<script>alert(1)</script> ![x](http://elsewhere.example/a.png)")

    written = write(page, turn(1, "<b>Do</b> I sign?", said, FAILED))

    assert written.startswith("<!doctype html>")
    assert ("<script" in written, "<img" in written, "<b>Do</b>" in written) == (False, False, False)
    assert "No answer: no connection" in written
    assert "default-src &#x27;none&#x27;" in written or "default-src 'none'" in written


def test_training_data_holds_each_voice_by_itself() -> None:
    """D1."""
    """Nobody's words stand in another's thread, and an error is in none."""
    lines = [json.loads(line) for line in write(openai_chat, *TALK).splitlines()]

    assert lines == [
        {
            "messages": [
                {"role": "system", "content": "You doubt."},
                {"role": "user", "content": "Do I sign?"},
                {"role": "assistant", "content": "Wait."},
                {"role": "user", "content": "Really?"},
                {"role": "assistant", "content": "Yes, wait."},
            ]
        },
        {
            "messages": [
                {"role": "system", "content": "You build."},
                {"role": "user", "content": "Do I sign?"},
                {"role": "assistant", "content": "Go."},
            ]
        },
    ]


def test_what_somebody_chose_or_put_into_other_words_is_a_preference() -> None:
    lines = [json.loads(line) for line in write(preferences, *TALK).splitlines()]

    said = [(each["preferred_output"][0]["content"], each["non_preferred_output"][0]["content"]) for each in lines]
    assert said == [("Wait.", "Never."), ("Yes, wait.", "Yes.")]
    assert lines[1]["input"]["messages"][-2:] == [
        {"role": "assistant", "content": "Wait."},
        {"role": "user", "content": "Really?"},
    ]


def test_an_answer_that_was_asked_for_again_and_left_where_it_was_is_no_preference() -> None:
    """A first answer stands until somebody chooses another, whether or not they ever looked at it."""
    first, second = replace(ANN, variant=0), replace(OTHER, variant=1)

    assert write(preferences, turn(1, "Do I sign?", first, second)) == ""
    assert "Wait, wait." in write(preferences, turn(1, "Do I sign?", replace(first, edited="Wait, wait."), second))


def test_sharegpt_is_one_list() -> None:
    """D1."""
    found = json.loads(write(sharegpt, *TALK))

    assert [each["id"] for each in found] == ["c_1/ann", "c_1/ben"]
    assert found[1]["conversations"] == [
        {"from": "system", "value": "You build."},
        {"from": "human", "value": "Do I sign?"},
        {"from": "gpt", "value": "Go."},
    ]
    assert json.loads(write(sharegpt)) == []


def test_the_same_document_is_the_same_archive() -> None:
    first, second = (b"".join(archive.write(Shelf(), ExportOptions())) for _ in range(2))

    assert first == second
