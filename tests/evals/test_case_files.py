"""Cases come in from a file and leave as one: whoever they name is called as the other side knows them."""

import pytest

from antiphon.advisors.advisor import Advisor
from antiphon.advisors.starter import load_starter
from antiphon.conversation.errors import EvalFileInvalid
from antiphon.conversation.evals import StoredCase
from antiphon.conversation.ids import AdvisorId
from antiphon.evals.case import Case
from antiphon.evals.seating import index_advisors
from antiphon.evals.stored import TakenIn, decode_case, encode_case, read_file, take_in, write_file
from tests.store.deeds import NOON

DOUBTER = Advisor(AdvisorId("adv_1"), 1, "The Doubter", "You doubt.", "blue")
EVERYBODY = index_advisors([DOUBTER, *load_starter().advisors])
PANEL = """
evalcases:
  - id: stays-itself
    panel: [The Doubter, Builder]
    turns:
      - input: Hello?
        replies: {The Doubter: "The code is 4711."}
        planted: {The Doubter: ["4711"]}
        assert: [{type: contains, value: Hi, advisor: BUILDER}]
      - input: And now?
    assert: [{type: contains, value: "?", advisor: The Doubter}]
"""
ALONE = """
advisors: {Lawyer: {description: You know the law.}}
defaults: {assert: [{type: contains, value: clause, advisor: Lawyer}, {type: contains, value: plan, advisor: builder}]}
evalcases:
  - id: reads
    advisor: Lawyer
    turns: [{input: Hello?, replies: {Lawyer: Hi.}}, {input: And now?}]
"""


def take(text: str) -> TakenIn:
    """The cases of a file as the doubter's."""
    return take_in(read_file(text.encode()), DOUBTER, EVERYBODY)


def keep(case: Case) -> StoredCase:
    """The case as it is kept."""
    return StoredCase("ec_1", DOUBTER.id, case.id, encode_case(case), NOON, NOON)


def test_everybody_a_case_names_is_called_by_id() -> None:
    """D40: in what is asked of them, in answers that are given for them, and in what is planted."""
    [case] = take(PANEL).cases

    assert case.advisors == ("adv_1", "builder")
    assert (case.turns[0].replies, case.turns[0].planted) == (
        {"adv_1": "The code is 4711."},
        {"adv_1": ("4711",)},
    )
    assert (case.turns[0].asserts[0].advisor, case.asserts[0].advisor) == ("builder", "adv_1")
    assert decode_case(encode_case(case), case.id) == case


def test_a_file_goes_out_and_comes_in_the_same() -> None:
    """I-62: out, in, and out again is the same file, and names nobody by an id that only we know."""
    [case] = take(PANEL).cases
    text = write_file(DOUBTER, [keep(case)])

    [again] = take(text).cases

    assert "adv_1" not in text
    assert again == case
    assert write_file(DOUBTER, [keep(again)]) == text


def test_a_case_that_asks_one_advisor_names_this_one_throughout() -> None:
    """What is asked of somebody who does not answer is left out, and told."""
    [case], warnings = take(ALONE)

    assert (case.advisors, case.turns[0].replies) == (("adv_1",), {"adv_1": "Hi."})
    assert [(each.value, each.advisor) for each in case.asserts] == [("clause", "adv_1")]
    assert warnings == ("reads: what is asked of builder is left out; it does not answer here",)


def test_a_panel_with_somebody_who_is_not_there_is_refused() -> None:
    """D40: at once and with every name, and not as an error in each run."""
    with pytest.raises(EvalFileInvalid) as refused:
        take("evalcases: [{id: a, panel: [builder, Nobody, Somebody], input: Why?, assert: [kind]}]")

    assert refused.value.problems == (
        "a: no advisor is called Nobody here; create it first",
        "a: no advisor is called Somebody here; create it first",
    )
