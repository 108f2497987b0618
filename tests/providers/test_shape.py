"""What a server accepts, and that nothing is invented or lost on the way there."""

import itertools
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.payload import Kind, Message, Payload, Role, ToolCall
from antiphon.providers.chat_body import build_chat_body
from antiphon.providers.profile import AS_IS, GENERIC, PROFILES, Profile
from antiphon.providers.shape import count_settled, shape

STRICT = GENERIC
MERGED = replace(GENERIC, system="merged")


def user(text: str, kind: Kind = "turn") -> Message:
    return Message("user", text, kind=kind)


def said(text: str, *calls: ToolCall) -> Message:
    return Message("assistant", text, kind="reply", calls=calls)


def system(text: str = "Rules.") -> Message:
    return Message("system", text, kind="system")


def plain(messages: tuple[Message, ...]) -> list[tuple[Role, str]]:
    return [(each.role, each.content) for each in messages]


@st.composite
def threads(draw: st.DrawFn) -> tuple[Message, ...]:
    """Canonical messages: rules first, then people, advisors and tools in any order a conversation may take.

    Every text is used once, so that it can be found again.
    """
    numbers = itertools.count(100)
    messages = [system(f"rules {next(numbers)}")] if draw(st.booleans()) else []
    for kind in draw(st.lists(st.sampled_from(["user", "assistant", "tools"]), max_size=8)):
        if kind == "tools":
            ids = [f"c{next(numbers)}" for _ in range(draw(st.integers(1, 2)))]
            words = f"text {next(numbers)}" if draw(st.booleans()) else ""
            messages.append(said(words, *(ToolCall(each, "clock", "{}") for each in ids)))
            messages += [Message("tool", f"text {next(numbers)}", kind="tool", call_id=each) for each in ids]
        else:
            text = draw(st.sampled_from(["text {} [tag]", "text {}\nsecond line", "[For reference] text {}"]))
            text = text.format(next(numbers))
            messages.append(user(text) if kind == "user" else said(text))
    return tuple(messages)


def texts(messages: tuple[Message, ...], *roles: Role) -> list[str]:
    return [each.content for each in messages if each.content and (not roles or each.role in roles)]


@given(threads())
def test_strict_starts_with_the_person_alternates_and_ends_with_person_or_tool(messages: tuple[Message, ...]) -> None:
    """D6, I-23, reg-28."""
    shaped = shape(messages, STRICT)

    spoken = [each for each in shaped if each.role != "system"]
    assert [each.role for each in shaped[1:]].count("system") == 0
    assert spoken[0].role == "user"
    assert spoken[-1].role in ("user", "tool")
    for first, second in itertools.pairwise(spoken):
        assert first.role != second.role or first.role == "tool"


@given(threads(), st.sampled_from([STRICT, MERGED, AS_IS]))
def test_every_text_is_there_exactly_once(messages: tuple[Message, ...], profile: Profile) -> None:
    """I-27: nothing is lost, and nothing is said twice."""
    whole = "\0".join(texts(shape(messages, profile)))

    assert all(whole.count(text) == 1 for text in texts(messages))


@given(threads(), st.sampled_from([STRICT, MERGED, AS_IS]))
def test_an_advisor_says_what_it_said_and_nothing_else(messages: tuple[Message, ...], profile: Profile) -> None:
    """I-20: no assistant text is invented, and none changes its speaker."""
    shaped = shape(messages, profile)

    assert "\n\n".join(texts(shaped, "assistant")) == "\n\n".join(texts(messages, "assistant"))


@given(threads())
def test_a_tool_answers_right_behind_its_call(messages: tuple[Message, ...]) -> None:
    """I-23: calls and results stay paired and in order."""
    shaped = shape(messages, STRICT)

    assert [each for each in shaped if each.role == "tool"] == [each for each in messages if each.role == "tool"]
    for index, each in enumerate(shaped):
        answers = shaped[index + 1 : index + 1 + len(each.calls)]
        assert [answer.call_id for answer in answers] == [call.id for call in each.calls]


@given(threads(), st.sampled_from([STRICT, MERGED, AS_IS]))
def test_shaping_twice_changes_nothing_more(messages: tuple[Message, ...], profile: Profile) -> None:
    shaped = shape(messages, profile)

    assert shape(shaped, profile) == shaped


@given(threads())
def test_lenient_leaves_messages_as_they_are(messages: tuple[Message, ...]) -> None:
    assert shape(messages, PROFILES["openai"]) == messages


@pytest.mark.parametrize("profile", [*PROFILES.values(), AS_IS], ids=lambda each: each.name)
def test_a_plain_conversation_is_the_same_for_everybody(profile: Profile) -> None:
    """N2, H4: the golden case."""
    messages = (system("You are Ada."), user("Hello"), said("Hi"), user("Help me", "human"))

    assert plain(shape(messages, profile)) == [
        ("system", "You are Ada."),
        ("user", "Hello"),
        ("assistant", "Hi"),
        ("user", "Help me"),
    ]


def test_a_question_nobody_answered_is_merged_with_the_next_and_keeps_its_tags() -> None:
    """D4, D6."""
    messages = (system(), user("[Monday] First?"), user("[For reference] …", "reference"), user("Second?", "human"))

    (_, merged) = shape(messages, STRICT)

    assert merged.content == "[Monday] First?\n\n[For reference] …\n\nSecond?"
    assert merged.role == "user"


def test_a_thread_that_begins_with_an_answer_gets_a_bracketed_opener() -> None:
    """D6: only where the server insists."""
    shaped = shape((system(), said("Good morning."), user("Hello")), STRICT)

    opener = shaped[1]
    assert (opener.role, opener.kind) == ("user", "nudge")
    assert (opener.content[0], opener.content[-1]) == ("[", "]")
    assert plain(shaped[2:]) == [("assistant", "Good morning."), ("user", "Hello")]


def test_a_thread_that_ends_with_an_answer_gets_a_bracketed_nudge() -> None:
    """D10, H13, H19: only where the server insists."""
    messages = (system(), user("Hello"), said("Hi"))

    nudged, left_alone = shape(messages, STRICT), shape(messages, PROFILES["openai"])

    assert (nudged[-1].role, nudged[-1].kind) == ("user", "nudge")
    assert (nudged[-1].content[0], nudged[-1].content[-1]) == ("[", "]")
    assert nudged[:-1] == messages
    assert left_alone == messages


def test_opener_and_nudge_are_different_sentences() -> None:
    opened, closed = shape((said("Hi"), user("Yes?")), STRICT), shape((user("Yes?"), said("Hi")), STRICT)

    assert opened[0].content != closed[-1].content


def test_rules_alone_are_followed_by_a_nudge() -> None:
    assert [each.role for each in shape((system(),), STRICT)] == ["system", "user"]


def test_a_model_without_a_system_role_reads_the_rules_first() -> None:
    shaped = shape((system("Rules."), user("Hello"), said("Hi"), user("Go on", "human")), MERGED)

    assert plain(shaped) == [("user", "Rules.\n\nHello"), ("assistant", "Hi"), ("user", "Go on")]


def test_rules_that_come_late_are_moved_to_the_rules() -> None:
    """D7, I-28: rules never become somebody's words."""
    shaped = shape((system("One."), user("Hello"), system("Two."), said("Hi"), user("So?")), STRICT)

    assert plain(shaped)[:2] == [("system", "One.\n\nTwo."), ("user", "Hello")]


def test_blank_messages_are_left_out() -> None:
    """D4: some servers refuse a message without words."""
    shaped = shape((user("One"), said(" \n"), user("Two")), STRICT)

    assert plain(shaped) == [("user", "One\n\nTwo")]


def test_what_belongs_to_settled_turns_is_counted() -> None:
    """H17: a8: everything before the current turn's own messages may be cached."""
    settled = (system(), user("Hello"), said("Hi"))

    assert count_settled((*settled, user("…", "reference"), user("Now", "human"))) == 3
    assert count_settled(settled) == 3
    assert count_settled(shape((*settled, user("Left alone"), user("Now", "human")), STRICT)) == 3


def body(profile: Profile, *messages: Message, **more: object) -> dict[str, object]:
    payload = Payload(AdvisorId("ada"), "p:gpt-5.2", messages, 200)
    decoded: dict[str, object] = json.loads(build_chat_body(replace(payload, **more), profile))  # type: ignore[arg-type]  # a test names its fields itself
    return decoded


def test_calls_and_their_answers_are_written_as_the_wire_wants_them() -> None:
    call = ToolCall("c1", "clock", '{"zone": "UTC"}')

    sent = body(GENERIC, user("Time?"), said("", call), Message("tool", "12:00", kind="tool", call_id="c1"))

    assert sent["messages"] == [
        {"role": "user", "content": "Time?"},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {"id": "c1", "type": "function", "function": {"name": "clock", "arguments": '{"zone": "UTC"}'}}
            ],
        },
        {"role": "tool", "content": "12:00", "tool_call_id": "c1"},
    ]


def test_each_dialect_has_its_fields_in_a_fixed_order() -> None:
    """P40, H5, H17: the order of the keys is part of the bytes."""
    more = {"temperature": 0.5, "cache_key": "thread-1"}

    fields = {name: list(body(profile, user("Hi"), **more)) for name, profile in PROFILES.items()}

    usual = ["model", "messages", "max_tokens", "temperature", "stream", "stream_options"]
    newer = ["model", "messages", "max_completion_tokens", "temperature", "stream", "stream_options"]
    assert fields["openai"] == [*newer, "prompt_cache_key"]
    assert fields["azure"] == fields["groq"] == newer
    assert fields["mistral"] == usual[:-1]
    for name in ("generic", "openrouter", "ollama", "vllm", "llamacpp", "deepseek", "xai"):
        assert fields[name] == usual
