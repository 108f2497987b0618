"""What comes out of an export of ChatGPT."""

import zlib

import orjson
import pytest

from tests.importers.reading import read
from tests.importers.samples import dump, gpt_archive, gpt_conversation, gpt_message, gpt_rich, gpt_small


def test_a_question_and_its_answer_are_a_turn_with_a_reply() -> None:
    found = read(dump([gpt_small()]))

    (conversation,) = found.conversations
    (turn,) = conversation.turns
    (reply,) = turn.replies
    assert found.importer == "chatgpt"
    assert (conversation.title, turn.text, reply.text) == ("Moving north", "Should we move?", "Not yet.")
    assert (reply.author.name, reply.author.model, reply.state) == ("ChatGPT · gpt-4o", "gpt-4o", "complete")
    assert found.report["unknown_fields"] == {}


def test_the_original_is_kept_byte_for_byte() -> None:
    record = gpt_small()

    found = read(b'[ {"id": "project-1"},\n' + dump(record) + b" ]")

    assert zlib.decompress(found.originals[0]) == dump(record)


@pytest.mark.parametrize("wrap", ["list", "object", "archive"])
def test_every_layout_says_the_same(wrap: str) -> None:
    several = [gpt_small("c-1"), gpt_small("c-2", "And now?", "Now.")]
    data = {
        "list": dump(several),
        "object": dump({"conversations": several}),
        "archive": gpt_archive(several[:1], several[1:]),
    }[wrap]

    found = read(data)

    assert [each.turns[0].text for each in found.conversations] == ["Should we move?", "And now?"]


def test_an_edited_question_is_a_branch_and_a_second_answer_a_variant() -> None:
    found = read(dump([gpt_rich()]))

    shown, branch = found.conversations
    first, second = shown.turns
    assert [turn.text.partition("\n")[0] for turn in shown.turns] == ["Should I move north?", "It does pay more."]
    assert [turn.text for turn in branch.turns] == ["Should I move to the sea?"]
    assert {reply.author.model: reply.chosen for reply in first.replies} == {"gpt-4o": True, "o3": True}
    assert second.replies[0].text == "Then go."


def test_tools_thinking_sources_and_files_find_their_places() -> None:
    shown = read(dump([gpt_rich()])).conversations[0]

    first = shown.turns[0]
    reply = next(each for each in first.replies if each.author.model == "o3")
    assert reply.thinking == "Weighing\nRent against salary."
    assert [(tool.name, tool.arguments, tool.result) for tool in reply.tools] == [("python", "print(2 * 650)", "1300")]
    assert reply.text == "Rent doubles to 1300, so Oslo must pay more.\n\n[^1]: Rents — https://example.org/rents"
    assert "“file_00a1” was not in the export" in first.text
    assert shown.note == "I am a nurse."
    assert first.stars == 1


def test_what_was_said_to_a_tool_and_by_it_is_nobodys_answer() -> None:
    drawing = gpt_message("assistant", '{"prompt":"a roof"}', 2.0, recipient="dalle.text2im")
    drawn = gpt_message("tool", "Two images were made. Do not list them.", 3.0, name="dalle.text2im")
    nodes = {
        "u": (None, gpt_message("user", "Draw it.", 1.0)),
        "c": ("u", drawing),
        "r": ("c", drawn),
        "a": ("r", gpt_message("assistant", "Here is the roof.", 4.0)),
    }

    (found,) = read(dump([gpt_conversation("c", nodes)])).conversations

    (reply,) = found.turns[0].replies
    assert reply.text == "Here is the roof."
    assert [(each.name, each.arguments, each.result) for each in reply.tools] == [
        ("dalle.text2im", '{"prompt":"a roof"}', "Two images were made. Do not list them.")
    ]


def test_what_other_programs_stumble_over_is_read() -> None:
    """Missing metadata, no title, no times, a circle, a parent that is not there, a type nobody knows, nothing."""
    bare = gpt_message("assistant", "Yes.")
    del bare["metadata"]
    strange = gpt_message("assistant", {"content_type": "hologram", "beam": 1})
    several = [
        gpt_conversation(
            "odd",
            {"u": ("gone", gpt_message("user", "Well?")), "a": ("u", bare), "h": ("a", strange)},
            title=None,
            create_time=None,
            update_time=None,
            current_node="nowhere",
        ),
        gpt_conversation(
            "circle", {"u": ("a", gpt_message("user", "Round?")), "a": ("u", gpt_message("assistant", "And round."))}
        ),
        gpt_conversation("nothing", {}),
        {"id": "project", "name": "no mapping"},
    ]

    found = read(dump(several))

    odd, circle = found.conversations
    assert odd.turns[0].replies[0].text == "Yes.\n\n(hologram: not shown)"
    assert odd.turns[0].replies[0].author.model == "gpt-4o"
    assert odd.title == ""
    assert {turn.text for turn in circle.turns} >= {"Round?"}
    assert found.report["left"] == {"no_messages": 2, "content_type hologram": 1}
    assert found.report["unknown_fields"] == {"content.beam": 1, "conversation.name": 1}


def test_a_chain_of_ten_thousand_messages_is_read() -> None:
    nodes = {"n0": (None, gpt_message("user", "0"))}
    for number in range(1, 10_000):
        nodes[f"n{number}"] = (f"n{number - 1}", gpt_message("user" if number % 2 == 0 else "assistant", str(number)))

    (found,) = read(dump([gpt_conversation("long", nodes)])).conversations

    assert len(found.turns) == 5_000
    assert found.turns[-1].replies[0].text == "9999"


def test_what_cannot_be_encoded_becomes_what_can() -> None:
    data = dump([gpt_small(question="QUESTION")]).replace(b"QUESTION", rb"half \ud83d and nul \u0000 here")

    (found,) = read(data).conversations

    assert found.turns[0].text == "half \ufffd and nul  here"
    assert orjson.dumps(found.turns[0].text)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be"])
def test_other_ways_to_write_unicode_are_read(encoding: str) -> None:
    mark = b"\xfe\xff" if encoding == "utf-16-be" else b""

    found = read(mark + dump([gpt_small(question="Où ça ?")]).decode().encode(encoding))

    assert found.conversations[0].turns[0].text == "Où ça ?"
