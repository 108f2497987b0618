"""Commands about conversations: list, show, watch, stop, name."""
