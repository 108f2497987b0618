"""Commands about decisions."""
