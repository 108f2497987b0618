"""The API as a document, for typed clients and for reviewers.

`python -m tools.openapi` writes `tests/contracts/openapi.json`; a test fails when the API has moved away from it.
"""

import json
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from antiphon.api.application import build_application
from antiphon.api.dependencies import Dependencies

SNAPSHOT = Path(__file__).parents[1] / "tests" / "contracts" / "openapi.json"


def render() -> str:
    """The OpenAPI document with a stable order and no version, so that only a change of the API changes it.

    It is that of a server with accounts: one without them has the same routes but for those about people.
    """
    document = build_application(_closed, "0", accounts=True).openapi()
    return json.dumps(document, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def _closed() -> AbstractAsyncContextManager[Dependencies]:
    raise NotImplementedError("the document needs no running server")


if __name__ == "__main__":
    SNAPSHOT.write_text(render(), encoding="utf-8")
