"""The library behind the protocol: loaded late, and not needed by everybody."""

import subprocess
import sys

import pytest

from antiphon.conversation.errors import ToolServerUnavailable
from antiphon.tools.servers import ServerKey, StdioServer
from antiphon.tools.toolbox import Toolbox


def test_the_library_is_not_loaded_before_a_tool_is_needed() -> None:
    program = "import sys, antiphon.tools.toolbox, antiphon.tools.builtin; sys.exit('mcp' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


async def test_without_the_extra_the_sentence_says_what_to_install(
    box: Toolbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [each for each in sys.modules if each == "mcp" or each.startswith(("mcp.", "antiphon.tools."))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "mcp", None)
    await box.open([StdioServer("any", "any")])

    with pytest.raises(ToolServerUnavailable, match=r"install the extra `mcp`"):
        await box.discover(ServerKey(None, "any"))
