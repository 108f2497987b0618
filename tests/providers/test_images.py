"""Images on the three wires, and in what is shown of a request."""

import base64
import json
from dataclasses import replace
from typing import Any

import pytest

from antiphon.conversation.ids import AdvisorId, DocumentId
from antiphon.conversation.payload import ImageData, Message, Payload
from antiphon.providers.bridge.families import load_family
from antiphon.providers.bridge.form import Forms
from antiphon.providers.chat_body import build_chat_body
from antiphon.providers.elide import elide_images
from antiphon.providers.openai_chat.frames import read_image
from antiphon.providers.profile import AS_IS, GENERIC
from antiphon.providers.shape import shape
from antiphon.providers.sight import can_see
from antiphon.providers.wire_text import read_messages

PIXELS = b"\x89PNG not really" * 20
WRITTEN = base64.b64encode(PIXELS).decode()
CHART = ImageData(DocumentId("d_1"), "image/png", 640, 480, "chart.png", PIXELS)
THREAD = (
    Message("system", "Be.", "system"),
    Message("user", "Then?", "turn", images=(CHART,)),
    Message("assistant", "That.", "reply"),
    Message("user", "[note]", "state"),
    Message("user", "Now?", "human", images=(replace(CHART, media_type="image/jpeg"),)),
)


def payload(model: str, *messages: Message) -> Payload:
    return Payload(AdvisorId("ann"), model, messages or THREAD, 100)


def write(wire: str, *messages: Message) -> dict[str, Any]:
    """The request of one wire."""
    if wire == "openai_chat":
        body: dict[str, Any] = json.loads(build_chat_body(payload("x:m", *messages), GENERIC))
        return body
    models = {"anthropic": ("a:claude-sonnet-5", "https://a.test"), "google": ("g:gemini-3-pro", "https://g.test")}
    model, url = models[wire]
    return Forms(load_family(wire), url).fill(payload(model, *messages)).body


def test_the_chat_wire_carries_images_as_addresses_of_themselves() -> None:
    """M45: words first, then each image, in the message they belong to."""
    _, past, answer, now = write("openai_chat")["messages"]

    assert past["content"] == [
        {"type": "text", "text": "Then?"},
        {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{WRITTEN}"}},
    ]
    assert answer["content"] == "That."
    assert [part["type"] for part in now["content"]] == ["text", "image_url"]
    assert now["content"][0]["text"] == "[note]\n\nNow?"


def test_anthropic_gets_blocks() -> None:
    """M45: the library's own form, cache mark included."""
    past, _, now = write("anthropic")["messages"]

    assert past["content"][0]["text"] == "Then?"
    source = {"type": "base64", "media_type": "image/png", "data": WRITTEN}
    assert {key: past["content"][1]["source"][key] for key in source} == source
    assert [block["type"] for block in now["content"]] == ["text", "image"]


def test_google_gets_inline_data() -> None:
    """M45: the media type beside the bytes."""
    past, _, now = write("google")["contents"]

    assert past["parts"][0]["text"] == "Then?"
    held = past["parts"][1].get("inlineData") or past["parts"][1]["inline_data"]
    assert (held.get("mimeType") or held["mime_type"]) == "image/png"
    assert held["data"].rstrip("=").replace("-", "+").replace("_", "/") == WRITTEN.rstrip("=")
    assert len(now["parts"]) == 2


@pytest.mark.parametrize("wire", ["openai_chat", "anthropic", "google"])
def test_an_image_alone_is_a_message(wire: str) -> None:
    """A wire that refuses empty texts is given none."""
    body = write(wire, Message("user", "", "human", images=(CHART,)))

    [message] = body.get("messages") or body["contents"]
    assert len(message.get("content") or message["parts"]) == 1


@pytest.mark.parametrize("wire", ["openai_chat", "anthropic", "google"])
def test_what_is_shown_of_a_request_holds_a_word_for_each_image(wire: str) -> None:
    """R1: sizes, never the bytes; and everything else as it is sent."""
    body = json.dumps(write(wire)).encode()

    shown = elide_images(body)

    assert WRITTEN[:40].encode() not in shown
    assert f"{len(PIXELS):,} bytes of".encode() in shown
    assert [role for role, _ in read_messages(shown)] == [role for role, _ in read_messages(body)]
    assert f"[{len(PIXELS):,} bytes of" in read_messages(body)[1].text


def test_words_that_look_like_an_image_are_left_alone() -> None:
    said = f'see "image_url" data:image/png;base64,{WRITTEN}'
    body = build_chat_body(payload("x:m", Message("user", said, "human")), AS_IS)

    assert elide_images(body) == body


def test_images_survive_the_joining_of_messages() -> None:
    both = shape((Message("user", "a", images=(CHART,)), Message("user", "b", images=(CHART,))), GENERIC)

    assert [(each.content, len(each.images)) for each in both] == [("a\n\nb", 2)]


@pytest.mark.parametrize(
    ("model", "sees"),
    [
        ("gpt-5.2", True),
        ("anthropic/claude-sonnet-4.5", True),
        ("gemini-3.8-flash", True),
        ("qwen2.5vl:7b", True),
        ("llama3.2-vision:11b", True),
        ("gemma3:4b", True),
        ("gemma3:1b", False),
        ("o1-mini", False),
        ("claude-2.1", False),
        ("gpt-4o-audio-preview", False),
        ("deepseek-chat", False),
        ("llama3:8b", False),
        ("openai/gpt-oss-120b", False),
    ],
)
def test_names_say_who_sees(model: str, sees: bool) -> None:
    assert can_see(model) is sees


@pytest.mark.parametrize("letters", ["not letters!", "n\u00e9e", "abc"])
def test_what_a_model_sends_in_place_of_a_picture_is_a_problem_with_a_name(letters: str) -> None:
    made = read_image({"image_url": {"url": f"data:image/png;base64,{letters}"}})

    assert made.problem == "its letters are no picture"
