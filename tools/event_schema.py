"""Everything a feed may say as one JSON Schema, for typed clients and for reviewers.

`python -m tools.event_schema > tests/contracts/events.schema.json` writes it; a test fails when the feed has moved
away from it.
"""

import json
import sys
from pathlib import Path

from pydantic import TypeAdapter

from antiphon.api.schemas.events import Fact, Frame

SNAPSHOT = Path(__file__).parents[1] / "tests" / "contracts" / "events.schema.json"
_DRAFT = "https://json-schema.org/draft/2020-12/schema"


def render() -> str:
    """The schema of one frame, with a definition for every frame and fact, in a stable order."""
    _, document = TypeAdapter.json_schemas(
        [("frame", "serialization", TypeAdapter(Frame)), ("fact", "serialization", TypeAdapter(Fact))],
        title="Antiphon feed",
        description="One server-sent event of /v1/feed: its name and its data.",
    )
    whole = {"$schema": _DRAFT, "$ref": "#/$defs/Frame", **document}
    return json.dumps(whole, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.stdout.write(render())
