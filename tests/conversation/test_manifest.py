"""A request is cut into passages and joined again, byte for byte."""

from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.conversation.ids import AdvisorId, DocumentId
from antiphon.conversation.manifest import RecentPassages, cut_request, join_request, list_references, name_passage
from antiphon.conversation.payload import ImageData, Message, Payload, ToolCall
from antiphon.conversation.tool import ToolDefinition
from antiphon.providers.chat_body import build_chat_body
from antiphon.providers.profile import Profile

LONG = 'Zwölf 東京 👩‍👩‍👧 "quoted" \\n\n\nand {"role":"user"}, ],[ \x01 words ' * 6
WORDS = st.one_of(st.text(max_size=60), st.just(LONG), st.text(max_size=12).map(lambda each: each + LONG))
PICTURES = st.builds(
    lambda data: ImageData(DocumentId("d_1"), "image/png", 2, 2, "a.png", data=data),
    st.binary(min_size=1, max_size=900),
)
CALLS = st.builds(ToolCall, st.text(max_size=8), st.just("search"), st.just('{"q":"{\\"role\\":\\"user\\"}"}'))
MESSAGES = st.one_of(
    st.builds(Message, st.sampled_from(("system", "user", "assistant")), WORDS),
    st.builds(lambda text, images: Message("user", text, images=tuple(images)), WORDS, st.lists(PICTURES, max_size=2)),
    st.builds(lambda text, calls: Message("assistant", text, calls=tuple(calls)), WORDS, st.lists(CALLS, max_size=2)),
    st.builds(lambda text: Message("tool", text, "tool", call_id="call_1"), WORDS),
    st.builds(lambda one, two: Message("user", f"[Said:\n\nA: {one}\n\nB: {two}]\n\nAnd?"), WORDS, WORDS),
)
PAYLOADS = st.builds(
    lambda messages, tools: Payload(AdvisorId("skeptic"), "fake:m", tuple(messages), 100, tools=tools),
    st.lists(MESSAGES, max_size=12),
    st.sampled_from(((), (ToolDefinition("s", "search", "Looks. " * 40, {"properties": {"role": {}}}, "0" * 64),))),
)


def rejoin(body: bytes) -> bytes:
    """The bytes, by way of their manifest and what a store would have kept."""
    cut = cut_request(body)
    if cut is None:
        return body
    assert list_references(cut.manifest)
    assert all(name_passage(passage.data) == name for name, passage in cut.passages.items())
    return join_request(cut.manifest, {name: passage.data for name, passage in cut.passages.items()})


@given(PAYLOADS)
def test_every_request_is_joined_to_the_bytes_it_was(payload: Payload) -> None:
    for profile in (Profile("loose"), Profile("strict", alternate="strict")):
        body = build_chat_body(payload, profile)
        assert rejoin(body) == body


@given(st.binary(max_size=400))
def test_so_are_bytes_that_are_no_request_at_all(noise: bytes) -> None:
    for body in (noise, b'{"messages":[{"role":"' + noise, b'[{"role":"user","content":"' + noise * 3 + b'"}]}'):
        assert rejoin(body) == body


def talk(turns: int, *, wire: str = "chat") -> bytes:
    """What an advisor is sent in this turn, on a wire."""
    said = [Message("system", "You are an advisor. " * 20)]
    for number in range(1, turns):
        said += (Message("user", f"Question {number}? " * 20), Message("assistant", f"Answer {number}. " * 60))
    said.append(
        Message("user", f"[Others said:\n\nA: {turns} {'yes ' * 80}\n\nB: {turns} {'no ' * 80}]\n\nAnd {turns}?")
    )
    if wire == "chat":
        return build_chat_body(Payload(AdvisorId("a"), "fake:m", tuple(said), 100), Profile("any"))
    if wire == "anthropic":
        messages: list[Any] = [
            {"role": each.role, "content": [{"text": each.content, "type": "text"}]} for each in said[1:]
        ]
        return orjson.dumps(
            {"max_tokens": 9, "messages": messages, "model": "m", "system": [{"text": said[0].content}]}
        )
    roles = {"assistant": "model"}
    parts = [{"parts": [{"text": each.content}], "role": roles.get(each.role, each.role)} for each in said]
    return orjson.dumps({"contents": parts[1:], "systemInstruction": parts[0]})


@pytest.mark.parametrize("wire", ["chat", "anthropic", "google"])
def test_what_was_sent_a_turn_ago_is_not_kept_again(wire: str) -> None:
    """Of a turn more there are a question, an answer and what the others said; the rest has its names already."""
    before, after = talk(20, wire=wire), talk(21, wire=wire)
    earlier, later = cut_request(before), cut_request(after)
    assert earlier is not None
    assert later is not None

    new = {name: passage for name, passage in later.passages.items() if name not in earlier.passages}

    assert rejoin(after) == after
    assert 2 <= len(new) <= 4
    assert all(passage.is_new for passage in new.values())
    assert sum(passage.is_new for passage in later.passages.values()) <= 6
    assert len(later.manifest) < len(after) / 20


def test_what_two_advisors_are_told_of_the_others_is_shared() -> None:
    quote = "\n\nC: " + "maybe " * 60
    one, two = (
        build_chat_body(
            Payload(AdvisorId("a"), "fake:m", (Message("user", f"[Said:\n\n{who}: {who * 300}{quote}]\n\nWell?"),), 9),
            Profile("any"),
        )
        for who in "AB"
    )
    first, second = cut_request(one), cut_request(two)
    assert first is not None
    assert second is not None

    shared = first.passages.keys() & second.passages.keys()

    assert [b"maybe" in first.passages[name].data for name in shared] == [True]


def test_what_cannot_be_told_from_a_manifest_stays_whole() -> None:
    assert cut_request(b"") is None
    assert cut_request(b'{"messages":[]}') is None
    assert cut_request(b'{"messages":[{"role":"user","content":"' + b"a\0b" * 100 + b'"}]}') is None


def test_names_are_remembered_for_a_while_both_ways() -> None:
    recent = RecentPassages()
    first = b"first" * 30

    names = [recent.name(first), *(recent.name(b"%d" % number * 40) for number in range(2_000)), recent.name(first)]

    assert names[0] == names[-1] == name_passage(first)
    assert recent.find(names[0]) == first
    assert recent.find(recent.name(b"long" * 2_000)) is None


def test_a_manifest_names_what_is_missing() -> None:
    cut = cut_request(talk(2))
    assert cut is not None
    gone, *rest = cut.passages

    with pytest.raises(KeyError) as missing:
        join_request(cut.manifest, {name: cut.passages[name].data for name in rest})

    assert missing.value.args == (gone,)
