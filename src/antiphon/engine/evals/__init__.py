"""Advisors under test: cases played, results kept, better instructions proposed."""
