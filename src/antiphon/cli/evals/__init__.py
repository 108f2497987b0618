"""Commands about advisors under test."""
