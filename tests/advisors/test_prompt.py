"""A system prompt is identity, setting, phase and closing rules, and nothing that moves."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.advisors.advisor import Advisor
from antiphon.advisors.phase import EARLY, ONGOING, Phase
from antiphon.advisors.prompt import compose_system, fill, load_prompts
from antiphon.advisors.starter import load_starter
from antiphon.conversation.ids import AdvisorId

PROMPTS = load_prompts()
STARTERS = load_starter().advisors
ANN = Advisor(AdvisorId("ann"), 1, "Ann", "You ask about the weather.", "#123456")

phases = pytest.mark.parametrize("phase", [EARLY, ONGOING], ids=lambda phase: phase.name)


@phases
def test_parts_stand_in_their_order(phase: Phase) -> None:
    """D35."""
    system = compose_system(ANN, phase, PROMPTS)

    own = PROMPTS.early if phase is EARLY else PROMPTS.ongoing
    parts = ["You are Ann.", "You ask about the weather.", PROMPTS.setting, own, PROMPTS.closing]
    places = [system.index(part) for part in parts]
    assert places == sorted(places)
    assert system.endswith(PROMPTS.closing)


@phases
def test_the_prelude_of_the_topic_comes_last(phase: Phase) -> None:
    """W7, D35: without one the prompt is what it was."""
    system = compose_system(ANN, phase, PROMPTS)

    assert compose_system(ANN, phase, PROMPTS, prelude="About {{name}}.") == f"{system}\n\nAbout {{{{name}}}}."
    assert compose_system(ANN, phase, PROMPTS, prelude="") == system


@phases
def test_exactly_one_phase_is_spoken_of(phase: Phase) -> None:
    """P32."""
    system = compose_system(ANN, phase, PROMPTS)

    assert (PROMPTS.early in system) is (phase is EARLY)
    assert (PROMPTS.ongoing in system) is (phase is ONGOING)


@phases
@pytest.mark.parametrize("advisor", STARTERS, ids=lambda advisor: advisor.id)
def test_bytes_stay_the_same_inside_a_phase(advisor: Advisor, phase: Phase) -> None:
    """D8: the provider's prompt cache survives from turn to turn, and from process to process."""
    first = compose_system(advisor, phase, PROMPTS)
    second = compose_system(replace(advisor, version=2, model="echo:large"), phase, load_prompts())

    assert first.encode() == second.encode()


@phases
@pytest.mark.parametrize("advisor", STARTERS, ids=lambda advisor: advisor.id)
def test_no_slot_stays_open(advisor: Advisor, phase: Phase) -> None:
    assert "{{" not in compose_system(advisor, phase, PROMPTS)


@pytest.mark.parametrize(
    "text", ["{{7*7}}", "{{name}}", "{{''.__class__}}", "${HOME}", "{{description}}", "{name}", "\\1"]
)
def test_a_description_is_never_a_template(text: str) -> None:
    """R-04: single pass, logic-less; what a person wrote stays as it was written."""
    advisor = replace(ANN, description=f"Says {text} a lot.")

    assert f"Says {text} a lot." in compose_system(advisor, EARLY, PROMPTS)


def test_a_name_is_never_a_template() -> None:
    """R-04."""
    advisor = replace(ANN, name="{{description}}")

    assert compose_system(advisor, ONGOING, PROMPTS).startswith("You are {{description}}.\n")


@given(st.dictionaries(st.sampled_from(["name", "description", "mood"]), st.text(max_size=20)))
def test_filling_happens_once(values: dict[str, str]) -> None:
    """R-04: each slot is replaced by exactly its value; unknown slots stay."""
    filled = fill("<{{name}}|{{description}}>", values)

    name = values.get("name", "{{name}}")
    assert filled == f"<{name}|{values.get('description', '{{description}}')}>"


def test_early_asks_for_exactly_one_question() -> None:
    """P35."""
    assert "exactly one short, direct question" in PROMPTS.early
    assert all(word in PROMPTS.early for word in ("No greeting", "no advice", "no challenge", "no opinion"))


def test_early_shows_two_right_and_two_wrong_questions() -> None:
    """P36."""
    right, wrong = PROMPTS.early.split("are wrong", 1)
    example = re.compile(r'^- ".+\?"$', re.MULTILINE)

    assert len(example.findall(right)) == 2
    assert len(example.findall(wrong)) == 2
    assert "advice wearing a question mark" in wrong


def test_early_says_too_little_is_known_and_nothing_of_later_turns() -> None:
    """P37, D8: no turn number either."""
    assert "do not know enough yet" in PROMPTS.early
    assert not re.search(r"\b(later|next|afterwards|turns?|round|\d)\b", PROMPTS.early, re.IGNORECASE)


def test_closing_rules_keep_the_voice_its_own() -> None:
    """P33."""
    for rule in ("No JSON", "no label", "never speak for them", "Keep your own voice", "what\nthey said last"):
        assert rule in PROMPTS.closing


def test_ongoing_asks_for_substance_and_says_nothing_of_what_came_before() -> None:
    """P38, P39, D8: enough is known, short, direct, free to ask back; no turn number and no earlier phase."""
    for rule in ("know enough", "Two to four paragraphs at most", "a challenge", "Be direct", "may ask back"):
        assert rule in PROMPTS.ongoing
    assert not re.search(r"\b(earlier|before|first|no longer|turns?|\d)\b", PROMPTS.ongoing, re.IGNORECASE)


def test_setting_says_where_the_voice_is() -> None:
    """P31."""
    assert "one of several independent voices" in PROMPTS.setting
    assert "tested before it is acted on" in PROMPTS.setting


def test_heartbeat_leaves_silence_open() -> None:
    """H13: to say nothing is an answer, and nothing in it changes from one time to the next."""
    assert "write nothing at all" in PROMPTS.heartbeat
    assert "{{" not in PROMPTS.heartbeat


@pytest.mark.parametrize(
    ("name", "slots"),
    [
        ("state_early", {"turn", "early"}),
        ("state_ongoing", {"turn"}),
        ("state_elapsed", {"elapsed"}),
        ("state_unanswered", {"count"}),
        ("identity", {"name", "description"}),
        ("reference", set()),
    ],
)
def test_each_text_has_the_slots_that_are_filled(name: str, slots: set[str]) -> None:
    """P30, P34, P38, H14, D8: what moves stands in the state note."""
    assert set(re.findall(r"\{\{(\w+)\}\}", getattr(PROMPTS, name))) == slots


@pytest.mark.parametrize("name", ["state_early", "state_ongoing", "state_elapsed", "reference"])
def test_what_is_bracketed_holds_no_bracket_and_is_one_line(name: str) -> None:
    """I-21, P23: the opening and the note cannot be mistaken for something longer."""
    text = getattr(PROMPTS, name)

    assert not set(text) & set("[]\n")
