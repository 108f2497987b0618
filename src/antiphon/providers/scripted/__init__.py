"""Voices that need no model: scripts for tests, and a rehearsal for everyone's first five minutes."""
