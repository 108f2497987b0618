"""One turn on one sheet: whoever is missing first, and only what there is."""

from dataclasses import replace
from datetime import UTC, datetime

from antiphon.analysis.decision_page import DecisionSheet, DrawnMap, fingerprint_turn, write_sheet
from antiphon.analysis.voices import mark_words
from antiphon.conversation.claim import Claim, Stance
from antiphon.conversation.decision import Decision
from antiphon.conversation.ids import AdvisorId, ReplyId
from antiphon.conversation.quorum import MissingVoice, Quorum
from antiphon.conversation.state import ReplyState
from antiphon.conversation.synthesis import Anchor, Sentence, Synthesis
from tests.analysis.test_export import REPLY, TURN
from tests.analysis.test_html_page import find_foreign

ANN, BEN, COY, DOT = (AdvisorId(each) for each in ("ann", "ben", "coy", "dot"))
REPLIES = (
    replace(REPLY, text="Sign it."),
    replace(REPLY, id=ReplyId("r_2"), advisor_id=BEN, name="Ben", text="Never."),
    replace(REPLY, id=ReplyId("r_3"), advisor_id=COY, name="Coy", text="", state=ReplyState.ERROR),
    replace(REPLY, id=ReplyId("r_4"), advisor_id=DOT, name="Dot", text="Other words since."),
)
ASKED = replace(TURN, text="Do I sign?", replies=REPLIES)
QUORUM = Quorum(asked=4, answered=3, missing=(MissingVoice(COY, "Coy", "error", "quota"),))
STANCES = (
    Stance(ANN, ReplyId("r_1"), "agrees", 0, 8, "Sign it."),
    Stance(BEN, ReplyId("r_2"), "contradicts", 0, 6, "Never."),
)
DRAWN = DrawnMap(
    (Claim(1, "Sign <now>", STANCES),), "echo:small", {**mark_words(ASKED), ReplyId("r_4"): "what stood before"}
)
SAID = Anchor(ANN, "Ann", ReplyId("r_1"), 0, 8, "Sign it.", 1)
SYNTHESIS = Synthesis(
    ASKED.id,
    1,
    "fuse",
    "",
    QUORUM,
    ((Sentence("One would sign.", (SAID,)), Sentence("What it costs is open.")),),
    read=mark_words(ASKED),
)
DECIDED = Decision(
    id="d_1",
    conversation_id=ASKED.conversation_id,
    turn_id=ASKED.id,
    question="Do I sign?",
    options=("Sign", "Wait"),
    choice="Sign",
    confidence=75,
    change_my_mind="A better offer.",
    stances=(),
    created_at=datetime(2026, 3, 2, tzinfo=UTC),
    review_at=datetime(2026, 9, 1, tzinfo=UTC),
)


def test_the_sheet_has_everything_in_its_order() -> None:
    page = write_sheet(DecisionSheet(ASKED, QUORUM, DRAWN, SYNTHESIS, (DECIDED,)))

    order = [
        '<h1 dir="auto">Do I sign?</h1>',
        "Not heard: Coy failed (quota).",
        "3 of 4 voices heard in full",
        'Sign &lt;now&gt;</td><td class="agrees">agrees</td><td class="contradicts">contradicts</td>',
        '<td class="absent">no answer</td><td class="absent">not read</td>',
        'One would sign. <span class="cite">[Ann ¶1]</span>',
        '<span class="own">What it costs is open.</span>',
        "75 % sure",
        '<dd dir="auto">Wait</dd>',
        "A better offer.",
        "1 September 2026",
        "read out of the answers by echo:small",
        fingerprint_turn(ASKED),
    ]
    places = [page.find(each) for each in order]
    assert -1 not in places
    assert places == sorted(places)
    assert "Written before" not in page
    assert set(find_foreign(page)) <= {"ul", "dl", "dt", "dd", "footer"}


def test_an_answer_that_was_changed_since_is_not_given_the_stance_of_before() -> None:
    edited = replace(REPLIES[1], edited="Yes, sign at once.")
    changed = replace(ASKED, replies=(REPLIES[0], edited, *REPLIES[2:]))

    page = write_sheet(DecisionSheet(changed, QUORUM, DRAWN, SYNTHESIS))

    assert '<td class="agrees">agrees</td><td class="absent">not read</td>' in page
    assert "Written before the answers were what they are now." in page


def test_what_there_is_not_is_left_out() -> None:
    page = write_sheet(DecisionSheet(ASKED, QUORUM))

    for words in ("Where they stand", "Synthesis", "% sure", "The answers", "Never."):
        assert words not in page


def test_the_fingerprint_goes_with_the_words_and_not_with_marks() -> None:
    assert fingerprint_turn(replace(ASKED, stars=3)) == fingerprint_turn(ASKED)
    assert fingerprint_turn(replace(ASKED, text="Do I wait?")) != fingerprint_turn(ASKED)
