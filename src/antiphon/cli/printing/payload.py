"""A request laid out to be read."""

import json


def format_body(body: str) -> str:
    """A body laid out to be read; one that is no JSON as it is."""
    try:
        return json.dumps(json.loads(body), indent=2, ensure_ascii=False)
    except ValueError:
        return body
