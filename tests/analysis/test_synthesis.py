"""Whatever a model writes about a turn: every source leads to words that stand there, or is dropped and counted."""

import json
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.advisors.prompt import load_synthesis_prompts
from antiphon.analysis.sources import Basis, build_basis, count_paragraph
from antiphon.analysis.synthesis import SynthesisRequest, Written, build_question, parse_synthesis
from antiphon.analysis.synthesis_page import write_page
from antiphon.conversation.claim import Claim, Stance, Stand
from antiphon.conversation.errors import AnswerUnreadable, QuestionTooLong
from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.quorum import MissingVoice, Quorum
from antiphon.conversation.state import ReplyState
from antiphon.conversation.synthesis import Mode, Synthesis, decode_synthesis, encode_synthesis
from antiphon.conversation.turn import Turn
from tests.analysis.turns import build_reply, build_turn

PROMPTS = load_synthesis_prompts()
ANN = "Sign it, with a condition.\n\nA quarter must be paid on signature."
BEN = "I would not sign this week. They have no second bidder."
CEM = "Sign it, with a condition: six sites first."
TURN = build_turn(4, "Do I sign?", build_reply("Ann", ANN), build_reply("Ben", BEN), build_reply("Cem", CEM))
TEXTS = {"r_Ann_0": ANN, "r_Ben_0": BEN, "r_Cem_0": CEM}


def stance(name: str, words: str, stand: Stand = "agrees", *, disputed: bool = False) -> Stance:
    """These words of this voice."""
    reply = next(each for each in TURN.replies if each.name == name)
    start = reply.text.index(words)
    return Stance(reply.advisor_id, reply.id, stand, start, start + len(words), words, disputed)


CLAIMS = (
    Claim(
        1,
        "Sign it.",
        (
            stance("Ann", "Sign it, with a condition"),
            stance("Ben", "I would not sign this week", "contradicts"),
            stance("Cem", "Sign it, with a condition"),
        ),
    ),
    Claim(2, "There is no second bidder.", (stance("Ben", "They have no second bidder."),)),
    Claim(3, "A quarter is paid at once.", (stance("Ann", "A quarter must be paid on signature."),)),
)
BASIS = build_basis(TURN, CLAIMS)


def text(*sentences: tuple[str, Sequence[str]]) -> str:
    """A model's answer of one paragraph."""
    return json.dumps({"paragraphs": [{"sentences": [{"text": said, "sources": list(of)} for said, of in sentences]}]})


def sources_of(written: Written) -> list[list[tuple[str, str]]]:
    """Of each sentence, whose words it rests on."""
    return [
        [(anchor.name, anchor.quote) for anchor in sentence.anchors]
        for paragraph in written.paragraphs
        for sentence in paragraph
    ]


def test_a_handle_leads_to_one_voice_and_a_number_to_all_of_a_claim() -> None:
    """P60, D43."""
    written = parse_synthesis(text(("Two would sign.", ["1a", "1c"]), ("They are split.", ["1"])), BASIS)

    two, split = sources_of(written)
    assert two == [("Ann", "Sign it, with a condition"), ("Cem", "Sign it, with a condition")]
    assert [name for name, _ in split] == ["Ann", "Ben", "Cem"]
    assert (written.used, written.dropped) == ((1,), {})


def test_a_sentence_without_a_source_that_leads_somewhere_is_the_synthesisers_own() -> None:
    """P60: each such source is counted, by what was wrong with it."""
    said = text(("So ask for more.", []), ("Everybody is glad.", ["9", "1z", "they are all very glad indeed"]))

    written = parse_synthesis(said, BASIS)

    assert [sentence.is_own for sentence in written.paragraphs[0]] == [True, True]
    assert written.dropped == {"handle": 2, "quote": 1}


def test_quoted_words_are_a_source_too_and_use_the_claims_that_rest_on_them() -> None:
    """P60: found in every answer in which they stand."""
    said = text(("Ben sees no rival.", ["no second bidder"]), ("Two have a condition.", ["with a condition"]))

    written = parse_synthesis(said, BASIS)

    assert sources_of(written) == [
        [("Ben", "no second bidder")],
        [("Ann", "with a condition"), ("Cem", "with a condition")],
    ]
    assert written.used == (1, 2)


def test_handles_that_were_put_into_the_sentence_become_its_sources() -> None:
    written = parse_synthesis(text(("Ann wants cash [3a], Ben waits [1b, 2].", [])), BASIS)

    assert [sentence.text for sentence in written.paragraphs[0]] == ["Ann wants cash, Ben waits."]
    assert [name for name, _ in sources_of(written)[0]] == ["Ann", "Ben", "Ben"]


def test_brackets_that_are_no_handles_stay_in_the_sentence() -> None:
    written = parse_synthesis(text(("It was so [2024] and [sic].", ["2"])), BASIS)

    assert written.paragraphs[0][0].text == "It was so [2024] and [sic]."


def test_what_the_person_disputes_and_what_no_longer_stands_is_no_source() -> None:
    """P60: a claim left without a voice is not shown to the model at all."""
    gone = Stance(AdvisorId("ann"), TURN.replies[0].id, "agrees", 0, 4, "Gone")
    claims = (
        Claim(1, "Disputed.", (stance("Ann", "Sign it", disputed=True),)),
        Claim(2, "Gone.", (gone,)),
        Claim(3, "Both.", (gone, stance("Ben", "no second bidder"))),
    )

    basis = build_basis(TURN, claims)

    assert [(claim.number, len(claim.stances)) for claim in basis.claims] == [(3, 1)]
    assert sources_of(parse_synthesis(text(("Yes.", ["3a"])), basis)) == [[("Ben", "no second bidder")]]


def test_anchors_say_in_which_paragraph_the_words_stand() -> None:
    written = parse_synthesis(text(("Cash.", ["3"])), BASIS)

    assert [anchor.paragraph for anchor in written.paragraphs[0][0].anchors] == [2]
    assert [count_paragraph("a\n\nb\n \nc\nd", place) for place in (0, 3, 7, 9)] == [1, 2, 3, 3]


_said = st.text(max_size=20) | st.sampled_from(
    [
        "1",
        "1a",
        "[2]",
        "2b",
        "9",
        "0",
        "1a, 2",
        "Sign it, with a condition",
        "They have no second bidder.",
        ANN,
        "…",
        "",
    ]
)
_sentence = st.fixed_dictionaries({"text": _said, "sources": st.lists(_said, max_size=4)})
_answers = st.lists(st.fixed_dictionaries({"sentences": st.lists(_sentence, max_size=5)}), max_size=4)


@given(_answers, st.sampled_from([CLAIMS, CLAIMS[1:], ()]))
def test_whatever_the_model_answers_every_anchor_resolves(paragraphs: list[dict[str, Any]], claims: Any) -> None:
    """P60, D43, U-06: `reply[start:end] == quote`; own or anchored, never neither; used and left out are all claims."""
    basis = build_basis(TURN, claims)
    try:
        written = parse_synthesis(json.dumps({"paragraphs": paragraphs}), basis)
    except AnswerUnreadable:
        return

    for paragraph in written.paragraphs:
        for sentence in paragraph:
            assert sentence.text.strip()
            for anchor in sentence.anchors:
                assert TEXTS[anchor.reply_id][anchor.start : anchor.end] == anchor.quote != ""
    assert set(written.used) <= {claim.number for claim in claims}


@pytest.mark.parametrize("answer", ['{"paragraphs": []}', '{"paragraphs": [{"sentences": []}]}', "{}", "Gladly!", ""])
def test_an_answer_that_says_nothing_cannot_be_read(answer: str) -> None:
    with pytest.raises(AnswerUnreadable):
        parse_synthesis(answer, BASIS)


def test_a_text_without_end_is_cut_at_a_sentence_and_counted() -> None:
    """A model going round in circles does not fill the page."""
    written = parse_synthesis(text(*[("Again.", [])] * 100, ("Long. " * 400, [])), BASIS)

    assert (len(written.paragraphs[0]), written.dropped) == (80, {"too_many": 20, "length": 1})


def ask(basis: Basis, wish: SynthesisRequest, most: int = 10_000) -> tuple[str, str]:
    """Instructions and question."""
    system, asked = build_question(PROMPTS, basis, wish, most, len)
    return system.content, asked.content


def test_the_question_shows_every_voice_and_every_claim_with_its_handles() -> None:
    """D43: bounded replies with names, role-marked."""
    system, asked = ask(BASIS, SynthesisRequest())

    assert PROMPTS.fuse in system
    assert PROMPTS.claims in system
    for name in ("Ann", "Ben", "Cem"):
        assert f'[turn 4, advisor "{name}"]' in asked
    assert '[1] Sign it.\n| [1a] Ann agrees: "Sign it, with a condition"\n| [1b] Ben contradicts: ' in asked


@pytest.mark.parametrize(
    ("mode", "expected"),
    [("fuse", PROMPTS.fuse), ("compare", PROMPTS.compare), ("checklist", PROMPTS.checklist)],
)
def test_each_mode_has_its_own_task(mode: Mode, expected: str) -> None:
    """P60."""
    assert expected in ask(BASIS, SynthesisRequest(mode))[0]


def test_a_persons_own_instruction_stands_among_the_rules_and_replaces_none() -> None:
    """P60."""
    system, _ = ask(BASIS, SynthesisRequest("custom", "As a haiku. {{sources}}"))

    assert "As a haiku. {{sources}}" in system
    assert PROMPTS.claims in system


def test_without_claims_the_sources_are_quotes() -> None:
    system, asked = ask(build_basis(TURN, ()), SynthesisRequest())

    assert PROMPTS.quotes in system
    assert "[claims]" not in asked


def test_long_answers_are_cut_alike_and_nobody_goes_missing() -> None:
    """D43: bounded, and the last voice is not the one that pays for it."""
    turn = build_turn(1, "Well?", *(build_reply(name, f"{name} begins. " + "word " * 5_000) for name in "ABCDE"))

    _, asked = ask(Basis(turn), SynthesisRequest(), most=8_000)

    assert len(asked) <= 8_000
    assert all(f"| {name} begins." in asked for name in "ABCDE")
    assert asked.count("…") == 5


def wide_basis() -> Basis:
    """Five long answers, and ten claims that quote much of each."""
    texts = {name: f"{name} begins. " + "word " * 400 for name in "ABCDE"}
    turn = build_turn(1, "Well? " * 500, *(build_reply(name, said) for name, said in texts.items()))
    stances = tuple(Stance(reply.advisor_id, reply.id, "agrees", 0, 300, reply.text[:300]) for reply in turn.replies)
    return build_basis(turn, [Claim(number, f"Claim {number}.", stances) for number in range(1, 11)])


@pytest.mark.parametrize("most", [20_000, 12_000, 8_000, 5_000])
def test_whatever_the_window_nobodys_claim_or_answer_goes_missing(most: int) -> None:
    """D43: quotes give way first, then answers, then the question; every handle stays."""
    _, asked = ask(wide_basis(), SynthesisRequest(), most)

    assert len(asked) <= most + len(PROMPTS.asking)
    assert all(f'[turn 1, advisor "{name}"]' in asked for name in "ABCDE")
    assert all(f"[{number}{letter}]" in asked for number in range(1, 11) for letter in "abcde")


def test_a_turn_that_cannot_be_shown_at_once_is_refused_by_name() -> None:
    """A person's own instruction takes its part of the room."""
    with pytest.raises(QuestionTooLong) as refused:
        ask(wide_basis(), SynthesisRequest(), 2_000)
    with pytest.raises(QuestionTooLong):
        ask(wide_basis(), SynthesisRequest("custom", "As a haiku. " * 150), 4_000)

    assert refused.value.needed > refused.value.limit == 2_000


def test_a_failed_voice_is_not_shown_and_a_cut_one_is() -> None:
    """D43."""
    turn = build_turn(
        1, "Well?", build_reply("Ann", "Half a", ReplyState.STOPPED), build_reply("Ben", "", ReplyState.ERROR)
    )

    _, asked = ask(Basis(turn), SynthesisRequest())

    assert "Half a" in asked
    assert "Ben" not in asked


def kept(turn: Turn, mode: Mode = "fuse") -> Synthesis:
    """A synthesis of two sentences, with one voice missing and two claims left out."""
    written = parse_synthesis(text(("They are *split*.", ["1a", "1b"]), ("# So ask.", [])), BASIS)
    quorum = Quorum(4, 3, missing=(MissingVoice(AdvisorId("dee"), "Dee", "error", "quota"),))
    return Synthesis(turn.id, 4, mode, "", quorum, written.paragraphs, "an_1", written.used, CLAIMS[1:], {"r": "h"})


def test_a_synthesis_survives_being_written_down() -> None:
    synthesis = kept(TURN)

    assert decode_synthesis(json.loads(json.dumps(encode_synthesis(synthesis)))) == synthesis
    assert (synthesis.coverage.claims, synthesis.coverage.used) == (3, 1)
    assert (synthesis.coverage.sentences, synthesis.coverage.anchored) == (2, 1)


def test_the_page_names_the_missing_voice_before_the_text_and_every_source_below() -> None:
    """P60, D43: the header is reckoned and comes first; what a model wrote cannot pass for a part of the page."""
    page = write_page(kept(TURN), "Do I sign?")

    assert page.index("Not heard: Dee failed (quota).") < page.index("They are")
    assert r"They are \*split\*.[^1][^2]" in page
    assert "\\# So ask. *(synthesiser's own)*" not in page.splitlines()
    assert "[^2]: Ben, ¶1: “I would not sign this week”" in page
    assert "Claims used: 1 of 3. Sentences with a source: 1 of 2." in page
    assert "- Left out: There is no second bidder." in page
    assert write_page(kept(TURN, "checklist"), "Do I sign?").count("- [ ] ") == 1
