"""Advisors under test: cases, runs of them with every result, and attempts at better words."""

from sqlalchemy import JSON, Column, Float, Index, Integer, PrimaryKeyConstraint, String, Table, Text

from antiphon.store.tables.columns import Id, Moment, metadata, owner, same_workspace, workspace

# What an advisor's answer must hold, and the very messages it is asked with.
eval_cases = Table(
    "eval_cases",
    metadata,
    Column("id", Id, primary_key=True),
    workspace(),
    owner(),
    Column("advisor_id", Id, nullable=False),
    Column("name", Text, nullable=False),
    Column("note", Text, nullable=False, server_default=""),
    # The case as a file has it.
    Column("body", JSON, nullable=False),
    # The reply it was taken from; none for one that came in a file.
    Column("source", JSON(none_as_null=True)),
    Column("created_at", Moment, nullable=False),
    Column("updated_at", Moment, nullable=False),
    Column("archived_at", Moment),
    Index(None, "workspace_id", "advisor_id", "created_at"),
)

eval_runs = Table(
    "eval_runs",
    metadata,
    same_workspace(),
    Column("id", Id, primary_key=True),
    owner(),
    Column("advisor_id", Id, nullable=False),
    Column("advisor_version", Integer, nullable=False),
    # Words that are tried in place of the advisor's own.
    Column("description", Text),
    Column("model", Text, nullable=False),
    Column("judge_model", Text),
    Column("case_ids", JSON, nullable=False),
    Column("repeat", Integer, nullable=False, server_default="1"),
    Column("status", String(12), nullable=False),
    Column("error", JSON(none_as_null=True)),
    # Written by versions that are gone; nobody reads it any more.
    Column("node_id", Id),
    # Counts whenever somebody goes on with it: whoever played it before writes nothing more.
    Column("epoch", Integer, nullable=False, server_default="1"),
    # The attempt at better words it belongs to.
    Column("improvement_id", Id),
    Column("created_at", Moment, nullable=False),
    Column("ended_at", Moment),
    Index(None, "workspace_id", "advisor_id", "created_at"),
)

# One case once played. A row is written when it has ended and never again, so that a run goes on where it was.
eval_results = Table(
    "eval_results",
    metadata,
    same_workspace(),
    Column("run_id", Id, nullable=False),
    Column("case_id", Id, nullable=False),
    Column("repeat", Integer, nullable=False),
    Column("status", String(12), nullable=False),
    Column("score", Float),
    Column("tokens", Integer, nullable=False, server_default="0"),
    # Absent while the price is not known.
    Column("dollars", Float),
    Column("seconds", Float, nullable=False, server_default="0"),
    # What each model used for it, those that judged included.
    Column("uses", JSON, nullable=False, server_default="[]"),
    # The question, the last answer and the verdicts, without a request.
    Column("told", JSON, nullable=False, server_default="{}"),
    # All of it, every request byte for byte.
    Column("body", JSON, nullable=False),
    Column("ended_at", Moment, nullable=False),
    PrimaryKeyConstraint("run_id", "case_id", "repeat"),
    Index(None, "workspace_id", "case_id", "ended_at"),
    Index(None, "workspace_id", "ended_at"),
)

# What was used for a case that has no result: the ceiling or a stop was in the way, or somebody else's result counts.
eval_unkept = Table(
    "eval_unkept",
    metadata,
    same_workspace(),
    Column("run_id", Id, nullable=False),
    Column("case_id", Id, nullable=False),
    Column("repeat", Integer, nullable=False),
    Column("epoch", Integer, nullable=False),
    Column("tokens", Integer, nullable=False, server_default="0"),
    Column("dollars", Float),
    Column("uses", JSON, nullable=False, server_default="[]"),
    Column("ended_at", Moment, nullable=False),
    PrimaryKeyConstraint("run_id", "case_id", "repeat", "epoch"),
    Index(None, "workspace_id", "ended_at"),
)

eval_improvements = Table(
    "eval_improvements",
    metadata,
    same_workspace(),
    Column("id", Id, primary_key=True),
    owner(),
    Column("advisor_id", Id, nullable=False),
    Column("advisor_version", Integer, nullable=False),
    # The advisor's own words at the beginning.
    Column("description", Text, nullable=False),
    Column("case_ids", JSON, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("model", Text, nullable=False),
    Column("judge_model", Text),
    # Who proposes the words.
    Column("writer_model", Text),
    Column("status", String(12), nullable=False),
    # Every wording that was tried: what it says, why, and how it did.
    Column("attempts", JSON, nullable=False, server_default="[]"),
    Column("best", Integer, nullable=False, server_default="0"),
    Column("accepted_version", Integer),
    Column("error", JSON(none_as_null=True)),
    # Written by versions that are gone; nobody reads it any more.
    Column("node_id", Id),
    Column("created_at", Moment, nullable=False),
    Column("ended_at", Moment),
    Index(None, "workspace_id", "advisor_id", "created_at"),
)
