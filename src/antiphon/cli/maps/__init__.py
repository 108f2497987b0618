"""Commands about the map of a turn."""
