"""How the house logs: one formatter, facts as key and value, text or JSON."""

import logging
import sys

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from antiphon.settings import Settings


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
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel("DEBUG" if settings.debug_mode else settings.log_level)
    # Their chatter at these levels is about themselves.
    for noisy in ("asyncio", "alembic", "httpx2", "anthropic", "google_genai"):
        logging.getLogger(noisy).setLevel("WARNING")
    # It quotes what servers and people said, at every level; what went wrong is logged here in our own words.
    logging.getLogger("mcp").setLevel("CRITICAL")


def _drop_colours(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Uvicorn says everything twice, the second time with escape sequences that only its own formatter understands."""
    event.pop("color_message", None)
    return event
