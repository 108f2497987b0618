"""What an agent says it can do, in the words of this wire."""

from typing import Any

from antiphon.api.openai.names import Target


def describe_agent(target: Target) -> dict[str, Any]:
    """Its name, who speaks in it, and what it takes and gives."""
    subagents = [{"name": each.name} for each in target.advisors]
    return {
        "identity": {"name": target.name, "type": "antiphon", "metadata": {"id": target.id, "kind": target.kind}},
        "transport": {"streaming": True, "resumable": True},
        "tools": {"supported": True, "clientProvided": False},
        "multiAgent": {"supported": len(subagents) > 1, "delegation": False, "handoffs": False, "subagents": subagents},
        "reasoning": {"supported": True, "streaming": True},
        "multimodal": {"input": {"image": True, "audio": False, "video": False}, "output": {"image": False}},
        "humanInTheLoop": {"supported": True, "approvals": True, "interrupts": True, "approveWithEdits": True},
    }
