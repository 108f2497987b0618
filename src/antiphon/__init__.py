"""Antiphon: one question to a panel of AI advisors, each in its own isolated thread."""

__version__ = "0.1.0"
