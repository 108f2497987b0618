"""What comes out of an export of Claude."""

from tests.importers.reading import read
from tests.importers.samples import claude_branches, claude_conversation, dump, pack


def test_thinking_tools_and_the_text_of_files_find_their_places() -> None:
    found = read(dump([claude_conversation()]))

    (conversation,) = found.conversations
    (turn,) = conversation.turns
    (reply,) = turn.replies
    assert found.importer == "claude"
    assert turn.text == "Replace the boiler?\n\n(The file “photo.jpg” was not in the export.)"
    assert turn.attached == "offer.txt:\n4,900 euros"
    assert (reply.text, reply.thinking, reply.author.name) == ("Keep the old one.", "Old boilers last.", "Claude")
    assert [(tool.name, tool.arguments, tool.result) for tool in reply.tools] == [
        ("web_search", '{"query":"boiler life"}', "20 years")
    ]
    assert found.report["unknown_fields"] == {}


def test_an_archive_of_projects_and_memories_is_read_for_its_conversations() -> None:
    data = pack(
        {
            "conversations.json": dump([claude_conversation()]),
            "projects/p-1.json": dump({"uuid": "p-1", "name": "House", "docs": []}),
            "users.json": dump([{"uuid": "acc-1", "full_name": "A. Person"}]),
        }
    )

    found = read(data)

    assert len(found.conversations) == 1
    assert found.report["other_files"]["names"] == ["projects/p-1.json", "users.json"]


def test_two_answers_and_two_ways_on_are_a_variant_and_a_branch() -> None:
    shown, branch = read(dump([claude_branches()])).conversations

    assert [turn.text for turn in shown.turns] == ["Which school?", "Why good?"]
    assert [turn.text for turn in branch.turns] == ["Which school?", "Why near?"]
    assert [(each.text, each.chosen) for each in shown.turns[0].replies] == [
        ("The near one.", False),
        ("The good one.", True),
    ]
    assert [(each.text, each.chosen) for each in branch.turns[0].replies] == [
        ("The near one.", True),
        ("The good one.", False),
    ]


def test_a_manifest_alone_says_what_to_bring_instead() -> None:
    found = read(dump({"version": 2, "files": [{"name": "conversations-000.zip", "url": "https://example.org/x"}]}))

    assert found.refused == "it only names other files; download those and bring them instead"
