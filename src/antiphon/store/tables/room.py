"""What is read out of a conversation, and what comes of it: claims, rounds, heartbeats, decisions."""

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

from antiphon.store.tables.columns import Id, Moment, metadata, same_workspace, workspace

# Looks at a conversation, which do not continue it.
analyses = Table(
    "analyses",
    metadata,
    Column("id", Id, primary_key=True),
    workspace(),
    Column("conversation_id", Id, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("model", Text, nullable=False),
    Column("status", String(10), nullable=False),
    Column("first_position", Integer, nullable=False, server_default="0"),
    Column("last_position", Integer, nullable=False, server_default="0"),
    # The node that works on it: one that is gone has left it unfinished.
    Column("node_id", Id),
    # What came of it, and what all calls used together.
    Column("counts", JSON, nullable=False, server_default="{}"),
    Column("usage", JSON, nullable=False, server_default="{}"),
    Column("error", JSON(none_as_null=True)),
    Column("created_at", Moment, nullable=False),
    Column("ended_at", Moment),
    # The one turn it looks at, if it looks at one.
    Column("turn_id", Id),
    # What was read, in the form of its kind; claims have rows of their own.
    Column("result", JSON(none_as_null=True)),
    Index(None, "workspace_id", "conversation_id", "kind", "created_at"),
    Index(None, "turn_id", "kind"),
)

# Each request of a look, numbered from 0: url, body, hash, moment, outcome, usage, answer. Bodies are large, so that
# what has ended is not written again with the next one.
analysis_calls = Table(
    "analysis_calls",
    metadata,
    same_workspace(),
    Column("analysis_id", Id, nullable=False),
    Column("number", Integer, nullable=False),
    Column("call", JSON, nullable=False),
    PrimaryKeyConstraint("analysis_id", "number"),
)

# What was claimed in a turn. Each stance has the words it rests on, by reply and character.
claims = Table(
    "claims",
    metadata,
    same_workspace(),
    Column("analysis_id", Id, nullable=False),
    Column("number", Integer, nullable=False),
    Column("conversation_id", Id, nullable=False),
    Column("turn_id", Id, nullable=False),
    Column("text", Text, nullable=False),
    Column("label", String(10), nullable=False),
    Column("stances", JSON, nullable=False, server_default="[]"),
    Column("created_at", Moment, nullable=False),
    PrimaryKeyConstraint("analysis_id", "number"),
    Index(None, "workspace_id", "created_at"),
    Index(None, "turn_id"),
)

# Advisors answering each other, round after round. `step` is raised by whoever takes the next one.
round_runs = Table(
    "round_runs",
    metadata,
    same_workspace(),
    Column("id", Id, primary_key=True),
    Column("conversation_id", Id, nullable=False),
    Column("owner_id", Id, nullable=False),
    Column("planned", Integer, nullable=False),
    # What all rounds together may cost, in US dollars; none means no ceiling.
    Column("ceiling", Float),
    # Every round waits for the person's word, or the next begins when one has ended.
    Column("asks", Boolean, nullable=False, server_default=false()),
    # End when a round brings no new claim.
    Column("until_quiet", Boolean, nullable=False, server_default=false()),
    Column("advisor_ids", JSON(none_as_null=True)),
    # What every round says in the person's place, and what was chosen for it.
    Column("text", Text, nullable=False),
    Column("choice", JSON, nullable=False, server_default="{}"),
    Column("status", String(10), nullable=False),
    Column("reason", String(20)),
    # The figures or the refusal behind the reason.
    Column("facts", JSON, nullable=False, server_default="{}"),
    # The node that sees it on; when that one is gone, any other may.
    Column("node_id", Id),
    Column("step", Integer, nullable=False, server_default="0"),
    # Each round: its turn, what it was forecast to cost, what it cost, how many new claims it brought.
    Column("rounds", JSON, nullable=False, server_default="[]"),
    Column("created_at", Moment, nullable=False),
    Column("updated_at", Moment, nullable=False),
    Index(None, "conversation_id", "created_at"),
    Index(None, "status"),
)

# An advisor that may speak unasked in one conversation. `generation` rises with every human message, which makes
# whatever was scheduled before it void.
heartbeats = Table(
    "heartbeats",
    metadata,
    same_workspace(),
    Column("conversation_id", Id, nullable=False),
    Column("advisor_id", Id, nullable=False),
    Column("owner_id", Id, nullable=False),
    Column("enabled", Boolean, nullable=False, server_default=false()),
    Column("every_minutes", Integer, nullable=False),
    # Local times `HH:MM` between which nobody speaks; both or none.
    Column("quiet_from", String(5)),
    Column("quiet_until", String(5)),
    Column("model", Text),
    # Thousandths of the interval by which it comes later than the others, so that they do not all speak at once.
    Column("jitter", Integer, nullable=False, server_default="0"),
    Column("generation", Integer, nullable=False, server_default="0"),
    Column("next_at", Moment),
    Column("updated_at", Moment, nullable=False),
    PrimaryKeyConstraint("conversation_id", "advisor_id"),
    Index(None, "next_at"),
)

# One occurrence each: taken by one node, decided once, fired or skipped with a reason.
beats = Table(
    "beats",
    metadata,
    same_workspace(),
    Column("id", Id, primary_key=True),
    Column("conversation_id", Id, nullable=False),
    Column("advisor_id", Id, nullable=False),
    # `heartbeat`, or `review` when a decision is looked back on.
    Column("kind", String(10), nullable=False),
    Column("due_at", Moment, nullable=False),
    Column("generation", Integer, nullable=False),
    # Empty unless it is a review.
    Column("decision_id", Id, nullable=False, server_default=""),
    Column("status", String(10), nullable=False),
    Column("reason", String(40)),
    # How many occurrences in a row were skipped for this same reason.
    Column("times", Integer, nullable=False, server_default="1"),
    Column("why", Text, nullable=False, server_default=""),
    Column("analysis_id", Id),
    Column("turn_id", Id),
    Column("node_id", Id),
    Column("taken_at", Moment, nullable=False),
    Column("ended_at", Moment),
    Column("read_at", Moment),
    # The same occurrence cannot be taken twice, whoever tries.
    UniqueConstraint(
        "conversation_id", "advisor_id", "kind", "decision_id", "due_at", "generation", name="uq_beats_occurrence"
    ),
    Index(None, "workspace_id", "conversation_id", "taken_at"),
    Index(None, "workspace_id", "taken_at"),
    Index(None, "status"),
)

# What the person decided, and how the advisors stood at the time.
decisions = Table(
    "decisions",
    metadata,
    Column("id", Id, primary_key=True),
    workspace(),
    Column("owner_id", Id, nullable=False),
    Column("conversation_id", Id, nullable=False),
    Column("turn_id", Id, nullable=False),
    Column("question", Text, nullable=False),
    Column("options", JSON, nullable=False),
    Column("choice", Text, nullable=False),
    # How sure the person is that it will turn out right, in percent.
    Column("confidence", Integer, nullable=False),
    Column("change_my_mind", Text, nullable=False, server_default=""),
    # Frozen: each advisor's words, stance and the hash of what it had been sent.
    Column("stances", JSON, nullable=False),
    Column("review_at", Moment),
    # Who asks on that day.
    Column("reviewer_id", Id),
    # On the day itself it may be night: nobody asks before this moment.
    Column("waits_until", Moment),
    Column("outcome", String(10)),
    Column("outcome_text", Text, nullable=False, server_default=""),
    Column("outcome_at", Moment),
    Column("created_at", Moment, nullable=False),
    Column("updated_at", Moment, nullable=False),
    Column("removed_at", Moment),
    Index(None, "workspace_id", "created_at"),
    Index(None, "turn_id"),
    Index(None, "review_at"),
)
