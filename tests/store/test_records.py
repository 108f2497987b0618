"""The archive's format holds every column, or says why it does not."""

import pytest

from antiphon.conversation.archive import RECORDS
from antiphon.conversation.errors import Malformed
from antiphon.store.records import TABLES, decode_value
from antiphon.store.tables import metadata

# Whose a row is, is decided by who brings it; what it hangs on, by where it stands in the archive.
PLACE = {"workspace_id", "owner_id"}
LEFT = {
    # Counted anew: facts begin with the copy.
    "conversation": {"last_seq", "turn_count", "open_replies", "removed_turns", "kept_until"},
    # Whose words they are, and tokens that open nothing elsewhere.
    "turn": {"conversation_id", "author_id", "accepted_seq", "token_id"},
    "mark": {"conversation_id"},
    "divider": {"conversation_id"},
    "participation": {"conversation_id"},
    "switch": {"conversation_id"},
    "todo": {"conversation_id"},
    "link": {"conversation_id"},
    # When it is due is reckoned anew, so that nobody speaks because something was imported.
    "heartbeat": {"conversation_id", "next_at"},
    "beat": {"conversation_id", "node_id"},
    "rounds": {"conversation_id", "node_id"},
    # What a reply needs while it is being written, and the token it was asked for with.
    "reply": {"conversation_id", "stop_requested", "kept_text", "kept_thinking", "kept_thoughts", "token_id"},
    "approval": {"conversation_id", "decided_by"},
    # Bytes are spelt as `body`, older figures as `reckoning`, and keys stay where they are.
    "receipt": {"body", "manifest", "telemetry", "key_id"},
    "passage": {"conversation_id", "packed", "data"},
    "analysis": {"conversation_id", "work_id", "node_id", "token_id"},
    "claim": {"conversation_id"},
    "eval_run": {"node_id", "epoch"},
    "improvement": {"node_id"},
}
# What is not taken along: accounts and secrets, what is under way, what can be made anew, what happened here alone.
NOT_TAKEN = {
    "auth_changes", "backfills", "calibrations", "chunks", "data_keys", "deletions", "export_pieces",
    "exports", "facts",
    "fingerprints", "idempotency_keys", "identities", "import_items", "import_originals", "import_pieces", "imports",
    "instance_settings", "list_numbers", "memberships", "nodes", "one_time", "open_turns", "outside_threads",
    "past_usage", "people", "program_requests", "revisits",
    "person_settings", "principals", "recovery_codes", "schema_window", "second_factors", "secrets", "sessions",
    "standing_approvals", "token_uses", "tokens", "tool_servers",
    "webhook_cursors", "webhook_deliveries", "webhooks", "work", "work_answers", "workspace_settings",
    "workspaces", "audit", "document_chunks",
}  # fmt: skip


@pytest.mark.parametrize("record", sorted(RECORDS))
def test_every_column_is_in_the_format_or_left_out_for_a_reason(record: str) -> None:
    columns = {column.name for column in TABLES[record].columns}

    assert columns - set(RECORDS[record]) - PLACE == LEFT.get(record, set())
    assert set(RECORDS[record]) <= columns


def test_every_table_is_taken_along_or_left_for_a_reason() -> None:
    taken = {table.name for table in TABLES.values()} | {"document_data", "carried"}

    assert set(metadata.tables) - taken == NOT_TAKEN


PICTURE = {"document_id": "d", "media_type": "image/png", "width": 3, "height": 4, "name": "a.png"}
USE = {"id": "u", "name": "draw", "arguments": "{}"}


@pytest.mark.parametrize(
    "picture",
    [
        {},
        "a.png",
        PICTURE | {"width": "3"},
        PICTURE | {"height": 0},
        PICTURE | {"alt": None},
        PICTURE | {"at": True},
        PICTURE | {"media_type": 'image/png"><script>'},
        PICTURE | {"media_type": "image/svg+xml"},
    ],
)
def test_a_picture_is_one_in_every_field(picture: object) -> None:
    assert decode_value("reply", "pictures", [PICTURE]) == [PICTURE]
    assert decode_value("reply", "tool_events", [USE | {"pictures": [PICTURE]}])

    for name, value in (("pictures", [picture]), ("pictures", {}), ("tool_events", [USE | {"pictures": [picture]}])):
        with pytest.raises(Malformed):
            decode_value("reply", name, value)


@pytest.mark.parametrize("use", [{}, None, USE | {"arguments": {}}, USE | {"pictures": None}])
def test_the_use_of_a_tool_can_be_read(use: object) -> None:
    with pytest.raises(Malformed):
        decode_value("reply", "tool_events", [use])


@pytest.mark.parametrize("value", ["../../../evil", "c/1", "c.1", "c 1", "c_1\n", "ü", "", "x" * 41, 7, ["c_1"]])
@pytest.mark.parametrize(("record", "name"), [("conversation", "id"), ("turn", "topic_id"), ("card", "advisor_id")])
def test_an_id_can_stand_in_an_address_and_in_the_name_of_a_file(record: str, name: str, value: object) -> None:
    for known in ("skeptic", "c_01k9zsy0q4f3m6v8w2x1r5t7bn", "x_9f86d081884c7d659a2feaa0c5", "A-1"):
        assert decode_value(record, name, known) == known

    with pytest.raises(Malformed):
        decode_value(record, name, value)


def test_what_is_no_id_may_say_what_it_likes() -> None:
    """A mark for everybody names nobody, and a name of another program has its own letters."""
    for record, name, value in (
        ("mark", "advisor_id", ""),
        ("beat", "decision_id", ""),
        ("turn", "topic_id", None),
        ("link", "importer", "a plug-in/1.0"),
        ("reply", "finish_reason", "end of turn."),
    ):
        assert decode_value(record, name, value) == value
