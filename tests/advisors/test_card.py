"""A character card as an advisor, and back."""

import base64
import copy
import json
import struct
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.advisors.card import MOST_DESCRIPTION, plan_card
from antiphon.advisors.card_file import build_card, write_picture
from antiphon.advisors.card_lore import MOST_ENTRIES, write_document
from antiphon.advisors.changes import build_advisor
from antiphon.advisors.prompt import load_card_prompts
from antiphon.conversation.errors import Malformed
from antiphon.conversation.ids import AdvisorId
from antiphon.documents.card import extract_card
from tests.fakes.cards import KEEPER, picture

PROMPTS = load_card_prompts()


def plan(card: dict[str, Any], person: str = "Ada") -> Any:
    return plan_card(card, person, PROMPTS)


def advisor_of(card: dict[str, Any]) -> Any:
    made = plan(card)
    return build_advisor(AdvisorId("a"), {"name": made.name, "description": made.description, "tagline": made.tagline})


def test_everything_a_card_says_of_who_speaks_is_one_description() -> None:
    made = plan(KEEPER)

    assert (made.version, made.name, made.tagline) == ("3", "The Lighthouse Keeper", "sea, patience")
    assert made.description == (
        "Speak from what you have seen.\n\n"
        "Keeper has watched the same rock for thirty years. Ada comes with a plan.\n\n"
        "Personality:\n\nPatient. Counts everything twice.\n\n"
        "Scenario:\n\nAda has climbed the stairs and sits down beside Keeper.\n\n"
        "How you speak:\n\nAda: Will it hold?\nKeeper: It held in the storm of the long winter. {{random:A,B}}\n\n"
        "What you always keep to:\n\nName one thing that could be counted."
    )


def test_macros_are_replaced_and_named_and_others_are_left_and_named() -> None:
    made = plan(KEEPER)

    assert set(made.replaced) == {"{{char}}", "{{user}}", "<USER>", "<BOT>", "{{original}}"}
    assert made.left == ("{{random:A,B}}",)


def test_greetings_and_notes_are_shown_and_not_used() -> None:
    made = plan(KEEPER)

    assert made.greetings == ("Mind the last step, Ada.", "The oil is low tonight.")
    assert made.notes == "Best asked about plans that cannot be undone."
    assert "Mind the last step" not in made.description


def test_entries_of_a_lorebook_say_what_becomes_of_their_rules() -> None:
    found, always = plan(KEEPER).entries

    assert (found.name, found.kind, found.words) == ("lamp, oil", "library", ("lamp", "oil"))
    assert found.lost == ("keys", "secondary_keys", "selective", "insertion_order", "depth")
    assert write_document(found) == "# lamp, oil\n\n(lamp, oil)\n\nThe lamp of Keeper burns forty litres a night.\n"
    assert (always.kind, always.lost) == ("guideline", ())
    assert plan(KEEPER).book_rules == ("scan_depth",)


def test_the_first_version_has_its_fields_at_the_top() -> None:
    made = plan({"name": "Plain", "description": "Says little.", "first_mes": "Hm."})

    assert (made.version, made.name, made.description, made.greetings) == ("1", "Plain", "Says little.", ("Hm.",))


def test_a_card_without_a_name_is_refused() -> None:
    with pytest.raises(Malformed, match="no name"):
        plan({"data": {"name": "  ", "description": "Somebody."}})


def test_what_is_too_long_is_cut_and_said() -> None:
    book = {"entries": [{"keys": ["a"], "content": f"entry {number}"} for number in range(MOST_ENTRIES + 5)]}
    made = plan({"name": "n" * 200, "description": "x" * (MOST_DESCRIPTION + 1), "character_book": book})

    assert made.cut == ("name", "description")
    assert (len(made.name), len(made.description)) == (80, MOST_DESCRIPTION)
    assert (len(made.entries), made.entries_left) == (MOST_ENTRIES, 5)


def test_an_advisor_that_nobody_changed_gives_its_card_back() -> None:
    card = build_card(advisor_of(KEEPER), KEEPER, plan(KEEPER))

    assert card == KEEPER


def test_changed_words_stand_in_the_card_and_the_old_ones_beside_them() -> None:
    before = copy.deepcopy(KEEPER)
    advisor = build_advisor(AdvisorId("a"), {"name": "The Keeper", "description": "You count."})

    data = build_card(advisor, KEEPER, plan(KEEPER))["data"]

    assert (data["name"], data["description"], data["personality"]) == ("The Keeper", "You count.", "")
    assert data["extensions"]["antiphon"]["before"]["personality"] == KEEPER["data"]["personality"]
    assert data["extensions"]["another_program"] == {"mood": 3}
    assert data["a_field_of_tomorrow"] == {"kept": True}
    assert before == KEEPER


@pytest.mark.parametrize("own", [None, picture()])
def test_a_picture_holds_the_card_for_new_programs_and_for_old_ones(own: bytes | None) -> None:
    advisor = build_advisor(AdvisorId("a"), {"name": "Ünsal", "description": "Zählt.", "colour": "rose"})
    card = build_card(advisor, None, None)

    made = write_picture(card, own, "rose")

    assert extract_card(made) == (card, "png")
    assert read_chunk(made, b"chara") == {"spec": "chara_card_v2", "spec_version": "2.0", "data": card["data"]}
    assert made.endswith(struct.pack(">I", 0) + b"IEND\xaeB`\x82")


def read_chunk(data: bytes, keyword: bytes) -> Any:
    """The card under one keyword."""
    at = data.index(keyword + b"\x00")
    (length,) = struct.unpack_from(">I", data, at - 8)
    return json.loads(base64.b64decode(data[at + len(keyword) + 1 : at + length]))


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=30) | st.sampled_from(["{{char}}", "{{x}}", "<USER>"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(sorted(KEEPER["data"])), inner),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from([*sorted(KEEPER["data"]), "data", "spec"]), VALUES))
def test_whatever_a_card_holds_is_planned_or_refused(card: dict[str, Any]) -> None:
    try:
        made = plan(card)
    except Malformed:
        return

    assert made.name
    assert len(made.description) <= MOST_DESCRIPTION
    assert build_card(advisor_of(card), card, made)["spec"] == "chara_card_v3"
