"""Every table, once.

Each row belongs to a workspace. Times are milliseconds since 1970 in UTC, so that both databases sort and compare
them alike.
"""

from antiphon.store.tables.analyses import analyses, analysis_calls, claims
from antiphon.store.tables.audit import audit
from antiphon.store.tables.columns import Id, Moment, metadata
from antiphon.store.tables.conversations import (
    chunks,
    context_marks,
    conversations,
    dividers,
    facts,
    idempotency_keys,
    participation,
    replies,
    saved_filters,
    topics,
    turn_tags,
    turns,
)
from antiphon.store.tables.deletions import deletions, past_usage
from antiphon.store.tables.documents import document_chunks, document_data, document_pages, documents
from antiphon.store.tables.evals import eval_cases, eval_improvements, eval_results, eval_runs, eval_unkept
from antiphon.store.tables.exports import export_pieces, exports
from antiphon.store.tables.folders import folders
from antiphon.store.tables.heartbeats import beats, heartbeats
from antiphon.store.tables.imports import carried, import_items, import_links, import_originals, import_pieces, imports
from antiphon.store.tables.journal import decisions
from antiphon.store.tables.nodes import backfills, calibrations, nodes, open_turns, schema_window
from antiphon.store.tables.panels import advisor_cards, advisors, panels
from antiphon.store.tables.people import auth_changes, identities, memberships, one_time, people, sessions, tokens
from antiphon.store.tables.programs import fingerprints, outside_threads, program_requests, slugs
from antiphon.store.tables.receipts import passages, receipts
from antiphon.store.tables.reminders import instruction_switches, instructions, memories, todos
from antiphon.store.tables.revisits import revisits
from antiphon.store.tables.rounds import round_runs
from antiphon.store.tables.secrets import data_keys, recovery_codes, second_factors, secrets
from antiphon.store.tables.token_uses import token_uses
from antiphon.store.tables.tools import approvals, standing_approvals, tool_servers
from antiphon.store.tables.webhooks import webhook_cursors, webhook_deliveries, webhooks
from antiphon.store.tables.work import work, work_answers
from antiphon.store.tables.workspace import (
    instance_settings,
    list_numbers,
    person_settings,
    principals,
    workspace_settings,
    workspaces,
)

__all__ = [
    "Id",
    "Moment",
    "advisor_cards",
    "advisors",
    "analyses",
    "analysis_calls",
    "approvals",
    "audit",
    "auth_changes",
    "backfills",
    "beats",
    "calibrations",
    "carried",
    "chunks",
    "claims",
    "context_marks",
    "conversations",
    "data_keys",
    "decisions",
    "deletions",
    "dividers",
    "document_chunks",
    "document_data",
    "document_pages",
    "documents",
    "eval_cases",
    "eval_improvements",
    "eval_results",
    "eval_runs",
    "eval_unkept",
    "export_pieces",
    "exports",
    "facts",
    "fingerprints",
    "folders",
    "heartbeats",
    "idempotency_keys",
    "identities",
    "import_items",
    "import_links",
    "import_originals",
    "import_pieces",
    "imports",
    "instance_settings",
    "instruction_switches",
    "instructions",
    "list_numbers",
    "memberships",
    "memories",
    "metadata",
    "nodes",
    "one_time",
    "open_turns",
    "outside_threads",
    "panels",
    "participation",
    "passages",
    "past_usage",
    "people",
    "person_settings",
    "principals",
    "program_requests",
    "receipts",
    "recovery_codes",
    "replies",
    "revisits",
    "round_runs",
    "saved_filters",
    "schema_window",
    "second_factors",
    "secrets",
    "sessions",
    "slugs",
    "standing_approvals",
    "todos",
    "token_uses",
    "tokens",
    "tool_servers",
    "topics",
    "turn_tags",
    "turns",
    "webhook_cursors",
    "webhook_deliveries",
    "webhooks",
    "work",
    "work_answers",
    "workspace_settings",
    "workspaces",
]
