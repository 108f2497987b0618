"""The archive in which somebody takes everything along: which records there are, and the fields of each.

Every line of it is one record under the name of its kind. What stands here is the format: whoever writes takes these
fields and no others, and whoever reads counts every field that is not among them.
"""

from collections.abc import Mapping
from typing import Any, Final

FORMAT: Final = "antiphon.export"
# A reader refuses a larger version. A larger minor adds fields, records or files, which an older reader counts and
# carries along: they leave with the next archive as they came.
VERSION: Final = 1
MINOR: Final = 1
MANIFEST: Final = "manifest.json"
FILE_NAME: Final = f"antiphon-export-{VERSION}.zip"

# Which fields a record has, in the order they are written.
RECORDS: Final[Mapping[str, tuple[str, ...]]] = {
    key: tuple(names.split())
    for key, names in {
        "advisor": (
            "id version current name description colour model parameters created_at tagline archived tools voice"
        ),
        "card": "advisor_id card person picture created_at",
        "panel": "id name advisor_ids early_turns is_default created_at removed phases rounds thinking",
        "topic": "id parent_id name path prelude model created_at",
        "folder": "id name created_at removed_at",
        "filter": "name line created_at",
        "name": "kind slug thing_id",
        "instruction": "id conversation_id name text position enabled created_at updated_at",
        "document": (
            "id conversation_id kind name title media_type bytes sha256 pages width height enabled created_at "
            "removed_at "
            "chars wide marks"
        ),
        "page": "document_id number label text",
        "conversation": (
            "id panel_id title created_at updated_at topic_id removed_at titled_by branched_from put_away_at folder_id"
        ),
        "divider": "position created_at",
        "participation": "advisor_id turns unphased kept_from kept_under",
        "switch": "instruction_id enabled",
        "todo": (
            "number position title description status blocked_reason priority depends_on progress created_at updated_at"
        ),
        "heartbeat": ("advisor_id enabled every_minutes quiet_from quiet_until model jitter generation updated_at"),
        "beat": (
            "id advisor_id kind due_at generation decision_id status reason times why analysis_id turn_id taken_at "
            "ended_at read_at"
        ),
        "rounds": (
            "id planned ceiling asks until_quiet advisor_ids text choice status reason facts step rounds created_at "
            "updated_at"
        ),
        "link": "importer source_key digest turn_keys",
        "turn": (
            "id position text parts created_at stars colour_flag pinned importance topic_id stamped_at deleted_at "
            "choice "
            "attached worth origin surface first_wording chars wide marks"
        ),
        "tag": "turn_id tag",
        "mark": "turn_id advisor_id mark",
        "reply": (
            "id turn_id slot advisor_id advisor_version name colour model state epoch text thinking finish_reason "
            "error "
            "metrics settled_at variant chosen changes importance tool_events edited_text worth copied_from chars wide "
            "marks pictures"
        ),
        "approval": (
            "id turn_id reply_id call_id advisor_id advisor_name server place_sha256 tool schema_sha256 arguments "
            "call_sha256 allowed_sha256 allowed_arguments status reason created_at expires_at decided_at"
        ),
        "receipt": (
            "reply_id epoch attempt provider model url headers sha256 sent_at outcome usage round reckoning key_owner "
            "signer signature"
        ),
        "passage": "name",
        "analysis": (
            "id kind model status first_position last_position counts usage error created_at ended_at turn_id result "
            "reply_id"
        ),
        "call": "analysis_id number call",
        "claim": "analysis_id number turn_id text label stances created_at",
        "decision": (
            "id conversation_id turn_id question options choice confidence change_my_mind stances review_at "
            "reviewer_id "
            "waits_until outcome outcome_text outcome_at created_at updated_at removed_at"
        ),
        "memory": ("id kind text status conversation_id turn_id quote replaces_id analysis_id created_at decided_at"),
        "eval_case": "id advisor_id name note body source created_at updated_at archived_at",
        "eval_run": (
            "id advisor_id advisor_version description model judge_model case_ids repeat status error improvement_id "
            "created_at ended_at"
        ),
        "eval_result": "run_id case_id repeat status score tokens dollars seconds uses told body ended_at",
        "eval_unkept": "run_id case_id repeat epoch tokens dollars uses ended_at",
        "improvement": (
            "id advisor_id advisor_version description case_ids rounds model judge_model writer_model status "
            "attempts best "
            "accepted_version error created_at ended_at"
        ),
    }.items()
}

# What a record says beside the fields of its row: whose an advisor or panel is, and the bytes of a request.
BESIDE: Final[Mapping[str, tuple[str, ...]]] = {
    "advisor": ("shared",),
    "panel": ("shared",),
    "receipt": ("body",),
    "passage": ("text", "base64"),
}

# The file a record stands in where it belongs to no conversation, and where it does; the rest are told of tests, or are
# the conversation itself.
_ALONE: Final[Mapping[str, str]] = {
    "advisor": "advisors",
    "card": "cards",
    "panel": "panels",
    "topic": "topics",
    "folder": "folders",
    "filter": "filters",
    "name": "names",
    "instruction": "instructions",
    "document": "documents",
    "page": "documents",
    "decision": "decisions",
    "memory": "memories",
}
_OF_CONVERSATION: Final[Mapping[str, str]] = {
    **dict.fromkeys(("passage", "receipt"), "receipts"),
    **dict.fromkeys(("analysis", "call", "claim"), "analyses"),
}


def find_file(record: str, *, in_conversation: bool) -> str:
    """What the file of such a record is called, without its folder and its end."""
    return _OF_CONVERSATION.get(record, "conversations") if in_conversation else _ALONE.get(record, "evals")


def list_fields(record: str) -> tuple[str, ...]:
    """Every field a record of this kind may have."""
    return (*RECORDS[record], *BESIDE.get(record, ()))


def build_statement(receipt: Mapping[str, Any]) -> bytes:
    """What a signature of a receipt is over: one line for each fact that makes it a proof, in this order."""
    names = ("reply_id", "epoch", "attempt", "provider", "model", "url", "sha256", "sent_at")
    lines = ("antiphon.receipt.1", *(f"{name}={receipt[name]}" for name in names))
    return "\n".join(lines).encode()
