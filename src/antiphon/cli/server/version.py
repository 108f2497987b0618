"""`antiphon version`."""

from antiphon import __version__


def version() -> None:
    """Print the version."""
    print(f"antiphon {__version__}")
