"""What exactly was allowed: one call, told apart from every other by its fingerprint."""

import hashlib
import json

from antiphon.conversation.tool import dump_canonical


def hash_call(server: str, place_sha256: str, tool: str, schema_sha256: str, arguments_json: str) -> str:
    """The fingerprint of one call of one tool, at the place its server was and as it was described at the time.

    Arguments that mean the same share a fingerprint however they are spaced and ordered. Text that is not JSON, or
    whose JSON could be read in two ways, is taken as it stands.
    """
    call = [server, place_sha256, tool, schema_sha256, *_settle(arguments_json)]
    return hashlib.sha256(dump_canonical(call)).hexdigest()


def _settle(arguments_json: str) -> tuple[str, str]:
    try:
        arguments = json.loads(arguments_json, object_pairs_hook=_refuse_twins)
        return "json", dump_canonical(arguments).decode("ascii")
    except (ValueError, RecursionError):
        return "text", arguments_json


def _refuse_twins(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """A name that stands twice means different things to different readers."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name stands twice")
    return found
