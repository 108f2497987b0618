"""Commands about texts written out of a turn."""
