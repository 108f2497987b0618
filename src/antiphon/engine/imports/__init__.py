"""Conversations of other programs: brought, looked at, written, taken back."""
