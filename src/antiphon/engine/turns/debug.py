"""What each advisor is sent and how that ended, in the log of somebody who asked for it (`debug_mode`)."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from antiphon.conversation.errors import ProviderError
from antiphon.engine.turns.run import Run

logger = logging.getLogger(__name__)
# What a provider says when it answers at all.
_OK = 200


@contextmanager
def log_call(run: Run, *, wanted: bool) -> Iterator[None]:
    """One line before a request leaves, with all of it, and one when it was answered, was refused or broke off."""
    if not wanted:
        yield
        return
    call = _describe_call(run)
    logger.debug("payload", extra=call | _describe_size(run) | {"body": _read_body(run)})
    try:
        yield
    except ProviderError as error:
        logger.debug("response", extra=call | {"ok": False, "status": error.status, "code": error.code})
        raise
    finished = None if run.finished is None else run.finished.reason
    logger.debug("response", extra=call | {"ok": True, "status": _OK, "finish_reason": finished})


def _describe_call(run: Run) -> dict[str, object]:
    seat, receipt = run.prepared.composition.seat, run.prepared.receipt
    return {"advisor": seat.advisor.id, "model": seat.model, "reply": receipt.reply_id, "attempt": receipt.attempt}


def _describe_size(run: Run) -> dict[str, object]:
    """How many turns go along, and what all of it and the system prompt alone were reckoned to cost."""
    composition = run.prepared.composition
    return {
        "turns": len(composition.history),
        "input_tokens": composition.total_tokens,
        "system_tokens": composition.frame.head_tokens,
    }


def _read_body(run: Run) -> str:
    return run.prepared.request.body.decode("utf-8", "replace")
