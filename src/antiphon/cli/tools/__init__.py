"""Commands about tools, and calls that wait for leave."""
