# Made from antiphon/client/aio by `just client`; edit it there.
"""What every noun has."""

import uuid
from collections.abc import Mapping
from time import monotonic
from typing import Any

from antiphon.client.blocking import BlockingWire
from antiphon.client.errors import ServerUnreachable
from antiphon.client.feed import choose_pause
from antiphon.client.wire import CALL_SECONDS

SEND_SECONDS = 10.0


class Noun:
    """The calls about one thing."""

    def __init__(self, wire: BlockingWire) -> None:
        self._wire = wire

    def _ask_once(
        self,
        path: str,
        body: Mapping[str, object],
        key: str | None,
        *,
        patience: float = SEND_SECONDS,
        seconds: float = CALL_SECONDS,
    ) -> dict[str, Any]:
        """The answer to a POST that costs something, repeated under one key while the server cannot be reached.

        Raises `ServerUnreachable` once `patience` is over. One answer may take so many `seconds`.
        """
        headers = {"Idempotency-Key": key or str(uuid.uuid4())}
        deadline, failures = monotonic() + patience, 0
        while True:
            try:
                return self._wire.ask("POST", path, body, headers=headers, seconds=seconds)
            except ServerUnreachable:
                pause = choose_pause(failures)
                if monotonic() + pause > deadline:
                    raise
            self._wire.pause(pause)
            failures += 1
