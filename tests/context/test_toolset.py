"""Which tools an advisor is told about, and what that costs."""

import itertools
from dataclasses import replace

from antiphon.context.build import ToolRound
from antiphon.context.choice import Choice
from antiphon.context.toolset import choose_tools, measure_tools
from antiphon.conversation.past import ToolEvent
from antiphon.conversation.payload import ToolCall
from antiphon.conversation.tool import ToolDefinition
from tests.context.scenes import ANN, QUIET, compose, seat


def tool(server: str, name: str) -> ToolDefinition:
    return ToolDefinition(server, name, f"What {name} does.", {"type": "object"}, read_only=True)


KNOWN = (tool("notes", "add"), tool("notes", "list"), tool("clock", "now"))


def names(*allowed: str, choice: Choice | None = None) -> list[str]:
    chosen = choose_tools(replace(ANN, tools=allowed), KNOWN, choice or Choice())
    return [each.wire_name for each in chosen]


def test_an_advisor_has_the_tools_it_was_given_and_no_others() -> None:
    """D37: a whole server, or single tools of it."""
    assert names() == []
    assert names("notes") == ["notes__add", "notes__list"]
    assert names("notes/list", "clock") == ["clock__now", "notes__list"]
    assert names("weather") == []


def test_one_can_be_left_out_of_a_send_for_everybody_or_for_one() -> None:
    """R1: each visible and switchable."""
    assert names("notes", choice=Choice(omit=frozenset({"/tool:notes/add"}))) == ["notes__list"]
    assert names("notes", choice=Choice(omit=frozenset({f"{ANN.id}/tool:notes/add"}))) == ["notes__list"]
    assert len(names("notes", choice=Choice(omit=frozenset({"somebody/tool:notes/add"})))) == 2


def test_the_order_is_the_same_whoever_is_asked_first() -> None:
    """I-25: a provider's cache begins with the tools."""
    advisor = replace(ANN, tools=("notes", "clock"))
    orders = {
        tuple(each.wire_name for each in choose_tools(advisor, known, Choice()))
        for known in itertools.permutations(KNOWN)
    }
    assert len(orders) == 1


def test_tools_are_counted() -> None:
    """D37: the budget counts what a model is told about them, and the results handed back."""
    bare = seat(ANN)
    equipped = replace(bare, tools=KNOWN, tools_size=measure_tools(KNOWN))
    without = compose(QUIET, bare)
    with_tools = compose(QUIET, equipped)
    event = ToolEvent(ToolCall("c1", "notes__list", "{}"), "a long result " * 20)
    later = with_tools.with_rounds((ToolRound("Let me look.", (event,)),))

    assert with_tools.frame.fixed_tokens > without.frame.fixed_tokens
    assert later.total_tokens > with_tools.total_tokens + 50
    assert later.size()[1] == with_tools.size()[1] + 2


def test_results_follow_the_message_and_a_last_word_ends_it() -> None:
    """M20: what was said, the calls, the results; then that it must end, and that nothing may be called."""
    equipped = replace(seat(ANN), tools=KNOWN)
    event = ToolEvent(ToolCall("c1", "notes__list", "{}"), "nothing")
    composition = compose(QUIET, equipped)
    payload = composition.with_rounds((ToolRound("Let me look.", (event,)),), closing="[Answer now.]").payload()

    assert [(each.role, each.kind) for each in payload.messages[-4:]] == [
        ("user", "human"),
        ("assistant", "tool"),
        ("tool", "tool"),
        ("user", "nudge"),
    ]
    assert (payload.may_call, payload.tools) == (False, KNOWN)
