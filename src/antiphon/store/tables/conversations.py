"""Conversations, turns, replies, and what happened.

A reply's growing text is appended to `chunks` and moved to `replies.text` when it ends: the cost of a reply is
proportional to its length, whatever the number of pieces it came in.
"""

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    true,
)

from antiphon.store.tables.columns import Id, Moment, index_of_tokens, metadata, owner, same_workspace, size, workspace

conversations = Table(
    "conversations",
    metadata,
    Column("id", Id, primary_key=True),
    workspace(),
    owner(),
    Column("panel_id", Id, nullable=False),
    Column("title", Text, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("updated_at", Moment, nullable=False),
    Column("last_seq", Integer, nullable=False),
    Column("turn_count", Integer, nullable=False),
    Column("open_replies", Integer, nullable=False),
    Column("topic_id", Id),
    Column("removed_turns", Integer, nullable=False, server_default="0"),
    # Archived by the person; everything in it stays, so that it can come back.
    Column("removed_at", Moment),
    # Whose the title is: the first words of the conversation, a model's, or the person's own.
    Column("titled_by", String(10), nullable=False, server_default="words"),
    # The turn of another conversation with which the copies end that this one begins with.
    Column("branched_from", Id),
    # Kept until this moment and deleted for good then; none is kept until somebody deletes it.
    Column("kept_until", Moment),
    # Archived at this moment: a program began it and gave it no name. None is archived when somebody does so.
    Column("put_away_at", Moment),
    # Where it lies in the list; the folder may have been removed.
    Column("folder_id", Id),
    Index(None, "workspace_id", "updated_at", "id"),
    Index(None, "kept_until"),
    Index(None, "put_away_at"),
    Index(None, "folder_id"),
)


# A tree. `path` is the names from the root, each behind a slash, so that a subtree is a prefix.
topics = Table(
    "topics",
    metadata,
    workspace(),
    owner(),
    Column("id", Id, primary_key=True),
    Column("parent_id", Id),
    Column("name", Text, nullable=False),
    Column("path", Text, nullable=False),
    Column("prelude", Text, nullable=False, server_default=""),
    Column("model", Text),
    Column("created_at", Moment, nullable=False),
    UniqueConstraint("workspace_id", "owner_id", "path"),
)


turns = Table(
    "turns",
    metadata,
    Column("id", Id, primary_key=True),
    same_workspace(),
    Column("conversation_id", Id, ForeignKey("conversations.id"), nullable=False),
    # Whose words they are; what was said without them was said on their behalf.
    Column("author_id", Id, nullable=False),
    Column("position", Integer, nullable=False),
    Column("accepted_seq", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("parts", JSON, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("stars", Integer, nullable=False, server_default="0"),
    Column("colour_flag", String(20)),
    Column("pinned", Boolean, nullable=False, server_default=false()),
    Column("importance", Float),
    Column("topic_id", Id),
    # The moment the advisors are told; the same in every later payload, whenever the turn was accepted.
    Column("stamped_at", Moment),
    Column("deleted_at", Moment),
    # What the person chose for this send: filter, policy, what was switched off.
    Column("choice", JSON, nullable=False, server_default="{}"),
    # The text of files put into the message, as advisors read it behind the person's words.
    Column("attached", Text, nullable=False, server_default=""),
    # What the person said it is worth, which counts for more than what was reckoned.
    Column("worth", Float),
    # Who set it going: the person, a round, a heartbeat, the review of a decision.
    Column("origin", String(10), nullable=False, server_default="person"),
    # The wire by which another program asked, and the token it showed; none for what comes from a screen of the house.
    Column("surface", String(10)),
    Column("token_id", Id),
    # The turn that was asked first where this one took its place: all wordings of a question name the same one.
    Column("first_wording", Id),
    *size(),
    UniqueConstraint("conversation_id", "position"),
    Index(None, "first_wording"),
    # A search walks from the newest turn back.
    Index(None, "workspace_id", "created_at", "id"),
    # How many turns a topic has, without reading one of them.
    Index(None, "workspace_id", "topic_id", "conversation_id", "deleted_at"),
)


turn_tags = Table(
    "turn_tags",
    metadata,
    same_workspace(),
    Column("turn_id", Id, ForeignKey("turns.id"), nullable=False),
    Column("tag", String(100), nullable=False),
    PrimaryKeyConstraint("turn_id", "tag"),
)


# In, out or pinned: for every advisor (no id) or for one.
context_marks = Table(
    "context_marks",
    metadata,
    same_workspace(),
    Column("conversation_id", Id, nullable=False),
    Column("turn_id", Id, ForeignKey("turns.id"), nullable=False),
    Column("advisor_id", Id, nullable=False, server_default=""),
    Column("mark", String(10), nullable=False),
    PrimaryKeyConstraint("turn_id", "advisor_id"),
    Index(None, "conversation_id"),
)


# A visible line behind the turn at this position.
dividers = Table(
    "dividers",
    metadata,
    same_workspace(),
    Column("conversation_id", Id, nullable=False),
    Column("position", Integer, nullable=False),
    Column("created_at", Moment, nullable=False),
    PrimaryKeyConstraint("conversation_id", "position"),
)


saved_filters = Table(
    "saved_filters",
    metadata,
    workspace(),
    owner(),
    Column("name", String(100), nullable=False),
    Column("line", Text, nullable=False),
    Column("created_at", Moment, nullable=False),
    PrimaryKeyConstraint("workspace_id", "owner_id", "name"),
)


replies = Table(
    "replies",
    metadata,
    Column("id", Id, primary_key=True),
    same_workspace(),
    Column("conversation_id", Id, nullable=False),
    Column("turn_id", Id, ForeignKey("turns.id"), nullable=False),
    Column("slot", Integer, nullable=False),
    Column("advisor_id", Id, nullable=False),
    Column("advisor_version", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("colour", String(20), nullable=False),
    Column("model", Text, nullable=False),
    Column("state", String(20), nullable=False),
    Column("epoch", Integer, nullable=False),
    Column("stop_requested", Boolean, nullable=False, server_default=false()),
    Column("text", Text, nullable=False, server_default=""),
    Column("thinking", Text, nullable=False, server_default=""),
    Column("finish_reason", String(40)),
    Column("error", JSON(none_as_null=True)),
    Column("metrics", JSON(none_as_null=True)),
    Column("settled_at", Moment),
    # A turn asked again: 0 is the first answer, and of all answers of an advisor to a turn one is chosen.
    Column("variant", Integer, nullable=False, server_default="0"),
    Column("chosen", Boolean, nullable=False, server_default=true()),
    Column("changes", JSON(none_as_null=True)),
    Column("importance", Float),
    Column("tool_events", JSON, nullable=False, server_default="[]"),
    Column("edited_text", Text),
    # What had been said when tools were last called: a crash behind that point starts from there.
    Column("kept_text", Text, nullable=False, server_default=""),
    Column("kept_thinking", Text, nullable=False, server_default=""),
    # What its provider wants back of what it had thought, one entry for each time it called tools.
    Column("kept_thoughts", JSON, nullable=False, server_default="[]"),
    # Those its model made, each with the document that holds it; what tools brought stands with their calls.
    Column("pictures", JSON, nullable=False, server_default="[]"),
    Column("worth", Float),
    # The answer this is a copy of: what was sent for it is kept there.
    Column("copied_from", Id),
    # The token it was asked for with, if it was: another than the turn's where somebody asked again.
    Column("token_id", Id),
    *size(),
    UniqueConstraint("turn_id", "slot"),
    # Who was asked and how it ended, for a whole conversation, without reading what was said.
    Index(None, "turn_id", "chosen", "advisor_id", "state"),
    # Who has the receipts of an answer that is about to go.
    Index(None, "copied_from"),
    # What a token has asked for; no row that was not asked for by one is in it.
    index_of_tokens("replies"),
)


chunks = Table(
    "chunks",
    metadata,
    same_workspace(),
    Column("reply_id", Id, nullable=False),
    Column("epoch", Integer, nullable=False),
    Column("channel", String(10), nullable=False),
    Column("start", Integer, nullable=False),
    Column("text", Text, nullable=False),
    PrimaryKeyConstraint("reply_id", "epoch", "channel", "start"),
)


facts = Table(
    "facts",
    metadata,
    same_workspace(),
    Column("conversation_id", Id, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("kind", String(40), nullable=False),
    Column("turn_id", Id),
    Column("reply_id", Id),
    Column("body", JSON, nullable=False),
    PrimaryKeyConstraint("conversation_id", "seq"),
)


idempotency_keys = Table(
    "idempotency_keys",
    metadata,
    same_workspace(),
    Column("principal_id", Id, nullable=False),
    Column("key", String(255), nullable=False),
    Column("body_sha256", String(64), nullable=False),
    Column("turn_id", Id, nullable=False),
    Column("created_at", Moment, nullable=False),
    PrimaryKeyConstraint("workspace_id", "principal_id", "key"),
    Index(None, "created_at"),
)


# How many turns each advisor has taken part in: counting them would cost more with every turn.
participation = Table(
    "participation",
    metadata,
    same_workspace(),
    Column("conversation_id", Id, nullable=False),
    Column("advisor_id", Id, nullable=False),
    Column("turns", Integer, nullable=False),
    # Those of them that led past the panel's phases, and count for none.
    Column("unphased", Integer, nullable=False, server_default="0"),
    # Where a sticky history begins, and under which filter and limit that was decided.
    Column("kept_from", Integer),
    Column("kept_under", Text),
    PrimaryKeyConstraint("conversation_id", "advisor_id"),
)
