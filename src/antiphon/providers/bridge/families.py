"""The families there are."""

from antiphon.providers.bridge.family import Family


def load_family(name: str) -> Family:
    """The family of this name; `ImportError` when what it needs is not installed."""
    if name == "anthropic":
        from antiphon.providers.bridge.anthropic import Anthropic

        return Anthropic()
    from antiphon.providers.bridge.google import Google

    return Google()
