"""One run of one case, from its messages or turns to a verdict."""

from dataclasses import replace

import pytest

from antiphon.advisors.phase import EARLY
from antiphon.advisors.prompt import compose_system
from antiphon.conversation.errors import ContextOverflow, RateLimited, RequestRejected
from antiphon.evals.case import Assertion, Case, CaseFile, CaseMessage, CaseText, CaseTurn, Ceiling
from antiphon.evals.play import play
from antiphon.evals.stage import Stage
from antiphon.providers.scripted.provider import Scripted
from antiphon.providers.scripted.steps import fail, say
from tests.evals.playing import SKEPTIC, build_stage, hurry

HOLDS_YES = Assertion("contains", "yes", {"ignore_case": True})


@pytest.fixture
def voices() -> Scripted:
    return hurry()


@pytest.fixture
def stage(voices: Scripted) -> Stage:
    return build_stage({"scripted": voices})


def write(role: str, *texts: str) -> CaseMessage:
    return CaseMessage(role, tuple(map(CaseText, texts)))  # type: ignore[arg-type]  # roles by name


def ask(text: str = "Shall I?", **options: object) -> Case:
    return Case("c", advisors=("skeptic",), messages=(write("user", text),), **options)  # type: ignore[arg-type]


def talk(*turns: CaseTurn, advisors: tuple[str, ...] = ("skeptic", "builder"), **options: object) -> Case:
    return Case("c", advisors=advisors, turns=turns, **options)  # type: ignore[arg-type]  # fields by name


async def test_an_advisor_is_asked_with_its_own_system_prompt(voices: Scripted, stage: Stage) -> None:
    voices.script("skeptic", say("Yes."))

    result = await play(ask(asserts=(HOLDS_YES,)), stage, suite="s")

    assert (result.key, result.status, result.score) == ("s/c#1", "passed", 1.0)
    [exchange] = result.exchanges
    assert [each.role for each in exchange.messages] == ["system", "user"]
    assert SKEPTIC.description in exchange.messages[0].content
    assert (exchange.phase, exchange.phase_turn, exchange.advisor_version) == ("early", 1, SKEPTIC.version)
    assert result.tokens == sum((exchange.usage or {}).values())


async def test_answers_among_the_messages_count_as_turns_taken(stage: Stage) -> None:
    said = [write(role, "Well.") for role in ("user", "assistant") * 3]

    result = await play(Case("c", advisors=("skeptic",), messages=(*said, write("user", "So?"))), stage)

    assert (result.exchanges[0].phase, result.exchanges[0].phase_turn) == ("ongoing", 1)


async def test_several_messages_keep_their_roles_and_one_stays_plain(stage: Stage) -> None:
    """N2, N6, N15, N20, N23: what was asked stands beside what was sent."""
    golden = (write("user", "Hello"), write("assistant", "Hi"), write("user", "Help me"))

    several = (await play(Case("c", messages=golden, system_prompt="Be brief."), stage)).exchanges[0]
    single = (await play(ask("Hello"), stage)).exchanges[0]

    assert [(each.role, each.content) for each in several.messages] == [
        ("system", "Be brief."),
        ("user", "Hello"),
        ("assistant", "Hi"),
        ("user", "Help me"),
    ]
    assert several.chat_prompt is not None
    assert "@[Assistant]:\nHi" in several.question
    assert (single.chat_prompt, single.question) == (None, "Hello")


async def test_guidelines_stand_in_the_system_message_once(stage: Stage) -> None:
    """N8, N18."""
    rules = CaseFile("rules.md", "rules.md", "Never shout.", is_guideline=True)
    messages = (CaseMessage("user", (CaseText("Hello"), rules)),)

    [exchange] = (await play(Case("c", advisors=("skeptic",), messages=messages), stage)).exchanges

    assert [each.content.count("Never shout.") for each in exchange.messages] == [1, 0]
    assert "Never shout." in exchange.guidelines


async def test_a_receipt_is_sent_again_with_the_present_description(stage: Stage) -> None:
    """D40."""
    messages = (write("system", "You are Skeptic. You doubted less then. Be kind."), write("user", "Shall I?"))
    case = Case("c", advisors=("skeptic",), messages=messages, description="You doubted less then.")

    [exchange] = (await play(case, stage)).exchanges

    assert [(each.role, each.content) for each in exchange.messages] == [
        ("system", f"You are Skeptic. {SKEPTIC.description} Be kind."),
        ("user", "Shall I?"),
    ]


async def test_a_short_description_is_replaced_where_it_introduces_the_advisor(stage: Stage) -> None:
    """D40: “a” stands in many words."""
    early = replace(SKEPTIC, description="a")
    system = compose_system(early, EARLY, stage.prompts)
    case = Case("c", advisors=("skeptic",), messages=(write("system", system), write("user", "Hm.")), description="a")

    [exchange] = (await play(case, stage)).exchanges

    assert exchange.messages[0].content == compose_system(SKEPTIC, EARLY, stage.prompts)


async def test_no_answer_is_an_error_and_never_a_zero(voices: Scripted, stage: Stage) -> None:
    voices.script("skeptic", fail(RequestRejected("scripted", status=400)))

    result = await play(ask(asserts=(HOLDS_YES,)), stage)

    assert (result.status, result.score, result.verdicts) == ("error", None, ())
    assert result.error == "skeptic: scripted: it rejected the request (HTTP 400)"


async def test_somebody_nobody_knows_is_an_error(stage: Stage) -> None:
    result = await play(Case("c", advisors=("nobody",), messages=(write("user", "Hello"),)), stage)

    assert result.status == "error"
    assert "nobody" in result.error


async def test_everybody_answers_and_has_its_own_thread(voices: Scripted, stage: Stage) -> None:
    """The next turn holds the real answers: one's own as its own, the others' in the reference block."""
    voices.script("skeptic", say("I doubt it."))
    voices.script("builder", say("I would build it."))

    result = await play(talk(CaseTurn("Shall I?"), CaseTurn("Why?")), stage)

    skeptic, builder = (each for each in result.exchanges if each.turn == 2)
    own = [each.content for each in skeptic.messages if each.role == "assistant"]
    assert own == ["I doubt it."]
    assert any(each.kind == "reference" and "I would build it." in each.content for each in skeptic.messages)
    assert [each.content for each in builder.messages if each.role == "assistant"] == ["I would build it."]
    assert [each.kind for each in skeptic.messages] == ["system", "turn", "reply", "reference", "state", "human"]


async def test_nobody_is_asked_for_an_answer_that_is_given(voices: Scripted, stage: Stage) -> None:
    secret = CaseTurn("Tell me.", replies={"Skeptic": "The code is 4711."}, planted={"Skeptic": ("4711",)})

    result = await play(talk(secret, CaseTurn("And?"), CaseTurn("So?", (Assertion("contamination"),))), stage)

    assert [(each.advisor, each.turn) for each in result.exchanges] == [
        ("builder", 1),
        *((name, turn) for turn in (2, 3) for name in ("skeptic", "builder")),
    ]
    assert result.status == "passed"
    skeptic = next(each for each in result.exchanges if (each.advisor, each.turn) == ("skeptic", 2))
    assert "The code is 4711." in [each.content for each in skeptic.messages if each.role == "assistant"]


async def test_a_failed_turn_ends_the_talk_where_the_case_wants_that(voices: Scripted, stage: Stage) -> None:
    turns = (CaseTurn("One?", (HOLDS_YES,)), CaseTurn("Two?", (HOLDS_YES,)))
    asked = {}
    for manner in ("stop", "continue"):
        for answer in ("No.", "Yes."):
            voices.script("skeptic", say(answer))
        result = await play(talk(*turns, advisors=("skeptic",), on_turn_failure=manner), stage)
        asked[manner] = (len(result.exchanges), result.status, result.score)
        voices.script("skeptic")

    assert asked == {"stop": (1, "failed", 0.0), "continue": (2, "failed", 0.5)}


async def test_what_is_asked_of_the_whole_is_judged_at_its_end(voices: Scripted, stage: Stage) -> None:
    for text in ("No.", "Yes."):
        voices.script("skeptic", say(text))

    result = await play(talk(CaseTurn("One?"), CaseTurn("Two?"), advisors=("skeptic",), asserts=(HOLDS_YES,)), stage)

    assert [(each.turn, each.status) for each in result.verdicts] == [(2, "passed")]


async def test_an_error_in_a_turn_ends_the_case(voices: Scripted, stage: Stage) -> None:
    voices.script("skeptic", fail(RequestRejected("scripted")))

    result = await play(talk(CaseTurn("One?", (HOLDS_YES,)), CaseTurn("Two?")), stage)

    assert (result.status, result.score) == ("error", None)
    assert {each.turn for each in result.exchanges} == {1}


async def test_a_small_window_leaves_the_oldest_turns_out(stage: Stage) -> None:
    """W32: by the boundary of live conversations."""
    turns = tuple(CaseTurn(f"{number} " + "many words " * 300) for number in range(6))

    result = await play(talk(*turns, advisors=("skeptic",), window=4000, max_tokens=200), stage)

    last = result.exchanges[-1]
    assert last.dropped > 0
    told = [each.content for each in last.messages if each.kind == "turn"]
    assert len(told) == 5 - last.dropped
    assert not any("] 0 many" in each for each in told)


async def test_an_overflow_sends_less_until_it_fits(voices: Scripted, stage: Stage) -> None:
    """W53, D17."""
    for _ in range(3):
        voices.script("skeptic", say("Go on."))
    voices.script("skeptic", fail(ContextOverflow("scripted")))
    voices.script("skeptic", fail(ContextOverflow("scripted")))
    turns = tuple(CaseTurn(f"Turn {number}") for number in range(4))

    result = await play(talk(*turns, advisors=("skeptic",)), stage)

    last = result.exchanges[-1]
    assert (last.error, last.dropped) == (None, 2)
    assert [each.content.partition("] ")[2] for each in last.messages if each.kind == "turn"] == ["Turn 2"]


async def test_an_overflow_with_nothing_left_to_drop_has_a_name(voices: Scripted, stage: Stage) -> None:
    """W53."""
    voices.script("skeptic", fail(ContextOverflow("scripted")))

    result = await play(talk(CaseTurn("One?"), advisors=("skeptic",)), stage)

    assert result.exchanges[0].error is not None
    assert result.exchanges[0].error["code"] == "context_overflow_after_trimming"


async def test_a_message_larger_than_the_window_is_never_sent(voices: Scripted, stage: Stage) -> None:
    result = await play(talk(CaseTurn("word " * 20_000), advisors=("skeptic",), window=4000), stage)

    assert result.status == "error"
    assert voices.requests == []


async def test_no_turn_begins_beyond_the_ceiling_of_the_case(stage: Stage) -> None:
    case = talk(CaseTurn("One?"), CaseTurn("Two?"), advisors=("skeptic",), ceiling=Ceiling(tokens=10))

    result = await play(case, stage)

    assert (result.status, len(result.exchanges)) == ("error", 1)
    assert "ceiling" in result.error


async def test_the_case_names_the_model_before_the_advisor_does(voices: Scripted, stage: Stage) -> None:
    stage = replace(stage, advisors={"skeptic": replace(SKEPTIC, model="scripted:its-own")})

    models = [
        (await play(case, stage)).exchanges[0].model
        for case in (ask(), ask(target="scripted:cases"), Case("c", messages=(write("user", "Hi"),)))
    ]

    assert models == ["scripted:its-own", "scripted:cases", "scripted:rehearsal"]


async def test_the_same_answers_give_the_same_result(stage: Stage) -> None:
    """I-62: nothing in a payload says when it was made."""
    case = talk(CaseTurn("One?"), CaseTurn("Two?"))

    first, second = await play(case, stage), await play(case, stage)

    assert [each.sha256 for each in first.exchanges] == [each.sha256 for each in second.exchanges]


async def test_a_provider_that_recovers_is_asked_again(voices: Scripted, stage: Stage) -> None:
    """D21."""
    voices.script("skeptic", fail(RateLimited("scripted")))
    voices.script("skeptic", say("Yes."))

    result = await play(ask(asserts=(HOLDS_YES,)), stage)

    assert (result.status, result.exchanges[0].attempts) == ("passed", 2)
