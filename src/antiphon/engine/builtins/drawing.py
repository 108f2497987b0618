"""Pictures made to order, as a tool: an advisor describes one, and it is part of the reply."""

import logging
from collections.abc import Mapping
from typing import Any, Final

from antiphon.access.principal import Principal
from antiphon.advisors.prompt import fill, load_tool_text
from antiphon.conversation.errors import PictureUnusable, ProviderError, ToolFailed
from antiphon.conversation.tool import BroughtPicture, ToolDefinition, ToolResult, identify_server
from antiphon.engine.commands.make_picture import Painter, PictureWanted, find_painter, make_picture
from antiphon.engine.engine import Engine
from antiphon.engine.runtime.toolkit import ToolContext
from antiphon.tools.builtin import Offer, find_wrong_argument

logger = logging.getLogger(__name__)

SERVER: Final = "drawing"

# What the models that are known take; most take less, and say so themselves.
_LONGEST: Final = 32_000
_PICTURE: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "description": {"type": "string"},
        "shape": {"type": "string", "enum": ["square", "wide", "tall"]},
    },
    "required": ["description"],
    "additionalProperties": False,
}


class DrawingTool:
    """Has pictures made by the model that the settings name; without one nothing is offered."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._words = load_tool_text("drawing_picture")

    @property
    def server(self) -> str:
        """Its name."""
        return SERVER

    def offer(self, principal: Principal) -> Offer:
        """`picture`, with what it costs. Leave that was given for good is for this model at this price."""
        painter = find_painter(self._engine, principal)
        if isinstance(painter, str):
            return Offer((), painter)
        described = fill(self._words, {"price": _write_price(painter)})
        place = identify_server("house", painter.model, repr(painter.price))
        tool = ToolDefinition(
            SERVER,
            "picture",
            described,
            _PICTURE,
            read_only=False,
            place_sha256=place,
            paid=True,
            price=painter.price,
        )
        return Offer((tool,))

    async def call(self, name: str, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        """The picture, and a line that says who made it at what price; a failure of the provider is raised."""
        offer, painter = self.offer(context.principal), find_painter(self._engine, context.principal)
        if isinstance(painter, str):
            return ToolResult(ok=False, text=painter)
        description = str(arguments.get("description", "")).strip()
        if wrong := find_wrong_argument(offer.tools[0], arguments):
            return ToolResult(ok=False, text=wrong)
        if not 0 < len(description) <= _LONGEST:
            return ToolResult(ok=False, text=f"the description must have between 1 and {_LONGEST:,} characters")
        wanted = PictureWanted(context.turn_id, context.advisor_id, description, arguments.get("shape"))
        try:
            data = await make_picture(self._engine, context.principal, painter, wanted)
        except PictureUnusable as error:
            raise ToolFailed(
                SERVER, name, f"{painter.model} made a picture that cannot be taken: {error.why}"
            ) from error
        except ProviderError as error:
            logger.warning("picture_not_made", extra={"model": painter.model, "reason": error.code})
            raise
        text = f"A picture by {painter.model}. {_write_price(painter)}"
        return ToolResult(ok=True, text=text, pictures=(BroughtPicture(data, alt=description),))


def _write_price(painter: Painter) -> str:
    if painter.price is None:
        return "What one costs is not known."
    return f"One costs {painter.price:.4g} US dollars." if painter.price else "It costs nothing."
