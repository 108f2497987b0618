"""One tree of failures, drawn, documented and stable."""

import inspect
import re
from typing import Literal, get_args, get_origin

from antiphon.conversation import errors
from antiphon.conversation.errors import (
    AntiphonError,
    CommandRefused,
    ContextOverflow,
    FilterInvalid,
    NotAllowed,
    NotFound,
    OverflowAfterTrimming,
    ProviderError,
    RateLimited,
    SettingsInvalid,
    UserPromptTooLarge,
)

ALL = [each for _, each in inspect.getmembers(errors, inspect.isclass) if issubclass(each, AntiphonError)]

# Clients match on these; changing one breaks them.
CODES = {
    "AddressTaken": "address_taken",
    "AdvisorStale": "advisor_stale",
    "AnalysisBudget": "analysis_budget",
    "AnalysisError": "analysis",
    "AnswerCut": "answer_cut",
    "AnswerTooLarge": "answer_too_large",
    "AnswerUnknown": "previous_response_not_found",
    "AnswerUnreadable": "answer_unreadable",
    "AntiphonError": "internal",
    "ApprovalGone": "approval_gone",
    "ApprovalStale": "approval_stale",
    "AuthFailed": "auth",
    "BackupFailed": "backup_failed",
    "BackupLocked": "backup_locked",
    "BackupUnreadable": "backup_unreadable",
    "BodyStalled": "body_stalled",
    "BodyTooLarge": "body_too_large",
    "CeilingReached": "ceiling_reached",
    "CodeRefused": "code_refused",
    "CommandRefused": "command_refused",
    "ConnectFailed": "net",
    "ContentFiltered": "filtered",
    "ContextOverflow": "overflow",
    "DocumentOff": "document_off",
    "Draining": "draining",
    "EmptyMessage": "empty_message",
    "EvalFileInvalid": "eval_file_invalid",
    "ExtraMissing": "extra_missing",
    "FieldRefused": "unsupported_value",
    "FileTooLarge": "file_too_large",
    "FilterInvalid": "filter_invalid",
    "HeadersUnsealed": "headers_unsealed",
    "KeyFileRefused": "key_file_refused",
    "KeyMissing": "key_missing",
    "KeyReused": "key_reused",
    "KeyUnknown": "key_unknown",
    "KindUnfit": "kind_unfit",
    "LastOwner": "last_owner",
    "LastWayIn": "last_way_in",
    "OwnKeysUnused": "own_keys_unused",
    "SignOnRefused": "sign_on_refused",
    "SignOutNoticeRefused": "sign_out_notice_refused",
    "CodeUnknown": "code_unknown",
    "DeviceDenied": "access_denied",
    "DeviceExpired": "expired_token",
    "DeviceHasty": "slow_down",
    "DeviceUndecided": "authorization_pending",
    "LastPanel": "last_panel",
    "LinkGone": "link_gone",
    "Malformed": "malformed",
    "MigrationFailed": "migration_failed",
    "ModelNotOffered": "model_not_found",
    "ModelUnknown": "model",
    "NameTaken": "name_taken",
    "NodesTooOld": "nodes_too_old",
    "NobodyAnswered": "all_voices_failed",
    "NoAdvisors": "no_advisors",
    "NoModels": "no_models",
    "NotAModelServer": "not_a_model_server",
    "NotAllowed": "not_allowed",
    "NotFound": "not_found",
    "NotKept": "not_kept",
    "NotSetUp": "not_set_up",
    "NotSignedIn": "not_signed_in",
    "OverflowAfterTrimming": "context_overflow_after_trimming",
    "PanelEmpty": "panel_empty",
    "PasswordRefused": "password_refused",
    "PictureUnusable": "picture_unusable",
    "PictureRefused": "invalid_image_url",
    "PreviewStale": "preview_stale",
    "PriceUnknown": "price_unknown",
    "ProtocolError": "protocol",
    "ProviderAddressRefused": "provider_address",
    "ProviderDecided": "provider_decided",
    "ProviderError": "provider",
    "ProviderKeyMalformed": "provider_key",
    "ProviderTimeout": "net",
    "ProviderUnavailable": "provider",
    "ProvidersPerNode": "providers_per_node",
    "QuestionTooLong": "question_too_long",
    "QuotaExceeded": "quota",
    "RateLimited": "rate_limited",
    "ReceiptDamaged": "receipt_damaged",
    "ReceiptUnfit": "receipt_unfit",
    "Refused": "refused",
    "RequestRejected": "rejected",
    "RequestTooLarge": "too_large",
    "RestoreRefused": "restore_refused",
    "SchemaAhead": "schema_ahead",
    "SchemaBehind": "schema_behind",
    "SchemaRefused": "schema_refused",
    "SealBroken": "seal_broken",
    "SecondFactorNeeded": "second_factor_needed",
    "SecondFactorRequired": "second_factor_required",
    "SettingDecided": "setting_decided",
    "SettingFixed": "setting_fixed",
    "SettingRefused": "setting_refused",
    "SettingsInvalid": "settings_invalid",
    "SignInBusy": "sign_in_busy",
    "SignInRefused": "sign_in_refused",
    "StaleEpoch": "stale_epoch",
    "StoreDamaged": "store_damaged",
    "StoreFull": "store_full",
    "StoreInUse": "store_in_use",
    "StoreReadOnly": "store_read_only",
    "StoreUnavailable": "store_unavailable",
    "StreamBroken": "net",
    "ThinkingUnsupported": "thinking_unsupported",
    "TodosRefused": "todos_refused",
    "TooManyAttempts": "too_many_attempts",
    "TooManyCalls": "too_many_calls",
    "TooManyFeeds": "too_many_feeds",
    "TooManyFiles": "too_many_files",
    "TooManyImages": "too_many_images",
    "ToolError": "tool",
    "ToolFailed": "tool_failed",
    "ToolServerUnavailable": "tool_server_unavailable",
    "ToolTimedOut": "tool_timed_out",
    "TopicExists": "topic_exists",
    "TopicInsideItself": "topic_inside_itself",
    "TopicNotEmpty": "topic_not_empty",
    "TurnInFlight": "turn_in_flight",
    "UnreadableFile": "unreadable_file",
    "UnsupportedFile": "unsupported_file",
    "UploadBroken": "upload_broken",
    "UserPromptTooLarge": "user_prompt_too_large",
    "VerifyAgain": "verify_again",
    "VoiceFailed": "voice_failed",
    "WebhookAddressRefused": "webhook_address",
}


def drawn_tree() -> dict[str, str | None]:
    """Each name in the picture of the module docstring, with the name it hangs under."""
    parents: list[str] = []
    tree: dict[str, str | None] = {}
    for line in (errors.__doc__ or "").splitlines():
        if drawn := re.match(r"((?:│   |    )*)(├── |└── )?([A-Z]\w+)( {2,}\S|$)", line):
            depth = len(drawn[1]) // 4 + bool(drawn[2])
            tree[drawn[3]] = parents[depth - 1] if depth else None
            parents[depth:] = [drawn[3]]
    return tree


def test_the_picture_shows_the_classes_as_they_are() -> None:
    real = {each.__name__: each.__base__.__name__ for each in ALL if each is not AntiphonError}

    assert drawn_tree() == real | {"AntiphonError": None}


def test_codes_are_stable() -> None:
    assert {each.__name__: each.code for each in ALL} == CODES


def test_every_class_says_what_it_means_in_its_own_words() -> None:
    docs = [inspect.cleandoc(each.__doc__ or "") for each in ALL]

    assert all(docs)
    assert len(set(docs)) == len(docs)


def test_every_provider_failure_has_its_own_sentence() -> None:
    sentences = [each.sentence for each in ALL if issubclass(each, ProviderError)]

    assert len(set(sentences)) == len(sentences)


def build(kind: type[AntiphonError]) -> AntiphonError:
    """An example of a failure, with some value for every fact it asks for."""
    if issubclass(kind, ProviderError):
        return kind("echo", status=418, provider_message="their words")
    wanted = [each for each in inspect.signature(kind.__init__).parameters.values() if each.name != "self"]
    named = [each for each in wanted if each.kind is each.POSITIONAL_OR_KEYWORD]
    samples = {
        "epoch": 2,
        "seconds": 60,
        "problems": ("port: too large",),
        "column": 3,
        "tokens": 9_000,
        "limit": 8_000,
        "used": 7_000,
        "needed": 2_000,
        "ceiling": 0.5,
        "spent": 0.4,
        "forecast": 0.2,
    }
    choices = {each.name: get_args(each.annotation)[0] for each in named if get_origin(each.annotation) is Literal}
    return kind(*({**samples, **choices}.get(each.name, each.name) for each in named)) if named else kind()


def test_facts_are_what_was_given_and_sentences_are_ours() -> None:
    """A provider's words are a fact, never part of our sentence."""
    errors = [build(kind) for kind in ALL]

    assert [type(error) for error in errors if "their words" in str(error)] == []
    assert [type(error) for error in errors if any(name.startswith("_") for name in error.facts)] == []


def test_sentences_carry_the_facts() -> None:
    assert str(NotFound("turn", "t_1")) == "there is no turn t_1"
    assert str(NotAllowed("write")) == "you may not write this"
    assert str(CommandRefused("star", "there is none")) == "star was not carried out: there is none"
    assert str(FilterInvalid("s9", 2, "at most 3 stars")) == "at most 3 stars (column 2)"
    assert str(UserPromptTooLarge("skeptic", 9_000, 8_000)).startswith("the message is about 9000 tokens long")
    assert str(RateLimited("echo", status=429)) == "echo: too many requests (HTTP 429)"
    assert str(SettingsInvalid(("a: b", "c: d"))).splitlines()[1:] == ["  - a: b", "  - c: d"]


def test_facts_of_a_provider_failure_are_typed() -> None:
    error = RateLimited("echo", status=429, retry_after=2.5, provider_message="slow down")

    assert error.facts == {"provider": "echo", "status": 429, "retry_after": 2.5, "provider_message": "slow down"}


def test_caret_stands_under_the_place() -> None:
    assert FilterInvalid("s2 & q", 6, "no such predicate").caret == "s2 & q\n     ^"
    assert FilterInvalid("", 1, "nothing there").caret == "\n^"


def test_counts_of_an_overflow_are_facts() -> None:
    """The provider's own, absent when it gave none; trimming in vain is an overflow too."""
    error = OverflowAfterTrimming("echo", status=400, window=8_000, prompt_tokens=9_000)

    assert isinstance(error, ContextOverflow)
    assert (error.facts["window"], error.facts["prompt_tokens"]) == (8_000, 9_000)
    assert error.facts["output_tokens"] is None
