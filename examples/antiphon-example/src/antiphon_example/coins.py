"""Tools: one that only reads, and one that changes something and is therefore asked about."""

from collections.abc import Mapping
from typing import Any

from antiphon.tools.plugin import PluginTool

_AMOUNT = {"type": "object", "properties": {"amount": {"type": "integer"}}, "required": ["amount"]}


class Coins:
    """A purse in memory."""

    name = "coins"
    label = "A purse to count and to pay from"
    version = 1
    api = 1
    tools = (
        PluginTool("count", "How many coins there are.", {"type": "object", "properties": {}}, read_only=True),
        PluginTool("pay", "Take so many coins out of the purse.", _AMOUNT),
    )

    def __init__(self) -> None:
        self.left = 12

    def call(self, tool: str, arguments: Mapping[str, Any]) -> str:
        """What is left, before or after paying."""
        if tool == "pay":
            if arguments["amount"] > self.left:
                raise ValueError(f"there are only {self.left}")
            self.left -= arguments["amount"]
        return f"{self.left} coins"


coins = Coins()
