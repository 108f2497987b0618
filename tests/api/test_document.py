"""The OpenAPI document is what a stranger's generator reads: names it can use, and every problem it may meet."""

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from antiphon.api.errors import STATUS
from tools import openapi

# A verb of few, then the thing; one word where the deed has no other name.
VERBS = (
    "branch|accept|add|archive|build|check|choose|compare|continue|create|decide|delete|describe|dispute|download|export|find|"
    "follow|forecast|get|import|improve|leave|list|make|mark|order|preview|read|refresh|remove|replace|replay|reset|restore|resume|"
    "retry|run|save|scan|search|send|set|start|stop|switch|update|write"
)
ONE_WORD = {"search", "speak"}
# Whoever comes is nobody yet, and a link or a question costs no attempt.
UNCOUNTED = {
    "/v1/auth/device",
    "/v1/auth/device/token",
    "/v1/auth/setup",
    "/v1/auth/join",
    "/v1/auth/reset",
    "/v1/auth/ways",
}
CODES = {kind.code for kind in STATUS} | {"foreign_request", "internal"}


@cache
def read_document() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(openapi.render())
    return document


def list_operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in read_document()["paths"].items():
        for method, operation in methods.items():
            yield method, path, operation


def resolve(answer: dict[str, Any]) -> dict[str, Any]:
    if "$ref" not in answer:
        return answer
    found: dict[str, Any] = read_document()["components"]["responses"][answer["$ref"].rpartition("/")[2]]
    return found


def test_operation_ids_are_a_verb_and_a_thing() -> None:
    ids = [operation["operationId"] for _, _, operation in list_operations()]

    odd = [each for each in ids if each not in ONE_WORD and not re.fullmatch(rf"({VERBS})(_[a-z]+)+", each)]
    assert odd == []
    assert len(ids) == len(set(ids))


def test_every_problem_has_the_one_schema_and_a_code_we_know() -> None:
    for method, path, operation in list_operations():
        for status, answer in operation["responses"].items():
            if status >= "400" and path not in ("/readyz", "/startupz"):
                said = resolve(answer)
                schema = said["content"]["application/problem+json"]["schema"]
                codes = set(re.findall("`([a-z0-9_]+)`", said["description"]))
                assert schema == {"$ref": "#/components/schemas/Problem"}, (method, path, status)
                assert codes, (method, path, status)
                assert codes <= CODES, (method, path, status)


def test_the_frameworks_own_error_is_not_in_the_document() -> None:
    assert "HTTPValidationError" not in json.dumps(read_document())


def test_every_operation_declares_what_follows_from_its_kind() -> None:
    """Whoever names a thing may name one that is not there; whoever is not public may come too often."""
    for method, path, operation in list_operations():
        statuses = set(operation["responses"])
        assert {"403", "413", "500"} <= statuses, (method, path)
        if path.startswith("/v1/"):
            assert {"422", "503"} <= statuses, (method, path)
            assert "429" in statuses or path in UNCOUNTED, (method, path)
        if "{" in path and method != "put":
            assert "404" in statuses, (method, path)
        if "requestBody" in operation:
            assert "408" in statuses, (method, path)


def test_whoever_is_nobody_is_refused_wherever_somebody_is_wanted() -> None:
    public = {"/healthz", "/readyz", "/startupz", "/v1/auth/sign-in", *UNCOUNTED}

    for method, path, operation in list_operations():
        said = resolve(operation["responses"].get("401", {})).get("description", "")
        assert ("`not_signed_in`" in said) == (path not in public), (method, path)


def test_a_message_names_its_refusals() -> None:
    send = read_document()["paths"]["/v1/conversations/{conversation_id}/turns"]["post"]

    assert send["operationId"] == "send_turn"
    assert "`key_reused`" in send["responses"]["409"]["description"]
    assert "`turn_in_flight`" in send["responses"]["409"]["description"]


def test_what_makes_something_says_where_it_is() -> None:
    made = {path: operation for method, path, operation in list_operations() if "201" in operation["responses"]}

    assert len(made) > 10
    assert all("Location" in operation["responses"]["201"]["headers"] for operation in made.values())


def test_what_is_removed_is_answered_with_nothing() -> None:
    """One rule for every DELETE: 204, and `GET` or `restore` of the thing tell the rest."""
    removals = [operation for method, _, operation in list_operations() if method == "delete"]

    good = [[status for status in each["responses"] if status < "300"] for each in removals]
    assert len(removals) > 10
    assert good == [["204"]] * len(removals)


def test_every_success_says_what_it_holds() -> None:
    """A schema for JSON, a content type for all else; only a 204 and a 304 hold nothing."""
    bare = [
        (operation["operationId"], status)
        for _, _, operation in list_operations()
        for status, said in operation["responses"].items()
        if status < "400" and status not in ("204", "304") and not is_described(said)
    ]

    assert bare == []


def is_described(answer: dict[str, Any]) -> bool:
    contents = answer.get("content", {})
    return bool(contents) and all(each.get("schema") for each in contents.values())


def test_there_is_one_word_for_undo() -> None:
    addresses = " ".join(read_document()["paths"])

    assert not re.search(r"bring-back|archive|undelete|put-away", addresses)


def test_what_can_be_removed_or_changed_can_be_read() -> None:
    """A GET for every single thing. What stands here has no more to say of itself than its list does."""
    changed = {path for method, path, _ in list_operations() if method in ("patch", "delete")}

    unread = {path for path in changed if "get" not in read_document()["paths"][path]}
    assert unread == {
        "/v1/analyses/{analysis_id}/claims/{number}",
        "/v1/approvals/standing/{server}/{tool}",
        "/v1/conversations/{conversation_id}/heartbeats/{advisor_id}",
        "/v1/me/identities/{identity_id}",
        "/v1/me/keys/{provider}",
        "/v1/me/sessions/{session_id}",
        "/v1/me/tokens/{token_id}",
        "/v1/people/invitations/{invitation_id}",
        "/v1/providers/{name}",
        "/v1/tools/servers/{name}/headers/{owner}",
        "/v1/workspace/keys/{provider}",
    }


def read_properties(operation: dict[str, Any]) -> dict[str, Any] | None:
    """The properties of what a successful call answers with; nothing when that is no JSON."""
    done = [resolve(answer) for status, answer in operation["responses"].items() if status < "300"]
    schema = done[0].get("content", {}).get("application/json", {}).get("schema", {})
    if "$ref" in schema:
        schema = read_document()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    assert schema.get("type", "object") == "object", operation["operationId"]
    found: dict[str, Any] | None = schema.get("properties")
    return found


def is_list(operation: dict[str, Any], properties: dict[str, Any]) -> bool:
    """Named as one, paged as one, or nothing but one."""
    named = re.match("(list|search|find)(_|$)", operation["operationId"])
    return bool(named) or "next" in properties or all(each.get("type") == "array" for each in properties.values())


def test_every_list_is_a_page_of_items() -> None:
    seen = 0
    for method, path, operation in list_operations():
        properties = read_properties(operation)
        if method == "get" and properties is not None and is_list(operation, properties):
            seen += 1
            assert properties.get("items", {}).get("type") == "array", path
            assert properties.get("next", {}).get("anyOf") == [{"type": "string"}, {"type": "null"}], path
            pages = {each["name"] for each in operation.get("parameters", ())}
            assert not pages & {"cursor", "page", "offset"}, path
    assert seen >= 25


def test_whether_there_is_more_is_said_by_next_alone() -> None:
    """The view of a conversation is a snapshot that facts are folded into, not a page."""
    said = [
        path
        for _, path, operation in list_operations()
        if {"has_older", "has_newer", "has_more"} & set(read_properties(operation) or ())
    ]
    assert said == ["/v1/conversations/{conversation_id}"]
