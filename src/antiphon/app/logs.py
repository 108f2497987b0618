"""How the house logs: one formatter, facts as key and value, text or JSON."""

import logging
import sys
from collections.abc import Mapping

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger
from typing_extensions import override

from antiphon.engine.runtime.faults import faults
from antiphon.settings import Settings
from antiphon.tracing.spans import current_place, current_request


def configure_logs(settings: Settings) -> None:
    """Send every logger to stderr in the chosen form. Called once, by the program and never by a library user."""
    renderer: Processor
    if settings.log_format == "json":
        renderer = structlog.processors.JSONRenderer()
    else:
        renderer = structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            structlog.stdlib.ExtraAdder(),
            _drop_colours,
            structlog.processors.TimeStamper(fmt="iso"),
        ],
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            renderer,
        ],
    )
    handler = logging.StreamHandler()
    handler.setFormatter(formatter)
    handler.addFilter(say_where)
    root = logging.getLogger()
    root.handlers = [handler, faults]
    root.setLevel("DEBUG" if settings.debug_mode else settings.log_level)
    # Their chatter at these levels is about themselves.
    for noisy in ("asyncio", "alembic", "httpx2", "anthropic", "google_genai"):
        logging.getLogger(noisy).setLevel("WARNING")
    # It quotes what servers and people said, at every level; what went wrong is logged here in our own words.
    logging.getLogger("mcp").setLevel("CRITICAL")


def sign_logs(**facts: object) -> None:
    """From now on every line of this process says these too: several write into one log."""
    for handler in logging.getLogger().handlers:
        handler.addFilter(_Signature(facts))


def say_where(record: logging.LogRecord) -> bool:
    """Have the line say which request it belongs to, and which trace."""
    if request_id := current_request.get():
        record.__dict__.setdefault("request_id", request_id)
    if (place := current_place.get()) is not None:
        record.__dict__ |= {"trace_id": place.trace_id, "span_id": place.span_id}
    return True


class _Signature(logging.Filter):
    def __init__(self, facts: Mapping[str, object]) -> None:
        super().__init__()
        self._facts = facts

    @override
    def filter(self, record: logging.LogRecord) -> bool:
        record.__dict__ |= self._facts
        return True


def _drop_colours(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Uvicorn says everything twice, the second time with escape sequences that only its own formatter understands."""
    event.pop("color_message", None)
    return event
