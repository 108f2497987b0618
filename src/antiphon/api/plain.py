"""Answers that are JSON already."""

import orjson
from starlette.responses import Response


def answer_json(body: object, status: int = 200) -> Response:
    """The body as it is.

    Turns come from our own codec, and a test holds it to the schema the API publishes. Checking every answer against it
    again would cost more than making it.
    """
    return Response(orjson.dumps(body), status, media_type="application/json")
