"""What the person chose is kept with the turn, and means the same when it is read again."""

import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from antiphon.context.choice import DROPPINGS, ITEMS, Choice
from antiphon.conversation.ids import AdvisorId, TurnId

turn_ids = st.frozensets(st.sampled_from(["t_1", "t_2", "t_3"]).map(TurnId))
choices = st.builds(
    Choice,
    filter=st.text(max_size=10),
    dropping=st.sampled_from(DROPPINGS),
    off=st.frozensets(st.sampled_from(ITEMS)),
    model=st.none() | st.just("echo:small"),
    stamps=st.booleans(),
    failed_turns=st.booleans(),
    focus=st.none() | st.just(AdvisorId("ann")),
    leave_out=turn_ids,
    take_in=turn_ids,
    synthesis=st.none() | st.just("an_1"),
    omit=st.frozensets(st.sampled_from(["/memory:m_1", "ann/instruction:i_1", "/tool:todo__update"])),
)


@given(choices)
def test_a_choice_survives_being_written_down(choice: Choice) -> None:
    """I-25: as JSON, and the same bytes every time."""
    body = json.dumps(choice.encode())

    assert Choice.decode(json.loads(body)) == choice
    assert json.dumps(Choice.decode(json.loads(body)).encode()) == body


def test_what_is_as_usual_is_not_written() -> None:
    assert Choice().encode() == {}
    assert replace(Choice(), stamps=False, off=frozenset({"todo"})).encode() == {"off": ["todo"], "stamps": False}


def test_a_single_thing_is_omitted_for_everybody_or_for_one() -> None:
    """D3."""
    choice = Choice(omit=frozenset({"/memory:m_1", "ann/document:d_1"}))

    assert choice.omits(AdvisorId("ben"), "memory", "m_1")
    assert choice.omits(AdvisorId("ann"), "document", "d_1")
    assert not choice.omits(AdvisorId("ben"), "document", "d_1")
    assert not choice.omits(AdvisorId("ann"), "memory", "d_1")


def test_unknown_keys_of_a_newer_version_are_ignored() -> None:
    assert Choice.decode({"filter": "s2", "mood": "calm"}) == Choice(filter="s2")
