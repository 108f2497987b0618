"""A tool server over standard streams whose tools bring pictures, and things that only claim to be some."""

from mcp.server import MCPServer
from mcp.server.mcpserver import Image
from mcp_types import ToolAnnotations

from antiphon.providers.scripted.painter import paint

server = MCPServer("pictures")
_READS = ToolAnnotations(read_only_hint=True)


@server.tool(annotations=_READS, structured_output=False)
def chart(of: str) -> list[str | Image]:
    """Draw a chart."""
    return [f"A chart of {of}.", Image(data=paint(of), format="png")]


@server.tool(annotations=_READS, structured_output=False)
def rubbish() -> list[str | Image]:
    """Bring what is no picture, and one that is."""
    return [Image(data=b"MZ rubbish", format="png"), Image(data=paint("fine"), format="png")]


@server.tool(annotations=_READS, structured_output=False)
def album(count: int) -> list[str | Image]:
    """Bring many pictures."""
    return [Image(data=paint(str(number)), format="png") for number in range(count)]


if __name__ == "__main__":
    server.run()
